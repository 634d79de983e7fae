//! Hide sets: which macros may not be expanded in a token, because it came out of their expansion.
//!
//! This is the algorithm that D. Prosser wrote for the C89 committee, from which the standard's wording on
//! rescanning (C99 6.10.3.4) was made. A set is a small number ([`HideSet`]); the sets themselves are
//! sorted lists that exist once each, and what was computed of them is remembered, since almost every
//! token of an expansion asks for the same union.

use ferrocl_base::Symbol;
use rustc_hash::FxHashMap;

/// A set of macro names. The default is the empty set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct HideSet(u32);

impl HideSet {
    /// Whether no name is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Every set that occurred.
#[derive(Debug)]
pub(crate) struct HideSets {
    sets: Vec<Box<[Symbol]>>,
    ids: FxHashMap<Box<[Symbol]>, HideSet>,
    unions: FxHashMap<(HideSet, HideSet), HideSet>,
    with: FxHashMap<(HideSet, Symbol), HideSet>,
    /// The last union asked for: neighbours mostly ask the same.
    last_union: (HideSet, HideSet, HideSet),
    /// How many names all sets hold.
    stored: usize,
}

/// No more names than this are stored in all sets together (4 bytes each).
const MAX_STORED: usize = 8 << 20;

/// What a remembered result counts as, in names.
const MEMO_COST: usize = 6;

impl HideSets {
    /// Only the empty set.
    pub fn new() -> Self {
        HideSets {
            sets: vec![Box::from([])],
            ids: FxHashMap::default(),
            unions: FxHashMap::default(),
            with: FxHashMap::default(),
            last_union: Default::default(),
            stored: 0,
        }
    }

    /// Whether the sets have grown beyond what any real program needs; expansion has to stop then.
    pub fn is_full(&self) -> bool {
        self.stored > MAX_STORED
    }

    /// Whether a name is in a set.
    pub fn contains(&self, set: HideSet, name: Symbol) -> bool {
        !set.is_empty() && self.sets[set.0 as usize].binary_search(&name).is_ok()
    }

    /// The set with one name more.
    pub fn with(&mut self, set: HideSet, name: Symbol) -> HideSet {
        if let Some(&known) = self.with.get(&(set, name)) {
            return known;
        }
        let names = &self.sets[set.0 as usize];
        let result = match names.binary_search(&name) {
            Ok(_) => set,
            Err(at) => {
                let mut larger = Vec::with_capacity(names.len() + 1);
                larger.extend_from_slice(&names[..at]);
                larger.push(name);
                larger.extend_from_slice(&names[at..]);
                self.id(larger)
            }
        };
        self.with.insert((set, name), result);
        self.stored += MEMO_COST;
        result
    }

    /// The names in either.
    pub fn union(&mut self, a: HideSet, b: HideSet) -> HideSet {
        if a.is_empty() || a == b {
            return b;
        }
        if b.is_empty() {
            return a;
        }
        if (self.last_union.0, self.last_union.1) == (a, b) {
            return self.last_union.2;
        }
        let result = match self.unions.get(&(a, b)) {
            Some(&known) => known,
            None => {
                let (left, right) = (&self.sets[a.0 as usize], &self.sets[b.0 as usize]);
                let mut names: Vec<Symbol> = left.iter().chain(right.iter()).copied().collect();
                names.sort_unstable();
                names.dedup();
                let result = self.id(names);
                self.unions.insert((a, b), result);
                self.stored += MEMO_COST;
                result
            }
        };
        self.last_union = (a, b, result);
        result
    }

    /// The names in both.
    pub fn intersection(&mut self, a: HideSet, b: HideSet) -> HideSet {
        if a == b || a.is_empty() {
            return a;
        }
        if b.is_empty() {
            return b;
        }
        let right = &self.sets[b.0 as usize];
        let names: Vec<Symbol> = self.sets[a.0 as usize]
            .iter()
            .copied()
            .filter(|name| right.binary_search(name).is_ok())
            .collect();
        self.id(names)
    }

    fn id(&mut self, names: Vec<Symbol>) -> HideSet {
        if names.is_empty() {
            return HideSet::default();
        }
        if let Some(&known) = self.ids.get(names.as_slice()) {
            return known;
        }
        let names = names.into_boxed_slice();
        // Two copies are kept: one to look up, one to look in.
        self.stored += 2 * names.len();
        let id = HideSet(self.sets.len() as u32);
        self.sets.push(names.clone());
        self.ids.insert(names, id);
        id
    }
}
