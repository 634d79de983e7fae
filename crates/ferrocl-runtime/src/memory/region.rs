//! Boxes of bytes: rows, and slices of rows, that lie apart from each other by pitches.
//!
//! Rectangle copies of buffers, and regions of images and arrays of images, are all boxes whose rows are consecutive bytes: a width
//! in bytes, a number of rows and a number of slices. Everything here works on raw memory; [`super::Buffer`] has the same with
//! bounds.

/// Bytes of a row, rows of a slice, slices.
pub type Extent = [usize; 3];

/// Where the rows of a box lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLayout {
    /// Bytes before the first row.
    pub offset: usize,
    /// Bytes from the start of a row to that of the next.
    pub row_pitch: usize,
    /// Bytes from the start of a slice to that of the next.
    pub slice_pitch: usize,
}

impl RowLayout {
    /// A single row.
    pub fn at(offset: usize) -> RowLayout {
        RowLayout { offset, row_pitch: 0, slice_pitch: 0 }
    }
    /// Rows and slices that follow each other without gaps.
    pub fn packed(offset: usize, extent: Extent) -> RowLayout {
        let slice_pitch = extent[0].saturating_mul(extent[1]);
        RowLayout { offset, row_pitch: extent[0], slice_pitch }
    }
    /// The same rows, further on.
    pub fn moved(self, bytes: usize) -> RowLayout {
        RowLayout { offset: self.offset.saturating_add(bytes), ..self }
    }
    /// The offset after the last byte of a box; that of the box itself where nothing is in it. `None` where the number is too large.
    pub fn end(self, extent: Extent) -> Option<usize> {
        if extent.contains(&0) {
            return Some(self.offset);
        }
        let slices = self.slice_pitch.checked_mul(extent[2] - 1)?;
        let rows = self.row_pitch.checked_mul(extent[1] - 1)?;
        self.offset.checked_add(slices)?.checked_add(rows)?.checked_add(extent[0])
    }
}

/// The box in the fewest rows: rows without gaps between them are one longer row.
fn merged(layouts: [RowLayout; 2], mut extent: Extent) -> Extent {
    let all = |test: &dyn Fn(RowLayout) -> bool| layouts.iter().all(|&layout| test(layout));
    if extent[1] > 1 && all(&|l| l.row_pitch == extent[0]) {
        extent = [extent[0] * extent[1], 1, extent[2]];
    }
    if extent[1] == 1 && extent[2] > 1 && all(&|l| l.slice_pitch == extent[0]) {
        extent = [extent[0] * extent[2], 1, 1];
    }
    extent
}

/// Copies a box of bytes. Within a row, source and destination may overlap.
///
/// # Safety
/// All bytes of the box, as [`RowLayout::end`] has them, can be read in the source and written in the destination.
pub unsafe fn copy(
    source: *const u8,
    source_layout: RowLayout,
    destination: *mut u8,
    destination_layout: RowLayout,
    extent: Extent,
) {
    if extent.contains(&0) {
        return;
    }
    let [width, rows, slices] = merged([source_layout, destination_layout], extent);
    for slice in 0..slices {
        for row in 0..rows {
            let place =
                |layout: RowLayout| layout.offset + slice * layout.slice_pitch + row * layout.row_pitch;
            // SAFETY: the caller vouches for the whole box, and this is a row of it.
            unsafe {
                let (from, to) =
                    (source.add(place(source_layout)), destination.add(place(destination_layout)));
                std::ptr::copy(from, to, width);
            }
        }
    }
}

/// Fills a box of bytes with an element again and again; each row starts with a whole one. An empty element changes nothing.
///
/// # Safety
/// All bytes of the box, as [`RowLayout::end`] has them, can be written.
pub unsafe fn fill(destination: *mut u8, layout: RowLayout, extent: Extent, element: &[u8]) {
    if extent.contains(&0) || element.is_empty() {
        return;
    }
    let whole = extent[0].is_multiple_of(element.len());
    let [width, rows, slices] = if whole { merged([layout; 2], extent) } else { extent };
    for slice in 0..slices {
        for row in 0..rows {
            let place = layout.offset + slice * layout.slice_pitch + row * layout.row_pitch;
            // SAFETY: the caller vouches for the whole box, and this is a row of it.
            unsafe { fill_row(destination.add(place), width, element) };
        }
    }
}

