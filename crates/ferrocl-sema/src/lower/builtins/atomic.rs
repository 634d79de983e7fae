//! Atomics: those of OpenCL C 2.0 (section "Atomic Functions") and those of 1.x ("OpenCL C 1.x Legacy Atomics").
//!
//! A memory scope has no form in the IR: an operation that is atomic for all is so for fewer as well. An order that is not known
//! here is done as the strongest.

use ferrocl_ir::{
    Access, AtomicOp, AtomicOrdering, CompareOp, Op, Scalar, Stmt, UnaryOp, ValueId, ValueType,
};

use super::Call;
use crate::analyse::memory_constants;
use crate::builtins::Operation;
use crate::builtins::table::{ElementPattern, ParameterPattern};

const FLAG: ValueType = ValueType::Scalar(Scalar::I32);

impl Call<'_, '_> {
    pub(super) fn atomic_operation(&mut self, operation: Operation) -> Option<ValueId> {
        let ordering = self.ordering();
        let pointer = self.arguments.first().copied()?;
        let op = match operation {
            Operation::FenceWorkItem => {
                if ordering != AtomicOrdering::Relaxed {
                    self.fence(ordering);
                }
                return Some(self.undefined(FLAG));
            }
            Operation::AtomicInit => {
                let access = Access { align: self.ty.align(), volatile: false };
                self.push(Stmt::Store { pointer, value: self.argument(1), access, span: self.span });
                return Some(self.undefined(FLAG));
            }
            Operation::AtomicStore => return Some(self.atomic_store(pointer, self.argument(1), ordering)),
            Operation::AtomicFlagClear => {
                let clear = self.integer_constant(FLAG, 0);
                return Some(self.atomic_store(pointer, clear, ordering));
            }
            Operation::AtomicLoad => {
                let ordering = match ordering {
                    // What a load may not be was reported.
                    AtomicOrdering::Release => AtomicOrdering::Relaxed,
                    AtomicOrdering::AcquireRelease => AtomicOrdering::Acquire,
                    ordering => ordering,
                };
                return Some(self.emit(Op::AtomicLoad { pointer, ordering }, self.ty));
            }
            Operation::AtomicFlagSet => {
                let operand = self.integer_constant(FLAG, 1);
                let op = Op::AtomicUpdate { op: AtomicOp::Exchange, pointer, operand, ordering };
                let old = self.emit(op, FLAG);
                let clear = self.integer_constant(FLAG, 0);
                return Some(self.compare(CompareOp::NotEqual, old, clear));
            }
            Operation::AtomicCompareExchange => return Some(self.compare_exchange(pointer, ordering)),
            Operation::AtomicAdd | Operation::AtomicSub if self.scalar.is_float() => AtomicOp::FloatAdd,
            Operation::AtomicMin if self.scalar.is_float() => AtomicOp::FloatMin,
            Operation::AtomicMax if self.scalar.is_float() => AtomicOp::FloatMax,
            Operation::AtomicAdd | Operation::AtomicIncrement => AtomicOp::Add,
            Operation::AtomicSub | Operation::AtomicDecrement => AtomicOp::Sub,
            Operation::AtomicExchange => AtomicOp::Exchange,
            Operation::AtomicAnd => AtomicOp::And,
            Operation::AtomicOr => AtomicOp::Or,
            Operation::AtomicXor => AtomicOp::Xor,
            Operation::AtomicMin if self.signed => AtomicOp::MinSigned,
            Operation::AtomicMin => AtomicOp::MinUnsigned,
            Operation::AtomicMax if self.signed => AtomicOp::MaxSigned,
            Operation::AtomicMax => AtomicOp::MaxUnsigned,
            _ => return None,
        };
        let mut operand = match operation {
            Operation::AtomicIncrement | Operation::AtomicDecrement => self.integer_constant(self.ty, 1),
            _ => self.argument(1),
        };
        if operation == Operation::AtomicSub && op == AtomicOp::FloatAdd {
            operand = self.unary(UnaryOp::FloatNegate, operand);
        }
        Some(self.emit(Op::AtomicUpdate { op, pointer, operand, ordering }, self.ty))
    }

    /// The functions of OpenCL C 1.x order nothing but the accesses to one object; "the functions not ending in explicit have the
    /// same semantics as the corresponding explicit function with memory_order_seq_cst".
    fn ordering(&self) -> AtomicOrdering {
        let parameters = self.callee.row.row().parameters;
        let order_of = |is_order: fn(&ParameterPattern) -> bool| {
            let index = parameters.iter().position(is_order)?;
            let known = self.constant_bits(self.argument(index));
            let order = known.and_then(|bits| memory_constants::ordering(bits[0]));
            Some(order.unwrap_or(AtomicOrdering::SequentiallyConsistent))
        };
        if let Some(order) = order_of(|p| matches!(p.name, "order" | "success")) {
            // The IR has one order for both outcomes of an exchange.
            return match (order, order_of(|p| p.name == "failure")) {
                (AtomicOrdering::Release, Some(AtomicOrdering::Acquire)) => AtomicOrdering::AcquireRelease,
                _ => order,
            };
        }
        match parameters.first().map(|p| p.ty.element) {
            Some(ElementPattern::Atomic | ElementPattern::AtomicFlag) => {
                AtomicOrdering::SequentiallyConsistent
            }
            _ => AtomicOrdering::Relaxed,
        }
    }
    fn atomic_store(&mut self, pointer: ValueId, value: ValueId, ordering: AtomicOrdering) -> ValueId {
        let ordering = match ordering {
            AtomicOrdering::Acquire => AtomicOrdering::Relaxed,
            AtomicOrdering::AcquireRelease => AtomicOrdering::Release,
            ordering => ordering,
        };
        self.push(Stmt::AtomicStore { pointer, value, ordering, span: self.span });
        self.undefined(FLAG)
    }
    /// With the expected value itself (1.x), or a pointer to it, where the old value goes if it is another.
    fn compare_exchange(&mut self, pointer: ValueId, ordering: AtomicOrdering) -> ValueId {
        let desired = self.argument(2);
        if !self.value_type(self.argument(1)).is_pointer() {
            let expected = self.argument(1);
            return self.emit(Op::AtomicCompareExchange { pointer, expected, desired, ordering }, self.ty);
        }
        let access = self.pointer_access(1, self.ty.align());
        let place = self.argument(1);
        let expected = self.emit(Op::Load { pointer: place, access }, self.ty);
        let old = self.emit(Op::AtomicCompareExchange { pointer, expected, desired, ordering }, self.ty);
        // Bits are compared, of floats too.
        let bits = ValueType::Scalar(Scalar::integer(self.scalar.bits()));
        let [a, b] = [old, expected].map(|value| self.bitcast(value, bits));
        let equal = self.compare(CompareOp::Equal, a, b);
        let other = self.unary(UnaryOp::Not, equal);
        self.lowerer.open();
        self.push(Stmt::Store { pointer: place, value: old, access, span: self.span });
        let then = self.lowerer.close();
        self.lowerer.push_if(other, then, Vec::new(), self.span);
        equal
    }
}
