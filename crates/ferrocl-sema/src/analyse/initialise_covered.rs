//! Which bytes of an object its initialiser has filled, to see what designators fill again.
//!
//! Almost every initialiser goes from the start to the end, which costs one interval; only designators that jump make more. Values
//! that a designated range repeats do not count: `{ [0 ... 9] = -1, [3] = 5 }` gives a default and its exceptions.

use std::collections::BTreeMap;

/// Intervals of bytes.
#[derive(Debug, Default)]
pub(crate) struct Covered {
    /// Start and end of each; they neither overlap nor touch.
    intervals: BTreeMap<u64, u64>,
    /// How many designated ranges are open.
    paused: u32,
}

impl Covered {
    /// Adds `size` bytes from `offset` on; false where one of them was there already.
    pub fn add(&mut self, offset: u64, size: u64) -> bool {
        if self.paused > 0 || size == 0 {
            return true;
        }
        let end = offset.saturating_add(size);
        let (mut start, mut last) = (offset, end);
        let mut is_new = true;
        while let Some((&other, &other_end)) = self.intervals.range(..=last).next_back()
            && other_end >= start
        {
            is_new &= other_end <= offset || other >= end;
            (start, last) = (start.min(other), last.max(other_end));
            self.intervals.remove(&other);
        }
        self.intervals.insert(start, last);
        is_new
    }
    /// Stops counting where a designator names a range.
    pub fn pause(&mut self, is_range: bool) {
        self.paused += u32::from(is_range);
    }
    /// Ends what [`Self::pause`] began.
    pub fn resume(&mut self, is_range: bool) {
        self.paused -= u32::from(is_range);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_join() {
        let mut covered = Covered::default();
        assert!(covered.add(0, 4) && covered.add(4, 4) && covered.add(16, 4));
        assert_eq!(covered.intervals.len(), 2);
        assert!(covered.add(8, 8));
        assert_eq!(covered.intervals.clone().into_iter().collect::<Vec<_>>(), [(0, 20)]);
        assert!(!covered.add(2, 1) && !covered.add(18, 8) && covered.add(26, 1));
        covered.pause(true);
        assert!(covered.add(0, 4));
        covered.resume(true);
        assert!(!covered.add(0, 4));
    }
}
