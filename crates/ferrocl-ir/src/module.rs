//! Modules, functions, variables and statements.

use ferrocl_base::{IndexVec, Span, define_id};

use crate::image::ParameterObject;
use crate::{Access, AddressSpace, AtomicOrdering, Value, ValueType};

define_id!(/// A function of a module.
    pub FunctionId, "f");
define_id!(/// Program-scope data of a module.
    pub GlobalId, "g");
define_id!(/// A value of a function.
    pub ValueId, "v");
define_id!(/// A private variable of a function.
    pub SlotId, "s");
define_id!(/// A local-memory variable of a function.
    pub LocalId, "m");
define_id!(/// A label of a function: what `break` and `continue` name.
    pub LabelId, "l");

/// A program.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Module {
    /// The functions. Calls never form a cycle (OpenCL C has no recursion; the verifier checks it).
    pub functions: IndexVec<FunctionId, Function>,
    /// Constant tables, string literals, program-scope variables.
    pub globals: IndexVec<GlobalId, Global>,
}

/// Program-scope data.
#[derive(Debug, Clone, PartialEq)]
pub struct Global {
    /// Its name; string literals have an empty one.
    pub name: String,
    /// `Constant` or `Global`.
    pub space: AddressSpace,
    /// Its alignment in bytes.
    pub align: u32,
    /// Its first content; the length is its size.
    pub bytes: Vec<u8>,
    /// Places in `bytes` that hold the address of other program-scope data.
    pub relocations: Vec<Relocation>,
    /// Where it is declared.
    pub span: Span,
}

/// Eight bytes at `offset` hold the address of `target` plus `addend`.
#[derive(Debug, Clone, PartialEq)]
pub struct Relocation {
    /// Where in the bytes.
    pub offset: u64,
    /// What it points to.
    pub target: GlobalId,
    /// And how far into it, in bytes.
    pub addend: i64,
}

/// A function: a kernel or a helper.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// Its name in the source.
    pub name: String,
    /// The parameters; each has the value of `Op::Parameter(number)`.
    pub parameters: Vec<Parameter>,
    /// What it gives; `Void` if nothing. (A function that gives an aggregate takes a pointer to where it goes as its first
    /// parameter.)
    pub result: ValueType,
    /// Its private variables.
    pub slots: IndexVec<SlotId, Slot>,
    /// Its local-memory variables (kernels, and what is inlined into them).
    pub locals: IndexVec<LocalId, LocalVariable>,
    /// Its values.
    pub values: IndexVec<ValueId, Value>,
    /// How many labels it has; they are numbered from 0.
    pub label_count: u32,
    /// What it does.
    pub body: Vec<Stmt>,
    /// What makes it a kernel.
    pub kernel: Option<Kernel>,
    /// Its name in the source text.
    pub span: Span,
}

/// A parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its name; may be empty.
    pub name: String,
    /// The type of its value.
    pub ty: ValueType,
    /// The value of `Op::Parameter`.
    pub value: ValueId,
    /// A kernel's aggregate parameter: `ty` is a pointer to constant space, to a copy of the argument's bytes that
    /// the launch holds. Size and alignment in bytes.
    pub aggregate: Option<(u64, u32)>,
    /// Of a kernel: what object of the API the host gives for it. (An image is an aggregate.)
    pub object: Option<ParameterObject>,
    /// The source's type as text (`float4*`), for argument queries and the command line.
    pub type_name: String,
    /// For a pointer: what it points to as the source says, for the command line (`None`: a struct or void).
    pub pointee: Option<ParameterPointee>,
    /// Qualifiers as the source has them, for argument queries and aliasing facts.
    pub is_const: bool,
    /// `restrict`.
    pub is_restrict: bool,
    /// `volatile`.
    pub is_volatile: bool,
}

/// What a pointer parameter points to, for tools that make or print buffers.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterPointee {
    /// The element's type: a scalar or vector.
    pub ty: ValueType,
    /// Whether an integer is signed in the source.
    pub signed: bool,
    /// Its size in memory in bytes.
    pub size: u64,
}

