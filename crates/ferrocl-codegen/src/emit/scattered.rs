//! Accesses with an address for each lane.
//!
//! LLVM has gathers and scatters under masks, and makes a branch for each lane of what the CPU cannot do at once: a byte gather of 16 lanes becomes
//! 32 blocks, which run slowly and take LLVM's passes over blocks longer than all else in the kernel. So only what AVX-512 really does
//! goes that way. Bytes and words are read by gathering the doublewords that they are in. All else is done
//! lane by lane without a branch: lanes that are off read zeros and write to a place of their own that nobody looks at.

use super::Emitter;
use super::lanes::Mask;
use super::memory::Piece;
use crate::llvm::Value;

/// Places for lanes that are off, once they are needed.
#[derive(Default)]
pub struct Unused {
    /// Zeros to read.
    zeros: Option<Value>,
    /// Memory in the function's frame to write to.
    sink: Option<Value>,
}

/// The largest piece that is accessed.
const LARGEST: u32 = 8;

impl Emitter<'_> {
    /// Reads a piece from an address for each lane.
    pub fn gather(&mut self, addresses: Value, piece: Piece, mask: Mask) -> Value {
        let at_once = self.target.has_avx512() && !piece.volatile;
        match piece.size {
            4 | 8 if at_once => self.gather_at_once(addresses, piece, mask),
            // Halves of a doubleword: what is not aligned could be in two of them.
            1 | 2 if at_once && piece.align >= piece.size => self.gather_narrow(addresses, piece, mask),
            _ => self.gather_by_lane(addresses, piece, mask),
        }
    }

    fn gather_at_once(&mut self, addresses: Value, piece: Piece, mask: Mask) -> Value {
        let wide = self.wide(piece.ty);
        let bits = self.mask_bits(mask);
        let align = self.types.i32.constant(piece.align.into());
        let types = [wide, addresses.ty()];
        self.b.intrinsic(self.module, "llvm.masked.gather", &types, &[addresses, align, bits, wide.zero()])
    }

    /// Reads the aligned doublewords that bytes or words lie in, and cuts them out. What is read with them is in the same page, so that
    /// it is there whatever it belongs to, and is thrown away.
    fn gather_narrow(&mut self, addresses: Value, piece: Piece, mask: Mask) -> Value {
        let (wide_i32, wide_i64) = (self.wide(self.types.i32), self.wide(self.types.i64));
        let numbers = self.b.pointer_to_int(addresses, wide_i64);
        let within = self.b.and(numbers, wide_i64.constant(3));
        let down = self.b.sub(wide_i64.zero(), within);
        let doublewords = self.b.offset(addresses, down);
        let word = Piece { ty: self.types.i32, size: 4, align: 4, volatile: false };
        let words = self.gather_at_once(doublewords, word, mask);
        let bytes = self.b.trunc(within, wide_i32);
        let shift = self.b.shl(bytes, wide_i32.constant(3));
        let shifted = self.b.lshr(words, shift);
        let narrow = self.wide(self.cx.int(8 * piece.size));
        let cut = self.b.trunc(shifted, narrow);
        self.b.bitcast(cut, self.wide(piece.ty))
    }

    fn gather_by_lane(&mut self, addresses: Value, piece: Piece, mask: Mask) -> Value {
        let addresses = match mask {
            Mask::All => addresses,
            Mask::Lanes(bits) => {
                let zeros = self.zeros();
                self.instead(bits, addresses, zeros)
            }
        };
        let mut result = self.wide(piece.ty).zero();
        for lane in 0..self.width {
            let address = self.b.extract_at(addresses, lane);
            let value = self.b.load(piece.ty, address, piece.align);
            if piece.volatile {
                self.b.set_volatile(value);
            }
            result = self.b.insert(result, value, self.types.i32.constant(lane.into()));
        }
        result
    }

    /// Writes a piece to an address for each lane, in the order of the lanes.
    pub fn scatter(&mut self, addresses: Value, values: Value, piece: Piece, mask: Mask) {
        if self.target.has_avx512() && !piece.volatile && piece.size >= 4 {
            let bits = self.mask_bits(mask);
            let align = self.types.i32.constant(piece.align.into());
            let types = [values.ty(), addresses.ty()];
            self.b.intrinsic(self.module, "llvm.masked.scatter", &types, &[values, addresses, align, bits]);
            return;
        }
        let addresses = match mask {
            Mask::All => addresses,
            Mask::Lanes(bits) => {
                let sink = self.sink();
                self.instead(bits, addresses, sink)
            }
        };
        for lane in 0..self.width {
            let (address, value) = (self.b.extract_at(addresses, lane), self.b.extract_at(values, lane));
            let store = self.b.store(value, address, piece.align);
            if piece.volatile {
                self.b.set_volatile(store);
            }
        }
    }

    /// The addresses, with another one for lanes that are off.
    fn instead(&mut self, bits: Value, addresses: Value, other: Value) -> Value {
        let others = self.b.splat(other, addresses.ty());
        self.b.select(bits, addresses, others)
    }

    fn zeros(&mut self) -> Value {
        if let Some(zeros) = self.unused.zeros {
            return zeros;
        }
        let zeros = self.module.declare_constant("zeros", self.types.i64, LARGEST);
        self.module.set_constant(zeros, self.types.i64.zero());
        *self.unused.zeros.insert(zeros)
    }
    fn sink(&mut self) -> Value {
        if let Some(sink) = self.unused.sink {
            return sink;
        }
        let sink = self.variable(self.types.i64, LARGEST);
        *self.unused.sink.insert(sink)
    }
}
