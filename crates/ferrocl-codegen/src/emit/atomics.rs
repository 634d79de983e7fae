//! Atomics. Lanes do them one after the other in their order, but where they can be one.
//!
//! Local memory belongs to the thread that runs the work-group, so there plain loads and stores do.

use ferrocl_ir::{Access, AtomicOp, AtomicOrdering, BinaryOp, MathFlags, Scalar, ValueId, ValueType};
use smallvec::smallvec;

use super::Emitter;
use super::lanes::{Lane, Lanes, Mask};
use super::memory::Piece;
use crate::llvm::Value;
use crate::llvm::builder::{IntPredicate, Ordering, RmwOp};
use crate::plan::access::{self, AtomicWay};

/// Up to so many lanes that are all on, what goes lane by lane is written out for each.
const WRITTEN_OUT: u32 = 16;

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
    /// are off), if `body` gives one. `is_short`: it may be emitted for each lane.
    pub fn by_lane(
        &mut self,
        inputs: &[Lane],
        mask: Mask,
        is_short: bool,
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
        if matches!(mask, Mask::All) && self.width <= WRITTEN_OUT && is_short {
            let mut collected: Option<Value> = None;
            for lane in 0..self.width {
                let scalars: Vec<Value> = vectors
                    .iter()
                    .map(|&v| match v {
                        Ok(vector) => self.b.extract_at(vector, lane),
                        Err(scalar) => scalar,
                    })
                    .collect();
                if let Some(result) = body(self, &scalars) {
                    let before = collected.unwrap_or(self.wide(result.ty()).zero());
                    let lane = self.types.i32.constant(lane.into());
                    collected = Some(self.b.insert(before, result, lane));
                }
            }
            return collected;
        }
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

    /// Whether only this thread sees the memory that a pointer points to.
    fn is_of_one_thread(&self, pointer: ValueId) -> bool {
        match self.kernel.values[pointer].ty {
            ValueType::Pointer(space) => access::is_of_one_thread(space),
            _ => false,
        }
    }

    /// A read-modify-write.
    pub fn atomic_update(
        &mut self,
        id: ValueId,
        op: AtomicOp,
        pointer: ValueId,
        operand: ValueId,
        order: AtomicOrdering,
        mask: Mask,
    ) -> Lane {
        let inputs = [self.lane(pointer, 0), self.lane(operand, 0)];
        let plain = self.is_of_one_thread(pointer);
        let ty = self.kernel.values[id].ty;
        let (bytes, scalar) = (ty.access_bytes(), ty.scalar().unwrap_or(Scalar::I32));
        match self.plan.atomic_way(self.kernel, id) {
            AtomicWay::Combined => {
                let place = self.base(inputs[0]);
                let all = self.combined(op, inputs[1], bytes, mask);
                match plain {
                    true => self.plain_update(op, scalar, place, all),
                    false => self.atomic_scalar(op, scalar, place, all, ordering(order)),
                };
                // Nobody asks what was there.
                let nothing = all.ty().zero();
                if self.width == 1 {
                    Lane::Uniform(nothing)
                } else {
                    Lane::Varying(self.wide(all.ty()).zero())
                }
            }
            AtomicWay::Whole => {
                let operand = self.vector(inputs[1]);
                let piece = Piece { ty: operand.ty().element(), size: bytes, align: bytes, volatile: false };
                let old = self.load_piece(inputs[0], 0, piece, mask);
                let old_vector = self.vector(old);
                let new = self.updated(op, scalar, old_vector, operand);
                self.store_piece(inputs[0], 0, Lane::Varying(new), piece, mask);
                old
            }
            AtomicWay::LaneByLane => {
                // Nothing is collected of what nobody asks for: LLVM drops it.
                let is_short = plain && !matches!(op, AtomicOp::FloatMin | AtomicOp::FloatMax);
                let result = self.by_lane(&inputs, mask, is_short, &mut |e, scalars| {
                    Some(match plain {
                        true => e.plain_update(op, scalar, scalars[0], scalars[1]),
                        false => e.atomic_scalar(op, scalar, scalars[0], scalars[1], ordering(order)),
                    })
                });
                self.collected(result)
            }
        }
    }

    /// An update of memory that only this thread sees; what was there.
    fn plain_update(&mut self, op: AtomicOp, scalar: Scalar, pointer: Value, operand: Value) -> Value {
        let old = self.b.load(operand.ty(), pointer, scalar.bytes());
        let new = self.updated(op, scalar, old, operand);
        self.b.store(new, pointer, scalar.bytes());
        old
    }
    /// What an update leaves; on scalars and vectors.
    fn updated(&mut self, op: AtomicOp, scalar: Scalar, old: Value, operand: Value) -> Value {
        let mut float = |op| self.float_binary(op, scalar, old, operand, MathFlags::empty());
        match op {
            AtomicOp::Exchange => operand,
            AtomicOp::Add => self.b.add(old, operand),
            AtomicOp::Sub => self.b.sub(old, operand),
            AtomicOp::And => self.b.and(old, operand),
            AtomicOp::Or => self.b.or(old, operand),
            AtomicOp::Xor => self.b.xor(old, operand),
            AtomicOp::MinSigned => self.intrinsic("llvm.smin", &[old, operand]),
            AtomicOp::MinUnsigned => self.intrinsic("llvm.umin", &[old, operand]),
            AtomicOp::MaxSigned => self.intrinsic("llvm.smax", &[old, operand]),
            AtomicOp::MaxUnsigned => self.intrinsic("llvm.umax", &[old, operand]),
            AtomicOp::FloatAdd => float(BinaryOp::FloatAdd),
            AtomicOp::FloatMin => float(BinaryOp::FloatMin),
            AtomicOp::FloatMax => float(BinaryOp::FloatMax),
        }
    }
    /// The operands of the lanes that are on as one, of an integer operator.
    fn combined(&mut self, op: AtomicOp, operand: Lane, bytes: u32, mask: Mask) -> Value {
        if self.width == 1 {
            return self.base(operand);
        }
        let ty = self.base(operand).ty().element();
        let bits = 8 * bytes;
        let (name, nothing) = match op {
            AtomicOp::And => ("llvm.vector.reduce.and", u64::MAX),
            AtomicOp::Or => ("llvm.vector.reduce.or", 0),
            AtomicOp::Xor => ("llvm.vector.reduce.xor", 0),
            AtomicOp::MinSigned => ("llvm.vector.reduce.smin", (1u64 << (bits - 1)) - 1),
            AtomicOp::MaxSigned => ("llvm.vector.reduce.smax", 1u64 << (bits - 1)),
            AtomicOp::MinUnsigned => ("llvm.vector.reduce.umin", u64::MAX),
            AtomicOp::MaxUnsigned => ("llvm.vector.reduce.umax", 0),
            // Adding up, and what is subtracted.
            _ => ("llvm.vector.reduce.add", 0),
        };
        if let (Lane::Uniform(value), AtomicOp::Add | AtomicOp::Sub) = (operand, op) {
            let count = match mask {
                Mask::All => ty.constant(self.width.into()),
                Mask::Lanes(bits) => {
                    let word = self.mask_word(bits);
                    let word = self.b.zext(word, self.types.i64);
                    let count = self.intrinsic("llvm.ctpop", &[word]);
                    self.b.trunc(count, ty)
                }
            };
            return self.b.mul(value, count);
        }
        let vector = self.vector(operand);
        let neutral = vector.ty().constant(nothing);
        let of_active = self.blend(mask, vector, neutral);
        self.intrinsic(name, &[of_active])
    }

    fn atomic_scalar(
        &mut self,
        op: AtomicOp,
        scalar: Scalar,
        pointer: Value,
        operand: Value,
        order: Ordering,
    ) -> Value {
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
            AtomicOp::FloatAdd if scalar != Scalar::F16 => RmwOp::LLVMAtomicRMWBinOpFAdd,
            AtomicOp::FloatAdd | AtomicOp::FloatMin | AtomicOp::FloatMax => {
                return self.atomic_by_exchange(op, scalar, pointer, operand, order);
            }
        };
        self.b.atomic_rmw(rmw, pointer, operand, order)
    }

    /// An update of a float as a loop of compare-and-exchange.
    fn atomic_by_exchange(
        &mut self,
        op: AtomicOp,
        scalar: Scalar,
        pointer: Value,
        operand: Value,
        order: Ordering,
    ) -> Value {
        let (ty, bytes) = (operand.ty(), scalar.bytes());
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
        let new = self.updated(op, scalar, old, operand);
        let new = self.b.bitcast(new, integer);
        let failure = Ordering::LLVMAtomicOrderingMonotonic;
        let (found, equal) = self.b.compare_exchange(pointer, seen, new, order, failure);
        let here = self.b.block();
        self.b.add_incoming(seen, &[(found, here)]);
        self.b.branch_if(equal, done, head);
        self.b.position_at_end(done);
        self.b.bitcast(seen, ty)
    }

    /// A compare-and-exchange.
    pub fn atomic_compare_exchange(
        &mut self,
        pointer: ValueId,
        expected: ValueId,
        desired: ValueId,
        order: AtomicOrdering,
        mask: Mask,
    ) -> Lane {
        let inputs = [self.lane(pointer, 0), self.lane(expected, 0), self.lane(desired, 0)];
        let plain = self.is_of_one_thread(pointer);
        let bytes = self.kernel.values[expected].ty.access_bytes();
        let result = self.by_lane(&inputs, mask, plain, &mut |e, scalars| {
            let ty = scalars[1].ty();
            let integer = e.float_or_int_as_int(scalars[1]).ty();
            let [expected, desired] = [scalars[1], scalars[2]].map(|v| e.b.bitcast(v, integer));
            if plain {
                let old = e.b.load(integer, scalars[0], bytes);
                let equal = e.b.icmp(IntPredicate::LLVMIntEQ, old, expected);
                let new = e.b.select(equal, desired, old);
                e.b.store(new, scalars[0], bytes);
                return Some(e.b.bitcast(old, ty));
            }
            let (old, _) =
                e.b.compare_exchange(scalars[0], expected, desired, ordering(order), load_ordering(order));
            Some(e.b.bitcast(old, ty))
        });
        self.collected(result)
    }
    fn float_or_int_as_int(&mut self, v: Value) -> Value {
        match v.ty() {
            t if t == self.types.f32 || t == self.types.f64 => self.float_bits(v),
            _ => v,
        }
    }

    /// An atomic load.
    pub fn atomic_load(
        &mut self,
        value_type: ValueType,
        pointer: ValueId,
        order: AtomicOrdering,
        mask: Mask,
    ) -> Lanes {
        let (ty, bytes) = (self.component_type(value_type), value_type.access_bytes());
        if self.is_of_one_thread(pointer) {
            return self.load(pointer, value_type, Access { align: bytes, volatile: false }, mask);
        }
        let inputs = [self.lane(pointer, 0)];
        if let Lane::Uniform(place) = inputs[0] {
            // All lanes look at one place, at the same time.
            let value = self.b.load(ty, place, bytes);
            self.b.set_atomic(value, load_ordering(order));
            let lane = Lane::Uniform(value);
            return smallvec![if self.width == 1 { lane } else { Lane::Varying(self.vector(lane)) }];
        }
        let result = self.by_lane(&inputs, mask, false, &mut |e, scalars| {
            let value = e.b.load(ty, scalars[0], bytes);
            e.b.set_atomic(value, load_ordering(order));
            Some(value)
        });
        smallvec![self.collected(result)]
    }
    /// An atomic store.
    pub fn atomic_store(&mut self, pointer: ValueId, value: ValueId, order: AtomicOrdering, mask: Mask) {
        let bytes = self.kernel.values[value].ty.access_bytes();
        if self.is_of_one_thread(pointer) {
            return self.store(pointer, value, Access { align: bytes, volatile: false }, mask);
        }
        let inputs = [self.lane(pointer, 0), self.lane(value, 0)];
        self.by_lane(&inputs, mask, false, &mut |e, scalars| {
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
