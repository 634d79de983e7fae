//! Interned strings: equal texts have equal [`Symbol`]s.
//!
//! Every name, number and string of a program passes through here once a token, so this is one of the
//! hottest places of the front end: all texts lie in one buffer, and the table holds nothing but numbers.

use std::hash::Hasher;

use rustc_hash::FxHasher;

crate::define_id!(
    /// An interned string. Its text is [`Interner::text`].
    pub Symbol,
    "sym"
);

/// Gives each text one [`Symbol`]. A symbol is only meaningful to the interner that made it.
#[derive(Debug, Default, Clone)]
pub struct Interner {
    /// All texts, one after the other.
    buffer: String,
    /// The end in `buffer` and the hash of each text.
    entries: Vec<(u32, u32)>,
    /// Open addressing with linear probing: symbol plus 1, or 0 for a free place. Its length is a power of
    /// two and at least twice the number of texts.
    table: Vec<u32>,
}

impl Interner {
    /// An interner that knows no text yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// The symbol of `text`. Panics where all texts together would have more than 2^32 bytes.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if 2 * (self.entries.len() + 1) > self.table.len() {
            self.grow();
        }
        let hash = hash(text);
        match self.find(text, hash) {
            Ok(symbol) => symbol,
            Err(place) => {
                let symbol = Symbol(self.entries.len() as u32);
                self.buffer.push_str(text);
                let end = u32::try_from(self.buffer.len()).expect("more than 2^32 bytes of names");
                self.entries.push((end, hash));
                self.table[place] = symbol.0 + 1;
                symbol
            }
        }
    }
    /// The symbol of `text` if it was interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        if self.table.is_empty() {
            return None;
        }
        self.find(text, hash(text)).ok()
    }
    /// How many texts it knows; the symbols are the numbers below it.
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        let index = symbol.0 as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.entries[before].0);
        &self.buffer[start as usize..self.entries[index].0 as usize]
    }

    /// The symbol of a text, or the free place in the table where it belongs.
    fn find(&self, text: &str, hash: u32) -> Result<Symbol, usize> {
        let mask = self.table.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            match self.table[place] {
                0 => return Err(place),
                entry => {
                    let symbol = Symbol(entry - 1);
                    if self.entries[symbol.0 as usize].1 == hash && self.text(symbol) == text {
                        return Ok(symbol);
                    }
                }
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.table.len()).max(256);
        let mask = size - 1;
        self.table.clear();
        self.table.resize(size, 0);
        for (index, &(_, hash)) in self.entries.iter().enumerate() {
            let mut place = hash as usize & mask;
            while self.table[place] != 0 {
                place = (place + 1) & mask;
            }
            self.table[place] = index as u32 + 1;
        }
    }
}

fn hash(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_equal_symbols() {
        let mut interner = Interner::new();
        assert_eq!(interner.get("a"), None);
        let texts: Vec<String> = (0..3000).map(|number| format!("name{number}")).collect();
        let symbols: Vec<Symbol> = texts.iter().map(|text| interner.intern(text)).collect();
        let empty = interner.intern("");
        for (text, &symbol) in texts.iter().zip(&symbols) {
            assert_eq!(interner.intern(text), symbol);
            assert_eq!(interner.get(text), Some(symbol));
            assert_eq!(interner.text(symbol), text);
        }
        assert_eq!(interner.text(empty), "");
        assert_eq!(interner.get("name"), None);
        assert_eq!(interner.len(), 3001);
    }
}