/// A private variable.
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    /// Its name in the source; may be empty for temporaries.
    pub name: String,
    /// What it holds.
    pub ty: SlotType,
    /// Where it is declared.
    pub span: Span,
}

/// What a slot holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotType {
    /// One value. `Bool` is allowed here unless the slot's address is taken.
    Value(ValueType),
    /// Bytes: an array, struct or union. `element` is the scalar or vector of which all of it consists where
    /// that is so (`float a[3][4]`: `f32`), as a hint for layouts; accesses may differ from it.
    Bytes {
        /// In bytes.
        size: u64,
        /// In bytes.
        align: u32,
        /// The hint.
        element: Option<ValueType>,
    },
}

impl SlotType {
    /// Size in bytes.
    pub fn size(self) -> u64 {
        match self {
            SlotType::Value(ty) => ty.size().into(),
            SlotType::Bytes { size, .. } => size,
        }
    }
    /// Alignment in bytes.
    pub fn align(self) -> u32 {
        match self {
            SlotType::Value(ty) => ty.align(),
            SlotType::Bytes { align, .. } => align,
        }
    }
}

/// A variable in local memory, one for each work-group.
#[derive(Debug, Clone, PartialEq)]
pub struct LocalVariable {
    /// Its name.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// In bytes.
    pub align: u32,
    /// Where it is declared.
    pub span: Span,
}

/// What a kernel's attributes say (6.12.2).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Kernel {
    /// `reqd_work_group_size`.
    pub required_work_group_size: Option<[u64; 3]>,
    /// `work_group_size_hint`.
    pub work_group_size_hint: Option<[u64; 3]>,
    /// `vec_type_hint`, as text.
    pub vector_type_hint: Option<String>,
    /// The attributes as `CL_KERNEL_ATTRIBUTES` gives them: separated by spaces.
    pub attributes: String,
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Stmt {
    /// Evaluates the value now.
    Let(ValueId),
    /// Writes a slot whose type is a value type.
    SlotStore {
        #[allow(missing_docs)]
        slot: crate::SlotId,
        #[allow(missing_docs)]
        value: ValueId,
        #[allow(missing_docs)]
        span: Span,
    },
    /// Writes memory. The value's type is the access's.
    Store {
        #[allow(missing_docs)]
        pointer: ValueId,
        #[allow(missing_docs)]
        value: ValueId,
        #[allow(missing_docs)]
        access: Access,
        #[allow(missing_docs)]
        span: Span,
    },
    /// An atomic store.
    AtomicStore {
        #[allow(missing_docs)]
        pointer: ValueId,
        #[allow(missing_docs)]
        value: ValueId,
        #[allow(missing_docs)]
        ordering: AtomicOrdering,
        #[allow(missing_docs)]
        span: Span,
    },
    /// Copies `size` bytes between places that do not overlap (or are the same).
    Copy {
        #[allow(missing_docs)]
        to: ValueId,
        #[allow(missing_docs)]
        from: ValueId,
        #[allow(missing_docs)]
        size: u64,
        /// What both addresses are a multiple of.
        align: u32,
        #[allow(missing_docs)]
        span: Span,
    },
    /// Writes `size` zero bytes.
    Zero {
        #[allow(missing_docs)]
        to: ValueId,
        #[allow(missing_docs)]
        size: u64,
        #[allow(missing_docs)]
        align: u32,
        #[allow(missing_docs)]
        span: Span,
    },
    /// A variable's life begins: its content is unspecified from here (each turn of a loop anew).
    SlotStart(crate::SlotId),
    /// The statements in order; `break label` in them goes to its end.
    Block {
        #[allow(missing_docs)]
        label: LabelId,
        #[allow(missing_docs)]
        body: Vec<Stmt>,
    },
    /// The statements again and again: their end goes to their start, so does `continue label`; `break label` leaves.
    Loop {
        #[allow(missing_docs)]
        label: LabelId,
        #[allow(missing_docs)]
        body: Vec<Stmt>,
        /// 0: no hint; 1: do not unroll; u32::MAX: wholly; else by this factor.
        unroll: u32,
        #[allow(missing_docs)]
        span: Span,
    },
    /// One of two lists. The condition is `Bool`.
    If {
        #[allow(missing_docs)]
        condition: ValueId,
        #[allow(missing_docs)]
        then: Vec<Stmt>,
        #[allow(missing_docs)]
        otherwise: Vec<Stmt>,
        #[allow(missing_docs)]
        span: Span,
    },
    /// Goes to the end of an enclosing block or loop.
    Break(LabelId),
    /// Goes to the start of an enclosing loop.
    Continue(LabelId),
    /// Leaves the function.
    Return(Option<ValueId>),
    /// `barrier` / `work_group_barrier`: every work-item of the group arrives before one goes on (6.15.8).
    Barrier {
        /// `CLK_LOCAL_MEM_FENCE`.
        local: bool,
        /// `CLK_GLOBAL_MEM_FENCE`.
        global: bool,
        /// Whether it is a `sub_group_barrier`, for the work-items of the sub-group alone.
        sub_group: bool,
        #[allow(missing_docs)]
        span: Span,
    },
    /// A fence (`mem_fence`, `atomic_work_item_fence`).
    Fence {
        #[allow(missing_docs)]
        ordering: AtomicOrdering,
        #[allow(missing_docs)]
        span: Span,
    },
}

