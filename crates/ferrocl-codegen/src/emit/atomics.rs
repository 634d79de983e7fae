//! Atomics, which lanes do one after the other in their order.

use ferrocl_ir::{AtomicOp, AtomicOrdering, ValueId};

use super::Emitter;
use super::lanes::{Lane, Mask};
use crate::llvm::Value;
use crate::llvm::builder::{IntPredicate, Ordering, RealPredicate, RmwOp};

fn ordering(ordering: AtomicOrdering) -> Ordering {
    match ordering {
        AtomicOrdering::Relaxed => Ordering::LLVMAtomicOrderingMonotonic,
        AtomicOrdering::Acquire => Ordering::LLVMAtomicOrderingAcquire,
        AtomicOrdering::Release => Ordering::LLVMAtomicOrderingRelease,
        AtomicOrdering::AcquireRelease => Ordering::LLVMAtomicOrderingAcquireRelease,
        AtomicOrdering::SequentiallyConsistent => Ordering::LLVMAtomicOrderingSequentiallyConsistent,
    }
}
/// What a load may have of an ordering.
fn load_ordering(order: AtomicOrdering) -> Ordering {
    match order {
        AtomicOrdering::Release => Ordering::LLVMAtomicOrderingMonotonic,
        AtomicOrdering::AcquireRelease => Ordering::LLVMAtomicOrderingAcquire,
        other => ordering(other),
    }
}
/// What a store may have of an ordering.
fn store_ordering(order: AtomicOrdering) -> Ordering {
    match order {
        AtomicOrdering::Acquire => Ordering::LLVMAtomicOrderingMonotonic,
        AtomicOrdering::AcquireRelease => Ordering::LLVMAtomicOrderingRelease,
        other => ordering(other),
    }
}

