//! Collectives: what the work-items of a sub-group, which are the lanes, or of a work-group find out together.
//!
//! Lanes that do not take part bring in the operator's neutral value. Integers are combined by halves; floats one after the other in
//! the order of the lanes, so that a result does not depend on how many there are.
//!
//! Those of work-groups are steps of the group (see [`crate::plan::barrier`]): a loop over the lane groups, in the order of the work-items'
//! linear local ids. Lanes lie in that order wherever a kernel has collectives, see [`crate::pipeline`].

use ferrocl_ir::{BinaryOp, CollectiveOp, MathFlags, Op, Scalar, ValueId, eval};

use super::Emitter;
use super::lanes::{Lane, Mask};
use crate::llvm::Value;
use crate::llvm::builder::IntPredicate;

impl Emitter<'_> {
    /// A constant from its bits.
    fn bits_constant(&mut self, scalar: Scalar, word: u64) -> Value {
        let ty = self.scalar_type(scalar);
        if !scalar.is_float() {
            return ty.constant(word);
        }
        let integer = self.cx.int(scalar.bits()).constant(word);
        self.b.bitcast(integer, ty)
    }
    fn neutral(&mut self, op: BinaryOp, scalar: Scalar) -> Value {
        let word = eval::neutral(op, scalar).unwrap_or(0);
        self.bits_constant(scalar, word)
    }
    fn identity(&mut self, op: BinaryOp, scalar: Scalar) -> Value {
        let word = eval::identity(op, scalar).unwrap_or(0);
        self.bits_constant(scalar, word)
    }
    fn combine(&mut self, op: BinaryOp, scalar: Scalar, a: Value, b: Value) -> Value {
        self.binary_op(op, scalar, a, b, MathFlags::empty())
    }
    /// The lanes that are on, neutral values in the others.
    fn taking_part(&mut self, op: BinaryOp, scalar: Scalar, vector: Value, mask: Mask) -> Value {
        let neutral = self.neutral(op, scalar);
        let neutral = self.b.splat(neutral, vector.ty());
        self.blend(mask, vector, neutral)
    }

    /// All lanes in one. `vector` has neutral values where lanes are off.
    fn fold_lanes(&mut self, op: BinaryOp, scalar: Scalar, vector: Value) -> Value {
        let neutral = self.neutral(op, scalar);
        self.fold_lanes_from(op, scalar, neutral, vector)
    }
    /// The same after what there was before.
    fn fold_lanes_from(&mut self, op: BinaryOp, scalar: Scalar, before: Value, vector: Value) -> Value {
        if self.width == 1 {
            return self.combine(op, scalar, before, vector);
        }
        let mut folded = before;
        if scalar.is_float() {
            for lane in 0..self.width {
                let next = self.b.extract_at(vector, lane);
                folded = self.combine(op, scalar, folded, next);
            }
            return folded;
        }
        let mut halves = vector;
        let mut count = self.width;
        while count > 1 {
            count /= 2;
            let picks: Vec<u32> = (0..self.width).map(|lane| (lane + count) % self.width).collect();
            let other = self.b.shuffle(halves, halves, &picks);
            halves = self.combine(op, scalar, halves, other);
        }
        let all = self.b.extract_at(halves, 0);
        self.combine(op, scalar, folded, all)
    }
    /// Each lane with those before it, and with what there was before all. `vector` has neutral values where lanes are off.
    fn scan_lanes(&mut self, op: BinaryOp, scalar: Scalar, before: Value, vector: Value) -> Value {
        if self.width == 1 {
            return self.combine(op, scalar, before, vector);
        }
        if scalar.is_float() {
            let (mut all, mut result) = (before, vector);
            for lane in 0..self.width {
                let next = self.b.extract_at(vector, lane);
                all = self.combine(op, scalar, all, next);
                result = self.b.insert(result, all, self.types.i32.constant(lane.into()));
            }
            return result;
        }
        let neutral = self.neutral(op, scalar);
        let neutrals = self.b.splat(neutral, vector.ty());
        let (mut sums, mut distance) = (vector, 1);
        while distance < self.width {
            // The lanes of the second operand are numbered from the width on.
            let picks: Vec<u32> = (0..self.width)
                .map(|lane| if lane < distance { self.width + lane } else { lane - distance })
                .collect();
            let moved = self.b.shuffle(sums, neutrals, &picks);
            sums = self.combine(op, scalar, sums, moved);
            distance *= 2;
        }
        let before = self.b.splat(before, vector.ty());
        self.combine(op, scalar, before, sums)
    }
    /// Each lane's neighbour before it; `first` for the first.
    fn moved_up(&mut self, vector: Value, first: Value) -> Value {
        if self.width == 1 {
            return first;
        }
        let firsts = self.b.splat(first, vector.ty());
        let picks: Vec<u32> =
            (0..self.width).map(|lane| if lane == 0 { self.width } else { lane - 1 }).collect();
        self.b.shuffle(vector, firsts, &picks)
    }
    /// A number as that of a lane, in range whatever it is.
    fn lane_number(&mut self, number: Value) -> Value {
        self.b.and(number, number.ty().constant(u64::from(self.width) - 1))
    }

    /// A collective of the lanes that are on.
    pub fn sub_group_collective(
        &mut self,
        op: CollectiveOp,
        operand: ValueId,
        source: Option<ValueId>,
        mask: Mask,
    ) -> Lane {
        let scalar = self.kernel.values[operand].ty.scalar().unwrap_or(Scalar::I64);
        let own = self.lane(operand, 0);
        let vector = self.vector(own);
        let result = match op {
            CollectiveOp::Reduce(op) => {
                let vector = self.taking_part(op, scalar, vector, mask);
                return Lane::Uniform(self.fold_lanes(op, scalar, vector));
            }
            CollectiveOp::Ballot => {
                let bits = self.mask_and(mask, vector);
                let word = self.mask_word(bits);
                let i64_type = self.types.i64;
                return Lane::Uniform(if self.width == 64 { word } else { self.b.zext(word, i64_type) });
            }
            CollectiveOp::Broadcast => {
                let source = match (own, source) {
                    (Lane::Uniform(_), _) | (_, None) => return Lane::Uniform(self.base(own)),
                    (_, Some(source)) => self.lane(source, 0),
                };
                if self.width == 1 {
                    return Lane::Uniform(vector);
                }
                let number = self.last_lane(source, mask);
                let number = self.lane_number(number);
                return Lane::Uniform(self.b.extract(vector, number));
            }
            CollectiveOp::ScanInclusive(op) => {
                let vector = self.taking_part(op, scalar, vector, mask);
                let neutral = self.neutral(op, scalar);
                self.scan_lanes(op, scalar, neutral, vector)
            }
            CollectiveOp::ScanExclusive(op) => {
                let vector = self.taking_part(op, scalar, vector, mask);
                let (neutral, identity) = (self.neutral(op, scalar), self.identity(op, scalar));
                let sums = self.scan_lanes(op, scalar, neutral, vector);
                let before = self.moved_up(sums, identity);
                self.first_is_identity(before, identity, mask)
            }
            CollectiveOp::ReduceClustered(op, size) => {
                let vector = self.taking_part(op, scalar, vector, mask);
                self.fold_clusters(op, scalar, size, vector)
            }
            CollectiveOp::Shuffle => match source {
                Some(source) => self.shuffle_lanes(scalar, vector, source),
                None => vector,
            },
        };
        if self.width == 1 { Lane::Uniform(result) } else { Lane::Varying(result) }
    }
    /// Gives the first lane that is on the identity, which has what is neutral before it.
    fn first_is_identity(&mut self, before: Value, identity: Value, mask: Mask) -> Value {
        let Mask::Lanes(bits) = mask else { return before };
        if self.width == 1 {
            return before;
        }
        let word = self.mask_word(bits);
        let negative = self.b.sub(word.ty().zero(), word);
        let lowest = self.b.and(word, negative);
        let is_first = self.b.bitcast(lowest, bits.ty());
        let identities = self.b.splat(identity, before.ty());
        self.b.select(is_first, identities, before)
    }
    fn fold_clusters(&mut self, op: BinaryOp, scalar: Scalar, size: u32, vector: Value) -> Value {
        let size = size.min(self.width);
        if self.width == 1 {
            return vector;
        }
        let mut result = vector;
        for first in (0..self.width).step_by(size as usize) {
            let mut all = self.b.extract_at(vector, first);
            for lane in first + 1..first + size {
                let next = self.b.extract_at(vector, lane);
                all = self.combine(op, scalar, all, next);
            }
            for lane in first..first + size {
                result = self.b.insert(result, all, self.types.i32.constant(lane.into()));
            }
        }
        result
    }
    /// Each lane takes the value of a lane of its own choice.
    fn shuffle_lanes(&mut self, scalar: Scalar, vector: Value, source: ValueId) -> Value {
        if self.width == 1 {
            return vector;
        }
        let numbers = self.lane_vector(source, 0);
        let number = self.kernel.values[source].ty.scalar().unwrap_or(Scalar::I32);
        if let Some(permuted) = self.permute_lanes((scalar, vector), (number, numbers)) {
            return permuted;
        }
        let mut result = vector.ty().zero();
        for lane in 0..self.width {
            let number = self.b.extract_at(numbers, lane);
            let number = self.lane_number(number);
            let value = self.b.extract(vector, number);
            result = self.b.insert(result, value, self.types.i32.constant(lane.into()));
        }
        result
    }

    /// The lanes of a vector that have these numbers (of which the low bits count), by the CPU's permutations of 32-bit lanes. Narrower
    /// lanes are widened for it, and wider ones are permuted in halves. `None` where the CPU has none.
    fn permute_lanes(
        &mut self,
        (scalar, vector): (Scalar, Value),
        (number, numbers): (Scalar, Value),
    ) -> Option<Value> {
        let (width, i32_type) = (self.width, self.types.i32);
        let words = i32_type.vector(width);
        if !matches!(width, 4 | 8 | 16) || !self.target.has_lane_permutes(32 * width) {
            return None;
        }
        let integer = if scalar == Scalar::Bool { scalar } else { Scalar::integer(scalar.bits()) };
        let integers = self.scalar_type(integer).vector(width);
        let lanes = self.b.bitcast(vector, integers);
        let numbers = if number.bits() > 32 { self.b.trunc(numbers, words) } else { numbers };
        let result = match integer {
            Scalar::I64 => {
                let parts = self.b.bitcast(lanes, i32_type.vector(2 * width));
                let half = |e: &mut Self, first: u32| {
                    let picks: Vec<u32> = (0..width).map(|lane| 2 * lane + first).collect();
                    let words = e.b.shuffle(parts, parts, &picks);
                    e.permute_words(words, numbers)
                };
                let (low, high) = (half(self, 0), half(self, 1));
                let picks: Vec<u32> = (0..2 * width).map(|part| part / 2 + part % 2 * width).collect();
                let both = self.b.shuffle(low, high, &picks);
                self.b.bitcast(both, integers)
            }
            Scalar::I32 => self.permute_words(lanes, numbers),
            _ => {
                let wide = self.b.zext(lanes, words);
                let permuted = self.permute_words(wide, numbers);
                self.b.trunc(permuted, integers)
            }
        };
        Some(self.b.bitcast(result, vector.ty()))
    }
    /// The same for lanes of 32 bits, where the CPU is known to have it.
    fn permute_words(&mut self, words: Value, numbers: Value) -> Value {
        let width = words.ty().lanes();
        let name = match width {
            4 => {
                let floats = self.b.bitcast(words, self.types.f32.vector(4));
                let name = "llvm.x86.avx.vpermilvar.ps";
                let permuted = self.b.intrinsic(self.module, name, &[], &[floats, numbers]);
                return self.b.bitcast(permuted, numbers.ty());
            }
            8 => "llvm.x86.avx2.permd",
            _ => "llvm.x86.avx512.permvar.si.512",
        };
        self.b.intrinsic(self.module, name, &[], &[words, numbers])
    }

    /// A collective of the work-group. It has been planned as a step of its own, so this is the group's code.
    pub fn work_group_collective(&mut self, id: ValueId) {
        let kernel = self.kernel;
        let value = &kernel.values[id];
        let Op::Collective { op, operand, source, .. } = value.op else { return };
        let scalar = kernel.values[operand].ty.scalar().unwrap_or(Scalar::I64);
        let ty = self.scalar_type(scalar);
        let carried = self.variable(ty, 0);
        let first = match op.operator() {
            Some(op) => self.neutral(op, scalar),
            None => ty.zero(),
        };
        self.b.store(first, carried, 0);
        let group_values = self.values.clone();
        self.lane_groups(true, &mut |e, mask| {
            e.values.clone_from(&group_values);
            e.import(operand);
            if let Some(source) = source {
                e.import(source);
            }
            let before = e.b.load(ty, carried, 0);
            let own = e.lane_vector(operand, 0);
            let after = match op {
                CollectiveOp::Reduce(op) => {
                    let vector = e.taking_part(op, scalar, own, mask);
                    e.fold_lanes_from(op, scalar, before, vector)
                }
                CollectiveOp::ScanInclusive(op) | CollectiveOp::ScanExclusive(op) => {
                    let vector = e.taking_part(op, scalar, own, mask);
                    let sums = e.scan_lanes(op, scalar, before, vector);
                    let mut result = sums;
                    if let Op::Collective { op: CollectiveOp::ScanExclusive(_), .. } = value.op {
                        let identity = e.identity(op, scalar);
                        let zero = e.types.i64.zero();
                        let is_first = e.b.icmp(IntPredicate::LLVMIntEQ, e.item.lane_group, zero);
                        let first = e.b.select(is_first, identity, before);
                        result = e.moved_up(sums, first);
                    }
                    e.keep_collective(id, result);
                    if e.width == 1 { sums } else { e.b.extract_at(sums, e.width - 1) }
                }
                _ => {
                    let number = source.map(|source| e.lane(source, 0));
                    let number = number.map_or(e.types.i64.zero(), |number| e.last_lane(number, mask));
                    let width = e.types.i64.constant(e.width.into());
                    let first = e.b.mul(e.item.lane_group, width);
                    let number = e.b.sub(number, first);
                    let is_here = e.b.icmp(IntPredicate::LLVMIntULT, number, width);
                    let found = match e.width {
                        1 => own,
                        _ => {
                            let number = e.lane_number(number);
                            e.b.extract(own, number)
                        }
                    };
                    e.b.select(is_here, found, before)
                }
            };
            e.b.store(after, carried, 0);
        });
        self.values = group_values;
        if op.is_uniform() {
            let result = self.b.load(ty, carried, 0);
            self.values[id.0 as usize] = Some(smallvec::smallvec![Lane::Uniform(result)]);
        }
    }
}
