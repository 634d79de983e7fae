//! Statements → instructions.

use ferrocl_base::Span;
use ferrocl_ir::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::assign::{FunctionLayout, Operand, SlotHome};
use crate::instruction::{Instruction, Register};
use crate::program::{Collective, Constants, Printf, SCRATCH, SCRATCH_COUNT};

/// The code of a whole program.
pub(crate) struct Code {
    pub code: Vec<Instruction>,
    pub spans: Vec<Span>,
    pub lists: Vec<Register>,
    pub printfs: Vec<Printf>,
    pub collectives: Vec<Collective>,
    /// Where each function starts.
    pub starts: Vec<u32>,
}

pub(crate) fn emit(
    module: &Module,
    order: &[FunctionId],
    layouts: &[FunctionLayout],
    frames: &[u32],
    first_constant: u32,
    positions: &FxHashMap<FunctionId, u32>,
    constants: &mut Constants,
) -> Code {
    let mut code = Code {
        code: Vec::new(),
        spans: Vec::new(),
        lists: Vec::new(),
        printfs: Vec::new(),
        collectives: Vec::new(),
        starts: Vec::new(),
    };
    for (position, &id) in order.iter().enumerate() {
        code.starts.push(code.code.len() as u32);
        let function = &module.functions[id];
        let mut emitter = Emitter {
            module,
            function,
            position,
            layouts,
            frames,
            positions,
            first_constant,
            constants,
            out: &mut code,
            labels: Vec::new(),
            span: function.span,
        };
        emitter.list(&function.body);
        emitter.span = function.span;
        emitter.end();
    }
    code
}

type Registers = SmallVec<[Register; 4]>;

/// An enclosing labelled statement.
struct Label {
    id: LabelId,
    /// For a loop, where it starts.
    start: Option<u32>,
    /// Jumps to its end that want their target.
    breaks: Vec<usize>,
    /// Jumps to its start that want their weight.
    turns: Vec<usize>,
}

struct Emitter<'a> {
    module: &'a Module,
    function: &'a Function,
    position: usize,
    layouts: &'a [FunctionLayout],
    frames: &'a [u32],
    positions: &'a FxHashMap<FunctionId, u32>,
    first_constant: u32,
    constants: &'a mut Constants,
    out: &'a mut Code,
    labels: Vec<Label>,
    span: Span,
}

