//! Numbers of some 100 bits with any exponent, as references for `double`.
//!
//! A [`Pair`] is the sum of two doubles of which the lesser one is at most half a unit in the last place of the greater
//! (Dekker). Its operations here are right to about 2^-102, as long as nothing overflows or comes near the denormal numbers;
//! a [`Wide`] is a pair with an exponent, so that results can go where pairs cannot.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// `high + low`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// The double nearest to the sum.
    pub high: f64,
    /// What is left.
    pub low: f64,
}

/// `pair * 2^exponent`. NaN, infinities and zeros stand in the greater part of the pair, with the sign that is expected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wide {
    /// The significand, of any size.
    pub pair: Pair,
    /// The power of 2 that it is multiplied with.
    pub exponent: i32,
}

/// a + b and its rounding error.
pub fn two_sum(a: f64, b: f64) -> Pair {
    let sum = a + b;
    let part = sum - a;
    Pair { high: sum, low: (a - (sum - part)) + (b - part) }
}

/// The same where a is the greater one, or 0.
fn quick_sum(a: f64, b: f64) -> Pair {
    let sum = a + b;
    Pair { high: sum, low: b - (sum - a) }
}

/// a * b and its rounding error.
pub fn two_product(a: f64, b: f64) -> Pair {
    let product = a * b;
    Pair { high: product, low: a.mul_add(b, -product) }
}

impl Pair {
    /// 0.
    pub const ZERO: Pair = Pair::new(0.0, 0.0);
    /// 1.
    pub const ONE: Pair = Pair::new(1.0, 0.0);

    /// The sum of two doubles that keep to the rule above.
    pub const fn new(high: f64, low: f64) -> Pair {
        Pair { high, low }
    }
    /// The quotient of two integers.
    pub fn ratio(dividend: f64, divisor: f64) -> Pair {
        Pair::from(dividend) / Pair::from(divisor)
    }
    /// The magnitude.
    pub fn abs(self) -> Pair {
        if self.high < 0.0 { -self } else { self }
    }
    /// The product with a power of 2.
    pub fn scaled(self, power: f64) -> Pair {
        Pair { high: self.high * power, low: self.low * power }
    }
    /// The product with 2^power.
    pub fn shifted(self, power: i32) -> Pair {
        Pair { high: scale(self.high, power), low: scale(self.low, power) }
    }
    /// The square root of a positive number.
    pub fn sqrt(self) -> Pair {
        if self.high == 0.0 {
            return self;
        }
        let root = Pair::from(self.high.sqrt());
        let rest = self - root * root;
        root + Pair::from(rest.high / (2.0 * root.high))
    }
    /// The product with itself.
    pub fn square(self) -> Pair {
        self * self
    }
    /// c0 + c1 x + c2 x² + …
    pub fn polynomial(self, coefficients: impl DoubleEndedIterator<Item = Pair>) -> Pair {
        coefficients.rev().fold(Pair::ZERO, |sum, c| sum * self + c)
    }
}

impl From<f64> for Pair {
    fn from(number: f64) -> Pair {
        Pair { high: number, low: 0.0 }
    }
}
impl Neg for Pair {
    type Output = Pair;
    fn neg(self) -> Pair {
        Pair { high: -self.high, low: -self.low }
    }
}
impl Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        let high = two_sum(self.high, other.high);
        let low = two_sum(self.low, other.low);
        let sum = quick_sum(high.high, high.low + low.high);
        quick_sum(sum.high, sum.low + low.low)
    }
}
impl Sub for Pair {
    type Output = Pair;
    fn sub(self, other: Pair) -> Pair {
        self + -other
    }
}
impl Mul for Pair {
    type Output = Pair;
    fn mul(self, other: Pair) -> Pair {
        let product = two_product(self.high, other.high);
        let cross = self.high.mul_add(other.low, self.low * other.high);
        quick_sum(product.high, product.low + cross)
    }
}
impl Div for Pair {
    type Output = Pair;
    fn div(self, other: Pair) -> Pair {
        let first = self.high / other.high;
        let rest = self - other * Pair::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Pair::from(second);
        quick_sum(first, second) + Pair::from(rest.high / other.high)
    }
}

/// number * 2^power, right where the result is normal or the product exact.
pub fn scale(number: f64, power: i32) -> f64 {
    let step = |number: f64, power: i32| number * f64::from_bits(((power + 1023) as u64) << 52);
    let mut number = number;
    let mut rest = power.clamp(-4000, 4000);
    while rest > 1000 {
        number = step(number, 1000);
        rest -= 1000;
    }
    while rest < -1000 {
        number = step(number, -1000);
        rest += 1000;
    }
    step(number, rest)
}

/// A finite number other than 0 as a significand in ±[1, 2) and an exponent.
pub fn split(number: f64) -> (f64, i32) {
    let (number, offset) =
        if number.abs() < f64::MIN_POSITIVE { (scale(number, 60), 60) } else { (number, 0) };
    let exponent = ((number.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    (scale(number, -exponent), exponent - offset)
}

impl Wide {
    /// A pair times a power of 2.
    pub fn new(pair: Pair, exponent: i32) -> Wide {
        Wide { pair, exponent }
    }
    /// Whether it is not a number.
    pub fn is_nan(self) -> bool {
        self.pair.high.is_nan()
    }
    /// Whether it is neither infinite nor NaN.
    pub fn is_finite(self) -> bool {
        self.pair.high.is_finite()
    }
    /// Whether its sign is minus, that of zeros included.
    pub fn is_negative(self) -> bool {
        self.pair.high.is_sign_negative()
    }
    /// Itself as a pair, where that can hold it.
    pub fn to_pair(self) -> Pair {
        self.pair.shifted(self.exponent)
    }
    /// The double nearest to it. (Of a denormal number one of the two beside it.)
    pub fn nearest(self) -> f64 {
        scale(self.pair.high, self.exponent)
    }
}

impl From<f64> for Wide {
    fn from(number: f64) -> Wide {
        Wide { pair: Pair::from(number), exponent: 0 }
    }
}
impl From<Pair> for Wide {
    fn from(pair: Pair) -> Wide {
        Wide { pair, exponent: 0 }
    }
}
impl Neg for Wide {
    type Output = Wide;
    fn neg(self) -> Wide {
        Wide { pair: -self.pair, exponent: self.exponent }
    }
}