impl Emitter<'_> {
    /// Runs `body` for each lane that is on, in order, with that lane's scalars of `inputs`; the results as a vector (zeros where lanes
    /// are off), if `body` gives one.
    pub fn by_lane(
        &mut self,
        inputs: &[Lane],
        mask: Mask,
        body: &mut dyn FnMut(&mut Self, &[Value]) -> Option<Value>,
    ) -> Option<Value> {
        if self.width == 1 {
            let scalars: Vec<Value> = inputs.iter().map(|&lane| self.base(lane)).collect();
            return body(self, &scalars);
        }
        let vectors: Vec<Result<Value, Value>> = inputs
            .iter()
            .map(|&lane| match lane {
                Lane::Uniform(value) => Err(value),
                lane => Ok(self.vector(lane)),
            })
            .collect();
        let bits = self.mask_bits(mask);
        let word = self.mask_word(bits);
        let ty = word.ty();
        let before = self.b.block();
        let head = self.b.new_block(self.function, "lane");
        let done = self.b.new_block(self.function, "lanes_done");
        // At least one lane is on, so the test stands at the end.
        self.b.branch(head);
        self.b.position_at_end(head);
        let left = self.b.phi(ty, &[(word, before)]);
        let no_poison = self.types.bit.zero();
        let lane = self.intrinsic("llvm.cttz", &[left, no_poison]);
        let result_place = self.b.block();
        let scalars: Vec<Value> = vectors
            .iter()
            .map(|&v| match v {
                Ok(vector) => self.b.extract(vector, lane),
                Err(scalar) => scalar,
            })
            .collect();
        let result = body(self, &scalars);
        let mut collected = None;
        if let Some(result) = result {
            let wide = self.wide(result.ty());
            let here = self.b.block();
            self.b.position_at_start(result_place);
            let old = self.b.phi(wide, &[(wide.zero(), before)]);
            self.b.position_at_end(here);
            let new = self.b.insert(old, result, lane);
            self.b.add_incoming(old, &[(new, here)]);
            collected = Some(new);
        }
        let one_less = self.b.sub(left, ty.constant(1));
        let rest = self.b.and(left, one_less);
        let more = self.b.icmp(IntPredicate::LLVMIntNE, rest, ty.zero());
        let here = self.b.block();
        self.b.add_incoming(left, &[(rest, here)]);
        self.b.branch_if(more, head, done);
        self.b.position_at_end(done);
        collected
    }

    /// A result of [`by_lane`](Self::by_lane) as a lane.
    fn collected(&self, result: Option<Value>) -> Lane {
        let result = result.expect("the body gave a result");
        if self.width == 1 { Lane::Uniform(result) } else { Lane::Varying(result) }
    }

    /// A read-modify-write.
    pub fn atomic_update(
        &mut self,
        _id: ValueId,
        op: AtomicOp,
        pointer: ValueId,
        operand: ValueId,
        order: AtomicOrdering,
        mask: Mask,
    ) -> Lane {
        let inputs = [self.lane(pointer, 0), self.lane(operand, 0)];
        let result = self.by_lane(&inputs, mask, &mut |e, scalars| {
            Some(e.atomic_scalar(op, scalars[0], scalars[1], ordering(order)))
        });
        self.collected(result)
    }

    fn atomic_scalar(&mut self, op: AtomicOp, pointer: Value, operand: Value, order: Ordering) -> Value {
        let rmw = match op {
            AtomicOp::Exchange => RmwOp::LLVMAtomicRMWBinOpXchg,
            AtomicOp::Add => RmwOp::LLVMAtomicRMWBinOpAdd,
            AtomicOp::Sub => RmwOp::LLVMAtomicRMWBinOpSub,
            AtomicOp::And => RmwOp::LLVMAtomicRMWBinOpAnd,
            AtomicOp::Or => RmwOp::LLVMAtomicRMWBinOpOr,
            AtomicOp::Xor => RmwOp::LLVMAtomicRMWBinOpXor,
            AtomicOp::MinSigned => RmwOp::LLVMAtomicRMWBinOpMin,
            AtomicOp::MinUnsigned => RmwOp::LLVMAtomicRMWBinOpUMin,
            AtomicOp::MaxSigned => RmwOp::LLVMAtomicRMWBinOpMax,
            AtomicOp::MaxUnsigned => RmwOp::LLVMAtomicRMWBinOpUMax,
            AtomicOp::FloatAdd => RmwOp::LLVMAtomicRMWBinOpFAdd,
            AtomicOp::FloatMin | AtomicOp::FloatMax => {
                return self.atomic_minimum(op == AtomicOp::FloatMax, pointer, operand, order);
            }
        };
        self.b.atomic_rmw(rmw, pointer, operand, order)
    }

    /// The minimum or maximum of floats, as a loop of compare-and-exchange: it is done once memory holds a result as good.
    fn atomic_minimum(&mut self, max: bool, pointer: Value, operand: Value, order: Ordering) -> Value {
        let ty = operand.ty();
        let bytes = if ty == self.types.f64 { 8 } else { 4 };
        let integer = self.cx.int(8 * bytes);
        let first = self.b.load(integer, pointer, bytes);
        self.b.set_atomic(first, Ordering::LLVMAtomicOrderingMonotonic);
        let before = self.b.block();
        let head = self.b.new_block(self.function, "retry");
        let done = self.b.new_block(self.function, "exchanged");
        self.b.branch(head);
        self.b.position_at_end(head);
        let seen = self.b.phi(integer, &[(first, before)]);
        let old = self.b.bitcast(seen, ty);
        let predicate = if max { RealPredicate::LLVMRealOGT } else { RealPredicate::LLVMRealOLT };
        let better = self.b.fcmp(predicate, operand, old);
        let nan = self.b.fcmp(RealPredicate::LLVMRealUNO, old, old);
        let take = self.b.or(better, nan);
        let new = self.b.select(take, operand, old);
        let new = self.b.bitcast(new, integer);
        let failure = Ordering::LLVMAtomicOrderingMonotonic;
        let (found, equal) = self.b.compare_exchange(pointer, seen, new, order, failure);
        let here = self.b.block();
        self.b.add_incoming(seen, &[(found, here)]);
        self.b.branch_if(equal, done, head);
        self.b.position_at_end(done);
        old
    }

    /// A compare-and-exchange.
    #[allow(clippy::too_many_arguments)]
    pub fn atomic_compare_exchange(
        &mut self,
        _id: ValueId,
        pointer: ValueId,
        expected: ValueId,
        desired: ValueId,
        order: AtomicOrdering,
        mask: Mask,
    ) -> Lane {
        let inputs = [self.lane(pointer, 0), self.lane(expected, 0), self.lane(desired, 0)];
        let result = self.by_lane(&inputs, mask, &mut |e, scalars| {
            let ty = scalars[1].ty();
            let integer = e.float_or_int_as_int(scalars[1]).ty();
            let [expected, desired] = [scalars[1], scalars[2]].map(|v| e.b.bitcast(v, integer));
            let (old, _) =
                e.b.compare_exchange(scalars[0], expected, desired, ordering(order), load_ordering(order));
            Some(e.b.bitcast(old, ty))
        });
        self.collected(result)
    }
    fn float_or_int_as_int(&mut self, v: Value) -> Value {
        match v.ty() {
            t if t == self.types.f32 || t == self.types.f64 || t == self.types.f16 => self.float_bits(v),
            _ => v,
        }
    }

    /// An atomic load.
    pub fn atomic_load(&mut self, id: ValueId, pointer: ValueId, order: AtomicOrdering, mask: Mask) -> Lane {
        let value_type = self.kernel.values[id].ty;
        let (ty, bytes) = (self.component_type(value_type), value_type.access_bytes());
        let inputs = [self.lane(pointer, 0)];
        let result = self.by_lane(&inputs, mask, &mut |e, scalars| {
            let value = e.b.load(ty, scalars[0], bytes);
            e.b.set_atomic(value, load_ordering(order));
            Some(value)
        });
        self.collected(result)
    }
    /// An atomic store.
    pub fn atomic_store(&mut self, pointer: ValueId, value: ValueId, order: AtomicOrdering, mask: Mask) {
        let bytes = self.kernel.values[value].ty.access_bytes();
        let inputs = [self.lane(pointer, 0), self.lane(value, 0)];
        self.by_lane(&inputs, mask, &mut |e, scalars| {
            let store = e.b.store(scalars[1], scalars[0], bytes);
            e.b.set_atomic(store, store_ordering(order));
            None
        });
    }
    /// A fence.
    pub fn fence(&mut self, order: AtomicOrdering) {
        if order != AtomicOrdering::Relaxed {
            self.b.fence(ordering(order));
        }
    }
}