/// Fills consecutive bytes.
///
/// # Safety
/// They can be written.
unsafe fn fill_row(destination: *mut u8, length: usize, element: &[u8]) {
    /// A block that stays in the first cache while it is copied over and over.
    const BLOCK: usize = 16 << 10;
    if let Some(&byte) = element.first().filter(|&first| element.iter().all(|byte| byte == first)) {
        // SAFETY: the caller vouches for it.
        unsafe { destination.write_bytes(byte, length) };
        return;
    }
    let mut filled = element.len().min(length);
    // SAFETY: `filled` never gets larger than `length`. What is copied is what was filled before, a whole number of elements until
    // the last piece, and lies before what is written.
    unsafe {
        std::ptr::copy_nonoverlapping(element.as_ptr(), destination, filled);
        while filled < length {
            // Whole elements: all that is filled, or as many as make a block.
            let block = if filled <= BLOCK { filled } else { BLOCK / element.len() * element.len() };
            let piece = block.max(element.len()).min(length - filled);
            std::ptr::copy_nonoverlapping(destination, destination.add(filled), piece);
            filled += piece;
        }
    }
}

/// How many rows are looked at one by one to see whether two boxes overlap; what is larger than that counts as apart.
const MAX_ROWS: usize = 1 << 22;

/// Whether two boxes in the same memory have a byte in common.
pub fn overlap(a: RowLayout, a_extent: Extent, b: RowLayout, b_extent: Extent) -> bool {
    let (Some(a_end), Some(b_end)) = (a.end(a_extent), b.end(b_extent)) else { return false };
    let empty = a_extent.contains(&0) || b_extent.contains(&0);
    if empty || a_end <= b.offset || b_end <= a.offset {
        return false;
    }
    let (a_extent, b_extent) = (merged([a; 2], a_extent), merged([b; 2], b_extent));
    let rows = |extent: Extent| extent[1].saturating_mul(extent[2]);
    // The rows of one box, each against the whole of the other.
    let (few, few_extent, other, other_extent) = if rows(a_extent) <= rows(b_extent) {
        (a, a_extent, b, b_extent)
    } else {
        (b, b_extent, a, a_extent)
    };
    if rows(few_extent) > MAX_ROWS {
        return false;
    }
    (0..few_extent[2]).any(|slice| {
        (0..few_extent[1]).any(|row| {
            let start = few.offset + slice * few.slice_pitch + row * few.row_pitch;
            touches(other, other_extent, start, start + few_extent[0])
        })
    })
}

