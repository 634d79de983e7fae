//! Passes: they rewrite a module to one that does the same, for engines to run faster. None knows a target.
//!
//! [`prepare`] is what engines call: it leaves kernels without calls (but where they would be too large), simplified. Each pass takes
//! time linear in the code, about, and none changes what a program computes, down to the bits of floats ([`contract()`] does only where
//! the source allows it).

mod compact;
mod contract;
mod inline;
mod keep;
mod separate;
mod simplify;
#[cfg(test)]
mod tests;

pub use compact::compact;
pub use contract::contract;
pub use inline::{InlineError, inline_calls};
pub use separate::separate;
pub use simplify::simplify;

use ferrocl_base::id::Id;

use crate::{FunctionId, Module, ModuleInfo};

/// What [`prepare`] does beside inlining and simplifying.
#[derive(Debug, Clone, Copy, Default)]
pub struct PrepareOptions {
    /// Whether `a * b + c` becomes an `fma` where the source allows it: for targets that have one.
    pub contract: bool,
}

/// Inlines the calls in these kernels and what they call, and simplifies. Calls are left only where a kernel would be too large without
/// them. Other functions are left as they are. The module stays verified; its [`ModuleInfo`] must be made anew.
pub fn prepare(
    module: &mut Module,
    info: &ModuleInfo,
    kernels: &[FunctionId],
    options: PrepareOptions,
) -> Result<(), InlineError> {
    let mut needed = vec![false; module.functions.len()];
    for kernel in kernels {
        needed[kernel.index()] = true;
    }
    for &id in info.call_order.iter().rev() {
        if needed[id.index()] {
            for callee in &info.functions[id].callees {
                needed[callee.index()] = true;
            }
        }
    }
    let keep = keep::Keep::new(module, info, &needed);
    for &id in &info.call_order {
        if needed[id.index()] {
            if options.contract {
                // Before inlining: contraction stays within what one function's source says, and runs once.
                contract(&mut module.functions[id]);
            }
            let kept = keep.for_calls_in(id);
            // What is inlined may itself have calls of functions that other kernels keep.
            while inline_calls(module, id, kept)? {}
            simplify(&mut module.functions[id]);
        }
    }
    Ok(())
}
