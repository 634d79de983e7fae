//! Inlining: calls become the callee's statements.
//!
//! * A parameter becomes the argument's value, so that a pointer to a known variable stays that variable's address.
//! * A `return` at the end of the callee makes its value the call's. Where there are others, the statements go
//!   into a block that `return` leaves, and the result through a slot.
//! * Labels, values and scalar slots are new for each call. Arrays and aggregates, which take memory, are shared by all calls
//!   of one function in a caller: there is no recursion, so never are two in use at once. So are local variables, which exist once a
//!   group.

use ferrocl_base::id::Id;
use rustc_hash::FxHashMap;

use crate::*;

/// Inlining would make a function too large.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineError {
    /// The function that becomes too large.
    pub function: FunctionId,
    /// What is too large, as a sentence without a full stop.
    pub message: String,
}

impl std::fmt::Display for InlineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.function, self.message)
    }
}

impl std::error::Error for InlineError {}

/// No function may have more values than this after inlining.
pub(super) const MAX_VALUES: usize = 1_000_000;

/// Inlines every call in a function but those of functions that are `kept` (by their numbers; those past its end are not). What the callees
/// call is not looked at: do callees first. Whether there were any.
pub fn inline_calls(module: &mut Module, id: FunctionId, kept: &[bool]) -> Result<bool, InlineError> {
    if !calls_others(&module.functions[id], kept) {
        return Ok(false);
    }
    // The function is taken out while its callees are read. It does not call itself.
    let placeholder = Function { body: Vec::new(), ..empty_like(&module.functions[id]) };
    let mut function = std::mem::replace(&mut module.functions[id], placeholder);
    let body = std::mem::take(&mut function.body);
    let mut inliner = Inliner {
        module,
        id,
        kept,
        function,
        callees: FxHashMap::default(),
        calls: FxHashMap::default(),
        depth: 0,
    };
    let result = inliner.list(body);
    module.functions[id] = inliner.function;
    module.functions[id].body = result?;
    Ok(true)
}

/// Whether a function calls one that is not kept. (Values of calls that were inlined remain, but no statement evaluates them.)
fn calls_others(function: &Function, kept: &[bool]) -> bool {
    fn in_list(function: &Function, list: &[Stmt], kept: &[bool]) -> bool {
        list.iter().any(|stmt| match stmt {
            Stmt::Let(id) => match function.values[*id].op {
                Op::Call { function, .. } => !is_kept(kept, function),
                _ => false,
            },
            _ => stmt.lists().into_iter().any(|list| in_list(function, list, kept)),
        })
    }
    in_list(function, &function.body, kept)
}

fn is_kept(kept: &[bool], function: FunctionId) -> bool {
    kept.get(function.index()).copied().unwrap_or(false)
}

/// A function without content.
fn empty_like(function: &Function) -> Function {
    Function {
        name: String::new(),
        parameters: Vec::new(),
        result: function.result,
        slots: Default::default(),
        locals: Default::default(),
        values: Default::default(),
        label_count: 0,
        body: Vec::new(),
        kernel: None,
        span: function.span,
    }
}

struct Inliner<'m> {
    module: &'m Module,
    id: FunctionId,
    kept: &'m [bool],
    function: Function,
    callees: FxHashMap<FunctionId, Callee>,
    /// The values of calls that were inlined, and what they are now.
    calls: FxHashMap<ValueId, ValueId>,
    depth: usize,
}

/// What the calls of one function share.
#[derive(Default)]
struct Callee {
    /// Whether there is a `return` before its end.
    returns_early: bool,
    /// Slots that take memory.
    slots: FxHashMap<SlotId, SlotId>,
    locals: FxHashMap<LocalId, LocalId>,
    /// Constants and addresses of what is shared.
    values: FxHashMap<ValueId, ValueId>,
}

/// One call's copy of the callee.
struct Copy {
    id: FunctionId,
    values: Vec<Option<ValueId>>,
    slots: Vec<SlotId>,
    first_label: u32,
    /// Where `return` goes to, and where it leaves the result.
    exit: Option<(LabelId, Option<SlotId>)>,
}

