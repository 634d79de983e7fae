//! Loads and stores, by the shape of the address: one scalar access where it is uniform, a vector access where
//! lanes lie side by side, otherwise a gather or scatter.
//!
//! Lanes that are off read zeros, never poison: their values flow on into computations whose results for other
//! lanes must stay sound.

use ferrocl_base::id::Id;
use ferrocl_ir::{Access, SlotId, ValueId, ValueType};
use smallvec::SmallVec;

use super::Emitter;
use super::lanes::{Lane, Lanes, Mask};
use crate::llvm::{Type, Value};
use crate::plan::{Shapes, SlotHome};

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
        let SlotHome::PerLane { offset, stride } = self.plan.homes[slot.index()] else {
            return Lane::Uniform(self.types.pointer.zero());
        };
        let memory = self.private_base();
        let base = self.b.offset(memory, self.types.i64.constant(offset));
        if self.width == 1 {
            return Lane::Uniform(base);
        }
        Lane::Linear { base, stride: stride as i64, small: false }
    }
    /// Reads a private variable that is in memory.
    pub fn memory_slot_load(&mut self, slot: SlotId, ty: ValueType, mask: Mask) -> Lanes {
        let address = self.slot_address(slot);
        self.load_at(address, ty, Access { align: ty.align(), volatile: false }, mask)
    }
    /// Writes a private variable that is in memory.
    pub fn memory_slot_store(&mut self, slot: SlotId, value: ValueId, mask: Mask) {
        let ty = self.kernel.values[value].ty;
        let address = self.slot_address(slot);
        self.store_at(address, ty, value, Access { align: ty.align(), volatile: false }, mask);
    }

    /// Reads memory.
    pub fn load(
        &mut self,
        pointer: ValueId,
        ty: ValueType,
        access: Access,
        _shapes: &Shapes,
        mask: Mask,
    ) -> Lanes {
        let address = self.lane(pointer, 0);
        self.load_at(address, ty, access, mask)
    }
    fn load_at(&mut self, address: Lane, ty: ValueType, access: Access, mask: Mask) -> Lanes {
        let (count, piece) = self.pieces(ty, access);
        if let Lane::Guarded { base, stride, guard, vector } = address {
            let ways = [Lane::Linear { base, stride, small: false }, Lane::Varying(vector)];
            return self.either_way(guard, &mut |e, linear| {
                let lanes = e.load_at(ways[usize::from(!linear)], ty, access, mask);
                lanes.into_iter().map(|lane| e.vector(lane)).collect()
            });
        }
        if !matches!(address, Lane::Uniform(_)) && !access.volatile {
            if let Some((units, unit)) = self.units(count, piece) {
                let words = self.load_units(address, units, unit, mask);
                return self.cut_units(&words, count, piece);
            }
            return self.load_units(address, count, piece, mask).into_iter().map(Lane::Varying).collect();
        }
        let mut lanes = SmallVec::new();
        for i in 0..count {
            let offset = u64::from(i * piece.size);
            let piece = Piece { align: align_at(access.align, offset), ..piece };
            lanes.push(self.load_piece(address, offset, piece, mask));
        }
        lanes
    }
    /// Writes memory.
    pub fn store(&mut self, pointer: ValueId, value: ValueId, access: Access, mask: Mask) {
        let ty = self.kernel.values[value].ty;
        let address = self.lane(pointer, 0);
        self.store_at(address, ty, value, access, mask);
    }
    fn store_at(&mut self, address: Lane, ty: ValueType, value: ValueId, access: Access, mask: Mask) {
        if let Lane::Guarded { base, stride, guard, vector } = address {
            let ways = [Lane::Linear { base, stride, small: false }, Lane::Varying(vector)];
            self.either_way(guard, &mut |e, linear| {
                e.store_at(ways[usize::from(!linear)], ty, value, access, mask);
                Vec::new()
            });
            return;
        }
        let (count, piece) = self.pieces(ty, access);
        let lanes = self.lanes(value);
        if !matches!(address, Lane::Uniform(_)) && !access.volatile {
            let components: Vec<Value> = lanes.into_iter().map(|lane| self.vector(lane)).collect();
            match self.units(count, piece) {
                Some((units, unit)) => {
                    let words = self.join_units(&components, units, piece, unit);
                    self.store_units(address, &words, unit, mask);
                }
                None => self.store_units(address, &components, piece, mask),
            }
            return;
        }
        for i in 0..count {
            let offset = u64::from(i * piece.size);
            let piece = Piece { align: align_at(access.align, offset), ..piece };
            self.store_piece(address, offset, lanes[i as usize], piece, mask);
        }
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

    /// Narrow components are read and written several at once: how many words, and the access to one.
    fn units(&self, count: u32, piece: Piece) -> Option<(u32, Piece)> {
        let bytes = count * piece.size;
        if count == 1 || piece.size >= 4 {
            return None;
        }
        let size = match bytes {
            2 => 2,
            _ if bytes.is_multiple_of(4) => 4,
            _ => return None,
        };
        Some((bytes / size, Piece { ty: self.cx.int(8 * size), size, ..piece }))
    }
    /// The narrow components of words.
    fn cut_units(&mut self, words: &[Value], count: u32, piece: Piece) -> Lanes {
        let per_word = count / words.len() as u32;
        let narrow = self.wide(self.cx.int(8 * piece.size));
        let wide = self.wide(piece.ty);
        (0..count)
            .map(|i| {
                let word = words[(i / per_word) as usize];
                let shift = word.ty().constant(u64::from(8 * piece.size * (i % per_word)));
                let shifted = self.b.lshr(word, shift);
                let bits = self.b.trunc(shifted, narrow);
                Lane::Varying(self.b.bitcast(bits, wide))
            })
            .collect()
    }
    /// Words of narrow components.
    fn join_units(&mut self, components: &[Value], units: u32, piece: Piece, unit: Piece) -> Vec<Value> {
        let per_word = components.len() as u32 / units;
        let narrow = self.wide(self.cx.int(8 * piece.size));
        let wide = self.wide(unit.ty);
        components
            .chunks(per_word as usize)
            .map(|parts| {
                let mut word = wide.zero();
                for (i, &part) in parts.iter().enumerate() {
                    let bits = self.b.bitcast(part, narrow);
                    let bits = self.b.zext(bits, wide);
                    let bits = self.b.shl(bits, wide.constant(u64::from(8 * piece.size) * i as u64));
                    word = self.b.or(word, bits);
                }
                word
            })
            .collect()
    }

    /// Reads components from an address that differs between lanes.
    fn load_units(&mut self, address: Lane, count: u32, piece: Piece, mask: Mask) -> Vec<Value> {
        if let Lane::Linear { base, stride, .. } | Lane::Address { base, stride, .. } = address {
            let size = i64::from(piece.size);
            if stride > 0 && stride % size == 0 {
                let step = (stride / size).min(i64::from(u32::MAX)) as u32;
                if self.is_worth_interleaving(count, step, piece.size, false) {
                    return self.load_interleaved(base, count, step, piece, mask);
                }
            }
            if stride == -size && count == 1 {
                let start = self.offset_by(base, (size * (1 - i64::from(self.width))) as u64);
                let mask = self.reversed_mask(mask);
                let value = self.load_interleaved(start, 1, 1, piece, mask)[0];
                return vec![self.reversed(value)];
            }
        }
        (0..count)
            .map(|i| {
                let offset = u64::from(i * piece.size);
                let piece = Piece { align: align_at(piece.align, offset), ..piece };
                let lane = self.load_piece(address, offset, piece, mask);
                self.vector(lane)
            })
            .collect()
    }
    /// Writes components to an address that differs between lanes.
    fn store_units(&mut self, address: Lane, components: &[Value], piece: Piece, mask: Mask) {
        if let Lane::Linear { base, stride, .. } | Lane::Address { base, stride, .. } = address {
            let size = i64::from(piece.size);
            let count = components.len() as u32;
            if stride > 0 && stride % size == 0 {
                let step = (stride / size).min(i64::from(u32::MAX)) as u32;
                if self.is_worth_interleaving(count, step, piece.size, true) {
                    return self.store_interleaved(base, components, step, piece, mask);
                }
            }
            if stride == -size && count == 1 {
                let start = self.offset_by(base, (size * (1 - i64::from(self.width))) as u64);
                let mask = self.reversed_mask(mask);
                let value = self.reversed(components[0]);
                return self.store_interleaved(start, &[value], 1, piece, mask);
            }
        }
        for (i, &value) in components.iter().enumerate() {
            let offset = i as u64 * u64::from(piece.size);
            let piece = Piece { align: align_at(piece.align, offset), ..piece };
            self.store_piece(address, offset, Lane::Varying(value), piece, mask);
        }
    }
    fn reversed_mask(&mut self, mask: Mask) -> Mask {
        match mask {
            Mask::All => Mask::All,
            Mask::Lanes(bits) => Mask::Lanes(self.reversed(bits)),
        }
    }
    /// How many components a type has, and the access to one.
    fn pieces(&self, ty: ValueType, access: Access) -> (u32, Piece) {
        let size = ty.scalar().map_or(8, |s| s.bytes());
        let piece =
            Piece { ty: self.component_type(ty), size, align: access.align, volatile: access.volatile };
        (ty.components().into(), piece)
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
                let wide = self.wide(piece.ty);
                let bits = self.mask_bits(mask);
                let align = self.types.i32.constant(piece.align.into());
                let types = [wide, p.ty()];
                Lane::Varying(self.b.intrinsic(
                    self.module,
                    "llvm.masked.gather",
                    &types,
                    &[p, align, bits, wide.zero()],
                ))
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
                let bits = self.mask_bits(mask);
                let align = self.types.i32.constant(piece.align.into());
                let types = [value.ty(), p.ty()];
                self.b.intrinsic(self.module, "llvm.masked.scatter", &types, &[value, p, align, bits]);
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
    pub fn copy(&mut self, to: ValueId, from: ValueId, size: u64, align: u32, mask: Mask) {
        let (to, from) = (self.lane(to, 0), self.lane(from, 0));
        if let (Lane::Uniform(to), Lane::Uniform(from)) = (to, from) {
            let types = [self.types.pointer, self.types.pointer, self.types.i64];
            let arguments = [to, from, self.types.i64.constant(size), self.types.bit.zero()];
            self.b.intrinsic(self.module, "llvm.memcpy", &types, &arguments);
            return;
        }
        self.for_each_word(size, align, &mut |e, offset, piece| {
            let to = e.moved(to, offset);
            let from = e.moved(from, offset);
            let value = e.load_piece(from, 0, piece, mask);
            e.store_piece(to, 0, value, piece, mask);
        });
    }
    /// Writes zeros.
    pub fn zero(&mut self, to: ValueId, size: u64, align: u32, mask: Mask) {
        let to = self.lane(to, 0);
        if let Lane::Uniform(to) = to {
            let types = [self.types.pointer, self.types.i64];
            let arguments = [to, self.types.i8.zero(), self.types.i64.constant(size), self.types.bit.zero()];
            self.b.intrinsic(self.module, "llvm.memset", &types, &arguments);
            return;
        }
        self.for_each_word(size, align, &mut |e, offset, piece| {
            let to = e.moved(to, offset);
            e.store_piece(to, 0, Lane::Uniform(piece.ty.zero()), piece, mask);
        });
    }

    /// An address moved by a uniform number of bytes.
    fn moved(&mut self, address: Lane, offset: Value) -> Lane {
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

    /// Goes over `size` bytes in words as wide as the alignment allows: a loop where there are many, the odd end after it.
    fn for_each_word(&mut self, size: u64, align: u32, body: &mut dyn FnMut(&mut Self, Value, Piece)) {
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
