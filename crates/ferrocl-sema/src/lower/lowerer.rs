//! The state of lowering, and how values and statements come into being.

use std::rc::Rc;

use ferrocl_base::codes::options as codes;
use ferrocl_base::{Diagnostic, Diagnostics, IndexVec, Interner, Span};
use ferrocl_ir::link::{Symbol, Unit};
use ferrocl_ir::{
    AddressSpace, Bits, LabelId, MathFlags, Module, Op, Scalar, Slot, SlotId, SlotType, Stmt, Value, ValueId,
    ValueType, eval,
};
use ferrocl_syntax::BuildOptions;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;

use super::facts::VariableFacts;
use super::flatten::Jumps;
use super::function::FunctionTable;
use super::initialise::Home;
use super::jumps::{JumpTarget, Key, KeyTarget, Machine};
use crate::hir;
use crate::types::TypeId;

/// Lowers the functions of a program one after another into one module.
pub struct Lowerer<'a> {
    /// What is lowered.
    pub program: &'a hir::Program,
    /// Names.
    pub interner: &'a Interner,
    /// The build's options.
    pub options: &'a BuildOptions,
    /// Where faults go.
    pub diagnostics: &'a mut Diagnostics,
    /// The module so far.
    pub(super) module: Module,
    /// Which functions are wanted, and their ids.
    pub(super) functions: FunctionTable,
    /// The globals that were lowered.
    pub(super) globals: FxHashMap<hir::GlobalId, ferrocl_ir::GlobalId>,
    /// The function that is being lowered.
    pub(super) current: Current<'a>,
    /// Whether an internal fault was reported.
    failed: bool,
}

/// What belongs to the function that is being lowered.
pub(super) struct Current<'a> {
    /// Its typed tree.
    pub source: &'a hir::Function,
    /// Its IR so far; the body is in `lists` until it is closed.
    pub out: ferrocl_ir::Function,
    /// The open lists of statements, outermost first.
    pub lists: Vec<OpenList>,
    /// What it does with its variables.
    pub facts: Rc<IndexVec<hir::VariableId, VariableFacts>>,
    /// What stands for its variables.
    pub homes: IndexVec<hir::VariableId, Home>,
    /// Where its result goes, if that is a struct or union.
    pub result_pointer: Option<ValueId>,
    /// What `break` and `continue` mean, innermost last.
    pub targets: Vec<JumpTarget>,
    /// How many `goto`s go to each label.
    pub goto_counts: FxHashMap<hir::LabelId, u32>,
    /// The places that stand for labels.
    pub label_keys: FxHashMap<hir::LabelId, Key>,
    /// The last place that was named.
    pub next_key: Key,
    /// What a jump to each place is now.
    pub keys: FxHashMap<Key, KeyTarget>,
    /// The loops over pieces that are open.
    pub machines: Vec<Machine>,
    /// Labels of blocks that are jumped to.
    pub used_labels: FxHashSet<LabelId>,
    /// Constants that exist already.
    constants: FxHashMap<(ValueType, Bits), ValueId>,
    /// Addresses of variables and unspecified values that exist already.
    floating: FxHashMap<(FloatingKey, ValueType), ValueId>,
}

/// An operator without operands, by which its value is shared.
#[derive(PartialEq, Eq, Hash)]
enum FloatingKey {
    Undefined,
    Slot(SlotId),
    Local(ferrocl_ir::LocalId),
    Global(ferrocl_ir::GlobalId),
}

/// A list of statements that is being filled.
pub(super) struct OpenList {
    pub statements: Vec<Stmt>,
    /// It ends in a jump: what would follow is never reached, and is left out.
    pub ended: bool,
}

impl<'a> Current<'a> {
    pub(super) fn new(
        source: &'a hir::Function,
        out: ferrocl_ir::Function,
        facts: Rc<IndexVec<hir::VariableId, VariableFacts>>,
    ) -> Self {
        Current {
            source,
            out,
            lists: Vec::new(),
            facts,
            homes: source.variables.iter().map(|_| Home::None).collect(),
            result_pointer: None,
            targets: Vec::new(),
            goto_counts: source
                .body
                .iter()
                .flatten()
                .filter(|_| !source.labels.is_empty())
                .fold(Jumps::default(), |mut all, stmt| {
                    all.join(Jumps::of(stmt));
                    all
                })
                .gotos,
            label_keys: FxHashMap::default(),
            next_key: 0,
            keys: FxHashMap::default(),
            machines: Vec::new(),
            used_labels: FxHashSet::default(),
            constants: FxHashMap::default(),
            floating: FxHashMap::default(),
        }
    }
}

impl<'a> Lowerer<'a> {
    /// Reports a disagreement between the stages of the compiler.
    pub fn internal_error(&mut self, span: Span, what: impl Into<String>) {
        if !self.failed {
            self.diagnostics.push(
                Diagnostic::new(codes::INTERNAL, span, what)
                    .note("this is a fault of the compiler and not of the program; please report it"),
            );
        }
        self.failed = true;
    }
    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    // ---- the source ----

