//! What each word is at the current place of the text: the one piece of context that C's grammar needs.
//!
//! The table holds a [`Word`] for every symbol and an undo log, so that looking a word up costs one index
//! and leaving a scope costs as much as was declared in it. Tags of structs, unions and enums are another
//! name space; they are kept only for hints.

use ferrocl_base::{Interner, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::words::{self, Word};
use crate::options::Standard;

/// The words, by symbol, and the scopes that are open.
pub(super) struct Names {
    words: Vec<Word>,
    /// The whole names of members of namespaces, for short names that stand for one here.
    meanings: FxHashMap<Symbol, Symbol>,
    /// What declarations hid, in order: the symbol, and what it was and meant before.
    hidden: Vec<(Symbol, Word, Symbol)>,
    /// The length of `hidden` at the start of each open scope.
    scopes: Vec<usize>,
    /// Every tag seen so far.
    pub(super) tags: FxHashSet<Symbol>,
}

impl Names {
    /// The words that the language itself has, in the file's scope.
    pub(super) fn new(interner: &mut Interner, standard: Standard, is_cpp: bool) -> Self {
        let mut names = Names {
            words: vec![Word::Unknown; interner.len() + 256],
            meanings: FxHashMap::default(),
            hidden: Vec::new(),
            scopes: Vec::new(),
            tags: FxHashSet::default(),
        };
        words::each_keyword(standard, is_cpp, |text, keyword| {
            let symbol = interner.intern(text);
            names.set(symbol, Word::Keyword(keyword));
        });
        words::each_predefined(interner, |symbol, ty| names.set(symbol, Word::Predefined(ty)));
        names
    }
    /// What the word is here.
    pub(super) fn get(&self, symbol: Symbol) -> Word {
        self.words.get(symbol.0 as usize).copied().unwrap_or(Word::Unknown)
    }
    fn set(&mut self, symbol: Symbol, word: Word) {
        let index = symbol.0 as usize;
        if index >= self.words.len() {
            self.words.resize((index + 1).next_power_of_two(), Word::Unknown);
        }
        self.words[index] = word;
    }
    /// The name that a word means: its own, or that of a member of a namespace.
    pub(super) fn meaning(&self, symbol: Symbol) -> Symbol {
        self.meanings.get(&symbol).copied().unwrap_or(symbol)
    }
    fn set_meaning(&mut self, symbol: Symbol, meaning: Symbol) {
        if meaning != symbol {
            self.meanings.insert(symbol, meaning);
        } else if !self.meanings.is_empty() {
            self.meanings.remove(&symbol);
        }
    }
    /// Declares a name in the innermost scope. Keywords stay keywords.
    pub(super) fn declare(&mut self, symbol: Symbol, word: Word) {
        self.declare_as(symbol, word, symbol);
    }
    /// Declares a name that stands for another.
    pub(super) fn declare_as(&mut self, symbol: Symbol, word: Word, meaning: Symbol) {
        let (before, meant) = (self.get(symbol), self.meaning(symbol));
        if (before, meant) == (word, meaning) || matches!(before, Word::Keyword(_)) {
            return;
        }
        if !self.scopes.is_empty() {
            self.hidden.push((symbol, before, meant));
        }
        self.set(symbol, word);
        self.set_meaning(symbol, meaning);
    }
    /// From now on the word is a type that was reported as unknown.
    pub(super) fn set_faulty(&mut self, symbol: Symbol) {
        if self.get(symbol) == Word::Unknown {
            self.set(symbol, Word::Faulty);
        }
    }
    /// Opens a scope.
    pub(super) fn open(&mut self) {
        self.scopes.push(self.hidden.len());
    }
    /// Closes the innermost scope: what it hid is seen again.
    pub(super) fn close(&mut self) {
        let start = self.scopes.pop().unwrap_or(0);
        while self.hidden.len() > start {
            if let Some((symbol, word, meaning)) = self.hidden.pop() {
                self.set(symbol, word);
                self.set_meaning(symbol, meaning);
            }
        }
    }
    /// Every word that names a type here, for hints.
    pub(super) fn type_names(&self) -> impl Iterator<Item = Symbol> {
        self.words.iter().enumerate().filter_map(|(index, word)| {
            let is_type = match word {
                Word::Typedef { .. } | Word::Predefined(_) => true,
                Word::Keyword(keyword) => keyword.is_type(),
                Word::Unknown
                | Word::Ordinary
                | Word::Faulty
                | Word::Namespace
                | Word::Template
                | Word::ClassTemplate
                | Word::Reinterpret => false,
            };
            is_type.then_some(Symbol(index as u32))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{BuiltinTypeName, ScalarName};

    #[test]
    fn scopes_hide_and_give_back() {
        let mut interner = Interner::new();
        let mut names = Names::new(&mut interner, Standard::Cl12, false);
        let (uint, t, kernel) = (interner.intern("uint"), interner.intern("T"), interner.intern("kernel"));
        let uint_type = Word::Predefined(BuiltinTypeName::Scalar(ScalarName::Uint));
        names.declare(t, Word::Typedef { vector: false });
        names.open();
        names.declare(t, Word::Ordinary);
        names.declare(uint, Word::Ordinary);
        names.declare(kernel, Word::Ordinary);
        assert_eq!((names.get(t), names.get(uint)), (Word::Ordinary, Word::Ordinary));
        assert!(matches!(names.get(kernel), Word::Keyword(_)));
        names.open();
        names.declare(t, Word::Typedef { vector: true });
        names.close();
        assert_eq!(names.get(t), Word::Ordinary);
        names.close();
        assert_eq!((names.get(t), names.get(uint)), (Word::Typedef { vector: false }, uint_type));
        assert!(names.scopes.is_empty());
    }
}
