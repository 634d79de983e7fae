//! Interned strings: equal texts have equal [`Symbol`]s.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

crate::define_id!(
    /// An interned string. Its text is [`Interner::text`].
    pub Symbol,
    "sym"
);

/// Gives each text one [`Symbol`]. A symbol is only meaningful to the interner that made it.
#[derive(Debug, Default, Clone)]
pub struct Interner {
    texts: IndexSet<Box<str>, FxBuildHasher>,
}

impl Interner {
    /// An interner that knows no text yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// The symbol of `text`.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(index) = self.texts.get_index_of(text) {
            return Symbol(index as u32);
        }
        Symbol(self.texts.insert_full(text.into()).0 as u32)
    }
    /// The symbol of `text` if it was interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.texts.get_index_of(text).map(|index| Symbol(index as u32))
    }
    /// How many texts it knows; the symbols are the numbers below it.
    pub fn len(&self) -> usize {
        self.texts.len()
    }
    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.texts.get_index(symbol.0 as usize).expect("a symbol of another interner")
    }
}
