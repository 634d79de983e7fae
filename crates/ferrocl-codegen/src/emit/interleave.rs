//! Components that lie side by side or a few steps apart in memory: read and written by whole vectors, and put in order by
//! shuffles.
//!
//! A lane's elements are `step` apart from the next lane's: element `lane * step + component` of a stretch of memory that starts
//! at the first lane. The stretch is `step` vectors of W elements. Taking it apart goes by halves: while `step` is even, the even
//! elements and the odd ones of each pair of vectors are two stretches with half the step.
//!
//! What lies between the components is read (it is on pages that the kernel reads anyway) but never written, and nothing is
//! read after the last component.

use super::Emitter;
use super::lanes::Mask;
use super::memory::Piece;
use crate::llvm::{Value, constant_vector};

/// What nothing picks.
const NONE: u32 = u32::MAX;

impl Emitter<'_> {
    /// A mask for the vector number `part` of the stretch: elements of lanes that are on and of components that there are.
    fn part_mask(&mut self, mask: Mask, part: u32, count: u32, step: u32) -> Option<Value> {
        let elements = (0..self.width).map(|k| part * self.width + k);
        let wanted: Vec<bool> = elements.clone().map(|e| e % step < count).collect();
        let bit = self.types.bit;
        let constant =
            || constant_vector(&wanted.iter().map(|&w| bit.constant(w.into())).collect::<Vec<_>>());
        match mask {
            Mask::All if wanted.iter().all(|&w| w) => None,
            Mask::All => Some(constant()),
            Mask::Lanes(bits) => {
                let picks: Vec<u32> = elements.map(|e| e / step).collect();
                let spread = self.b.shuffle(bits, bits, &picks);
                Some(if count == step { spread } else { self.b.and(spread, constant()) })
            }
        }
    }

    /// Reads `count` components of a stretch that starts at `base`.
    pub fn load_interleaved(
        &mut self,
        base: Value,
        count: u32,
        step: u32,
        piece: Piece,
        mask: Mask,
    ) -> Vec<Value> {
        let wide = self.wide(piece.ty);
        let mut parts = Vec::new();
        for part in 0..step {
            let bytes = u64::from(part * self.width * piece.size);
            let p = self.offset_by(base, bytes);
            // Gaps are read along where components follow for sure.
            let count = if part + 1 < step && matches!(mask, Mask::All) { step } else { count };
            parts.push(match self.part_mask(mask, part, count, step) {
                None => self.b.load(wide, p, piece.align.min(piece.size)),
                Some(bits) => {
                    let align = self.types.i32.constant(piece.align.min(piece.size).into());
                    let types = [wide, self.types.pointer];
                    self.b.intrinsic(self.module, "llvm.masked.load", &types, &[p, align, bits, wide.zero()])
                }
            });
        }
        let wanted: Vec<u32> = (0..count).collect();
        self.take_apart(&parts, &wanted)
    }

    /// The wanted components of a stretch, whose step is the number of its vectors.
    fn take_apart(&mut self, parts: &[Value], wanted: &[u32]) -> Vec<Value> {
        let step = parts.len() as u32;
        let width = self.width;
        if step == 1 {
            return vec![parts[0]; wanted.len()];
        }
        if step.is_multiple_of(2) {
            let mut halves: [Vec<Value>; 2] = [Vec::new(), Vec::new()];
            for (odd, half) in halves.iter_mut().enumerate() {
                if wanted.iter().any(|c| c % 2 == odd as u32) {
                    let picks: Vec<u32> = (0..width).map(|k| 2 * k + odd as u32).collect();
                    *half = parts.chunks(2).map(|pair| self.b.shuffle(pair[0], pair[1], &picks)).collect();
                }
            }
            let mut found: [Vec<Value>; 2] = [Vec::new(), Vec::new()];
            for odd in 0..2 {
                let inner: Vec<u32> = wanted.iter().filter(|c| *c % 2 == odd).map(|c| c / 2).collect();
                if !inner.is_empty() {
                    found[odd as usize] = self.take_apart(&halves[odd as usize], &inner);
                }
            }
            let mut found = found.map(|list| list.into_iter());
            return wanted.iter().filter_map(|c| found[(c % 2) as usize].next()).collect();
        }
        wanted
            .iter()
            .map(|component| {
                // From each vector in turn, what it holds of the component.
                let mut result: Option<Value> = None;
                for (number, &part) in parts.iter().enumerate() {
                    let picks: Vec<u32> = (0..width)
                        .map(|lane| {
                            let element = lane * step + component;
                            let (of, at) = (element / width, element % width);
                            match (of as usize).cmp(&number) {
                                std::cmp::Ordering::Less => lane,
                                std::cmp::Ordering::Equal => width + at,
                                std::cmp::Ordering::Greater => NONE,
                            }
                        })
                        .collect();
                    if picks.iter().any(|&p| p != NONE && p >= width) {
                        let before = result.unwrap_or(part);
                        result = Some(self.b.shuffle(before, part, &picks));
                    }
                }
                result.unwrap_or(parts[0])
            })
            .collect()
    }

    /// Writes components to a stretch that starts at `base`.
    pub fn store_interleaved(
        &mut self,
        base: Value,
        components: &[Value],
        step: u32,
        piece: Piece,
        mask: Mask,
    ) {
        let count = components.len() as u32;
        let mut slots: Vec<Option<Value>> = components.iter().copied().map(Some).collect();
        slots.resize(step as usize, None);
        let parts = self.put_together(&slots);
        for (part, value) in parts.into_iter().enumerate() {
            let part = part as u32;
            let p = self.offset_by(base, u64::from(part * self.width * piece.size));
            let align = piece.align.min(piece.size);
            match self.part_mask(mask, part, count, step) {
                None => {
                    self.b.store(value, p, align);
                }
                Some(bits) => {
                    let align = self.types.i32.constant(align.into());
                    let types = [value.ty(), self.types.pointer];
                    self.b.intrinsic(self.module, "llvm.masked.store", &types, &[value, p, align, bits]);
                }
            }
        }
    }

    /// The vectors of a stretch with these components; what is `None` may hold anything.
    fn put_together(&mut self, components: &[Option<Value>]) -> Vec<Value> {
        let step = components.len() as u32;
        let width = self.width;
        let ty = components.iter().flatten().next().map_or(self.wide(self.types.i32), |v| v.ty());
        if step == 1 {
            return vec![components[0].unwrap_or(ty.poison())];
        }
        if step.is_multiple_of(2) {
            let even: Vec<Option<Value>> = components.iter().copied().step_by(2).collect();
            let odd: Vec<Option<Value>> = components.iter().copied().skip(1).step_by(2).collect();
            let some = |list: &[Option<Value>]| list.iter().any(Option::is_some);
            let mut stretch = |list: &[Option<Value>]| match some(list) {
                true => self.put_together(list),
                false => vec![ty.poison(); list.len()],
            };
            let (even, odd) = (stretch(&even), stretch(&odd));
            let mut parts = Vec::new();
            for (a, b) in even.into_iter().zip(odd) {
                for half in 0..2 {
                    let picks: Vec<u32> = (0..width)
                        .map(|k| half * (width / 2) + k / 2 + if k % 2 == 1 { width } else { 0 })
                        .collect();
                    parts.push(self.b.shuffle(a, b, &picks));
                }
            }
            return parts;
        }
        (0..step)
            .map(|part| {
                let mut result: Option<Value> = None;
                for (number, component) in components.iter().enumerate() {
                    let Some(value) = *component else { continue };
                    let picks: Vec<u32> = (0..width)
                        .map(|k| {
                            let element = part * width + k;
                            let (lane, of) = (element / step, element % step);
                            match (of as usize).cmp(&number) {
                                std::cmp::Ordering::Less => k,
                                std::cmp::Ordering::Equal => width + lane,
                                std::cmp::Ordering::Greater => NONE,
                            }
                        })
                        .collect();
                    let before = result.unwrap_or(value);
                    result = Some(self.b.shuffle(before, value, &picks));
                }
                result.unwrap_or(ty.poison())
            })
            .collect()
    }

    /// A vector in the opposite order.
    pub fn reversed(&mut self, value: Value) -> Value {
        let picks: Vec<u32> = (0..self.width).rev().collect();
        self.b.shuffle(value, value, &picks)
    }
}
