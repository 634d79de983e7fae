//! The verifier: after it, engines do not fail on a module's content.
//!
//! It checks every rule that the crate's essay states and engines rely on: ids exist, each op's operands and result have
//! the types that it wants ([`ops`]), values are used where they exist, labels name enclosing statements,
//! calls form no cycle, kernels have parameters that a host can set, alignments are powers of two. It
//! reports all faults, not just the first, and on success what it learnt on the way: [`ModuleInfo`].
//!
//! Faults are bugs of whoever made the module, never of the OpenCL program: messages speak IR.

mod ops;
mod statements;
#[cfg(test)]
mod tests;

use ferrocl_base::id::Id;
use ferrocl_base::{IndexVec, Span};

use crate::image::{Descriptor, ParameterObject};
use crate::*;

/// Statements nest at most this deep, so that engines may walk them recursively.
pub const MAX_NESTING: usize = 1000;
/// Slots, local variables and globals are at most this large in bytes.
pub const MAX_VARIABLE_SIZE: u64 = 1 << 32;
/// A function has at most this many labels.
pub const MAX_LABELS: u32 = 1 << 24;
/// The largest alignment that a variable or access may have.
pub const MAX_ALIGN: u32 = 1 << 16;

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct VerifyError {
    /// The function, if the fault is in one.
    pub function: Option<FunctionId>,
    /// The value, if the fault is in its op or type.
    pub value: Option<ValueId>,
    /// The broken rule, as a sentence without a full stop.
    pub message: String,
    /// The source text that it comes from, if known.
    pub span: Span,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(function) = self.function {
            write!(f, "{function}: ")?;
        }
        if let Some(value) = self.value {
            write!(f, "{value}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

/// What holds of a verified module.
#[derive(Debug, Clone, PartialEq)]
pub struct ModuleInfo {
    /// Facts of each function.
    pub functions: IndexVec<FunctionId, FunctionInfo>,
    /// Every function, callees before their callers.
    pub call_order: Vec<FunctionId>,
}

/// What holds of a verified function.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionInfo {
    /// For each slot, whether its address is taken by an op that something uses. Other slots may be kept in registers.
    pub address_taken: IndexVec<SlotId, bool>,
    /// Whether work-items meet in it or in a function that it calls: at a barrier or a [collective](Op::Collective).
    pub has_barrier: bool,
    /// Whether it, or a function that it calls, depends on how work-groups are divided into sub-groups.
    pub uses_sub_groups: bool,
    /// Whether it, or a function that it calls, has local variables of its own.
    pub uses_local_variables: bool,
    /// The functions that it calls directly, each once, in order of id.
    pub callees: Vec<FunctionId>,
    /// Where each local variable of it and of all functions that it reaches lies in the group's memory, in bytes
    /// from a start aligned to `local_align`. Local pointer arguments come after them.
    pub local_layout: Vec<(FunctionId, LocalId, u64)>,
    /// The size of that in bytes.
    pub local_size: u64,
    /// And its alignment in bytes.
    pub local_align: u32,
}

/// Checks the module. See the module's essay.
pub fn verify(module: &Module) -> Result<ModuleInfo, Vec<VerifyError>> {
    let mut errors = Vec::new();
    for (id, global) in module.globals.iter_enumerated() {
        check_global(module, id, global, &mut errors);
    }
    let mut infos = IndexVec::new();
    for (id, function) in module.functions.iter_enumerated() {
        let mut checker = Checker { module, id, function, errors: &mut errors };
        infos.push(checker.function());
    }
    check_kernel_names(module, &mut errors);
    let call_order = call_order(module, &infos, &mut errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut info = ModuleInfo { functions: infos, call_order };
    for position in 0..info.call_order.len() {
        propagate(module, &mut info, position);
    }
    Ok(info)
}

/// Checks one function of a module and reports its faults.
struct Checker<'a> {
    module: &'a Module,
    id: FunctionId,
    function: &'a Function,
    errors: &'a mut Vec<VerifyError>,
}

impl Checker<'_> {
    fn fail(&mut self, value: Option<ValueId>, span: Span, message: impl Into<String>) {
        self.errors.push(VerifyError { function: Some(self.id), value, message: message.into(), span });
    }

    fn function(&mut self) -> FunctionInfo {
        self.parameters();
        self.variables();
        let ids_exist = self.values();
        let mut info = FunctionInfo {
            address_taken: self.function.slots.iter().map(|_| false).collect(),
            has_barrier: false,
            uses_sub_groups: false,
            uses_local_variables: !self.function.locals.is_empty(),
            callees: Vec::new(),
            local_layout: Vec::new(),
            local_size: 0,
            local_align: 1,
        };
        if ids_exist {
            self.body(&mut info);
        }
        info.callees.sort();
        info.callees.dedup();
        for (id, slot) in self.function.slots.iter_enumerated() {
            if info.address_taken[id] && slot.ty == SlotType::Value(bool_like(slot.ty)) {
                self.fail(None, slot.span, format!("the address of {id} is taken, but it holds bool"));
            }
        }
        info
    }

    fn parameters(&mut self) {
        let function = self.function;
        let kernel = function.kernel.is_some();
        for (number, parameter) in function.parameters.iter().enumerate() {
            let name = format!("parameter {number}");
            match function.values.get(parameter.value) {
                Some(value) if value.op == Op::Parameter(number as u32) => {
                    if value.ty != parameter.ty {
                        let text = format!("{name} has type {}, its value {}", parameter.ty, value.ty);
                        self.fail(Some(parameter.value), value.span, text);
                    }
                }
                _ => {
                    self.fail(None, function.span, format!("{name} is not the value of `parameter {number}`"))
                }
            }
            if parameter.ty == ValueType::Void {
                self.fail(None, function.span, format!("{name} is void"));
            }
            if let Some((size, align)) = parameter.aggregate {
                if !kernel || parameter.ty != ValueType::Pointer(AddressSpace::Constant) {
                    let text = format!("{name}: only a kernel's constant pointer can stand for an aggregate");
                    self.fail(None, function.span, text);
                }
                self.layout(&name, size, align, function.span);
            }
            let fits = match parameter.object {
                None => true,
                Some(ParameterObject::Image(..)) => {
                    parameter.aggregate == Some((Descriptor::SIZE, Descriptor::ALIGN))
                }
                Some(ParameterObject::Sampler) => kernel && parameter.ty == ValueType::Scalar(Scalar::I32),
            };
            if !fits {
                let text =
                    format!("{name}: an image is an aggregate of a kernel of its own size, a sampler an i32");
                self.fail(None, function.span, text);
            }
            if kernel {
                use AddressSpace::{Constant, Global, Local};
                let allowed = match parameter.ty {
                    ValueType::Pointer(space) => matches!(space, Global | Local | Constant),
                    ty => ty.scalar().is_some_and(|s| s != Scalar::Bool),
                };
                if !allowed {
                    let text =
                        format!("{name} has type {}, which a kernel's parameter cannot have", parameter.ty);
                    self.fail(None, function.span, text);
                }
            }
        }
        if kernel && function.result != ValueType::Void {
            self.fail(None, function.span, "a kernel has a result");
        }
    }

    fn variables(&mut self) {
        for (id, slot) in self.function.slots.iter_enumerated() {
            match slot.ty {
                SlotType::Value(ValueType::Void) => self.fail(None, slot.span, format!("{id} is void")),
                SlotType::Value(_) => {}
                SlotType::Bytes { size, align, .. } => self.layout(&id.to_string(), size, align, slot.span),
            }
        }
        if self.function.label_count > MAX_LABELS {
            let message = format!("{} labels are more than {MAX_LABELS}", self.function.label_count);
            self.fail(None, self.function.span, message);
        }
        for (id, local) in self.function.locals.iter_enumerated() {
            self.layout(&id.to_string(), local.size, local.align, local.span);
        }
    }

    fn layout(&mut self, name: &str, size: u64, align: u32, span: Span) {
        if let Some(message) = layout_fault(size, align) {
            self.fail(None, span, format!("{name}: {message}"));
        }
    }

    /// Checks every value by itself. Whether all ids in them exist.
    fn values(&mut self) -> bool {
        let before = self.errors.len();
        let limit = self.function.values.len();
        for (id, value) in self.function.values.iter_enumerated() {
            let mut missing = None;
            value.op.for_each_operand(|operand| {
                if operand.index() >= limit {
                    missing = Some(operand);
                }
            });
            if let Some(missing) = missing {
                self.fail(Some(id), value.span, format!("{missing} does not exist"));
            }
        }
        let exist = self.errors.len() == before;
        if exist {
            for (id, value) in self.function.values.iter_enumerated() {
                if let Err(message) = ops::check(self.module, self.function, id, value) {
                    self.fail(Some(id), value.span, message);
                }
            }
        }
        exist
    }
}

/// The `Bool` type of the same shape as the slot's, for comparison; void where there is none.
fn bool_like(ty: SlotType) -> ValueType {
    match ty {
        SlotType::Value(ty) if ty.scalar() == Some(Scalar::Bool) => ty,
        _ => ValueType::Void,
    }
}

fn layout_fault(size: u64, align: u32) -> Option<String> {
    if !align.is_power_of_two() || align > MAX_ALIGN {
        return Some(format!("the alignment {align} is not a power of two up to {MAX_ALIGN}"));
    }
    (size > MAX_VARIABLE_SIZE).then(|| format!("{size} bytes are more than {MAX_VARIABLE_SIZE}"))
}

fn check_global(module: &Module, id: GlobalId, global: &Global, errors: &mut Vec<VerifyError>) {
    let mut fail = |message: String| {
        errors.push(VerifyError {
            function: None,
            value: None,
            message: format!("{id}: {message}"),
            span: global.span,
        })
    };
    if !matches!(global.space, AddressSpace::Constant | AddressSpace::Global) {
        fail(format!("program-scope data cannot be in {} space", global.space));
    }
    if let Some(message) = layout_fault(global.bytes.len() as u64, global.align) {
        fail(message);
    }
    for r in &global.relocations {
        if module.globals.get(r.target).is_none() {
            fail(format!("{} does not exist", r.target));
        }
        if r.offset.checked_add(8).is_none_or(|end| end > global.bytes.len() as u64) {
            fail(format!("the address at {} lies outside of the data", r.offset));
        }
    }
    let mut offsets = global.relocations.iter().map(|r| r.offset).collect::<Vec<_>>();
    offsets.sort_unstable();
    if offsets.windows(2).any(|pair| pair[1] - pair[0] < 8) {
        fail("two addresses overlap".into());
    }
}

fn check_kernel_names(module: &Module, errors: &mut Vec<VerifyError>) {
    let mut names = rustc_hash::FxHashSet::default();
    for (id, function) in module.functions.iter_enumerated() {
        if function.kernel.is_some() && !names.insert(function.name.as_str()) {
            let message = format!("two kernels are named {:?}", function.name);
            errors.push(VerifyError { function: Some(id), value: None, message, span: function.span });
        }
    }
}

/// Callees before callers, without recursion: a chain of calls may be long.
fn call_order(
    module: &Module,
    infos: &IndexVec<FunctionId, FunctionInfo>,
    errors: &mut Vec<VerifyError>,
) -> Vec<FunctionId> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; infos.len()];
    let mut order = Vec::with_capacity(infos.len());
    for root in infos.ids() {
        // Each entry: a function and how many of its callees were looked at.
        let mut stack = vec![(root, 0)];
        while let Some((id, next)) = stack.last_mut() {
            let id = *id;
            if *next == 0 {
                if states[id.index()] == State::Done {
                    stack.pop();
                    continue;
                }
                states[id.index()] = State::Open;
            }
            let Some(&callee) = infos[id].callees.get(*next) else {
                states[id.index()] = State::Done;
                order.push(id);
                stack.pop();
                continue;
            };
            *next += 1;
            match states[callee.index()] {
                State::New => stack.push((callee, 0)),
                State::Done => {}
                State::Open => errors.push(VerifyError {
                    function: Some(id),
                    value: None,
                    message: format!("the call of {callee} makes a cycle"),
                    span: module.functions[id].span,
                }),
            }
        }
    }
    order
}