    /// An expression of the function that is being lowered.
    pub fn expr(&self, id: hir::ExprId) -> &'a hir::Expr {
        &self.current.source.exprs[id]
    }
    /// The type of an expression.
    pub fn type_of(&self, id: hir::ExprId) -> TypeId {
        self.current.source.exprs[id].ty
    }

    // ---- values ----

    /// The type of a value.
    pub fn value_type(&self, value: ValueId) -> ValueType {
        self.current.out.values[value].ty
    }
    /// How a value is made.
    pub fn op(&self, value: ValueId) -> &Op {
        &self.current.out.values[value].op
    }
    /// The bits of a constant.
    pub fn constant_bits(&self, value: ValueId) -> Option<&Bits> {
        match self.op(value) {
            Op::Constant(bits) => Some(bits),
            _ => None,
        }
    }
    /// Evaluates an operator here. What is known already becomes a constant at once, by the IR's evaluator.
    pub fn emit(&mut self, op: Op, ty: ValueType, span: Span) -> ValueId {
        self.emit_float(op, ty, MathFlags::empty(), span)
    }
    /// The same for a float operator with what the source allows of it.
    pub fn emit_float(&mut self, op: Op, ty: ValueType, flags: MathFlags, span: Span) -> ValueId {
        let key = match &op {
            Op::Constant(bits) => return self.constant(ty, bits.clone(), span),
            Op::Undefined => Some(FloatingKey::Undefined),
            Op::SlotAddress(slot) => Some(FloatingKey::Slot(*slot)),
            Op::LocalAddress(local) => Some(FloatingKey::Local(*local)),
            Op::GlobalAddress(global) => Some(FloatingKey::Global(*global)),
            _ => None,
        };
        if let Some(key) = key {
            let values = &mut self.current.out.values;
            return *self
                .current
                .floating
                .entry((key, ty))
                .or_insert_with(|| values.push(Value { op, ty, flags: MathFlags::empty(), span }));
        }
        if let Some(bits) = self.fold(&op, ty) {
            return self.constant(ty, bits, span);
        }
        let value = self.current.out.values.push(Value { op, ty, flags, span });
        self.push(Stmt::Let(value));
        value
    }
    /// The result of an operator whose operands are all constants.
    fn fold(&self, op: &Op, ty: ValueType) -> Option<Bits> {
        let bits = |value: &ValueId| self.constant_bits(*value);
        Some(match op {
            Op::Unary(op, a) => eval::unary(*op, self.value_type(*a), bits(a)?),
            Op::Binary(op, a, b) => eval::binary(*op, ty, bits(a)?, bits(b)?),
            Op::Fma(a, b, c) => eval::fma(ty, bits(a)?, bits(b)?, bits(c)?),
            Op::Compare(op, a, b) => eval::compare(*op, self.value_type(*a), bits(a)?, bits(b)?),
            Op::Select { condition, then, otherwise } => {
                eval::select(bits(condition)?, bits(then)?, bits(otherwise)?)
            }
            Op::Convert(conversion, a) => eval::convert(*conversion, self.value_type(*a), ty, bits(a)?),
            Op::Bitcast(a) => eval::bitcast(self.value_type(*a), ty, bits(a)?),
            Op::Splat(a) => eval::splat(ty.components(), bits(a)?),
            Op::Construct(parts) => {
                parts.iter().map(|part| bits(part).map(|bits| bits[0])).collect::<Option<Bits>>()?
            }
            Op::Extract(a, index) => eval::extract(bits(a)?, *index),
            Op::Insert { vector, index, value } => eval::insert(bits(vector)?, *index, bits(value)?),
            _ => return None,
        })
    }
    /// A constant of any type, from the bits of its components. Equal ones are one value.
    pub fn constant(&mut self, ty: ValueType, bits: Bits, span: Span) -> ValueId {
        let values = &mut self.current.out.values;
        *self.current.constants.entry((ty, bits)).or_insert_with_key(|(ty, bits)| {
            values.push(Value { op: Op::Constant(bits.clone()), ty: *ty, flags: MathFlags::empty(), span })
        })
    }
    /// A constant with the same bits in every component. The bits above the width are dropped.
    pub fn splat_constant(&mut self, ty: ValueType, word: u64, span: Span) -> ValueId {
        let word = word & ty.scalar().map_or(u64::MAX, Scalar::mask);
        self.constant(ty, smallvec![word; ty.components().max(1).into()], span)
    }
    /// A scalar constant. The bits above the width are dropped.
    pub fn scalar_constant(&mut self, scalar: Scalar, word: u64, span: Span) -> ValueId {
        self.splat_constant(ValueType::Scalar(scalar), word, span)
    }
    /// Zero, false, null.
    pub fn zero(&mut self, ty: ValueType, span: Span) -> ValueId {
        self.splat_constant(ty, 0, span)
    }
    /// Unspecified bits.
    pub fn undefined(&mut self, ty: ValueType, span: Span) -> ValueId {
        self.emit(Op::Undefined, ty, span)
    }
    /// `base + index * scale + offset` in bytes; the base itself where that is all.
    pub fn pointer_offset(
        &mut self,
        base: ValueId,
        index: Option<(ValueId, u64)>,
        offset: i64,
        span: Span,
    ) -> ValueId {
        if index.is_none() && offset == 0 {
            return base;
        }
        let ty = self.value_type(base);
        let (index, scale) = match index {
            Some((index, scale)) => (Some(index), scale),
            None => (None, 1),
        };
        self.emit(Op::PointerOffset { base, index, scale, offset }, ty, span)
    }
    /// The address of a slot.
    pub fn slot_address(&mut self, slot: SlotId, span: Span) -> ValueId {
        self.emit(Op::SlotAddress(slot), ValueType::Pointer(AddressSpace::Private), span)
    }

    // ---- slots and labels ----

    /// A new private variable.
    pub fn new_slot(&mut self, name: impl Into<String>, ty: SlotType, span: Span) -> SlotId {
        self.current.out.slots.push(Slot { name: name.into(), ty, span })
    }
    /// A new private variable without name, whose life begins here.
    pub fn temporary(&mut self, ty: SlotType, span: Span) -> SlotId {
        let slot = self.new_slot("", ty, span);
        self.push(Stmt::SlotStart(slot));
        slot
    }
    /// A new label.
    pub fn new_label(&mut self) -> LabelId {
        let label = LabelId(self.current.out.label_count);
        self.current.out.label_count += 1;
        label
    }

    // ---- statements ----

    /// Appends a statement to the innermost open list, unless that ends in a jump already.
    pub fn push(&mut self, stmt: Stmt) {
        let Some(list) = self.current.lists.last_mut() else {
            return self.internal_error(Span::NONE, "a statement is lowered outside of any list");
        };
        if list.ended {
            return;
        }
        list.ended = matches!(stmt, Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(_))
            || matches!(&stmt, Stmt::If { then, otherwise, .. } if ends(then) && ends(otherwise));
        list.statements.push(stmt);
    }
    /// Whether what comes next is never reached.
    pub fn is_ended(&self) -> bool {
        self.current.lists.last().is_some_and(|list| list.ended)
    }
    /// Opens a list: statements go there until it is [closed](Self::close).
    pub fn open(&mut self) {
        // The bounds on statements and on what is made of each keep well below this.
        if self.current.lists.len() == ferrocl_ir::MAX_NESTING {
            self.internal_error(self.current.source.span, "the statements of this function nest too deep");
        }
        self.current.lists.push(OpenList { statements: Vec::new(), ended: false });
    }
    /// Closes the innermost list.
    pub fn close(&mut self) -> Vec<Stmt> {
        self.current.lists.pop().map(|list| list.statements).unwrap_or_default()
    }
    /// Fills a list of its own.
    pub fn list(&mut self, fill: impl FnOnce(&mut Self)) -> Vec<Stmt> {
        self.open();
        fill(self);
        self.close()
    }
    /// `if`, with both lists filled; nothing where both are empty.
    pub fn push_if(&mut self, condition: ValueId, then: Vec<Stmt>, otherwise: Vec<Stmt>, span: Span) {
        if !(then.is_empty() && otherwise.is_empty()) {
            self.push(Stmt::If { condition, then, otherwise, span });
        }
    }

    /// A lowerer of this program with nothing lowered yet.
    pub(super) fn new(
        program: &'a hir::Program,
        interner: &'a Interner,
        options: &'a BuildOptions,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Lowerer {
            program,
            interner,
            options,
            diagnostics,
            module: Module::default(),
            functions: FunctionTable::default(),
            globals: FxHashMap::default(),
            current: Current::new(&NO_FUNCTION, super::function::empty_function(), Rc::default()),
            failed: false,
        }
    }
    /// The module, unless a fault was reported.
    pub(super) fn finish(self) -> Option<Module> {
        (!self.failed).then_some(self.module)
    }
    /// The module with what it offers to other objects and needs of them, unless a fault was reported.
    pub(super) fn finish_unit(self) -> Option<Unit> {
        let functions = self.exported_functions();
        let mut globals: Vec<Symbol<ferrocl_ir::GlobalId>> = Vec::new();
        for (&source, &id) in &self.globals {
            let global = &self.program.globals[source];
            if let Some(name) = &global.link_name {
                globals.push(Symbol { id, name: name.clone(), defined: global.bytes.is_some() });
            }
        }
        globals.sort_by_key(|symbol| symbol.id);
        (!self.failed).then_some(Unit { module: self.module, functions, globals })
    }
}

/// What stands in for the current function between functions.
static NO_FUNCTION: hir::Function = hir::Function {
    name: ferrocl_base::Symbol(0),
    result: crate::types::TypeTable::VOID,
    parameters: Vec::new(),
    written_types: Vec::new(),
    variables: IndexVec::new(),
    exprs: IndexVec::new(),
    labels: IndexVec::new(),
    body: None,
    kernel: None,
    is_library: false,
    link_name: None,
    span: Span::NONE,
};

/// Whether control never reaches the end of a list.
pub(super) fn ends(list: &[Stmt]) -> bool {
    match list.last() {
        Some(Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(_)) => true,
        Some(Stmt::If { then, otherwise, .. }) => ends(then) && ends(otherwise),
        _ => false,
    }
}