impl<'a> Emitter<'a> {
    fn push(&mut self, instruction: Instruction) -> usize {
        self.out.code.push(instruction);
        self.out.spans.push(self.span);
        self.out.code.len() - 1
    }
    fn here(&self) -> u32 {
        self.out.code.len() as u32
    }
    fn frame(&self) -> u32 {
        self.frames[self.position]
    }
    fn layout(&self) -> &'a FunctionLayout {
        &self.layouts[self.position]
    }
    fn constant(&mut self, word: u64) -> Register {
        self.first_constant + self.constants.number(word)
    }
    fn resolve(&self, operand: Operand) -> Register {
        match operand {
            Operand::Frame(register) => self.frame() + register,
            Operand::Constant(number) => self.first_constant + number,
            Operand::Fixed(register) => register,
        }
    }
    fn registers(&self, id: ValueId) -> Registers {
        self.layout().values[id].iter().map(|&operand| self.resolve(operand)).collect()
    }
    /// The register of a scalar or pointer.
    fn register(&self, id: ValueId) -> Register {
        self.resolve(self.layout().values[id][0])
    }
    fn ty(&self, id: ValueId) -> ValueType {
        self.function.values[id].ty
    }
    fn register_list(&mut self, registers: &[Register]) -> u32 {
        let start = self.out.lists.len() as u32;
        self.out.lists.extend(registers);
        start
    }

    /// Moves to consecutive registers, as if all at once.
    fn moves(&mut self, first: Register, from: &[Register]) {
        // A move that comes before the read of its target.
        let overlaps = from.iter().enumerate().any(|(i, &r)| r >= first && r < first + i as u32);
        if overlaps && from.len() <= SCRATCH_COUNT as usize {
            for (i, &from) in from.iter().enumerate() {
                self.push(Instruction::Move { to: SCRATCH + i as u32, from });
            }
            for i in 0..from.len() as u32 {
                self.push(Instruction::Move { to: first + i, from: SCRATCH + i });
            }
            return;
        }
        for (i, &from) in from.iter().enumerate() {
            let to = first + i as u32;
            if to != from {
                self.push(Instruction::Move { to, from });
            }
        }
    }

    fn list(&mut self, list: &'a [Stmt]) {
        for stmt in list {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match *stmt {
            Stmt::Let(id) => {
                if self.layout().made[id] {
                    self.span = self.function.values[id].span;
                    self.value(id);
                }
            }
            Stmt::SlotStore { slot, value, span } => {
                self.span = span;
                match self.layout().slots[slot] {
                    SlotHome::Registers(first) => self.moves(self.frame() + first, &self.registers(value)),
                    SlotHome::Memory(number) => {
                        let ty = self.ty(value);
                        self.store(self.first_constant + number, value, ty.align());
                    }
                }
            }
            Stmt::Store { pointer, value, access, span } => {
                self.span = span;
                self.store(self.register(pointer), value, access.align);
            }
            Stmt::AtomicStore { pointer, value, span, .. } => {
                self.span = span;
                let bytes = self.ty(value).size() as u8;
                self.push(Instruction::AtomicStore {
                    bytes,
                    value: self.register(value),
                    pointer: self.register(pointer),
                });
            }
            Stmt::Copy { to, from, size, align, span } => {
                self.span = span;
                let size = self.constant(size);
                let (to, from) = (self.register(to), self.register(from));
                self.push(Instruction::Copy { to, from, size, align: log2(align) });
            }
            Stmt::Zero { to, size, align, span } => {
                self.span = span;
                let size = self.constant(size);
                self.push(Instruction::Zero { to: self.register(to), size, align: log2(align) });
            }
            Stmt::SlotStart(_) | Stmt::Fence { .. } => {}
            Stmt::Block { label, ref body } => {
                self.labels.push(Label { id: label, start: None, breaks: Vec::new(), turns: Vec::new() });
                self.list(body);
                self.close_label();
            }
            Stmt::Loop { label, ref body, span, .. } => {
                let start = Some(self.here());
                self.labels.push(Label { id: label, start, breaks: Vec::new(), turns: Vec::new() });
                self.list(body);
                self.span = span;
                self.turn(label);
                self.close_label();
            }
            Stmt::If { condition, ref then, ref otherwise, span } => {
                self.span = span;
                let branch =
                    self.push(Instruction::Unless { condition: self.register(condition), target: 0 });
                self.list(then);
                if !otherwise.is_empty() {
                    let jump = self.push(Instruction::Jump { target: 0 });
                    self.patch(branch);
                    self.list(otherwise);
                    self.patch(jump);
                } else {
                    self.patch(branch);
                }
            }
            Stmt::Break(label) => {
                let jump = self.push(Instruction::Jump { target: 0 });
                if let Some(label) = self.labels.iter_mut().rfind(|l| l.id == label) {
                    label.breaks.push(jump);
                }
            }
            Stmt::Continue(label) => self.turn(label),
            Stmt::Return(value) => {
                if let Some(value) = value {
                    self.moves(self.frame() + self.layout().result, &self.registers(value));
                }
                self.push(Instruction::Return);
            }
            Stmt::Barrier { span, sub_group, .. } => {
                self.span = span;
                self.push(if sub_group { Instruction::SubGroupBarrier } else { Instruction::Barrier });
            }
        }
    }

    /// The end of the body: a result that nothing gave is zeros.
    fn end(&mut self) {
        let zero = self.constant(0);
        let zeros: Registers = (0..self.function.result.components()).map(|_| zero).collect();
        self.moves(self.frame() + self.layout().result, &zeros);
        self.push(Instruction::Return);
    }

    fn turn(&mut self, label: LabelId) {
        let at = self.out.code.len();
        let Some(label) = self.labels.iter_mut().rfind(|l| l.id == label) else { return };
        label.turns.push(at);
        let target = label.start.unwrap_or(0);
        self.push(Instruction::Turn { target, weight: 0 });
    }

    fn close_label(&mut self) {
        let Some(label) = self.labels.pop() else { return };
        let length = self.here() - label.start.unwrap_or(0);
        for turn in label.turns {
            if let Instruction::Turn { weight, .. } = &mut self.out.code[turn] {
                *weight = length;
            }
        }
        for jump in label.breaks {
            self.patch(jump);
        }
    }

    /// Lets a jump go to here.
    fn patch(&mut self, jump: usize) {
        let here = self.here();
        if let Instruction::Jump { target } | Instruction::Unless { target, .. } = &mut self.out.code[jump] {
            *target = here;
        }
    }

    fn store(&mut self, pointer: Register, value: ValueId, align: u32) {
        let (bytes, count) = component(self.ty(value));
        let registers = self.registers(value);
        let align = log2(align);
        if count == 1 {
            self.push(Instruction::Store { value: registers[0], pointer, bytes, align });
        } else {
            let list = self.register_list(&registers);
            self.push(Instruction::StoreVector { list, pointer, bytes, align, count });
        }
    }

    fn load(&mut self, to: Register, pointer: Register, ty: ValueType, align: u32) {
        let (bytes, count) = component(ty);
        let align = log2(align);
        self.push(if count == 1 {
            Instruction::Load { to, pointer, bytes, align }
        } else {
            Instruction::LoadVector { to, pointer, bytes, align, count }
        });
    }

    /// The instructions that make a value.
    fn value(&mut self, id: ValueId) {
        let value = &self.function.values[id];
        let to = self.registers(id);
        let scalar = value.ty.scalar().unwrap_or(Scalar::I64);
        match &value.op {
            Op::Unary(op @ (UnaryOp::AnyTrue | UnaryOp::AllTrue), a) => {
                let registers = self.registers(*a);
                let (list, count) = (self.register_list(&registers), registers.len() as u8);
                self.push(match op {
                    UnaryOp::AnyTrue => Instruction::Any { to: to[0], list, count },
                    _ => Instruction::All { to: to[0], list, count },
                });
            }
            Op::Unary(op, a) => {
                for (&to, a) in to.iter().zip(self.registers(*a)) {
                    self.unary(*op, scalar, to, a);
                }
            }
            Op::Binary(op, a, b) => {
                let (a, b) = (self.registers(*a), self.registers(*b));
                for (i, &to) in to.iter().enumerate() {
                    self.push(binary(*op, scalar, to, a[i], b[i]));
                }
            }
            Op::Fma(a, b, c) => {
                let (a, b, c) = (self.registers(*a), self.registers(*b), self.registers(*c));
                for (i, &to) in to.iter().enumerate() {
                    let (a, b, c) = (a[i], b[i], c[i]);
                    self.push(match scalar {
                        Scalar::F32 => Instruction::Fma32 { to, a, b, c },
                        ty => Instruction::Fma { ty, to, a, b, c },
                    });
                }
            }
            Op::Compare(op, a, b) => {
                let ty = self.ty(*a).scalar().unwrap_or(Scalar::I64);
                let (a, b) = (self.registers(*a), self.registers(*b));
                for (i, &to) in to.iter().enumerate() {
                    self.push(compare(*op, ty, to, a[i], b[i]));
                }
            }
            Op::Select { condition, then, otherwise } => {
                let conditions = self.registers(*condition);
                let (then, otherwise) = (self.registers(*then), self.registers(*otherwise));
                for (i, &to) in to.iter().enumerate() {
                    let condition = conditions[i.min(conditions.len() - 1)];
                    let (then, otherwise) = (then[i], otherwise[i]);
                    self.push(Instruction::Select { to, condition, then, otherwise });
                }
            }
            Op::Convert(conversion, a) => {
                let from = self.ty(*a).scalar().unwrap_or(Scalar::I64);
                for (&to, a) in to.iter().zip(self.registers(*a)) {
                    self.conversion(*conversion, from, scalar, to, a);
                }
            }
            Op::Bitcast(a) => {
                let from = self.ty(*a).scalar().unwrap_or(Scalar::I64).bits() as u8;
                let registers = self.registers(*a);
                let (list, count) = (self.register_list(&registers), registers.len() as u8);
                self.push(Instruction::Bitcast { to: to[0], list, count, from, bits: scalar.bits() as u8 });
            }
            Op::ExtractDynamic(a, index) => {
                let registers = self.registers(*a);
                let (list, count) = (self.register_list(&registers), registers.len() as u8);
                self.push(Instruction::Pick { to: to[0], index: self.register(*index), list, count });
            }
            Op::SlotLoad(slot) => match self.layout().slots[*slot] {
                SlotHome::Registers(first) => {
                    let first = self.frame() + first;
                    let from: Registers = (first..first + to.len() as u32).collect();
                    self.moves(to[0], &from);
                }
                SlotHome::Memory(number) => {
                    self.load(to[0], self.first_constant + number, value.ty, value.ty.align());
                }
            },
            Op::PointerOffset { base, index, scale, offset } => {
                let mut base = self.register(*base);
                if let Some(index) = index {
                    let index = self.register(*index);
                    base = self.indexed(to[0], base, index, *scale);
                }
                if *offset != 0 {
                    let b = self.constant(*offset as u64);
                    self.push(Instruction::Add64 { to: to[0], a: base, b });
                }
            }
            Op::PointerCast { pointer, .. } => {
                if let ValueType::Pointer(space) = value.ty {
                    self.push(Instruction::CastChecked { to: to[0], from: self.register(*pointer), space });
                }
            }
            Op::Load { pointer, access } => self.load(to[0], self.register(*pointer), value.ty, access.align),
            Op::AtomicUpdate { op, pointer, operand, .. } => {
                self.push(Instruction::AtomicUpdate {
                    op: *op,
                    ty: scalar,
                    to: to[0],
                    pointer: self.register(*pointer),
                    operand: self.register(*operand),
                });
            }
            Op::AtomicCompareExchange { pointer, expected, desired, .. } => {
                self.push(Instruction::AtomicCompareExchange {
                    bytes: scalar.bytes() as u8,
                    to: to[0],
                    pointer: self.register(*pointer),
                    expected: self.register(*expected),
                    desired: self.register(*desired),
                });
            }
            Op::AtomicLoad { pointer, .. } => {
                let bytes = scalar.bytes() as u8;
                self.push(Instruction::AtomicLoad { bytes, to: to[0], pointer: self.register(*pointer) });
            }
            Op::Collective { group, op, operand, source } => {
                let number = self.out.collectives.len() as u32;
                self.out.collectives.push(Collective {
                    group: *group,
                    op: *op,
                    ty: self.ty(*operand).scalar().unwrap_or(Scalar::I64),
                    to: to[0],
                    operand: self.register(*operand),
                    source: source.map(|source| self.register(source)),
                });
                self.push(Instruction::Collective { number });
            }
            Op::Call { function, arguments } => self.call(*function, arguments, &to),
            Op::Printf { format, arguments } => {
                let arguments =
                    arguments.iter().map(|&a| (self.ty(a), self.registers(a).into_vec())).collect::<Vec<_>>();
                let number = self.out.printfs.len() as u32;
                self.out.printfs.push(Printf { format: *format, arguments });
                self.push(Instruction::Printf { to: to[0], number });
            }
            // These are other values' registers, or not evaluated.
            Op::Parameter(_)
            | Op::Constant(_)
            | Op::Undefined
            | Op::Splat(_)
            | Op::Construct(_)
            | Op::Extract(..)
            | Op::Insert { .. }
            | Op::Shuffle { .. }
            | Op::SlotAddress(_)
            | Op::LocalAddress(_)
            | Op::GlobalAddress(_)
            | Op::PointerToInteger(_)
            | Op::IntegerToPointer(_)
            | Op::WorkItem(..) => {}
        }
    }

    /// `base + index * scale`; the register that has it.
    fn indexed(&mut self, to: Register, base: Register, index: Register, scale: u64) -> Register {
        match u32::try_from(scale) {
            Ok(0) => return base,
            Ok(1) => self.push(Instruction::Add64 { to, a: base, b: index }),
            Ok(scale) => self.push(Instruction::Index { to, base, index, scale }),
            Err(_) => {
                let scale = self.constant(scale);
                self.push(Instruction::Mul64 { to: SCRATCH, a: index, b: scale });
                self.push(Instruction::Add64 { to, a: base, b: SCRATCH })
            }
        };
        to
    }

    fn call(&mut self, function: FunctionId, arguments: &[ValueId], to: &[Register]) {
        let position = self.positions[&function];
        let (layout, frame) = (&self.layouts[position as usize], self.frames[position as usize]);
        let callee = &self.module.functions[function];
        for (parameter, &argument) in callee.parameters.iter().zip(arguments) {
            if let Some(&Operand::Frame(first)) = layout.values[parameter.value].first() {
                self.moves(frame + first, &self.registers(argument));
            }
        }
        self.push(Instruction::Call { function: position });
        if let Some(&first) = to.first() {
            let result = frame + layout.result;
            let from: Registers = (result..result + to.len() as u32).collect();
            self.moves(first, &from);
        }
    }

    fn unary(&mut self, op: UnaryOp, ty: Scalar, to: Register, a: Register) {
        let sign = 1 << (ty.bits() - 1);
        let instruction = match op {
            UnaryOp::FloatNegate => Instruction::Xor { to, a, b: self.constant(sign) },
            UnaryOp::FloatAbs => Instruction::And { to, a, b: self.constant(sign - 1) },
            UnaryOp::Not => Instruction::Xor { to, a, b: self.constant(ty.mask()) },
            _ => Instruction::Unary { op, ty, to, a },
        };
        self.push(instruction);
    }

    fn conversion(&mut self, conversion: Conversion, from: Scalar, ty: Scalar, to: Register, a: Register) {
        let instruction = match conversion {
            Conversion::Truncate => Instruction::And { to, a, b: self.constant(ty.mask()) },
            Conversion::SignExtend if from == Scalar::I32 && ty == Scalar::I64 => {
                Instruction::SignExtend32 { to, a }
            }
            _ => Instruction::Convert { conversion, from, ty, to, a },
        };
        self.push(instruction);
    }
}

