//! The generator of random modules.

use ferrocl_base::random::Random;
use ferrocl_base::{IndexVec, Span, id::Id};
use ferrocl_ir::*;
use smallvec::{SmallVec, smallvec};

use super::STRIDE;

const BOOL: ValueType = ValueType::Scalar(Scalar::Bool);
const I32: ValueType = ValueType::Scalar(Scalar::I32);
const I64: ValueType = ValueType::Scalar(Scalar::I64);
const F32: ValueType = ValueType::Scalar(Scalar::F32);
const I32X4: ValueType = ValueType::Vector(Scalar::I32, 4);
const PRIVATE: ValueType = ValueType::Pointer(AddressSpace::Private);
const TYPES: [ValueType; 16] = [
    BOOL,
    BOOL,
    I32,
    I32,
    I32,
    I32,
    I32,
    I64,
    F32,
    F32,
    I32X4,
    ValueType::Scalar(Scalar::I8),
    ValueType::Scalar(Scalar::F16),
    ValueType::Vector(Scalar::F32, 3),
    ValueType::Vector(Scalar::I16, 2),
    ValueType::Vector(Scalar::Bool, 4),
];
/// The size of every array and struct that is made, in bytes.
const BYTES: u64 = 24;

pub(super) struct Generator {
    rng: Random,
    module: Module,
}

/// The function that is being made.
struct Builder<'g> {
    rng: &'g mut Random,
    module: &'g Module,
    f: Function,
    /// Values that may be used here; each scope takes its own away.
    scope: Vec<ValueId>,
    /// Enclosing labels, innermost last; whether each is a loop.
    labels: Vec<(LabelId, bool)>,
    /// Slots of values, and of bytes.
    slots: Vec<(SlotId, ValueType)>,
    arrays: Vec<ValueId>,
    /// Parameters that point to an i32.
    ints: Vec<ValueId>,
    may_return: bool,
    /// Statements left to make.
    budget: i32,
    depth: usize,
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator { rng: Random::new(seed), module: Module::default() }
    }

    pub fn module(mut self) -> Module {
        for i in 0..self.rng.below(4) {
            let result = if self.rng.chance(80) { self.rng.pick(&TYPES) } else { ValueType::Void };
            let mut parameters: Vec<ValueType> =
                (0..self.rng.below(4)).map(|_| self.rng.pick(&TYPES)).collect();
            if self.rng.chance(50) {
                // To an i32, and to an array.
                parameters.extend([PRIVATE, PRIVATE]);
            }
            let function = self.function(&format!("f{i}"), result, &parameters, false);
            self.module.functions.push(function);
        }
        let global = ValueType::Pointer(AddressSpace::Global);
        let kernel = self.function("t", ValueType::Void, &[global, I32, F32], true);
        self.module.functions.push(kernel);
        self.module
    }

    fn function(
        &mut self,
        name: &str,
        result: ValueType,
        parameters: &[ValueType],
        kernel: bool,
    ) -> Function {
        let f = Function {
            name: name.into(),
            parameters: Vec::new(),
            result,
            slots: IndexVec::new(),
            locals: IndexVec::new(),
            values: IndexVec::new(),
            label_count: 0,
            body: Vec::new(),
            kernel: kernel.then(Kernel::default),
            span: Span::NONE,
        };
        let may_return = !kernel || self.rng.chance(50);
        let budget = 10 + self.rng.below(if kernel { 120 } else { 40 }) as i32;
        let mut b = Builder {
            rng: &mut self.rng,
            module: &self.module,
            f,
            scope: Vec::new(),
            labels: Vec::new(),
            slots: Vec::new(),
            arrays: Vec::new(),
            ints: Vec::new(),
            may_return: false,
            budget,
            depth: 0,
        };
        let mut body = Vec::new();
        let mut pointers = 0;
        for (i, &ty) in parameters.iter().enumerate() {
            let value = b.floating(Op::Parameter(i as u32), ty);
            b.f.parameters.push(Parameter {
                name: format!("p{i}"),
                ty,
                value,
                aggregate: None,
                object: None,
                type_name: String::new(),
                pointee: None,
                is_const: false,
                is_restrict: false,
                is_volatile: false,
            });
            match ty {
                PRIVATE if pointers > 0 => b.arrays.push(value),
                PRIVATE => {
                    pointers += 1;
                    b.ints.push(value);
                }
                ValueType::Pointer(_) => {}
                _ => b.scope.push(value),
            }
        }
        b.variables(&mut body);
        b.may_return = may_return;
        b.statements(&mut body);
        if kernel {
            // Everything is written, also if there was a `return`: so the rest goes in a block of its own.
            b.may_return = false;
            b.write_all(&mut body);
        } else if result != ValueType::Void {
            let value = b.pick(result);
            body.push(Stmt::Return(Some(value)));
        }
        b.f.body = body;
        b.f
    }
}