impl Stmt {
    /// Calls `visit` with each value that the statement itself uses: not with those that the op of a `Let` uses, nor with those of
    /// nested statements.
    pub fn for_each_operand(&self, mut visit: impl FnMut(ValueId)) {
        match *self {
            Stmt::SlotStore { value, .. } => visit(value),
            Stmt::Store { pointer, value, .. } | Stmt::AtomicStore { pointer, value, .. } => {
                visit(pointer);
                visit(value);
            }
            Stmt::Copy { to, from, .. } => {
                visit(to);
                visit(from);
            }
            Stmt::Zero { to, .. } => visit(to),
            Stmt::If { condition, .. } => visit(condition),
            Stmt::Return(Some(value)) => visit(value),
            Stmt::Let(_)
            | Stmt::SlotStart(_)
            | Stmt::Block { .. }
            | Stmt::Loop { .. }
            | Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Return(None)
            | Stmt::Barrier { .. }
            | Stmt::Fence { .. } => {}
        }
    }
    /// Replaces each value that the statement itself uses by what `map` makes of it.
    pub fn map_operands(&mut self, mut map: impl FnMut(ValueId) -> ValueId) {
        let mut change = |value: &mut ValueId| *value = map(*value);
        match self {
            Stmt::SlotStore { value, .. } => change(value),
            Stmt::Store { pointer, value, .. } | Stmt::AtomicStore { pointer, value, .. } => {
                change(pointer);
                change(value);
            }
            Stmt::Copy { to, from, .. } => {
                change(to);
                change(from);
            }
            Stmt::Zero { to, .. } => change(to),
            Stmt::If { condition, .. } => change(condition),
            Stmt::Return(Some(value)) => change(value),
            Stmt::Let(_)
            | Stmt::SlotStart(_)
            | Stmt::Block { .. }
            | Stmt::Loop { .. }
            | Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Return(None)
            | Stmt::Barrier { .. }
            | Stmt::Fence { .. } => {}
        }
    }
    /// The lists of statements nested in it.
    pub fn lists(&self) -> [&[Stmt]; 2] {
        match self {
            Stmt::Block { body, .. } | Stmt::Loop { body, .. } => [body, &[]],
            Stmt::If { then, otherwise, .. } => [then, otherwise],
            _ => [&[], &[]],
        }
    }
    /// Whether control never comes to its end.
    pub fn is_jump(&self) -> bool {
        matches!(self, Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(_))
    }
}

impl Function {
    /// Adds a label.
    pub fn new_label(&mut self) -> LabelId {
        self.label_count += 1;
        LabelId(self.label_count - 1)
    }
    /// The constant that a value is.
    pub fn constant(&self, id: ValueId) -> Option<&crate::Bits> {
        match &self.values[id].op {
            crate::Op::Constant(bits) => Some(bits),
            _ => None,
        }
    }
}
