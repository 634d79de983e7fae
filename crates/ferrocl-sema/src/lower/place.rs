//! Objects: where they live, and how they and their components are read and written.
//!
//! A [`Place`] is what an lvalue becomes once its pointers and indices are evaluated: it can be read and written any
//! number of times. Components of vectors in memory are read and written by themselves, since two
//! work-items may share a vector.

use ferrocl_base::Span;
use ferrocl_ir::{
    Access, BinaryOp, CompareOp, Conversion, Op, SHUFFLE_UNDEFINED, Scalar, SlotId, Stmt, ValueId, ValueType,
};
use smallvec::SmallVec;

use super::Lowerer;
use crate::types::TypeId;

/// An address that is still being put together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Address {
    pub base: ValueId,
    /// An `I64` and what it counts, in bytes.
    pub index: Option<(ValueId, u64)>,
    /// In bytes.
    pub offset: i64,
}

impl Address {
    pub(super) fn of(base: ValueId) -> Self {
        Address { base, index: None, offset: 0 }
    }
}

/// An object, or components of one.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub root: Root,
    pub part: Part,
}

/// Where an object lives.
#[derive(Debug, Clone, Copy)]
pub(super) enum Root {
    /// Nowhere: it is a value that never changes.
    Value(ValueId),
    /// In a slot that is read and written whole.
    Slot(SlotId),
    /// In memory.
    Memory(Memory),
}

/// A place in memory and what is known of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Memory {
    pub address: Address,
    /// What the address is a multiple of.
    pub align: u32,
    pub volatile: bool,
}

/// What of an object is meant.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// These components, of a vector of that type. (In memory: not neighbours in order; those are a `Whole` of their own.)
    Components(ValueType, SmallVec<[u8; 4]>),
    /// The component with the number that an `I32` value in range says, of a vector of that type.
    Dynamic(ValueType, ValueId),
}

impl Place {
    pub(super) fn whole(root: Root) -> Self {
        Place { root, part: Part::Whole }
    }
    pub(super) fn memory(address: Address, align: u32, volatile: bool) -> Self {
        Place::whole(Root::Memory(Memory { address, align: align.max(1), volatile }))
    }
}

/// What an address with this alignment is a multiple of after adding an offset.
pub(super) fn align_at(align: u32, offset: u64) -> u32 {
    if offset == 0 { align } else { align.min(1 << offset.trailing_zeros().min(16)) }
}