impl Builder<'_> {
    fn floating(&mut self, op: Op, ty: ValueType) -> ValueId {
        self.f.values.push(Value { op, ty, flags: MathFlags::empty(), span: Span::NONE })
    }
    fn constant(&mut self, ty: ValueType, words: &[u64]) -> ValueId {
        self.floating(Op::Constant(words.iter().copied().collect()), ty)
    }
    fn evaluate(&mut self, op: Op, ty: ValueType, out: &mut Vec<Stmt>) -> ValueId {
        let id = self.floating(op, ty);
        let arithmetic = matches!(self.f.values[id].op, Op::Binary(..));
        if arithmetic && ty.scalar().is_some_and(Scalar::is_float) && self.rng.chance(70) {
            self.f.values[id].flags = MathFlags::CONTRACT;
        }
        out.push(Stmt::Let(id));
        if ty != ValueType::Void && !ty.is_pointer() {
            self.scope.push(id);
        }
        id
    }

    fn word(&mut self, scalar: Scalar) -> u64 {
        let small = self.rng.below(5) as u64;
        if scalar.is_float() {
            let value = self.rng.pick(&[0.0, -0.0, 1.0, -1.5, 2.0, 1e-3, 300.75, 65504.0, 3e9, -7e18]);
            let bits = f64::to_bits(value);
            if scalar == Scalar::F64 {
                return bits;
            }
            let rounding = Rounding::NearestEven;
            return eval::scalar::convert(Conversion::FloatToFloat { rounding }, Scalar::F64, scalar, bits);
        }
        let word = match self.rng.below(4) {
            0 => small,
            1 => small.wrapping_neg(),
            2 => 1 << self.rng.below(64),
            _ => self.rng.bits(),
        };
        word & scalar.mask()
    }

    /// A value of the type: one in scope, or a constant.
    fn pick(&mut self, ty: ValueType) -> ValueId {
        let fitting: Vec<ValueId> =
            self.scope.iter().copied().filter(|&id| self.f.values[id].ty == ty).collect();
        if !fitting.is_empty() && self.rng.chance(93) {
            // Mostly late ones, so that chains form.
            let back = self.rng.below(fitting.len().min(4));
            return if self.rng.chance(70) {
                fitting[fitting.len() - 1 - back]
            } else {
                self.rng.pick(&fitting)
            };
        }
        let scalar = ty.scalar().unwrap_or(Scalar::I64);
        let first = self.word(scalar);
        let same = self.rng.chance(50);
        let words: Vec<u64> =
            (0..ty.components()).map(|_| if same { first } else { self.word(scalar) }).collect();
        self.constant(ty, &words)
    }

    /// Slots of every kind, with values that differ from work-item to work-item.
    fn variables(&mut self, out: &mut Vec<Stmt>) {
        if self.f.kernel.is_some() {
            let id = self.evaluate(Op::WorkItem(WorkItemQuery::GlobalId, 0), I64, out);
            let id = self.evaluate(Op::Convert(Conversion::Truncate, id), I32, out);
            for bit in [1, 2, 4] {
                let bit = self.constant(I32, &[bit]);
                let zero = self.constant(I32, &[0]);
                let masked = self.evaluate(Op::Binary(BinaryOp::And, id, bit), I32, out);
                self.evaluate(Op::Compare(CompareOp::Equal, masked, zero), BOOL, out);
            }
            let rounding = Rounding::NearestEven;
            self.evaluate(Op::Convert(Conversion::IntegerToFloat { signed: true, rounding }, id), F32, out);
            let four = [id, id, self.f.parameters[1].value, id];
            self.evaluate(Op::Construct(four.into_iter().collect()), I32X4, out);
        }
        for _ in 0..1 + self.rng.below(5) {
            let ty = self.rng.pick(&TYPES);
            let slot =
                self.f.slots.push(Slot { name: "x".into(), ty: SlotType::Value(ty), span: Span::NONE });
            let value = self.pick(ty);
            out.push(Stmt::SlotStore { slot, value, span: Span::NONE });
            self.slots.push((slot, ty));
        }
        for _ in 0..1 + self.rng.below(3) {
            let ty = SlotType::Bytes { size: BYTES, align: 8, element: None };
            let slot = self.f.slots.push(Slot { name: "a".into(), ty, span: Span::NONE });
            let to = self.floating(Op::SlotAddress(slot), PRIVATE);
            out.push(Stmt::Zero { to, size: BYTES, align: 8, span: Span::NONE });
            self.arrays.push(to);
        }
    }

    fn statements(&mut self, out: &mut Vec<Stmt>) {
        let count = 3 + self.rng.below(12);
        for _ in 0..count {
            if self.budget <= 0 {
                return;
            }
            self.budget -= 1;
            let open = out.last().is_none_or(|stmt| !stmt.is_jump());
            if !open {
                // Dead code is made too, but not much.
                if self.rng.chance(70) {
                    return;
                }
            }
            self.statement(out);
        }
    }

    fn nested(&mut self) -> Vec<Stmt> {
        let mut out = Vec::new();
        let scope = self.scope.len();
        self.depth += 1;
        self.statements(&mut out);
        self.depth -= 1;
        self.scope.truncate(scope);
        out
    }

    fn statement(&mut self, out: &mut Vec<Stmt>) {
        let span = Span::NONE;
        let structured = self.depth < 4;
        // Where all work-items come together.
        if self.depth == 0 && self.f.kernel.is_some() && !self.may_return && self.rng.chance(5) {
            out.push(Stmt::Barrier { local: true, global: false, sub_group: false, span });
        }
        match self.rng.below(100) {
            0..40 => {
                self.value(out);
            }
            40..55 => {
                let (slot, ty) = self.rng.pick(&self.slots.clone());
                let value = self.pick(ty);
                out.push(Stmt::SlotStore { slot, value, span });
            }
            55..65 => self.memory(out),
            65..75 if structured => {
                let condition = self.pick(BOOL);
                let then = self.nested();
                let otherwise = if self.rng.chance(50) { self.nested() } else { Vec::new() };
                out.push(Stmt::If { condition, then, otherwise, span });
            }
            75..81 if structured => {
                let label = self.f.new_label();
                self.labels.push((label, false));
                let body = self.nested();
                self.labels.pop();
                out.push(Stmt::Block { label, body });
            }
            81..86 if structured && self.depth < 2 => self.bounded_loop(out),
            86..92 => self.jump(out),
            92..97 => self.call(out),
            _ => {
                let slot = self.rng.below(self.slots.len());
                let (slot, ty) = self.slots[slot];
                let value = self.pick(ty);
                out.push(Stmt::SlotStart(slot));
                out.push(Stmt::SlotStore { slot, value, span });
            }
        }
    }

    /// A loop that leaves after a few turns.
    fn bounded_loop(&mut self, out: &mut Vec<Stmt>) {
        let span = Span::NONE;
        let label = self.f.new_label();
        let slot = self.f.slots.push(Slot { name: "i".into(), ty: SlotType::Value(I32), span });
        let zero = self.constant(I32, &[0]);
        let one = self.constant(I32, &[1]);
        let turns = self.rng.below(6) as u64;
        let turns = self.constant(I32, &[turns]);
        out.push(Stmt::SlotStore { slot, value: zero, span });
        let scope = self.scope.len();
        let mut body = Vec::new();
        let i = self.evaluate(Op::SlotLoad(slot), I32, &mut body);
        let done = self.evaluate(Op::Compare(CompareOp::Equal, i, turns), BOOL, &mut body);
        body.push(Stmt::If { condition: done, then: vec![Stmt::Break(label)], otherwise: vec![], span });
        let next = self.evaluate(Op::Binary(BinaryOp::Add, i, one), I32, &mut body);
        body.push(Stmt::SlotStore { slot, value: next, span });
        self.labels.push((label, true));
        self.depth += 1;
        self.statements(&mut body);
        self.depth -= 1;
        self.labels.pop();
        self.scope.truncate(scope);
        out.push(Stmt::Loop { label, body, unroll: 0, span });
    }

    /// A jump, mostly under a condition.
    fn jump(&mut self, out: &mut Vec<Stmt>) {
        let jump = if self.may_return && self.rng.chance(20) {
            let value = (self.f.result != ValueType::Void).then(|| self.pick(self.f.result));
            Stmt::Return(value)
        } else if !self.labels.is_empty() {
            let (label, is_loop) = self.rng.pick(&self.labels.clone());
            if is_loop && self.rng.chance(50) { Stmt::Continue(label) } else { Stmt::Break(label) }
        } else {
            return;
        };
        if self.rng.chance(15) {
            out.push(jump);
            return;
        }
        let condition = self.pick(BOOL);
        let mut then = if self.rng.chance(30) && self.depth < 4 { self.nested() } else { Vec::new() };
        then.push(jump);
        let (then, otherwise) = if self.rng.chance(80) { (then, vec![]) } else { (vec![], then) };
        out.push(Stmt::If { condition, then, otherwise, span: Span::NONE });
    }

    fn call(&mut self, out: &mut Vec<Stmt>) {
        if self.module.functions.is_empty() {
            return;
        }
        let function = FunctionId::new(self.rng.below(self.module.functions.len()));
        let (result, types): (ValueType, Vec<ValueType>) = {
            let callee = &self.module.functions[function];
            (callee.result, callee.parameters.iter().map(|p| p.ty).collect())
        };
        let mut arguments: SmallVec<[ValueId; 4]> = smallvec![];
        let mut pointers = 0;
        for ty in types {
            let argument = match ty {
                PRIVATE if pointers > 0 => self.rng.pick(&self.arrays.clone()),
                PRIVATE => {
                    pointers += 1;
                    self.int_address(out)
                }
                ty => self.pick(ty),
            };
            arguments.push(argument);
        }
        self.evaluate(Op::Call { function, arguments }, result, out);
    }

    /// The address of an i32 slot.
    fn int_address(&mut self, out: &mut Vec<Stmt>) -> ValueId {
        let slot = match self.slots.iter().find(|(_, ty)| *ty == I32) {
            Some(&(slot, _)) if self.rng.chance(70) => slot,
            _ => {
                let slot =
                    self.f.slots.push(Slot { name: "y".into(), ty: SlotType::Value(I32), span: Span::NONE });
                let value = self.pick(I32);
                out.push(Stmt::SlotStore { slot, value, span: Span::NONE });
                slot
            }
        };
        self.floating(Op::SlotAddress(slot), PRIVATE)
    }

    /// A place in an array, a multiple of `align` with room for `size` bytes.
    fn place(&mut self, size: u64, align: u64, out: &mut Vec<Stmt>) -> ValueId {
        let base = self.rng.pick(&self.arrays.clone());
        let places = (BYTES - size) / align + 1;
        if self.rng.chance(15) && size <= 8 {
            // A dynamic index of 0 or 1, 2, 3.
            let index = self.pick(I64);
            let mask = self.constant(I64, &[if places >= 4 { 3 } else { places.min(2) - 1 }]);
            let index = self.evaluate(Op::Binary(BinaryOp::And, index, mask), I64, out);
            return self.evaluate(
                Op::PointerOffset { base, index: Some(index), scale: align, offset: 0 },
                PRIVATE,
                out,
            );
        }
        // Few places, so that accesses meet.
        let at = self.rng.below(places.min(3) as usize) as u64 * align;
        let mut pointer =
            self.evaluate(Op::PointerOffset { base, index: None, scale: 0, offset: at as i64 }, PRIVATE, out);
        if self.rng.chance(20) {
            let generic = ValueType::Pointer(AddressSpace::Generic);
            pointer = self.evaluate(Op::PointerCast { pointer, checked: false }, generic, out);
        }
        pointer
    }

    fn memory(&mut self, out: &mut Vec<Stmt>) {
        let span = Span::NONE;
        if self.rng.chance(15) {
            // Through the address of a slot.
            let pointer = match self.ints.as_slice() {
                [pointer, ..] if self.rng.chance(60) => *pointer,
                _ => self.int_address(out),
            };
            let access = Access { align: 4, volatile: false };
            if self.rng.chance(60) {
                let value = self.pick(I32);
                out.push(Stmt::Store { pointer, value, access, span });
            }
            self.evaluate(Op::Load { pointer, access }, I32, out);
            return;
        }
        match self.rng.below(10) {
            // Only integers, so that no NaN is seen as one.
            0..5 => {
                let ty = self.rng.pick(&[I32, I32, I32, I64, ValueType::Scalar(Scalar::I8), I32X4]);
                let align = u64::from(ty.scalar().unwrap_or(Scalar::I64).bytes());
                let pointer = self.place(ty.access_bytes().into(), align, out);
                let value = self.pick(ty);
                out.push(Stmt::Store {
                    pointer,
                    value,
                    access: Access { align: align as u32, volatile: false },
                    span,
                });
            }
            5..8 => {
                let ty = self.rng.pick(&[I32, I32, F32, I64, ValueType::Vector(Scalar::F32, 3)]);
                let align = u64::from(ty.scalar().unwrap_or(Scalar::I64).bytes());
                let pointer = self.place(ty.access_bytes().into(), align, out);
                let access = Access { align: align as u32, volatile: self.rng.chance(5) };
                self.evaluate(Op::Load { pointer, access }, ty, out);
            }
            8 => {
                let size = self.rng.pick(&[4, 8, 12, 24]);
                let (to, from) = (self.place(size, 4, out), self.place(size, 4, out));
                // Places must not overlap, unless they are the same.
                if to != from && self.arrays_differ(to, from) {
                    out.push(Stmt::Copy { to, from, size, align: 4, span });
                }
            }
            _ => {
                let size = self.rng.pick(&[4, 8, 24]);
                let to = self.place(size, 4, out);
                out.push(Stmt::Zero { to, size, align: 4, span });
            }
        }
    }

    /// Whether two pointers come from two slots of this function.
    fn arrays_differ(&self, a: ValueId, b: ValueId) -> bool {
        let slot = |mut id: ValueId| loop {
            match self.f.values[id].op {
                Op::SlotAddress(slot) => return Some(slot),
                Op::PointerOffset { base, .. } => id = base,
                Op::PointerCast { pointer, .. } => id = pointer,
                _ => return None,
            }
        };
        matches!((slot(a), slot(b)), (Some(a), Some(b)) if a != b)
    }

    /// Any operator on values that are there.
    fn value(&mut self, out: &mut Vec<Stmt>) -> ValueId {
        let ty = self.rng.pick(&TYPES);
        let scalar = ty.scalar().unwrap_or(Scalar::I32);
        let op = match self.rng.below(14) {
            0 | 12 | 13 => {
                let slot = self.rng.below(self.slots.len());
                let (slot, ty) = self.slots[slot];
                return self.evaluate(Op::SlotLoad(slot), ty, out);
            }
            1..5 => {
                let (a, b) = (self.pick(ty), self.pick(ty));
                Op::Binary(self.binary(scalar), a, b)
            }
            5 => {
                let a = self.pick(ty);
                Op::Unary(self.unary(scalar), a)
            }
            6 => {
                let (a, b) = (self.pick(ty), self.pick(ty));
                let op = self.compare(scalar);
                return self.evaluate(Op::Compare(op, a, b), ty.with_scalar(Scalar::Bool), out);
            }
            7 => {
                let by_component = ty.components() == 4 && self.rng.chance(50);
                let condition = if by_component { ValueType::Vector(Scalar::Bool, 4) } else { BOOL };
                Op::Select { condition: self.pick(condition), then: self.pick(ty), otherwise: self.pick(ty) }
            }
            8 | 9 => return self.conversion(out),
            10 => return self.components(out),
            _ if scalar.is_float() => Op::Fma(self.pick(ty), self.pick(ty), self.pick(ty)),
            _ => {
                let query = self.rng.pick(&[
                    WorkItemQuery::GlobalId,
                    WorkItemQuery::LocalSize,
                    WorkItemQuery::GroupId,
                ]);
                return self.evaluate(Op::WorkItem(query, 0), I64, out);
            }
        };
        self.evaluate(op, ty, out)
    }

    fn binary(&mut self, scalar: Scalar) -> BinaryOp {
        use BinaryOp::*;
        if scalar.is_float() {
            self.rng.pick(&[
                FloatAdd, FloatAdd, FloatSub, FloatMul, FloatMul, FloatDiv, FloatRem, FloatMin, FloatMax,
                CopySign,
            ])
        } else if scalar == Scalar::Bool {
            self.rng.pick(&[And, Or, Xor])
        } else {
            self.rng.pick(&[
                Add,
                Add,
                Sub,
                Mul,
                DivSigned,
                DivUnsigned,
                RemSigned,
                RemUnsigned,
                ShiftLeft,
                ShiftRightSigned,
                ShiftRightUnsigned,
                And,
                Or,
                Xor,
                MinSigned,
                MaxUnsigned,
                AddSatSigned,
                SubSatUnsigned,
                MulHighSigned,
                MulHighUnsigned,
                RotateLeft,
            ])
        }
    }
    fn unary(&mut self, scalar: Scalar) -> UnaryOp {
        use UnaryOp::*;
        if scalar.is_float() {
            self.rng.pick(&[FloatNegate, FloatAbs, Sqrt, Floor, Ceil, Trunc, RoundEven, RoundAway])
        } else if scalar == Scalar::Bool {
            Not
        } else {
            self.rng.pick(&[
                Negate,
                Not,
                Abs,
                CountLeadingZeros,
                CountTrailingZeros,
                PopulationCount,
                BitReverse,
            ])
        }
    }
    fn compare(&mut self, scalar: Scalar) -> CompareOp {
        use CompareOp::*;
        if scalar.is_float() {
            self.rng.pick(&[
                FloatEqual,
                FloatNotEqual,
                FloatLess,
                FloatLessEqual,
                FloatOrdered,
                FloatUnordered,
            ])
        } else if scalar == Scalar::Bool {
            self.rng.pick(&[Equal, NotEqual])
        } else {
            self.rng.pick(&[Equal, NotEqual, LessSigned, LessEqualSigned, LessUnsigned, LessEqualUnsigned])
        }
    }

    fn conversion(&mut self, out: &mut Vec<Stmt>) -> ValueId {
        let from = self.rng.pick(&TYPES);
        let to = from.with_scalar(self.rng.pick(&[
            Scalar::Bool,
            Scalar::I8,
            Scalar::I16,
            Scalar::I32,
            Scalar::I64,
            Scalar::F16,
            Scalar::F32,
            Scalar::F64,
        ]));
        let (Some(a), Some(b)) = (from.scalar(), to.scalar()) else { return self.pick(I32) };
        let rounding = self.rng.pick(&[
            Rounding::NearestEven,
            Rounding::TowardZero,
            Rounding::Upward,
            Rounding::Downward,
        ]);
        let signed = self.rng.chance(50);
        let conversion = match (a.is_float(), b.is_float()) {
            (true, true) if a != b => Conversion::FloatToFloat { rounding },
            (true, false) if b != Scalar::Bool => {
                Conversion::FloatToInteger { signed, rounding, saturate: self.rng.chance(50) }
            }
            (false, true) if a != Scalar::Bool => Conversion::IntegerToFloat { signed, rounding },
            (false, false) if b.bits() < a.bits() => Conversion::Truncate,
            (false, false) if b.bits() > a.bits() && signed => Conversion::SignExtend,
            (false, false) if b.bits() > a.bits() => Conversion::ZeroExtend,
            (false, false) if a != Scalar::Bool => {
                Conversion::SaturateInteger { from_signed: signed, to_signed: self.rng.chance(50) }
            }
            _ => return self.pick(I32),
        };
        let a = self.pick(from);
        self.evaluate(Op::Convert(conversion, a), to, out)
    }

    /// Vectors made, taken apart and rearranged.
    fn components(&mut self, out: &mut Vec<Stmt>) -> ValueId {
        let vectors: Vec<ValueType> = TYPES.iter().copied().filter(|ty| ty.components() > 1).collect();
        let ty = self.rng.pick(&vectors);
        let (n, scalar) = (ty.components(), ty.scalar().unwrap_or(Scalar::I32));
        let element = ValueType::Scalar(scalar);
        let vector = self.pick(ty);
        let index = self.rng.below(n.into()) as u8;
        let (op, ty) = match self.rng.below(7) {
            0 => (Op::Splat(self.pick(element)), ty),
            1 => (Op::Construct((0..n).map(|_| self.pick(element)).collect()), ty),
            2 => (Op::Extract(vector, index), element),
            // The missing fourth of a 3-vector is undefined.
            3 if n != 3 => (Op::ExtractDynamic(vector, self.pick(I32)), element),
            4 => (Op::Insert { vector, index, value: self.pick(element) }, ty),
            5 if scalar == Scalar::Bool => {
                (Op::Unary(self.rng.pick(&[UnaryOp::AnyTrue, UnaryOp::AllTrue]), vector), BOOL)
            }
            _ => {
                let count = self.rng.pick(&[1, 2, 3, 4]);
                let picks = (0..count).map(|_| self.rng.below(2 * usize::from(n)) as u8).collect();
                (Op::Shuffle { left: vector, right: self.pick(ty), picks }, ValueType::of(scalar, count))
            }
        };
        self.evaluate(op, ty, out)
    }

    /// Writes every slot and array to the work-item's part of the buffer, until it is full.
    fn write_all(&mut self, out: &mut Vec<Stmt>) {
        let span = Span::NONE;
        let id = self.evaluate(Op::WorkItem(WorkItemQuery::GlobalId, 0), I64, out);
        let base = self.f.parameters[0].value;
        let global = ValueType::Pointer(AddressSpace::Global);
        let base =
            self.evaluate(Op::PointerOffset { base, index: Some(id), scale: STRIDE, offset: 0 }, global, out);
        let mut at = 0;
        for to in self.arrays.clone() {
            let pointer = self.evaluate(
                Op::PointerOffset { base, index: None, scale: 0, offset: at as i64 },
                global,
                out,
            );
            out.push(Stmt::Copy { to: pointer, from: to, size: BYTES, align: 8, span });
            at += BYTES;
        }
        for (slot, ty) in self.slots.clone() {
            let mut value = self.evaluate(Op::SlotLoad(slot), ty, out);
            let scalar = ty.scalar().unwrap_or(Scalar::I32);
            let mut ty = ty;
            if scalar == Scalar::Bool {
                ty = ty.with_scalar(Scalar::I8);
                value = self.evaluate(Op::Convert(Conversion::ZeroExtend, value), ty, out);
            } else if scalar.is_float() {
                // Any NaN is written as one.
                let is_nan = self.evaluate(
                    Op::Compare(CompareOp::FloatUnordered, value, value),
                    ty.with_scalar(Scalar::Bool),
                    out,
                );
                let zeros = self.constant(ty, &vec![0; ty.components().into()]);
                let op = Op::Select { condition: is_nan, then: zeros, otherwise: value };
                value = self.evaluate(op, ty, out);
            }
            if at + u64::from(ty.size()) > STRIDE {
                return;
            }
            let pointer = self.evaluate(
                Op::PointerOffset { base, index: None, scale: 0, offset: at as i64 },
                global,
                out,
            );
            out.push(Stmt::Store { pointer, value, access: Access { align: 1, volatile: false }, span });
            at += u64::from(ty.size());
        }
    }
}
