//! Maths, common and geometric functions (sections "Math Functions", "Common Functions", "Geometric Functions").

use ferrocl_ir::{BinaryOp, CompareOp, MathFlags, Op, Scalar, UnaryOp, ValueId, ValueType, eval};
use smallvec::SmallVec;

use super::super::Lowerer;
use super::{Call, approximate};
use crate::builtins::Operation;

impl Lowerer<'_> {
    pub(super) fn arithmetic_operation(&mut self, call: &Call, operation: Operation) -> Option<ValueId> {
        let unary = match operation {
            Operation::Ceil => Some(UnaryOp::Ceil),
            Operation::Floor => Some(UnaryOp::Floor),
            Operation::Trunc => Some(UnaryOp::Trunc),
            Operation::RoundEven => Some(UnaryOp::RoundEven),
            Operation::RoundAway => Some(UnaryOp::RoundAway),
            Operation::FloatAbs => Some(UnaryOp::FloatAbs),
            Operation::Sqrt => Some(UnaryOp::Sqrt),
            _ => None,
        };
        if let Some(op) = unary {
            return Some(self.unary(op, call.argument(0), call));
        }
        Some(match operation {
            Operation::CopySign => {
                self.binary(BinaryOp::CopySign, call.argument(0), call.argument(1), call)
            }
            Operation::FloatRem => {
                self.binary(BinaryOp::FloatRem, call.argument(0), call.argument(1), call)
            }
            Operation::Divide => self.divide(call.argument(0), call.argument(1), call),
            Operation::Reciprocal => {
                let one = self.float_constant(call.ty, 1.0, call);
                self.divide(one, call.argument(0), call)
            }
            Operation::ReciprocalSqrt => {
                let root = self.square_root(call.argument(0), call);
                let one = self.float_constant(call.ty, 1.0, call);
                self.divide(one, root, call)
            }
            Operation::Fma => {
                let op = Op::Fma(call.argument(0), call.argument(1), call.argument(2));
                self.emit(op, call.ty, call.span)
            }
            Operation::MultiplyAdd => {
                self.multiply_add(call.argument(0), call.argument(1), call.argument(2), call)
            }
            Operation::FloatMax | Operation::FloatMin => {
                let (x, y) = (call.argument(0), self.wide(call, 1));
                self.extreme(operation == Operation::FloatMax, x, y, call)
            }
            Operation::PositiveDifference => {
                // `x <= y` is false where one is NaN, and then the difference is one.
                let (x, y) = (call.argument(0), call.argument(1));
                let not_greater = self.compare(CompareOp::FloatLessEqual, x, y, call);
                let difference = self.binary(BinaryOp::FloatSub, x, y, call);
                let zero = self.float_constant(call.ty, 0.0, call);
                self.select_value(not_greater, zero, difference, call)
            }
            Operation::MaxMagnitude | Operation::MinMagnitude => {
                self.by_magnitude(call, operation == Operation::MaxMagnitude)
            }
            Operation::Fract => self.fract(call),
            Operation::Modf => self.modf(call),
            Operation::Clamp if call.scalar.is_float() => {
                let (x, low, high) = (call.argument(0), self.wide(call, 1), self.wide(call, 2));
                let x = self.extreme(true, x, low, call);
                self.extreme(false, x, high, call)
            }
            Operation::Max if call.scalar.is_float() => {
                let (x, y) = (call.argument(0), self.wide(call, 1));
                let less = self.compare(CompareOp::FloatLess, x, y, call);
                self.select_value(less, y, x, call)
            }
            Operation::Min if call.scalar.is_float() => {
                let (x, y) = (call.argument(0), self.wide(call, 1));
                let less = self.compare(CompareOp::FloatLess, y, x, call);
                self.select_value(less, y, x, call)
            }
            Operation::Degrees => self.scale(call, 180.0 / std::f64::consts::PI),
            Operation::Radians => self.scale(call, std::f64::consts::PI / 180.0),
            Operation::Mix => {
                let (x, y, a) = (call.argument(0), call.argument(1), self.wide(call, 2));
                let difference = self.binary(BinaryOp::FloatSub, y, x, call);
                self.multiply_add(difference, a, x, call)
            }
            Operation::Step => {
                let (edge, x) = (self.wide(call, 0), call.argument(1));
                let below = self.compare(CompareOp::FloatLess, x, edge, call);
                let (zero, one) =
                    (self.float_constant(call.ty, 0.0, call), self.float_constant(call.ty, 1.0, call));
                self.select_value(below, zero, one, call)
            }
            Operation::SmoothStep => self.smooth_step(call),
            Operation::Sign => self.sign(call),
            Operation::Cross => self.cross(call),
            Operation::Dot => self.dot(call.argument(0), call.argument(1), call),
            Operation::FastLength => {
                let square = self.dot(call.argument(0), call.argument(0), call);
                self.square_root(square, call)
            }
            Operation::FastDistance => {
                let difference =
                    self.binary(BinaryOp::FloatSub, call.argument(0), call.argument(1), call);
                let square = self.dot(difference, difference, call);
                self.square_root(square, call)
            }
            Operation::FastNormalize => self.fast_normalize(call),
            _ => return None,
        })
    }
    fn divide(&mut self, a: ValueId, b: ValueId, call: &Call) -> ValueId {
        self.binary_with(BinaryOp::FloatDiv, a, b, approximate(call), call)
    }
    fn square_root(&mut self, a: ValueId, call: &Call) -> ValueId {
        let ty = self.value_type(a);
        self.emit_float(Op::Unary(UnaryOp::Sqrt, a), ty, approximate(call), call.span)
    }
    /// `a * b + c`, fused where the CPU has that.
    fn multiply_add(&mut self, a: ValueId, b: ValueId, c: ValueId, call: &Call) -> ValueId {
        let flags = call.flags | MathFlags::CONTRACT;
        let product = self.binary_with(BinaryOp::FloatMul, a, b, flags, call);
        self.binary_with(BinaryOp::FloatAdd, product, c, flags, call)
    }
    /// `fmax` or `fmin`. Beside a constant that is a number a comparison will do: it is false where `x` is NaN, and
    /// the constant is the result.
    fn extreme(&mut self, max: bool, x: ValueId, y: ValueId, call: &Call) -> ValueId {
        let is_number = self.constant_bits(y).is_some_and(|bits| {
            bits.iter().all(|&word| eval::scalar::compare(CompareOp::FloatEqual, call.scalar, word, word))
        });
        if !is_number {
            let op = if max { BinaryOp::FloatMax } else { BinaryOp::FloatMin };
            return self.binary(op, x, y, call);
        }
        let wins = if max {
            self.compare(CompareOp::FloatLess, y, x, call)
        } else {
            self.compare(CompareOp::FloatLess, x, y, call)
        };
        self.select_value(wins, x, y, call)
    }
    fn by_magnitude(&mut self, call: &Call, max: bool) -> ValueId {
        let (x, y) = (call.argument(0), call.argument(1));
        let (abs_x, abs_y) = (self.unary(UnaryOp::FloatAbs, x, call), self.unary(UnaryOp::FloatAbs, y, call));
        let x_less = self.compare(CompareOp::FloatLess, abs_x, abs_y, call);
        let y_less = self.compare(CompareOp::FloatLess, abs_y, abs_x, call);
        let (x_wins, y_wins) = if max { (y_less, x_less) } else { (x_less, y_less) };
        let equal = self.binary(if max { BinaryOp::FloatMax } else { BinaryOp::FloatMin }, x, y, call);
        let y_or_equal = self.select_value(y_wins, y, equal, call);
        self.select_value(x_wins, x, y_or_equal, call)
    }
    /// `fract`: `x - floor(x)`, kept below 1; ±0 and ±∞ give a zero of their sign (section "Additional Requirements
    /// Beyond C99 TC2").
    fn fract(&mut self, call: &Call) -> ValueId {
        let x = call.argument(0);
        let floor = self.unary(UnaryOp::Floor, x, call);
        self.store_through(call, 1, floor);
        let below_one = match call.scalar {
            Scalar::F16 => 0x3bff,
            Scalar::F32 => 0x3f7f_ffff,
            _ => 0x3fef_ffff_ffff_ffff,
        };
        let below_one = self.splat_constant(call.ty, below_one, call.span);
        let difference = self.binary_with(BinaryOp::FloatSub, x, floor, MathFlags::empty(), call);
        let too_great = self.compare(CompareOp::FloatLess, below_one, difference, call);
        let fraction = self.select_value(too_great, below_one, difference, call);
        // x + x is x for ±0 and ±∞ alone.
        let twice = self.binary_with(BinaryOp::FloatAdd, x, x, MathFlags::empty(), call);
        let special = self.compare(CompareOp::FloatEqual, twice, x, call);
        let zero = self.float_constant(call.ty, 0.0, call);
        let zero = self.binary(BinaryOp::CopySign, zero, x, call);
        self.select_value(special, zero, fraction, call)
    }
    /// `modf`, as the specification writes it (section "Changes to C99 TC2 Behavior").
    fn modf(&mut self, call: &Call) -> ValueId {
        let x = call.argument(0);
        let whole = self.unary(UnaryOp::Trunc, x, call);
        self.store_through(call, 1, whole);
        let difference = self.binary_with(BinaryOp::FloatSub, x, whole, MathFlags::empty(), call);
        let absolute = self.unary(UnaryOp::FloatAbs, x, call);
        let infinity = self.float_constant(call.ty, f64::INFINITY, call);
        let infinite = self.compare(CompareOp::FloatEqual, absolute, infinity, call);
        let zero = self.float_constant(call.ty, 0.0, call);
        let fraction = self.select_value(infinite, zero, difference, call);
        self.binary(BinaryOp::CopySign, fraction, x, call)
    }
    fn scale(&mut self, call: &Call, factor: f64) -> ValueId {
        let factor = self.float_constant(call.ty, factor, call);
        self.binary(BinaryOp::FloatMul, call.argument(0), factor, call)
    }
    fn smooth_step(&mut self, call: &Call) -> ValueId {
        let (edge0, edge1, x) = (self.wide(call, 0), self.wide(call, 1), call.argument(2));
        let over = self.binary(BinaryOp::FloatSub, x, edge0, call);
        let range = self.binary(BinaryOp::FloatSub, edge1, edge0, call);
        let t = self.divide(over, range, call);
        let (zero, one) = (self.float_constant(call.ty, 0.0, call), self.float_constant(call.ty, 1.0, call));
        let t = self.extreme(true, t, zero, call);
        let t = self.extreme(false, t, one, call);
        let square = self.binary(BinaryOp::FloatMul, t, t, call);
        let (minus_two, three) =
            (self.float_constant(call.ty, -2.0, call), self.float_constant(call.ty, 3.0, call));
        let factor = self.multiply_add(t, minus_two, three, call);
        self.binary(BinaryOp::FloatMul, square, factor, call)
    }
    fn sign(&mut self, call: &Call) -> ValueId {
        let x = call.argument(0);
        let zero = self.float_constant(call.ty, 0.0, call);
        let one = self.float_constant(call.ty, 1.0, call);
        let signed_one = self.binary(BinaryOp::CopySign, one, x, call);
        let is_zero = self.compare(CompareOp::FloatEqual, x, zero, call);
        let value = self.select_value(is_zero, x, signed_one, call);
        let is_nan = self.compare(CompareOp::FloatUnordered, x, x, call);
        self.select_value(is_nan, zero, value, call)
    }
    /// The cross product, with two roundings in each component, so that `cross(v, v)` is zero.
    fn cross(&mut self, call: &Call) -> ValueId {
        let (a, b) = (call.argument(0), call.argument(1));
        let mut parts = SmallVec::<[ValueId; 4]>::new();
        for (i, j) in [(1, 2), (2, 0), (0, 1)] {
            let (ai, bj) = (self.extract(a, i, call), self.extract(b, j, call));
            let (aj, bi) = (self.extract(a, j, call), self.extract(b, i, call));
            let flags = call.flags - MathFlags::CONTRACT;
            let left = self.binary_with(BinaryOp::FloatMul, ai, bj, flags, call);
            let right = self.binary_with(BinaryOp::FloatMul, aj, bi, flags, call);
            parts.push(self.binary_with(BinaryOp::FloatSub, left, right, flags, call));
        }
        if call.ty.components() == 4 {
            parts.push(self.float_constant(ValueType::Scalar(call.scalar), 0.0, call));
        }
        self.construct(&parts, call)
    }
    fn dot(&mut self, a: ValueId, b: ValueId, call: &Call) -> ValueId {
        let (x, y) = (self.extract(a, 0, call), self.extract(b, 0, call));
        let flags = call.flags | MathFlags::CONTRACT;
        let mut sum = self.binary_with(BinaryOp::FloatMul, x, y, flags, call);
        for index in 1..call.ty.components() {
            let (x, y) = (self.extract(a, index, call), self.extract(b, index, call));
            sum = self.multiply_add(x, y, sum, call);
        }
        sum
    }
    fn fast_normalize(&mut self, call: &Call) -> ValueId {
        let vector = call.argument(0);
        let square = self.dot(vector, vector, call);
        let root = self.square_root(square, call);
        let scalar = ValueType::Scalar(call.scalar);
        let one = self.float_constant(scalar, 1.0, call);
        let inverse = self.divide(one, root, call);
        // The zero vector stays what it is; so does one whose square underflows, which is allowed.
        let zero = self.float_constant(scalar, 0.0, call);
        let is_zero = self.compare(CompareOp::FloatEqual, square, zero, call);
        let inverse = self.select_value(is_zero, one, inverse, call);
        let inverse = self.widen(inverse, call.ty.components(), call);
        self.binary(BinaryOp::FloatMul, vector, inverse, call)
    }
}
