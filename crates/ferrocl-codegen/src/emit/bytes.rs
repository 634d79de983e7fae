//! Operators on 32-bit integers as four packed bytes: sums of absolute differences, and of products.
//!
//! LLVM has no operators for these, and finds the CPU's instructions for them in loops alone. So they are named here, for vectors
//! of 128, 256 and 512 bits; vectors of other lengths are cut up or filled up, and a scalar is a vector with one element that
//! counts. What a CPU has no instruction for is done on the integers.

use ferrocl_ir::BinaryOp;

use super::Emitter;
use crate::llvm::builder::IntPredicate;
use crate::llvm::{Type, Value};

/// The even bytes.
const EVEN: u64 = 0x00ff_00ff;
/// One in each byte.
const ONES: u64 = 0x0101_0101;
/// The sign of each byte.
const SIGNS: u64 = 0x8080_8080;

impl Emitter<'_> {
    /// The sum of the absolute differences of the bytes; `masked`: of those that are not 0 in `b`.
    pub fn byte_distance(&mut self, a: Value, b: Value, masked: bool) -> Value {
        self.by_register(&[a, b], |emitter, operands| {
            let ty = operands[0].ty();
            let [x, y] = [operands[0], operands[1]].map(|v| emitter.b.bitcast(v, emitter.byte_vector(ty)));
            let greater = emitter.intrinsic("llvm.umax", &[x, y]);
            let lesser = emitter.intrinsic("llvm.umin", &[x, y]);
            let mut difference = emitter.b.sub(greater, lesser);
            if masked {
                let zero = y.ty().zero();
                let left_out = emitter.b.icmp(IntPredicate::LLVMIntEQ, y, zero);
                difference = emitter.b.select(left_out, zero, difference);
            }
            let difference = emitter.b.bitcast(difference, ty);
            emitter.byte_sum(difference)
        })
    }

    /// The sum of the products of the bytes, signed or not as the operator says.
    pub fn dot_bytes(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        self.by_register(&[a, b], |emitter, operands| {
            let (a, b) = (operands[0], operands[1]);
            let ty = a.ty();
            if !emitter.has_byte_dot(ty) {
                return emitter.dot_by_words(op, a, b);
            }
            // The CPU's instruction multiplies unsigned bytes with signed ones. Moved by 128, bytes of the other kind become such;
            // the products are 128 times the other bytes away then.
            let zero = ty.zero();
            let (ones, signs, shift) = (ty.constant(ONES), ty.constant(SIGNS), ty.constant(7));
            match op {
                BinaryOp::DotBytesMixed => emitter.byte_dot(zero, b, a),
                BinaryOp::DotBytesUnsigned => {
                    let sum = emitter.byte_dot(zero, a, ones);
                    let excess = emitter.b.shl(sum, shift);
                    let moved = emitter.b.xor(b, signs);
                    emitter.byte_dot(excess, a, moved)
                }
                _ => {
                    let sum = emitter.byte_dot(zero, ones, b);
                    let excess = emitter.b.shl(sum, shift);
                    let moved = emitter.b.xor(a, signs);
                    let products = emitter.byte_dot(zero, moved, b);
                    emitter.b.sub(products, excess)
                }
            }
        })
    }

    /// The sum of the four unsigned bytes of each element.
    fn byte_sum(&mut self, a: Value) -> Value {
        let ty = a.ty();
        let ones = ty.constant(ONES);
        if self.has_byte_dot(ty) {
            return self.byte_dot(ty.zero(), a, ones);
        }
        if self.target.is_aarch64() {
            let bytes = self.b.bitcast(a, self.byte_vector(ty));
            let words = self.word_vector(ty);
            let pairs =
                self.b.intrinsic(self.module, "llvm.aarch64.neon.uaddlp", &[words, bytes.ty()], &[bytes]);
            return self.b.intrinsic(self.module, "llvm.aarch64.neon.uaddlp", &[ty, words], &[pairs]);
        }
        let pairs = if self.target.has_byte_multiplication() {
            let bytes = self.byte_vector(ty);
            let name = match ty.lanes() {
                4 => "llvm.x86.ssse3.pmadd.ub.sw.128",
                8 => "llvm.x86.avx2.pmadd.ub.sw",
                _ => "llvm.x86.avx512.pmaddubs.w.512",
            };
            let [a, ones] = [a, ones].map(|v| self.b.bitcast(v, bytes));
            let pairs = self.b.intrinsic(self.module, name, &[], &[a, ones]);
            self.b.bitcast(pairs, ty)
        } else {
            let even = self.b.and(a, ty.constant(EVEN));
            let odd = self.b.lshr(a, ty.constant(8));
            let odd = self.b.and(odd, ty.constant(EVEN));
            self.b.add(even, odd)
        };
        self.word_dot(pairs, ty.constant(0x0001_0001))
    }

    /// The sum of products from those of the even bytes and those of the odd ones, as words.
    fn dot_by_words(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        let signed = match op {
            BinaryOp::DotBytesSigned => [true, true],
            BinaryOp::DotBytesMixed => [true, false],
            _ => [false, false],
        };
        let [(a_even, a_odd), (b_even, b_odd)] = [(a, signed[0]), (b, signed[1])].map(|(v, signed)| {
            let words = self.word_vector(v.ty());
            let v = self.b.bitcast(v, words);
            let eight = words.constant(8);
            let parts = if signed {
                let raised = self.b.shl(v, eight);
                (self.b.ashr(raised, eight), self.b.ashr(v, eight))
            } else {
                (self.b.and(v, words.constant(0xff)), self.b.lshr(v, eight))
            };
            (self.b.bitcast(parts.0, a.ty()), self.b.bitcast(parts.1, a.ty()))
        });
        let even = self.word_dot(a_even, b_even);
        let odd = self.word_dot(a_odd, b_odd);
        self.b.add(even, odd)
    }

    /// The sum of the products of the two signed words of each element.
    fn word_dot(&mut self, a: Value, b: Value) -> Value {
        let ty = a.ty();
        if self.target.is_x86_64() {
            let words = self.word_vector(ty);
            let name = match ty.lanes() {
                4 => "llvm.x86.sse2.pmadd.wd",
                8 => "llvm.x86.avx2.pmadd.wd",
                _ => "llvm.x86.avx512.pmaddw.d.512",
            };
            let [a, b] = [a, b].map(|v| self.b.bitcast(v, words));
            return self.b.intrinsic(self.module, name, &[], &[a, b]);
        }
        let sixteen = ty.constant(16);
        let [(a_low, a_high), (b_low, b_high)] = [a, b].map(|v| {
            let raised = self.b.shl(v, sixteen);
            (self.b.ashr(raised, sixteen), self.b.ashr(v, sixteen))
        });
        let low = self.b.mul(a_low, b_low);
        let high = self.b.mul(a_high, b_high);
        self.b.add(low, high)
    }

    /// Whether the CPU adds up products of unsigned and signed bytes in vectors of this type.
    fn has_byte_dot(&self, ty: Type) -> bool {
        self.target.has_byte_dot_product(32 * ty.lanes())
    }

    /// `sum` and the products of the unsigned bytes with the signed ones, in one instruction.
    fn byte_dot(&mut self, sum: Value, unsigned: Value, signed: Value) -> Value {
        let name = match sum.ty().lanes() {
            4 => "llvm.x86.avx512.vpdpbusd.128",
            8 => "llvm.x86.avx512.vpdpbusd.256",
            _ => "llvm.x86.avx512.vpdpbusd.512",
        };
        self.b.intrinsic(self.module, name, &[], &[sum, unsigned, signed])
    }

    /// As many bytes as the elements of a vector have.
    fn byte_vector(&self, ty: Type) -> Type {
        self.types.i8.vector(4 * ty.lanes())
    }
    /// As many words.
    fn word_vector(&self, ty: Type) -> Type {
        self.types.i16.vector(2 * ty.lanes())
    }

    /// Makes a vector of integers register by register of such: `make` gets as many elements of each operand as a register has.
    /// Operands and result are of 32 bits, and of one shape.
    fn by_register(&mut self, operands: &[Value], make: impl Fn(&mut Self, &[Value]) -> Value) -> Value {
        let ty = operands[0].ty();
        let most = self.target.vector_bits() / 32;
        let lanes = ty.lanes();
        if !ty.is_vector() {
            let wide = ty.vector(4);
            let first = self.types.i32.constant(0);
            let filled: Vec<Value> =
                operands.iter().map(|&operand| self.b.insert(wide.zero(), operand, first)).collect();
            let result = make(self, &filled);
            return self.b.extract(result, first);
        }
        if lanes < 4 {
            // The last element again and again.
            let picks: Vec<u32> = (0..4).map(|lane: u32| lane.min(lanes - 1)).collect();
            let filled: Vec<Value> =
                operands.iter().map(|&operand| self.b.shuffle(operand, operand, &picks)).collect();
            let result = make(self, &filled);
            return self.b.shuffle(result, result, &picks[..lanes as usize]);
        }
        if lanes <= most {
            return make(self, operands);
        }
        let pieces: Vec<Value> = (0..lanes / most)
            .map(|piece| {
                let picks: Vec<u32> = (piece * most..(piece + 1) * most).collect();
                let parts: Vec<Value> =
                    operands.iter().map(|&operand| self.b.shuffle(operand, operand, &picks)).collect();
                make(self, &parts)
            })
            .collect();
        self.concatenate(pieces)
    }

    /// Vectors of one length, as many as a power of two, one after the other.
    fn concatenate(&mut self, mut pieces: Vec<Value>) -> Value {
        while pieces.len() > 1 {
            pieces = pieces
                .chunks(2)
                .map(|pair| {
                    let picks: Vec<u32> = (0..2 * pair[0].ty().lanes()).collect();
                    self.b.shuffle(pair[0], pair[1], &picks)
                })
                .collect();
        }
        pieces[0]
    }
}
