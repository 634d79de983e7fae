//! The bytes of program-scope data: reading constants from them and storing constants into them.
//!
//! OpenCL C leaves the byte order to the device; this one is little-endian.

use std::collections::BTreeMap;

use ferrocl_ir::AddressSpace;

use super::Analyzer;
use super::constant::{Constant, ConstantPlace, ConstantRoot};
use crate::hir::GlobalId;
use crate::operation;
use crate::types::{Type, TypeId};

/// The contents of an object: bytes, and the places in them that hold the address of program-scope data.
#[derive(Debug, Clone, Default)]
pub(crate) struct Contents {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Offset, what it points to, and how many bytes are added to that; in order of offset.
    pub relocations: Vec<Relocation>,
}

/// Offset, what it points to, and how many bytes are added to that.
type Relocation = (u64, GlobalId, i64);

/// The contents of an object in the making.
#[derive(Debug, Clone)]
pub(crate) struct StaticData {
    bytes: Vec<u8>,
    /// How large it may become by writing past its end; 0 where its size is fixed.
    limit: u64,
    relocations: BTreeMap<u64, (GlobalId, i64)>,
}

/// The size of an address in bytes.
const ADDRESS: u64 = 8;

impl StaticData {
    /// An object full of zeros.
    pub fn zeroed(size: u64) -> Self {
        StaticData { bytes: vec![0; size as usize], limit: 0, relocations: BTreeMap::new() }
    }
    /// An object that grows with what is written, up to `limit` bytes.
    pub fn growing(limit: u64) -> Self {
        StaticData { bytes: Vec::new(), limit, relocations: BTreeMap::new() }
    }
    /// Gives it its final size.
    pub fn resize(&mut self, size: u64) {
        self.bytes.resize(size as usize, 0);
        self.limit = 0;
    }
    /// Makes room up to `end`.
    fn grow(&mut self, end: u64) -> Option<()> {
        if end > self.bytes.len() as u64 {
            if end > self.limit {
                return None;
            }
            self.bytes.resize(end as usize, 0);
        }
        Some(())
    }
    /// Copies `size` bytes at `offset` so many times to what follows them.
    pub fn repeat(&mut self, offset: u64, size: u64, times: u64) -> Option<()> {
        let end = size.checked_mul(times.checked_add(1)?)?.checked_add(offset)?;
        self.grow(end)?;
        let addresses: Vec<_> =
            self.relocations.range(offset..offset + size).map(|(&at, &to)| (at, to)).collect();
        // Doubling, so that it takes few steps.
        let (mut done, total, start) = (size as usize, (end - offset) as usize, offset as usize);
        while done < total {
            let count = done.min(total - done);
            self.bytes.copy_within(start..start + count, start + done);
            done += count;
        }
        if !addresses.is_empty() || self.relocations.range(offset + size..end).next().is_some() {
            self.relocations.retain(|&at, _| at < offset + size || at >= end);
            for time in 1..=times {
                self.relocations.extend(addresses.iter().map(|&(at, to)| (at + time * size, to)));
            }
        }
        Some(())
    }
    /// What it has become.
    pub fn finish(self) -> Contents {
        let relocations = self.relocations.into_iter();
        Contents {
            bytes: self.bytes,
            relocations: relocations.map(|(offset, (global, addend))| (offset, global, addend)).collect(),
        }
    }
    /// Overwrites bytes; addresses that lay there are gone.
    pub fn write(&mut self, offset: u64, bytes: &[u8]) -> Option<()> {
        let end = offset.checked_add(bytes.len() as u64)?;
        self.grow(end)?;
        let place = self.bytes.get_mut(usize::try_from(offset).ok()?..usize::try_from(end).ok()?)?;
        place.copy_from_slice(bytes);
        while let Some((&at, _)) = self.relocations.range(offset.saturating_sub(ADDRESS - 1)..end).next() {
            self.relocations.remove(&at);
        }
        Some(())
    }
    /// Puts an address there.
    pub fn write_address(&mut self, offset: u64, global: GlobalId, addend: i64) -> Option<()> {
        self.write(offset, &[0; ADDRESS as usize])?;
        self.relocations.insert(offset, (global, addend));
        Some(())
    }
}