/// Whether a box that is not empty has a byte in a range.
fn touches(layout: RowLayout, [width, rows, slices]: Extent, start: usize, end: usize) -> bool {
    /// The first of equally spaced pieces of a length that ends after `start`.
    fn first_after(start: usize, base: usize, pitch: usize, length: usize) -> usize {
        match start.checked_sub(base).and_then(|distance| (distance + 1).checked_sub(length)) {
            None | Some(0) => 0,
            // All pieces lie in the same place: none ends after it.
            Some(_) if pitch == 0 => usize::MAX,
            Some(missing) => missing.div_ceil(pitch),
        }
    }
    let slice_length = (rows - 1) * layout.row_pitch + width;
    let mut slice = first_after(start, layout.offset, layout.slice_pitch, slice_length);
    while slice < slices && layout.offset + slice * layout.slice_pitch < end {
        let base = layout.offset + slice * layout.slice_pitch;
        let row = first_after(start, base, layout.row_pitch, width);
        if row < rows && base + row * layout.row_pitch < end {
            return true;
        }
        slice += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte of a box.
    fn bytes(layout: RowLayout, extent: Extent) -> Vec<usize> {
        let mut all = Vec::new();
        for slice in 0..extent[2] {
            for row in 0..extent[1] {
                let start = layout.offset + slice * layout.slice_pitch + row * layout.row_pitch;
                all.extend(start..start + extent[0]);
            }
        }
        all
    }

    /// Boxes of all kinds: packed, with gaps, with slices between the rows of others, single rows, and empty ones.
    fn boxes() -> Vec<(RowLayout, Extent)> {
        let mut all = Vec::new();
        for offset in [0, 1, 5, 12] {
            for (row_pitch, slice_pitch) in [(0, 0), (3, 6), (3, 9), (4, 12), (5, 20), (12, 4)] {
                for extent in [[3, 2, 2], [1, 1, 1], [2, 3, 1], [3, 1, 3], [6, 1, 1], [0, 2, 2], [3, 0, 1]] {
                    all.push((RowLayout { offset, row_pitch, slice_pitch }, extent));
                }
            }
        }
        all
    }

    #[test]
    fn ends_are_those_of_the_last_byte() {
        for (layout, extent) in boxes() {
            let last = bytes(layout, extent).into_iter().max();
            assert_eq!(layout.end(extent), Some(last.map_or(layout.offset, |last| last + 1)));
        }
        let huge = RowLayout { offset: 1, row_pitch: usize::MAX / 2, slice_pitch: usize::MAX };
        assert_eq!(
            (huge.end([1, 3, 1]), huge.end([1, 1, 2]), huge.end([1, 2, 1]).is_some()),
            (None, None, true)
        );
    }

    #[test]
    fn boxes_overlap_when_they_share_a_byte() {
        let all = boxes();
        for &(a, a_extent) in &all {
            let of_a = bytes(a, a_extent);
            for &(b, b_extent) in &all {
                let shared = bytes(b, b_extent).iter().any(|byte| of_a.contains(byte));
                assert_eq!(
                    overlap(a, a_extent, b, b_extent),
                    shared,
                    "{a:?} {a_extent:?} {b:?} {b_extent:?}"
                );
            }
        }
    }

    #[test]
    fn copies_change_the_box_and_nothing_else() {
        let source: Vec<u8> = (100..200).collect();
        for (from, extent) in boxes() {
            // Rows that overlap each other have no defined result.
            let places = bytes(from, extent);
            let to = RowLayout { offset: 2, row_pitch: 7, slice_pitch: 23 };
            let mut destination = vec![0_u8; 100];
            let mut wanted = destination.clone();
            for (&from, to) in places.iter().zip(bytes(to, extent)) {
                wanted[to] = source[from];
            }
            // SAFETY: all boxes end within 100 bytes.
            unsafe { copy(source.as_ptr(), from, destination.as_mut_ptr(), to, extent) };
            assert_eq!(destination, wanted, "{from:?} {extent:?}");
        }
    }

    #[test]
    fn fills_repeat_the_element_in_each_row() {
        for (layout, extent) in boxes() {
            for element in [&[7_u8][..], &[1, 2], &[1, 2, 3], &[5; 4], &[9, 8, 7, 6, 5, 4, 3, 2], &[]] {
                let mut memory = vec![0_u8; 100];
                let mut wanted = memory.clone();
                for (index, place) in bytes(layout, extent).into_iter().enumerate() {
                    if !element.is_empty() {
                        wanted[place] = element[index % extent[0] % element.len()];
                    }
                }
                // SAFETY: all boxes end within 100 bytes.
                unsafe { fill(memory.as_mut_ptr(), layout, extent, element) };
                // A layout without pitches writes its rows over each other, which is the same for equal rows.
                assert_eq!(memory, wanted, "{layout:?} {extent:?} {element:?}");
            }
        }
    }

    #[test]
    fn long_fills_are_exact_to_the_end() {
        for size in [2, 3, 12, 128] {
            let element: Vec<u8> = (1..=size).collect();
            let mut memory = vec![0_u8; 100_001];
            // SAFETY: one byte less than there is.
            unsafe { fill(memory.as_mut_ptr(), RowLayout::at(0), [100_000, 1, 1], &element) };
            let good = memory[..100_000].iter().enumerate().all(|(i, &b)| b == element[i % element.len()]);
            assert!(good && memory[100_000] == 0, "element of {size} bytes");
        }
    }
}
