//! Maths, common and geometric functions (sections "Math Functions", "Common Functions", "Geometric Functions").

use ferrocl_ir::{BinaryOp, CompareOp, Op, Scalar, UnaryOp, ValueId, ValueType, eval};
use smallvec::SmallVec;

use super::Call;
use crate::builtins::Operation;

impl Call<'_, '_> {
    pub(super) fn arithmetic_operation(&mut self, operation: Operation) -> Option<ValueId> {
        if self.scalar == Scalar::F16 && rounds_often(operation) {
            return self.through_float(operation);
        }
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
            return Some(self.unary(op, self.argument(0)));
        }
        Some(match operation {
            Operation::CopySign => self.binary(BinaryOp::CopySign, self.argument(0), self.argument(1)),
            Operation::FloatRem => self.binary(BinaryOp::FloatRem, self.argument(0), self.argument(1)),
            Operation::Divide => self.divide(self.argument(0), self.argument(1)),
            Operation::Reciprocal => {
                let one = self.float_constant(self.ty, 1.0);
                self.divide(one, self.argument(0))
            }
            Operation::ReciprocalSqrt => {
                let root = self.square_root(self.argument(0));
                let one = self.float_constant(self.ty, 1.0);
                self.divide(one, root)
            }
            Operation::Fma => {
                let op = Op::Fma(self.argument(0), self.argument(1), self.argument(2));
                self.emit(op, self.ty)
            }
            Operation::MultiplyAdd => self.multiply_add(self.argument(0), self.argument(1), self.argument(2)),
            Operation::FloatMax | Operation::FloatMin => {
                let (x, y) = (self.argument(0), self.wide(1));
                self.extreme(operation == Operation::FloatMax, x, y)
            }
            Operation::PositiveDifference => {
                // `x <= y` is false where one is NaN, and then the difference is one.
                let (x, y) = (self.argument(0), self.argument(1));
                let not_greater = self.compare(CompareOp::FloatLessEqual, x, y);
                let difference = self.binary(BinaryOp::FloatSub, x, y);
                let zero = self.float_constant(self.ty, 0.0);
                self.select_value(not_greater, zero, difference)
            }
            Operation::MaxMagnitude | Operation::MinMagnitude => {
                self.by_magnitude(operation == Operation::MaxMagnitude)
            }
            Operation::Fract => self.fract(),
            Operation::Modf => self.modf(),
            Operation::Clamp if self.scalar.is_float() => {
                let (x, low, high) = (self.argument(0), self.wide(1), self.wide(2));
                let x = self.extreme(true, x, low);
                self.extreme(false, x, high)
            }
            Operation::Max if self.scalar.is_float() => {
                let (x, y) = (self.argument(0), self.wide(1));
                let less = self.compare(CompareOp::FloatLess, x, y);
                self.select_value(less, y, x)
            }
            Operation::Min if self.scalar.is_float() => {
                let (x, y) = (self.argument(0), self.wide(1));
                let less = self.compare(CompareOp::FloatLess, y, x);
                self.select_value(less, y, x)
            }
            Operation::Degrees => self.scale(180.0 / std::f64::consts::PI),
            Operation::Radians => self.scale(std::f64::consts::PI / 180.0),
            Operation::Mix => {
                let (x, y, a) = (self.argument(0), self.argument(1), self.wide(2));
                let difference = self.binary(BinaryOp::FloatSub, y, x);
                self.multiply_add(difference, a, x)
            }
            Operation::Step => {
                let (edge, x) = (self.wide(0), self.argument(1));
                let below = self.compare(CompareOp::FloatLess, x, edge);
                let (zero, one) = (self.float_constant(self.ty, 0.0), self.float_constant(self.ty, 1.0));
                self.select_value(below, zero, one)
            }
            Operation::SmoothStep => self.smooth_step(),
            Operation::Sign => self.sign(),
            Operation::Cross => self.cross(),
            Operation::Dot => self.dot(self.argument(0), self.argument(1)),
            Operation::FastLength => {
                let square = self.dot(self.argument(0), self.argument(0));
                self.square_root(square)
            }
            Operation::FastDistance => {
                let difference = self.binary(BinaryOp::FloatSub, self.argument(0), self.argument(1));
                let square = self.dot(difference, difference);
                self.square_root(square)
            }
            Operation::FastNormalize => self.fast_normalize(),
            _ => return None,
        })
    }
    /// An operation on `half` done in `float` and rounded once.
    fn through_float(&mut self, operation: Operation) -> Option<ValueId> {
        for index in 0..self.arguments.len() {
            let argument = self.argument(index);
            let to = self.value_type(argument).with_scalar(Scalar::F32);
            self.arguments[index] = self.float_as(argument, to);
        }
        let half = self.ty;
        (self.ty, self.scalar) = (half.with_scalar(Scalar::F32), Scalar::F32);
        let value = self.arithmetic_operation(operation);
        (self.ty, self.scalar) = (half, Scalar::F16);
        value.map(|value| self.float_as(value, self.result))
    }
    fn divide(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.value_type(a);
        self.approximate(Op::Binary(BinaryOp::FloatDiv, a, b), ty)
    }
    fn square_root(&mut self, a: ValueId) -> ValueId {
        let ty = self.value_type(a);
        self.approximate(Op::Unary(UnaryOp::Sqrt, a), ty)
    }
    /// `a * b + c`, fused where the CPU has that.
    fn multiply_add(&mut self, a: ValueId, b: ValueId, c: ValueId) -> ValueId {
        let product = self.contractible(BinaryOp::FloatMul, a, b);
        self.contractible(BinaryOp::FloatAdd, product, c)
    }
    /// `fmax` or `fmin`. Beside a constant that is a number a comparison will do: it is false where `x` is NaN, and
    /// the constant is the result.
    fn extreme(&mut self, max: bool, x: ValueId, y: ValueId) -> ValueId {
        let is_number = self.constant_bits(y).is_some_and(|bits| {
            bits.iter().all(|&word| eval::scalar::compare(CompareOp::FloatEqual, self.scalar, word, word))
        });
        if !is_number {
            let op = if max { BinaryOp::FloatMax } else { BinaryOp::FloatMin };
            return self.binary(op, x, y);
        }
        let wins = if max {
            self.compare(CompareOp::FloatLess, y, x)
        } else {
            self.compare(CompareOp::FloatLess, x, y)
        };
        self.select_value(wins, x, y)
    }
    fn by_magnitude(&mut self, max: bool) -> ValueId {
        let (x, y) = (self.argument(0), self.argument(1));
        let (abs_x, abs_y) = (self.unary(UnaryOp::FloatAbs, x), self.unary(UnaryOp::FloatAbs, y));
        let x_less = self.compare(CompareOp::FloatLess, abs_x, abs_y);
        let y_less = self.compare(CompareOp::FloatLess, abs_y, abs_x);
        let (x_wins, y_wins) = if max { (y_less, x_less) } else { (x_less, y_less) };
        let equal = self.binary(if max { BinaryOp::FloatMax } else { BinaryOp::FloatMin }, x, y);
        let y_or_equal = self.select_value(y_wins, y, equal);
        self.select_value(x_wins, x, y_or_equal)
    }
    /// `fract`: `x - floor(x)`, kept below 1; ±0 and ±∞ give a zero of their sign (section "Additional Requirements
    /// Beyond C99 TC2").
    fn fract(&mut self) -> ValueId {
        let x = self.argument(0);
        let floor = self.unary(UnaryOp::Floor, x);
        self.store_through(1, floor);
        let below_one = match self.scalar {
            Scalar::F16 => 0x3bff,
            Scalar::F32 => 0x3f7f_ffff,
            _ => 0x3fef_ffff_ffff_ffff,
        };
        let below_one = self.splat_constant(self.ty, below_one);
        let difference = self.exact(BinaryOp::FloatSub, x, floor);
        let too_great = self.compare(CompareOp::FloatLess, below_one, difference);
        let fraction = self.select_value(too_great, below_one, difference);
        // x + x is x for ±0 and ±∞ alone.
        let twice = self.exact(BinaryOp::FloatAdd, x, x);
        let special = self.compare(CompareOp::FloatEqual, twice, x);
        let zero = self.float_constant(self.ty, 0.0);
        let zero = self.binary(BinaryOp::CopySign, zero, x);
        self.select_value(special, zero, fraction)
    }
    /// `modf`, as the specification writes it (section "Changes to C99 TC2 Behavior").
    fn modf(&mut self) -> ValueId {
        let x = self.argument(0);
        let whole = self.unary(UnaryOp::Trunc, x);
        self.store_through(1, whole);
        let difference = self.exact(BinaryOp::FloatSub, x, whole);
        let absolute = self.unary(UnaryOp::FloatAbs, x);
        let infinity = self.float_constant(self.ty, f64::INFINITY);
        let infinite = self.compare(CompareOp::FloatEqual, absolute, infinity);
        let zero = self.float_constant(self.ty, 0.0);
        let fraction = self.select_value(infinite, zero, difference);
        self.binary(BinaryOp::CopySign, fraction, x)
    }
    fn scale(&mut self, factor: f64) -> ValueId {
        let factor = self.float_constant(self.ty, factor);
        self.binary(BinaryOp::FloatMul, self.argument(0), factor)
    }
    fn smooth_step(&mut self) -> ValueId {
        let (edge0, edge1, x) = (self.wide(0), self.wide(1), self.argument(2));
        let over = self.binary(BinaryOp::FloatSub, x, edge0);
        let range = self.binary(BinaryOp::FloatSub, edge1, edge0);
        let t = self.divide(over, range);
        let (zero, one) = (self.float_constant(self.ty, 0.0), self.float_constant(self.ty, 1.0));
        let t = self.extreme(true, t, zero);
        let t = self.extreme(false, t, one);
        let square = self.binary(BinaryOp::FloatMul, t, t);
        let (minus_two, three) = (self.float_constant(self.ty, -2.0), self.float_constant(self.ty, 3.0));
        let factor = self.multiply_add(t, minus_two, three);
        self.binary(BinaryOp::FloatMul, square, factor)
    }
    fn sign(&mut self) -> ValueId {
        let x = self.argument(0);
        let zero = self.float_constant(self.ty, 0.0);
        let one = self.float_constant(self.ty, 1.0);
        let signed_one = self.binary(BinaryOp::CopySign, one, x);
        let is_zero = self.compare(CompareOp::FloatEqual, x, zero);
        let value = self.select_value(is_zero, x, signed_one);
        let is_nan = self.compare(CompareOp::FloatUnordered, x, x);
        self.select_value(is_nan, zero, value)
    }
    /// The cross product, with two roundings in each component, so that `cross(v, v)` is zero.
    fn cross(&mut self) -> ValueId {
        let (a, b) = (self.argument(0), self.argument(1));
        let mut parts = SmallVec::<[ValueId; 4]>::new();
        for (i, j) in [(1, 2), (2, 0), (0, 1)] {
            let (ai, bj) = (self.extract(a, i), self.extract(b, j));
            let (aj, bi) = (self.extract(a, j), self.extract(b, i));
            let left = self.exact(BinaryOp::FloatMul, ai, bj);
            let right = self.exact(BinaryOp::FloatMul, aj, bi);
            parts.push(self.exact(BinaryOp::FloatSub, left, right));
        }
        if self.ty.components() == 4 {
            parts.push(self.float_constant(ValueType::Scalar(self.scalar), 0.0));
        }
        self.construct(&parts)
    }
    fn dot(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let (x, y) = (self.extract(a, 0), self.extract(b, 0));
        let mut sum = self.contractible(BinaryOp::FloatMul, x, y);
        for index in 1..self.ty.components() {
            let (x, y) = (self.extract(a, index), self.extract(b, index));
            sum = self.multiply_add(x, y, sum);
        }
        sum
    }
    fn fast_normalize(&mut self) -> ValueId {
        let vector = self.argument(0);
        let square = self.dot(vector, vector);
        let root = self.square_root(square);
        let scalar = ValueType::Scalar(self.scalar);
        let one = self.float_constant(scalar, 1.0);
        let inverse = self.divide(one, root);
        // The zero vector stays what it is; so does one whose square underflows, which is allowed.
        let zero = self.float_constant(scalar, 0.0);
        let is_zero = self.compare(CompareOp::FloatEqual, square, zero);
        let inverse = self.select_value(is_zero, one, inverse);
        let inverse = self.widen(inverse, self.ty.components());
        self.binary(BinaryOp::FloatMul, vector, inverse)
    }
}

/// Whether an operation rounds several times. With `half`, the error would add up to more than its bound (`rsqrt`: 1 ULP), or
/// squares would overflow from 256 on (`dot`, `cross`).
fn rounds_often(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::ReciprocalSqrt
            | Operation::Degrees
            | Operation::Radians
            | Operation::Mix
            | Operation::SmoothStep
            | Operation::Cross
            | Operation::Dot
    )
}