impl Analyzer<'_> {
    /// Reads a value of type `ty` from a place, if its contents are known: those of `constant` and other `const` data are.
    pub(super) fn read(&self, place: &ConstantPlace, ty: TypeId) -> Option<Constant> {
        let data = match &place.root {
            ConstantRoot::Known(bits) => return Some(Constant::Bits(bits.clone())),
            ConstantRoot::Absolute(_) => return None,
            ConstantRoot::Literal(data, _) => (&*data.bytes, &data.relocations),
            ConstantRoot::Global(global) => {
                let global = &self.program.globals[*global];
                let unchanging = global.ty.space == AddressSpace::Constant || global.ty.is_const;
                if !unchanging || global.ty.is_volatile {
                    return None;
                }
                (global.bytes.as_deref()?, &global.relocations)
            }
        };
        let (bytes, relocations) = data;
        let end = place.offset.checked_add(self.program.types.size_of(ty))?;
        if end > bytes.len() as u64 {
            return None;
        }
        if matches!(self.program.types.get(ty), Type::Record(_) | Type::Array { .. }) {
            return Some(Constant::Aggregate(place.clone()));
        }
        let first = relocations.partition_point(|r| r.0.saturating_add(ADDRESS) <= place.offset);
        if let Some(&(offset, global, addend)) = relocations.get(first)
            && offset < end
        {
            let whole = offset == place.offset && end - offset == ADDRESS;
            return whole.then_some(Constant::Address(global, addend));
        }
        let value_type = operation::value_type(&self.program.types, ty)?;
        let width = value_type.scalar().map_or(ADDRESS as usize, |scalar| scalar.bytes() as usize);
        let bytes = bytes.get(place.offset as usize..)?.chunks_exact(width);
        let words = bytes.take(value_type.components().into()).map(|bytes| {
            let mut word = [0; 8];
            word[..width].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        });
        Some(Constant::Bits(words.collect()))
    }

    /// Stores a constant of type `ty` into an object. `None` where it is no value, or reaches past the object's end.
    pub(super) fn store(
        &self,
        data: &mut StaticData,
        offset: u64,
        ty: TypeId,
        value: &Constant,
    ) -> Option<()> {
        match value {
            Constant::Place(_) => None,
            Constant::Address(global, addend) => data.write_address(offset, *global, *addend),
            Constant::Bits(bits) => {
                let value_type = operation::value_type(&self.program.types, ty)?;
                let width = value_type.scalar().map_or(ADDRESS as usize, |scalar| scalar.bytes() as usize);
                for (i, word) in bits.iter().enumerate() {
                    data.write(offset.checked_add((i * width) as u64)?, &word.to_le_bytes()[..width])?;
                }
                Some(())
            }
            Constant::Aggregate(place) => {
                let size = self.program.types.size_of(ty);
                let (from, end) = (place.offset, place.offset.checked_add(size)?);
                let (bytes, relocations) = match &place.root {
                    ConstantRoot::Known(_) | ConstantRoot::Absolute(_) => return None,
                    ConstantRoot::Literal(data, _) => (&*data.bytes, &data.relocations),
                    ConstantRoot::Global(global) => {
                        let global = &self.program.globals[*global];
                        (global.bytes.as_deref()?, &global.relocations)
                    }
                };
                data.write(offset, bytes.get(from as usize..end as usize)?)?;
                let first = relocations.partition_point(|r| r.0 < from);
                for &(at, global, addend) in &relocations[first..] {
                    if at.saturating_add(ADDRESS) > end {
                        break;
                    }
                    data.write_address(offset + (at - from), global, addend)?;
                }
                Some(())
            }
        }
    }
}
