//! Which functions stay functions: inlined wherever they are called, they would make a kernel too large.
//!
//! A few programs are written for compilers that can call: their functions call others at dozens of places each, and what a kernel comes to
//! doubles at every level. There, what is called from more than one place stays a function. All other kernels have no calls.

use ferrocl_base::id::Id;

use super::inline::MAX_VALUES;
use crate::{FunctionId, Module, ModuleInfo, Op};

/// A function with fewer values is inlined even where others are kept.
const SMALL: u64 = 64;

/// The decision for a module.
pub(super) struct Keep {
    /// Functions that stay, for the kernels that would be too large and what they call.
    kept: Vec<bool>,
    /// Functions in which everything is inlined all the same.
    whole: Vec<bool>,
}

impl Keep {
    /// Decides for the functions that are needed.
    pub fn new(module: &Module, info: &ModuleInfo, needed: &[bool]) -> Keep {
        let count = module.functions.len();
        let callees = |id: FunctionId| {
            module.functions[id].values.iter().filter_map(|value| match value.op {
                Op::Call { function, .. } => Some(function),
                _ => None,
            })
        };
        let own = |id: FunctionId| module.functions[id].values.len() as u64;
        let mut inlined = vec![0u64; count];
        for &id in info.call_order.iter().filter(|id| needed[id.index()]) {
            inlined[id.index()] =
                callees(id).fold(own(id), |sum, callee| sum.saturating_add(inlined[callee.index()]));
        }
        let is_large = |id: FunctionId| inlined[id.index()] > MAX_VALUES as u64;
        let is_kernel = |id: FunctionId| module.functions[id].kernel.is_some();
        let whole = module.functions.ids().map(|id| is_kernel(id) && !is_large(id)).collect();

        // From how many places the large kernels, and what they call, call each.
        let mut places = vec![0u32; count];
        let mut reached = vec![false; count];
        for &id in info.call_order.iter().rev().filter(|id| needed[id.index()]) {
            reached[id.index()] |= is_kernel(id) && is_large(id);
            if reached[id.index()] {
                for callee in callees(id) {
                    reached[callee.index()] = true;
                    places[callee.index()] += 1;
                }
            }
        }
        let mut kept = vec![false; count];
        let mut rest = vec![0u64; count];
        for &id in info.call_order.iter().filter(|id| reached[id.index()]) {
            rest[id.index()] = callees(id).fold(own(id), |sum, callee| match kept[callee.index()] {
                true => sum,
                false => sum.saturating_add(rest[callee.index()]),
            });
            let facts = &info.functions[id];
            // Where work-items meet, and what belongs to the work-group, is the kernel's business.
            let stands_alone =
                !is_kernel(id) && !facts.has_barrier && !facts.uses_sub_groups && !facts.uses_local_variables;
            kept[id.index()] = stands_alone && places[id.index()] > 1 && rest[id.index()] > SMALL;
        }
        Keep { kept, whole }
    }
    /// The functions whose calls stay in this one.
    pub fn for_calls_in(&self, id: FunctionId) -> &[bool] {
        if self.whole[id.index()] { &[] } else { &self.kept }
    }
}