/// Adds to a function's facts what its callees' facts say; these were done before.
fn propagate(module: &Module, info: &mut ModuleInfo, position: usize) {
    let id = info.call_order[position];
    let mut layout: Vec<(FunctionId, LocalId, u64)> = Vec::new();
    let (mut size, mut align) = (0u64, 1u32);
    let mut place = |function: FunctionId, local: LocalId| {
        let variable = &module.functions[function].locals[local];
        size = size.next_multiple_of(variable.align.into());
        layout.push((function, local, size));
        size += variable.size;
        align = align.max(variable.align);
    };
    for local in module.functions[id].locals.ids() {
        place(id, local);
    }
    let (mut has_barrier, mut uses_local, mut uses_sub_groups) = (false, false, false);
    let mut placed = rustc_hash::FxHashSet::default();
    for callee in &info.functions[id].callees {
        let callee = &info.functions[*callee];
        has_barrier |= callee.has_barrier;
        uses_sub_groups |= callee.uses_sub_groups;
        uses_local |= callee.uses_local_variables;
        for &(function, local, _) in &callee.local_layout {
            if placed.insert((function, local)) {
                place(function, local);
            }
        }
    }
    let function = &mut info.functions[id];
    function.has_barrier |= has_barrier;
    function.uses_sub_groups |= uses_sub_groups;
    function.uses_local_variables |= uses_local;
    (function.local_layout, function.local_size, function.local_align) = (layout, size, align);
}
