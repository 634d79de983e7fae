//! Sizes and alignments in bytes (sections "Alignment of Types" and "Sizeof Operator"), and where the members of
//! structs and unions lie.

use super::{QualifiedType, ScalarName, Type, TypeId, TypeTable};

/// The size of a scalar in bytes.
pub fn scalar_size(name: ScalarName) -> u64 {
    match name {
        ScalarName::Char | ScalarName::Uchar => 1,
        ScalarName::Short | ScalarName::Ushort | ScalarName::Half => 2,
        ScalarName::Int | ScalarName::Uint | ScalarName::Float => 4,
        ScalarName::Long | ScalarName::Ulong | ScalarName::Double => 8,
    }
}

/// Places the members of a struct or union one by one.
#[derive(Debug, Clone, Copy)]
pub struct RecordLayout {
    is_union: bool,
    packed: bool,
    pack: Option<u32>,
    end: u64,
    align: u32,
}

impl RecordLayout {
    /// A record without members yet. `packed` is `__attribute__((packed))`, under which every member has
    /// alignment 1 unless it asks for more itself; `pack` is `#pragma pack`, under which no member has more than that, whatever it
    /// asks for (as in Clang, GCC and MSVC).
    pub fn new(is_union: bool, packed: bool, pack: Option<u32>) -> Self {
        RecordLayout { is_union, packed, pack, end: 0, align: 1 }
    }
    /// Adds a member of this size and natural alignment; its offset comes back. `aligned` is what
    /// `__attribute__((aligned(n)))` on the member asks for.
    pub fn add(&mut self, size: u64, natural_align: u32, aligned: Option<u32>, packed: bool) -> u64 {
        let mut align = if self.packed || packed { 1 } else { natural_align.max(1) };
        if let Some(asked) = aligned {
            align = align.max(asked);
        }
        if let Some(limit) = self.pack {
            align = align.min(limit);
        }
        self.align = self.align.max(align);
        if self.is_union {
            self.end = self.end.max(size);
            return 0;
        }
        let offset = self.end.checked_next_multiple_of(u64::from(align)).unwrap_or(u64::MAX);
        self.end = offset.saturating_add(size);
        offset
    }
    /// Size and alignment of the record with these members. `aligned` is what the attribute on the record asks for.
    pub fn finish(self, aligned: Option<u32>) -> (u64, u32) {
        let align = self.align.max(aligned.unwrap_or(1));
        (self.end.checked_next_multiple_of(u64::from(align)).unwrap_or(u64::MAX), align)
    }
}

impl TypeTable {
    /// Size in memory, padding included; 0 for what has no size ([`is_complete`](Self::is_complete) tells), `u64::MAX`
    /// where it does not fit 64 bits.
    pub fn size_of(&self, mut ty: TypeId) -> u64 {
        let mut count = 1u64;
        loop {
            let size = match *self.get(ty) {
                Type::Array { element, length } => {
                    count = count.saturating_mul(length.unwrap_or(0));
                    ty = element.ty;
                    continue;
                }
                Type::Error | Type::Void | Type::Function { .. } => 0,
                Type::Bool => 1,
                Type::Scalar(name) | Type::Atomic(name) => scalar_size(name),
                Type::Vector(name, n) => scalar_size(name) * u64::from(if n == 3 { 4 } else { n }),
                Type::Pointer(_) | Type::Reference(_) | Type::Image(..) | Type::Opaque(_) | Type::Event => 8,
                Type::Sampler => 4,
                Type::Record(record) => self.records[record].size,
                Type::Enum(id) => scalar_size(self.enums[id].underlying),
            };
            return size.saturating_mul(count);
        }
    }
    /// Natural alignment; at least 1.
    pub fn align_of(&self, mut ty: TypeId) -> u32 {
        while let Type::Array { element, .. } = self.get(ty) {
            ty = element.ty;
        }
        match *self.get(ty) {
            Type::Record(record) => self.records[record].align.max(1),
            _ => (self.size_of(ty) as u32).max(1),
        }
    }
    /// Whether objects of it can exist: it is not `void`, a function, or an array or record of unknown extent. (The
    /// error type counts as complete, so that nothing more is said about it.)
    pub fn is_complete(&self, mut ty: TypeId) -> bool {
        loop {
            match *self.get(ty) {
                Type::Void | Type::Function { .. } => return false,
                Type::Record(record) => return self.records[record].fields.is_some(),
                Type::Enum(id) => return self.enums[id].complete,
                Type::Array { length: None, .. } => return false,
                Type::Array { element: QualifiedType { ty: element, .. }, .. } => ty = element,
                _ => return true,
            }
        }
    }
}