impl Lowerer<'_> {
    /// The pointer that an address is.
    pub(super) fn pointer(&mut self, address: Address, span: Span) -> ValueId {
        self.pointer_offset(address.base, address.index, address.offset, span)
    }
    /// An address some bytes on.
    pub(super) fn advance(&mut self, mut address: Address, bytes: i64, span: Span) -> Address {
        match address.offset.checked_add(bytes) {
            Some(offset) => address.offset = offset,
            None => {
                address = Address::of(self.pointer(address, span));
                address.offset = bytes;
            }
        }
        address
    }
    /// An address some elements on; `index` is an `I64`.
    pub(super) fn advance_by(
        &mut self,
        mut address: Address,
        index: ValueId,
        scale: u64,
        span: Span,
    ) -> Address {
        if let Some(bits) = self.constant_bits(index) {
            let bytes = (bits[0] as i64).wrapping_mul(scale as i64);
            return self.advance(address, bytes, span);
        }
        if address.index.is_some() {
            address = Address::of(self.pointer(address, span));
        }
        address.index = Some((index, scale));
        address
    }

    // ---- parts ----

    /// Components of a place that holds a vector of this type.
    pub(super) fn component_place(&mut self, place: Place, vector: ValueType, picks: &[u8]) -> Place {
        let picks: SmallVec<[u8; 4]> = match &place.part {
            Part::Whole => picks.iter().copied().collect(),
            // Components of components are components.
            Part::Components(_, outer) => {
                picks.iter().map(|&pick| outer.get(usize::from(pick)).copied().unwrap_or(pick)).collect()
            }
            Part::Dynamic(..) => return place,
        };
        let vector = match place.part {
            Part::Components(vector, _) => vector,
            _ => vector,
        };
        if let Root::Memory(memory) = place.root
            && is_run(&picks)
            && picks.iter().all(|&pick| pick < vector.components())
        {
            let offset = u64::from(picks[0]) * u64::from(element_bytes(vector));
            let mut memory = memory;
            memory.address = self.advance(memory.address, offset as i64, Span::NONE);
            memory.align = align_at(memory.align, offset);
            return Place::whole(Root::Memory(memory));
        }
        Place { root: place.root, part: Part::Components(vector, picks) }
    }
    /// The component that `index` (an integer) says, of a place that holds a vector of this type.
    pub(super) fn dynamic_component_place(
        &mut self,
        place: Place,
        vector: ValueType,
        index: ValueId,
        signed: bool,
        span: Span,
    ) -> Place {
        if let Some(bits) = self.constant_bits(index)
            && bits[0] < u64::from(vector.components())
        {
            let pick = bits[0] as u8;
            return self.component_place(place, vector, &[pick]);
        }
        if let (Root::Memory(mut memory), Part::Whole) = (place.root, &place.part) {
            let index = self.resize(index, Scalar::I64, signed, span);
            memory.address = self.advance_by(memory.address, index, element_bytes(vector).into(), span);
            memory.align = memory.align.min(element_bytes(vector));
            return Place::whole(Root::Memory(memory));
        }
        let index = self.resize(index, Scalar::I32, signed, span);
        let last = u64::from(vector.components().next_power_of_two() - 1);
        let mask = self.scalar_constant(Scalar::I32, last, span);
        let index = self.emit(Op::Binary(BinaryOp::And, index, mask), ValueType::Scalar(Scalar::I32), span);
        Place { root: place.root, part: Part::Dynamic(vector, index) }
    }
    /// An integer (or bool) as another integer.
    pub(super) fn resize(&mut self, value: ValueId, to: Scalar, signed: bool, span: Span) -> ValueId {
        let from = self.value_type(value);
        let Some(scalar) = from.scalar() else { return value };
        let conversion = match scalar.bits().cmp(&to.bits()) {
            std::cmp::Ordering::Equal => return value,
            std::cmp::Ordering::Greater => Conversion::Truncate,
            std::cmp::Ordering::Less if signed => Conversion::SignExtend,
            std::cmp::Ordering::Less => Conversion::ZeroExtend,
        };
        self.emit(Op::Convert(conversion, value), from.with_scalar(to), span)
    }

    /// The same place with its address computed, for what is read and then written.
    pub(super) fn fixed(&mut self, mut place: Place, span: Span) -> Place {
        if let Root::Memory(memory) = &mut place.root {
            memory.address = Address::of(self.pointer(memory.address, span));
        }
        place
    }

    // ---- reading ----

    /// Reads a place that holds a value of this type.
    pub(super) fn load(&mut self, place: &Place, ty: ValueType, span: Span) -> ValueId {
        let whole = match (place.root, &place.part) {
            (Root::Memory(memory), Part::Whole) => return self.load_memory(memory, ty, span),
            (Root::Memory(memory), Part::Components(vector, picks)) => {
                return self.load_components(memory, *vector, picks, span);
            }
            (Root::Value(value), _) => value,
            (Root::Slot(slot), _) => self.load_slot(slot, span),
            (Root::Memory(memory), Part::Dynamic(vector, _)) => self.load_memory(memory, *vector, span),
        };
        match &place.part {
            Part::Whole => whole,
            Part::Components(_, picks) => self.pick(whole, picks, span),
            Part::Dynamic(vector, index) => {
                let scalar = vector.scalar().unwrap_or(Scalar::I32);
                self.emit(Op::ExtractDynamic(whole, *index), ValueType::Scalar(scalar), span)
            }
        }
    }
    fn load_slot(&mut self, slot: SlotId, span: Span) -> ValueId {
        match self.current.out.slots[slot].ty {
            ferrocl_ir::SlotType::Value(ty) => self.emit(Op::SlotLoad(slot), ty, span),
            ferrocl_ir::SlotType::Bytes { .. } => {
                self.internal_error(span, "an aggregate is read as if it were a value");
                self.undefined(ValueType::Scalar(Scalar::I32), span)
            }
        }
    }
    fn load_memory(&mut self, memory: Memory, ty: ValueType, span: Span) -> ValueId {
        let pointer = self.pointer(memory.address, span);
        let access = Access { align: memory.align, volatile: memory.volatile };
        if ty == BOOL {
            let byte = self.emit(Op::Load { pointer, access }, BYTE, span);
            let zero = self.zero(BYTE, span);
            return self.emit(Op::Compare(CompareOp::NotEqual, byte, zero), BOOL, span);
        }
        self.emit(Op::Load { pointer, access }, ty, span)
    }
    fn load_components(&mut self, memory: Memory, vector: ValueType, picks: &[u8], span: Span) -> ValueId {
        let scalar = ValueType::Scalar(vector.scalar().unwrap_or(Scalar::I32));
        let parts: SmallVec<[ValueId; 4]> = picks
            .iter()
            .map(|&pick| match self.component_memory(memory, vector, pick) {
                Some(memory) => self.load_memory(memory, scalar, span),
                None => self.undefined(scalar, span),
            })
            .collect();
        self.vector_of(parts, scalar, span)
    }
    /// A vector (or for one part, a scalar) of scalars.
    fn vector_of(&mut self, parts: SmallVec<[ValueId; 4]>, scalar: ValueType, span: Span) -> ValueId {
        if let [part] = parts[..] {
            return part;
        }
        let ty = ValueType::of(scalar.scalar().unwrap_or(Scalar::I32), parts.len() as u8);
        self.emit(Op::Construct(parts), ty, span)
    }
    /// Components of a vector value. Component 3 of a 3-vector is unspecified.
    pub(super) fn pick(&mut self, vector: ValueId, picks: &[u8], span: Span) -> ValueId {
        let ValueType::Vector(scalar, n) = self.value_type(vector) else { return vector };
        match *picks {
            [pick] if pick < n => self.emit(Op::Extract(vector, pick), ValueType::Scalar(scalar), span),
            [_] => self.undefined(ValueType::Scalar(scalar), span),
            _ if picks.len() == usize::from(n) && is_run(picks) && picks[0] == 0 => vector,
            _ => {
                let picks: SmallVec<[u8; 16]> =
                    picks.iter().map(|&pick| if pick < n { pick } else { SHUFFLE_UNDEFINED }).collect();
                let ty = ValueType::of(scalar, picks.len() as u8);
                self.emit(Op::Shuffle { left: vector, right: vector, picks }, ty, span)
            }
        }
    }
    /// One component of a vector in memory, if the vector has it.
    fn component_memory(&mut self, mut memory: Memory, vector: ValueType, pick: u8) -> Option<Memory> {
        if pick >= vector.components() {
            return None;
        }
        let offset = u64::from(pick) * u64::from(element_bytes(vector));
        memory.address = self.advance(memory.address, offset as i64, Span::NONE);
        memory.align = align_at(memory.align, offset);
        Some(memory)
    }

    // ---- writing ----

    /// Writes a value to a place that holds such values.
    pub(super) fn store(&mut self, place: &Place, value: ValueId, span: Span) {
        match (place.root, &place.part) {
            (Root::Value(_), _) => self.internal_error(span, "a variable that never changes is written"),
            (Root::Memory(memory), Part::Whole) => self.store_memory(memory, value, span),
            (Root::Memory(memory), Part::Components(vector, picks)) => {
                for (number, &pick) in picks.iter().enumerate() {
                    let part = self.pick(value, &[number as u8], span);
                    if let Some(memory) = self.component_memory(memory, *vector, pick) {
                        self.store_memory(memory, part, span);
                    }
                }
            }
            (Root::Memory(memory), Part::Dynamic(vector, index)) => {
                let index = self.resize(*index, Scalar::I64, false, span);
                let mut memory = memory;
                memory.align = memory.align.min(element_bytes(*vector));
                memory.address = self.advance_by(memory.address, index, element_bytes(*vector).into(), span);
                self.store_memory(memory, value, span);
            }
            (Root::Slot(slot), Part::Whole) => self.push(Stmt::SlotStore { slot, value, span }),
            (Root::Slot(slot), Part::Components(vector, picks)) => {
                let whole = self.with_components(slot, *vector, picks, value, span);
                self.push(Stmt::SlotStore { slot, value: whole, span });
            }
            (Root::Slot(slot), Part::Dynamic(vector, index)) => {
                let whole = self.load_slot(slot, span);
                let whole = self.insert_dynamic(whole, *vector, *index, value, span);
                self.push(Stmt::SlotStore { slot, value: whole, span });
            }
        }
    }
    /// The vector in a slot with components replaced by those of `value`, in order.
    fn with_components(
        &mut self,
        slot: SlotId,
        vector: ValueType,
        picks: &[u8],
        value: ValueId,
        span: Span,
    ) -> ValueId {
        let parts: SmallVec<[ValueId; 4]> =
            (0..picks.len()).map(|number| self.pick(value, &[number as u8], span)).collect();
        let component = |component: u8| Some(parts[picks.iter().position(|&pick| pick == component)?]);
        if let Some(all) = (0..vector.components()).map(component).collect() {
            return self.emit(Op::Construct(all), vector, span);
        }
        let mut whole = self.load_slot(slot, span);
        for (&index, &value) in picks.iter().zip(&parts) {
            if index < vector.components() {
                whole = self.emit(Op::Insert { vector: whole, index, value }, vector, span);
            }
        }
        whole
    }
    fn store_memory(&mut self, memory: Memory, value: ValueId, span: Span) {
        let pointer = self.pointer(memory.address, span);
        let access = Access { align: memory.align, volatile: memory.volatile };
        let value = if self.value_type(value) == BOOL {
            self.emit(Op::Convert(Conversion::ZeroExtend, value), BYTE, span)
        } else {
            value
        };
        self.push(Stmt::Store { pointer, value, access, span });
    }
    /// The vector with the component that `index` (an `I32` in range) says replaced.
    fn insert_dynamic(
        &mut self,
        whole: ValueId,
        vector: ValueType,
        index: ValueId,
        value: ValueId,
        span: Span,
    ) -> ValueId {
        let indices = vector.with_scalar(Scalar::I32);
        let numbers = self.constant(indices, (0..u64::from(vector.components())).collect(), span);
        let index = self.emit(Op::Splat(index), indices, span);
        let hit =
            self.emit(Op::Compare(CompareOp::Equal, numbers, index), vector.with_scalar(Scalar::Bool), span);
        let new = self.emit(Op::Splat(value), vector, span);
        self.emit(Op::Select { condition: hit, then: new, otherwise: whole }, vector, span)
    }

    // ---- aggregates ----

    /// Where a place is in memory.
    pub(super) fn memory_of(&mut self, place: &Place, span: Span) -> Memory {
        match place.root {
            Root::Memory(memory) => memory,
            Root::Slot(slot) => {
                let align = self.current.out.slots[slot].ty.align();
                Memory { address: Address::of(self.slot_address(slot, span)), align, volatile: false }
            }
            Root::Value(_) => {
                self.internal_error(span, "the address of a variable that is not in memory is needed");
                let null = self.zero(ValueType::Pointer(ferrocl_ir::AddressSpace::Private), span);
                Memory { address: Address::of(null), align: 1, volatile: false }
            }
        }
    }
    /// Copies an object of this type.
    pub(super) fn copy(&mut self, to: Memory, from: Address, from_align: u32, ty: TypeId, span: Span) {
        let size = self.program.types.size_of(ty);
        if size == 0 {
            return;
        }
        let to_pointer = self.pointer(to.address, span);
        let from = self.pointer(from, span);
        if to_pointer != from {
            self.push(Stmt::Copy { to: to_pointer, from, size, align: to.align.min(from_align), span });
        }
    }
}

/// Whether components follow each other in order, as many as a vector can have.
fn is_run(picks: &[u8]) -> bool {
    matches!(picks.len(), 1 | 2 | 3 | 4 | 8 | 16) && picks.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

/// The size of a component in bytes.
fn element_bytes(vector: ValueType) -> u32 {
    vector.scalar().map_or(1, Scalar::bytes)
}

const BOOL: ValueType = ValueType::Scalar(Scalar::Bool);
const BYTE: ValueType = ValueType::Scalar(Scalar::I8);
