//! Loads and stores, by the shape of the address: one scalar access where it is uniform, a vector access where
//! lanes lie side by side, otherwise a gather or scatter.
//!
//! Lanes that are off read zeros, never poison: their values flow on into computations whose results for other
//! lanes must stay sound.

use ferrocl_ir::{Access, SlotId, ValueId, ValueType};
use smallvec::SmallVec;

use super::Emitter;
use super::lanes::{Lane, Lanes, Mask};
use crate::llvm::{Type, Value};
use crate::plan::SlotHome;
use crate::plan::access::{self, How, Request, Stride, Way};

/// One component's access.
#[derive(Clone, Copy)]
pub struct Piece {
    /// Its type.
    pub ty: Type,
    /// Its size in bytes.
    pub size: u32,
    /// What its address is a multiple of.
    pub align: u32,
    /// Whether it must happen as written.
    pub volatile: bool,
}

/// Memory that is accessed.
#[derive(Clone, Copy)]
struct Memory {
    address: Lane,
    access: Access,
    /// Whether it is laid out by elements, see [`SlotHome::ByElement`].
    by_element: bool,
}

/// The alignment of something at `offset` from what is aligned to `align`.
fn align_at(align: u32, offset: u64) -> u32 {
    match offset {
        0 => align.max(1),
        _ => align.max(1).min(1 << offset.trailing_zeros().min(30)),
    }
}