/// The size of a component in memory, and how many there are.
fn component(ty: ValueType) -> (u8, u8) {
    (ty.scalar().unwrap_or(Scalar::I64).bytes() as u8, ty.components())
}

fn log2(align: u32) -> u8 {
    align.trailing_zeros() as u8
}

fn binary(op: BinaryOp, ty: Scalar, to: Register, a: Register, b: Register) -> Instruction {
    use Instruction as I;
    match (op, ty) {
        (BinaryOp::Add, Scalar::I32) => I::Add32 { to, a, b },
        (BinaryOp::Sub, Scalar::I32) => I::Sub32 { to, a, b },
        (BinaryOp::Mul, Scalar::I32) => I::Mul32 { to, a, b },
        (BinaryOp::Add, Scalar::I64) => I::Add64 { to, a, b },
        (BinaryOp::Sub, Scalar::I64) => I::Sub64 { to, a, b },
        (BinaryOp::Mul, Scalar::I64) => I::Mul64 { to, a, b },
        (BinaryOp::And, _) => I::And { to, a, b },
        (BinaryOp::Or, _) => I::Or { to, a, b },
        (BinaryOp::Xor, _) => I::Xor { to, a, b },
        (BinaryOp::ShiftLeft, Scalar::I32) => I::ShiftLeft32 { to, a, b },
        (BinaryOp::ShiftRightUnsigned, Scalar::I32) => I::ShiftRightUnsigned32 { to, a, b },
        (BinaryOp::FloatAdd, Scalar::F32) => I::FloatAdd32 { to, a, b },
        (BinaryOp::FloatSub, Scalar::F32) => I::FloatSub32 { to, a, b },
        (BinaryOp::FloatMul, Scalar::F32) => I::FloatMul32 { to, a, b },
        (BinaryOp::FloatDiv, Scalar::F32) => I::FloatDiv32 { to, a, b },
        (BinaryOp::FloatAdd, Scalar::F64) => I::FloatAdd64 { to, a, b },
        (BinaryOp::FloatSub, Scalar::F64) => I::FloatSub64 { to, a, b },
        (BinaryOp::FloatMul, Scalar::F64) => I::FloatMul64 { to, a, b },
        _ => I::Binary { op, ty, to, a, b },
    }
}

fn compare(op: CompareOp, ty: Scalar, to: Register, a: Register, b: Register) -> Instruction {
    use Instruction as I;
    match (op, ty) {
        (CompareOp::Equal, _) => I::Equal { to, a, b },
        (CompareOp::NotEqual, _) => I::NotEqual { to, a, b },
        (CompareOp::LessUnsigned, _) => I::LessUnsigned { to, a, b },
        (CompareOp::LessEqualUnsigned, _) => I::LessEqualUnsigned { to, a, b },
        (CompareOp::LessSigned, Scalar::I32) => I::LessSigned32 { to, a, b },
        (CompareOp::LessEqualSigned, Scalar::I32) => I::LessEqualSigned32 { to, a, b },
        (CompareOp::FloatLess, Scalar::F32) => I::FloatLess32 { to, a, b },
        (CompareOp::FloatLessEqual, Scalar::F32) => I::FloatLessEqual32 { to, a, b },
        _ => I::Compare { op, ty, to, a, b },
    }
}