impl Inliner<'_> {
    fn too_large(&self, message: impl Into<String>) -> InlineError {
        InlineError { function: self.id, message: message.into() }
    }
    fn current(&self, id: ValueId) -> ValueId {
        self.calls.get(&id).copied().unwrap_or(id)
    }

    /// A list of the function's own, calls inlined.
    fn list(&mut self, list: Vec<Stmt>) -> Result<Vec<Stmt>, InlineError> {
        if self.depth > MAX_NESTING {
            return Err(self.too_large(format!("statements nest deeper than {MAX_NESTING} after inlining")));
        }
        self.depth += 1;
        let mut out = Vec::with_capacity(list.len());
        for mut stmt in list {
            if !self.calls.is_empty() {
                let calls = &self.calls;
                stmt.map_operands(|id| calls.get(&id).copied().unwrap_or(id));
            }
            match &mut stmt {
                Stmt::Let(id) => {
                    let id = *id;
                    if !self.calls.is_empty() {
                        let calls = &self.calls;
                        self.function.values[id].op.map_operands(|id| calls.get(&id).copied().unwrap_or(id));
                    }
                    if let Op::Call { function, arguments } = &self.function.values[id].op
                        && !is_kept(self.kept, *function)
                    {
                        let (callee, arguments) = (*function, arguments.clone());
                        self.call(id, callee, &arguments, &mut out)?;
                        continue;
                    }
                }
                Stmt::Block { body, .. } | Stmt::Loop { body, .. } => {
                    *body = self.list(std::mem::take(body))?
                }
                Stmt::If { then, otherwise, .. } => {
                    *then = self.list(std::mem::take(then))?;
                    *otherwise = self.list(std::mem::take(otherwise))?;
                }
                _ => {}
            }
            out.push(stmt);
        }
        self.depth -= 1;
        Ok(out)
    }

    fn call(
        &mut self,
        id: ValueId,
        callee_id: FunctionId,
        arguments: &[ValueId],
        out: &mut Vec<Stmt>,
    ) -> Result<(), InlineError> {
        let callee = &self.module.functions[callee_id];
        if self.function.values.len() + callee.values.len() > MAX_VALUES {
            return Err(self.too_large(format!("more than {MAX_VALUES} values after inlining")));
        }
        let shared = self
            .callees
            .entry(callee_id)
            .or_insert_with(|| Callee { returns_early: returns_early(&callee.body), ..Callee::default() });
        let returns_early = shared.returns_early;
        let mut copy = Copy {
            id: callee_id,
            values: vec![None; callee.values.len()],
            slots: Vec::with_capacity(callee.slots.len()),
            first_label: self.function.label_count,
            exit: None,
        };
        self.function.label_count += callee.label_count;
        for (parameter, &argument) in callee.parameters.iter().zip(arguments) {
            copy.values[parameter.value.index()] = Some(argument);
        }
        for (slot_id, slot) in callee.slots.iter_enumerated() {
            let new = match slot.ty {
                SlotType::Value(_) => self.function.slots.push(slot.clone()),
                SlotType::Bytes { .. } => match shared.slots.get(&slot_id) {
                    Some(&new) => new,
                    None => {
                        let new = self.function.slots.push(slot.clone());
                        shared.slots.insert(slot_id, new);
                        new
                    }
                },
            };
            copy.slots.push(new);
        }
        let list = out;
        let mut block = Vec::new();
        if returns_early {
            let result = (callee.result != ValueType::Void).then(|| {
                let ty = SlotType::Value(callee.result);
                self.function.slots.push(Slot { name: String::new(), ty, span: callee.span })
            });
            copy.exit = Some((self.function.new_label(), result));
        }
        let inner = if returns_early { &mut block } else { &mut *list };
        inner.extend(copy.slots.iter().map(|&slot| Stmt::SlotStart(slot)));
        let (last, body) = match callee.body.split_last() {
            Some((Stmt::Return(value), body)) if !returns_early => (*value, body),
            _ => (None, callee.body.as_slice()),
        };
        for stmt in body {
            self.copy_stmt(&mut copy, stmt, inner)?;
        }
        let ty = self.function.values[id].ty;
        let result = match copy.exit {
            Some((label, result)) => {
                list.push(Stmt::Block { label, body: block });
                result.map(|slot| self.evaluate(Op::SlotLoad(slot), ty, callee.span, list))
            }
            None => last.map(|value| self.copy_value(&mut copy, value)),
        };
        // A void call's value is never used.
        if ty != ValueType::Void {
            let result = result.unwrap_or_else(|| self.floating(Op::Undefined, ty, callee.span));
            self.calls.insert(id, result);
        }
        Ok(())
    }

    fn floating(&mut self, op: Op, ty: ValueType, span: ferrocl_base::Span) -> ValueId {
        self.function.values.push(Value { op, ty, flags: MathFlags::empty(), span })
    }
    fn evaluate(&mut self, op: Op, ty: ValueType, span: ferrocl_base::Span, list: &mut Vec<Stmt>) -> ValueId {
        let id = self.floating(op, ty, span);
        list.push(Stmt::Let(id));
        id
    }

    /// The caller's value for one of the callee's.
    fn copy_value(&mut self, copy: &mut Copy, id: ValueId) -> ValueId {
        if let Some(new) = copy.values[id.index()] {
            return self.current(new);
        }
        let callee = &self.module.functions[copy.id];
        let value = &callee.values[id];
        let shared = self.callees.get_mut(&copy.id);
        let is_shared = |slot: &SlotId| matches!(callee.slots[*slot].ty, SlotType::Bytes { .. });
        let mut op = value.op.clone();
        let once = match &mut op {
            Op::Constant(_) | Op::Undefined | Op::GlobalAddress(_) => true,
            Op::SlotAddress(slot) => {
                let once = is_shared(slot);
                *slot = copy.slots[slot.index()];
                once
            }
            Op::LocalAddress(_) => true,
            Op::SlotLoad(slot) => {
                *slot = copy.slots[slot.index()];
                false
            }
            _ => false,
        };
        if once && let Some(shared) = shared {
            if let Some(&new) = shared.values.get(&id) {
                copy.values[id.index()] = Some(new);
                return new;
            }
            if let Op::LocalAddress(local) = &mut op {
                let locals = &mut self.function.locals;
                *local = *shared
                    .locals
                    .entry(*local)
                    .or_insert_with(|| locals.push(callee.locals[*local].clone()));
            }
        }
        if !op.is_floating() {
            op.map_operands(|operand| self.copy_value(copy, operand));
        }
        let new = self.function.values.push(Value { op, ty: value.ty, flags: value.flags, span: value.span });
        copy.values[id.index()] = Some(new);
        if once && let Some(shared) = self.callees.get_mut(&copy.id) {
            shared.values.insert(id, new);
        }
        new
    }

    fn copy_list(&mut self, copy: &mut Copy, list: &[Stmt]) -> Result<Vec<Stmt>, InlineError> {
        if self.depth > MAX_NESTING {
            return Err(self.too_large(format!("statements nest deeper than {MAX_NESTING} after inlining")));
        }
        self.depth += 1;
        let mut out = Vec::with_capacity(list.len());
        for stmt in list {
            self.copy_stmt(copy, stmt, &mut out)?;
        }
        self.depth -= 1;
        Ok(out)
    }

    fn copy_stmt(&mut self, copy: &mut Copy, stmt: &Stmt, out: &mut Vec<Stmt>) -> Result<(), InlineError> {
        let label = |label: LabelId| LabelId(copy.first_label + label.0);
        let new = match stmt {
            Stmt::Let(id) => Stmt::Let(self.copy_value(copy, *id)),
            Stmt::SlotStart(slot) => Stmt::SlotStart(copy.slots[slot.index()]),
            Stmt::Block { label: l, body } => {
                Stmt::Block { label: label(*l), body: self.copy_list(copy, body)? }
            }
            Stmt::Loop { label: l, body, unroll, span } => Stmt::Loop {
                label: label(*l),
                body: self.copy_list(copy, body)?,
                unroll: *unroll,
                span: *span,
            },
            Stmt::If { condition, then, otherwise, span } => Stmt::If {
                condition: self.copy_value(copy, *condition),
                then: self.copy_list(copy, then)?,
                otherwise: self.copy_list(copy, otherwise)?,
                span: *span,
            },
            Stmt::Break(l) => Stmt::Break(label(*l)),
            Stmt::Continue(l) => Stmt::Continue(label(*l)),
            Stmt::Return(value) => {
                let value = value.map(|value| self.copy_value(copy, value));
                // Without an exit the callee's only `return` is its end, which is not copied.
                let Some((exit, slot)) = copy.exit else { return Ok(()) };
                if let (Some(slot), Some(value)) = (slot, value) {
                    let span = self.function.values[value].span;
                    out.push(Stmt::SlotStore { slot, value, span });
                }
                Stmt::Break(exit)
            }
            other => {
                let mut new = other.clone();
                if let Stmt::SlotStore { slot, .. } = &mut new {
                    *slot = copy.slots[slot.index()];
                }
                new.map_operands(|id| self.copy_value(copy, id));
                new
            }
        };
        out.push(new);
        Ok(())
    }
}

/// Whether there is a `return` elsewhere than at the end.
fn returns_early(body: &[Stmt]) -> bool {
    fn returns(list: &[Stmt]) -> bool {
        list.iter().any(|stmt| matches!(stmt, Stmt::Return(_)) || stmt.lists().into_iter().any(returns))
    }
    match body.split_last() {
        Some((Stmt::Return(_), before)) => returns(before),
        _ => returns(body),
    }
}