impl Emitter<'_> {
    /// The address of a private variable in memory.
    pub fn slot_address(&mut self, slot: SlotId) -> Lane {
        let (offset, stride) = match self.plan.home(slot) {
            SlotHome::Registers => return Lane::Uniform(self.types.pointer.zero()),
            SlotHome::PerLane { offset, stride } => (offset, stride as i64),
            SlotHome::ByElement { offset, element } => (offset, element.into()),
        };
        let memory = self.private_base();
        let base = self.b.offset(memory, self.types.i64.constant(offset));
        if self.width == 1 {
            return Lane::Uniform(base);
        }
        Lane::Linear { base, stride, small: false }
    }
    fn slot_memory(&mut self, slot: SlotId, ty: ValueType) -> Memory {
        let by_element = matches!(self.plan.home(slot), SlotHome::ByElement { .. });
        let access = Access { align: ty.align(), volatile: false };
        Memory { address: self.slot_address(slot), access, by_element }
    }
    /// Reads a private variable that is in memory.
    pub fn memory_slot_load(&mut self, slot: SlotId, ty: ValueType, mask: Mask) -> Lanes {
        let memory = self.slot_memory(slot, ty);
        self.load_at(memory, ty, mask)
    }
    /// Writes a private variable that is in memory.
    pub fn memory_slot_store(&mut self, slot: SlotId, value: ValueId, mask: Mask) {
        let ty = self.kernel.values[value].ty;
        let memory = self.slot_memory(slot, ty);
        self.store_at(memory, ty, value, mask);
    }

    fn memory(&mut self, pointer: ValueId, access: Access) -> Memory {
        Memory { address: self.lane(pointer, 0), access, by_element: self.plan.is_by_element(pointer) }
    }
    /// Reads memory.
    pub fn load(&mut self, pointer: ValueId, ty: ValueType, access: Access, mask: Mask) -> Lanes {
        let memory = self.memory(pointer, access);
        self.load_at(memory, ty, mask)
    }
    /// Writes memory.
    pub fn store(&mut self, pointer: ValueId, value: ValueId, access: Access, mask: Mask) {
        let ty = self.kernel.values[value].ty;
        let memory = self.memory(pointer, access);
        self.store_at(memory, ty, value, mask);
    }

    fn load_at(&mut self, memory: Memory, ty: ValueType, mask: Mask) -> Lanes {
        if let Lane::Guarded { base, stride, guard, vector } = memory.address {
            let ways = [Lane::Linear { base, stride, small: false }, Lane::Varying(vector)];
            return self.either_way(guard, &mut |e, linear| {
                let memory = Memory { address: ways[usize::from(!linear)], ..memory };
                let lanes = e.load_at(memory, ty, mask);
                lanes.into_iter().map(|lane| e.vector(lane)).collect()
            });
        }
        let How { count, size, way } = self.how(memory, ty, false);
        let piece = self.piece(ty, memory.access, size);
        let words: Lanes = match (way, memory.address.base_of_linear()) {
            (Way::Interleaved { step }, Some(base)) => {
                let words = self.load_interleaved(base, count, step, piece, mask);
                words.into_iter().map(Lane::Varying).collect()
            }
            (Way::Reversed, Some(base)) => {
                let start = self.last_lane_address(base, size);
                let mask = self.reversed_mask(mask);
                let value = self.load_interleaved(start, 1, 1, piece, mask)[0];
                SmallVec::from_slice(&[Lane::Varying(self.reversed(value))])
            }
            _ => (0..count)
                .map(|i| {
                    let (offset, piece) = self.word_place(memory, i, piece);
                    self.load_piece(memory.address, offset, piece, mask)
                })
                .collect(),
        };
        match count == ty.components().into() {
            true => words,
            false => {
                let words: Vec<Value> = words.into_iter().map(|word| self.vector(word)).collect();
                self.cut_words(&words, ty)
            }
        }
    }
    fn store_at(&mut self, memory: Memory, ty: ValueType, value: ValueId, mask: Mask) {
        if let Lane::Guarded { base, stride, guard, vector } = memory.address {
            let ways = [Lane::Linear { base, stride, small: false }, Lane::Varying(vector)];
            self.either_way(guard, &mut |e, linear| {
                e.store_at(Memory { address: ways[usize::from(!linear)], ..memory }, ty, value, mask);
                Vec::new()
            });
            return;
        }
        let How { count, size, way } = self.how(memory, ty, true);
        let piece = self.piece(ty, memory.access, size);
        let mut words = self.lanes(value);
        if count != ty.components().into() {
            words = self.join_words(&words, count, ty, piece);
        }
        match (way, memory.address.base_of_linear()) {
            (Way::Interleaved { step }, Some(base)) => {
                let words: Vec<Value> = words.into_iter().map(|word| self.vector(word)).collect();
                self.store_interleaved(base, &words, step, piece, mask);
            }
            (Way::Reversed, Some(base)) => {
                let start = self.last_lane_address(base, size);
                let mask = self.reversed_mask(mask);
                let value = self.vector(words[0]);
                let value = self.reversed(value);
                self.store_interleaved(start, &[value], 1, piece, mask);
            }
            _ => {
                for (i, word) in words.into_iter().enumerate() {
                    let (offset, piece) = self.word_place(memory, i as u32, piece);
                    self.store_piece(memory.address, offset, word, piece, mask);
                }
            }
        }
    }

    /// How memory is accessed.
    fn how(&self, memory: Memory, ty: ValueType, write: bool) -> How {
        let stride = match memory.address {
            Lane::Uniform(_) => Stride::Zero,
            Lane::Linear { stride, .. } | Lane::Address { stride, .. } => Stride::Fixed(stride),
            Lane::Guarded { .. } | Lane::Varying(_) => Stride::Unknown,
        };
        let request = Request { ty, volatile: memory.access.volatile, write, by_element: memory.by_element };
        access::how(stride, request, self.width, self.target.has_avx512())
    }
    /// The access to one word of a value.
    fn piece(&self, ty: ValueType, access: Access, size: u32) -> Piece {
        let component = self.component_type(ty);
        let ty = match ty.scalar().map_or(8, |s| s.bytes()) == size {
            true => component,
            false => self.cx.int(8 * size),
        };
        Piece { ty, size, align: access.align, volatile: access.volatile }
    }
    /// Where a value's word number `i` is from the first one, in bytes, and the access to it.
    fn word_place(&self, memory: Memory, i: u32, piece: Piece) -> (u64, Piece) {
        let offset = u64::from(i * piece.size);
        match memory.by_element {
            true => (offset * u64::from(self.width), Piece { align: piece.size, ..piece }),
            false => (offset, Piece { align: align_at(piece.align, offset), ..piece }),
        }
    }
    /// Where the last lane's word is, if words lie in opposite order from `base` downwards.
    fn last_lane_address(&mut self, base: Value, size: u32) -> Value {
        self.offset_by(base, (i64::from(size) * (1 - i64::from(self.width))) as u64)
    }

    /// Emits `body` for the case that the guard holds and for the other; its vectors come together.
    fn either_way(&mut self, guard: Value, body: &mut dyn FnMut(&mut Self, bool) -> Vec<Value>) -> Lanes {
        let blocks = ["linear", "scattered", "together"].map(|name| self.b.new_block(self.function, name));
        self.b.branch_if(guard, blocks[0], blocks[1]);
        let mut ways = Vec::new();
        for linear in [true, false] {
            self.b.position_at_end(blocks[usize::from(!linear)]);
            let values = body(self, linear);
            ways.push((values, self.b.block()));
            self.b.branch(blocks[2]);
        }
        self.b.position_at_end(blocks[2]);
        let (first, from_first) = &ways[0];
        let (second, from_second) = &ways[1];
        first
            .iter()
            .zip(second)
            .map(|(&a, &b)| Lane::Varying(self.b.phi(a.ty(), &[(a, *from_first), (b, *from_second)])))
            .collect()
    }

    /// The narrow components of words.
    fn cut_words(&mut self, words: &[Value], ty: ValueType) -> Lanes {
        let component = self.component_type(ty);
        let bits = 8 * ty.scalar().map_or(8, |s| s.bytes());
        let per_word = usize::from(ty.components()) / words.len();
        (0..usize::from(ty.components()))
            .map(|i| {
                let word = words[i / per_word];
                let (narrow, wide) =
                    (self.cx.int(bits).in_shape_of(word.ty()), component.in_shape_of(word.ty()));
                let shift = word.ty().constant(u64::from(bits) * (i % per_word) as u64);
                let shifted = self.b.lshr(word, shift);
                let cut = self.b.trunc(shifted, narrow);
                Lane::Varying(self.b.bitcast(cut, wide))
            })
            .collect()
    }
    /// Words of narrow components.
    fn join_words(&mut self, components: &Lanes, words: u32, ty: ValueType, piece: Piece) -> Lanes {
        let bits = 8 * ty.scalar().map_or(8, |s| s.bytes());
        let (narrow, wide) = (self.wide(self.cx.int(bits)), self.wide(piece.ty));
        components
            .chunks(components.len() / words as usize)
            .map(|parts| {
                let mut word = wide.zero();
                for (i, &part) in parts.iter().enumerate() {
                    let part = self.vector(part);
                    let part = self.b.bitcast(part, narrow);
                    let part = self.b.zext(part, wide);
                    let part = self.b.shl(part, wide.constant(u64::from(bits) * i as u64));
                    word = self.b.or(word, part);
                }
                Lane::Varying(word)
            })
            .collect()
    }

    fn reversed_mask(&mut self, mask: Mask) -> Mask {
        match mask {
            Mask::All => Mask::All,
            Mask::Lanes(bits) => Mask::Lanes(self.reversed(bits)),
        }
    }
    pub fn offset_by(&mut self, p: Value, offset: u64) -> Value {
        if offset == 0 {
            return p;
        }
        let offset = self.types.i64.constant(offset);
        let offset = self.types.i64.in_shape_of(p.ty()).splat_constant(offset);
        self.b.offset(p, offset)
    }

    /// Reads one component at an offset from the address.
    pub fn load_piece(&mut self, address: Lane, offset: u64, piece: Piece, mask: Mask) -> Lane {
        match address {
            Lane::Uniform(p) => {
                let p = self.offset_by(p, offset);
                let value = self.b.load(piece.ty, p, piece.align);
                if piece.volatile {
                    self.b.set_volatile(value);
                }
                Lane::Uniform(value)
            }
            Lane::Linear { base, stride, .. } | Lane::Address { base, stride, .. }
                if stride == i64::from(piece.size) =>
            {
                let p = self.offset_by(base, offset);
                let wide = self.wide(piece.ty);
                Lane::Varying(match mask {
                    Mask::All => {
                        let value = self.b.load(wide, p, piece.align);
                        if piece.volatile {
                            self.b.set_volatile(value);
                        }
                        value
                    }
                    Mask::Lanes(bits) => {
                        let align = self.types.i32.constant(piece.align.into());
                        let types = [wide, self.types.pointer];
                        self.b.intrinsic(
                            self.module,
                            "llvm.masked.load",
                            &types,
                            &[p, align, bits, wide.zero()],
                        )
                    }
                })
            }
            lane => {
                let p = self.vector(lane);
                let p = self.offset_by(p, offset);
                Lane::Varying(self.gather(p, piece, mask))
            }
        }
    }

    /// Writes one component at an offset from the address.
    pub fn store_piece(&mut self, address: Lane, offset: u64, value: Lane, piece: Piece, mask: Mask) {
        match address {
            Lane::Uniform(p) => {
                let p = self.offset_by(p, offset);
                let value = self.last_lane(value, mask);
                let store = self.b.store(value, p, piece.align);
                if piece.volatile {
                    self.b.set_volatile(store);
                }
            }
            Lane::Linear { base, stride, .. } | Lane::Address { base, stride, .. }
                if stride == i64::from(piece.size) =>
            {
                let p = self.offset_by(base, offset);
                let value = self.vector(value);
                match mask {
                    Mask::All => {
                        let store = self.b.store(value, p, piece.align);
                        if piece.volatile {
                            self.b.set_volatile(store);
                        }
                    }
                    Mask::Lanes(bits) => {
                        let align = self.types.i32.constant(piece.align.into());
                        let types = [value.ty(), self.types.pointer];
                        self.b.intrinsic(self.module, "llvm.masked.store", &types, &[value, p, align, bits]);
                    }
                }
            }
            lane => {
                let p = self.vector(lane);
                let p = self.offset_by(p, offset);
                let value = self.vector(value);
                self.scatter(p, value, piece, mask);
            }
        }
    }

    /// The value of the last lane that is on: what remains when all write to one place in their order.
    pub fn last_lane(&mut self, value: Lane, mask: Mask) -> Value {
        if let Lane::Uniform(value) = value {
            return value;
        }
        let vector = self.vector(value);
        if self.width == 1 {
            return vector;
        }
        match mask {
            Mask::All => self.b.extract_at(vector, self.width - 1),
            Mask::Lanes(bits) => {
                let word = self.mask_word(bits);
                let no_poison = self.types.bit.zero();
                let zeros = self.intrinsic("llvm.ctlz", &[word, no_poison]);
                let last = word.ty().constant(u64::from(self.width) - 1);
                let index = self.b.sub(last, zeros);
                self.b.extract(vector, index)
            }
        }
    }

    /// Copies bytes.
    pub fn copy(&mut self, to_id: ValueId, from_id: ValueId, size: u64, align: u32, mask: Mask) {
        let (to, from) = (self.lane(to_id, 0), self.lane(from_id, 0));
        if let (Lane::Uniform(to), Lane::Uniform(from)) = (to, from) {
            let types = [self.types.pointer, self.types.pointer, self.types.i64];
            let arguments = [to, from, self.types.i64.constant(size), self.types.bit.zero()];
            self.b.intrinsic(self.module, "llvm.memcpy", &types, &arguments);
            return;
        }
        let largest = self.element_of(to_id).into_iter().chain(self.element_of(from_id)).min();
        self.for_each_word(size, align, largest, &mut |e, offset, piece| {
            let to = e.moved(to_id, to, offset);
            let from = e.moved(from_id, from, offset);
            let value = e.load_piece(from, 0, piece, mask);
            e.store_piece(to, 0, value, piece, mask);
        });
    }
    /// Writes zeros.
    pub fn zero(&mut self, to_id: ValueId, size: u64, align: u32, mask: Mask) {
        let to = self.lane(to_id, 0);
        let all_lanes = match (to, mask) {
            (Lane::Uniform(to), _) => Some((to, size)),
            // The elements of all lanes are one stretch.
            (Lane::Linear { base, .. }, Mask::All) if self.plan.is_by_element(to_id) => {
                Some((base, size * u64::from(self.width)))
            }
            _ => None,
        };
        if let Some((to, size)) = all_lanes {
            let types = [self.types.pointer, self.types.i64];
            let arguments = [to, self.types.i8.zero(), self.types.i64.constant(size), self.types.bit.zero()];
            self.b.intrinsic(self.module, "llvm.memset", &types, &arguments);
            return;
        }
        let largest = self.element_of(to_id);
        self.for_each_word(size, align, largest, &mut |e, offset, piece| {
            let to = e.moved(to_id, to, offset);
            e.store_piece(to, 0, Lane::Uniform(piece.ty.zero()), piece, mask);
        });
    }

    /// The size of the elements of the variable that a pointer points into, if it is laid out by elements.
    fn element_of(&self, pointer: ValueId) -> Option<u32> {
        self.plan.layout.element_of(pointer)
    }

    /// An address moved by a uniform number of bytes of the variable.
    fn moved(&mut self, pointer: ValueId, address: Lane, offset: Value) -> Lane {
        let offset = match self.plan.is_by_element(pointer) {
            true => self.b.mul(offset, self.types.i64.constant(self.width.into())),
            false => offset,
        };
        let shift = |p: Value| {
            let offset = self.b.splat(offset, self.types.i64.in_shape_of(p.ty()));
            self.b.offset(p, offset)
        };
        match address {
            Lane::Uniform(p) => Lane::Uniform(shift(p)),
            Lane::Varying(p) => Lane::Varying(shift(p)),
            Lane::Linear { base, stride, .. } => Lane::Linear { base: shift(base), stride, small: false },
            Lane::Address { base, stride, vector } => {
                Lane::Address { base: shift(base), stride, vector: shift(vector) }
            }
            Lane::Guarded { base, stride, guard, vector } => {
                Lane::Guarded { base: shift(base), stride, guard, vector: shift(vector) }
            }
        }
    }

    /// Goes over `size` bytes in words as wide as the alignment (and `largest`) allows: a loop where there are many, the odd end
    /// after it.
    fn for_each_word(
        &mut self,
        size: u64,
        align: u32,
        largest: Option<u32>,
        body: &mut dyn FnMut(&mut Self, Value, Piece),
    ) {
        // Elements of one size are aligned to it.
        let align = largest.unwrap_or(align);
        const UNROLLED: u64 = 8;
        let mut done = 0;
        let mut width = u64::from(align.clamp(1, 8).next_power_of_two());
        while width > u64::from(align.max(1)) {
            width /= 2;
        }
        while done < size {
            while width > size - done {
                width /= 2;
            }
            let piece = Piece {
                ty: self.cx.int(8 * width as u32),
                size: width as u32,
                align: width as u32,
                volatile: false,
            };
            let count = (size - done) / width;
            if count <= UNROLLED {
                for i in 0..count {
                    let offset = self.types.i64.constant(done + i * width);
                    body(self, offset, piece);
                }
            } else {
                let i64_type = self.types.i64;
                let (from, to) = (i64_type.constant(done), i64_type.constant(done + count * width));
                self.counted_loop(from, to, i64_type.constant(width), &mut |e, offset| {
                    body(e, offset, piece)
                });
            }
            done += count * width;
        }
    }
}
