//! C++ for OpenCL: names of types with classes and template arguments, `Vec<float>::value_type`.
//!
//! ```text
//! named-type = [ "::" ] { namespace "::" } class-name { "::" [ "template" ] class-name }     class-name = name [ "<" arguments ">" ]
//! scoped     = named-type "::" [ "template" ] name [ "<" arguments ">" ]
//! ```
//! Whether a member is a type decides how the text goes on, so the parser keeps the kinds of all classes' members. Of what depends on the
//! parameters of a template it knows nothing: there `typename` says that a type follows.

use ferrocl_base::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::specifiers::Place;
use super::words::{Keyword, Word};
use super::{Parse, Parser};
use crate::ast::{Declarator, ScopedName, TemplateArgument, TemplateId, TypeSpecifier};
use crate::token::{Punctuator, TokenKind};

/// How deep classes are searched that others are derived from.
const MAX_BASES: usize = 64;
/// How many tokens an argument list may have that is stepped over to see what follows.
const MAX_LOOK_AHEAD: usize = 2048;

/// The classes met so far, by their whole names; templates of classes too, and enumerations.
#[derive(Default)]
pub(super) struct Classes {
    by_name: FxHashMap<Symbol, ClassNames>,
    /// The classes of typedef names.
    aliases: FxHashMap<Symbol, Symbol>,
    /// The classes whose text the parser is in, outermost first.
    pub(super) open: Vec<Symbol>,
}

/// The members of a class.
#[derive(Default)]
struct ClassNames {
    members: FxHashMap<Symbol, Word>,
    bases: Vec<Symbol>,
}

/// What a name with classes before it is.
#[derive(Clone, Copy)]
pub(super) struct ScopedKind {
    /// What its last part is; unknown where that depends on a template's parameters.
    pub word: Word,
    /// Whether a class stands before it.
    pub in_class: bool,
    /// The position of the token behind it (behind its template arguments too, if it is a type).
    pub end: usize,
}

impl ScopedKind {
    /// Whether it is the name of a type.
    pub(super) fn names_type(&self) -> bool {
        matches!(self.word, Word::Typedef { .. } | Word::Predefined(_) | Word::Faulty | Word::ClassTemplate)
    }
}

impl Parser<'_> {
    /// Makes a class known; what stands in its text from here on belongs to it.
    pub(super) fn note_class(&mut self, class: Symbol, bases: Vec<Symbol>) {
        let names = self.classes.by_name.entry(class).or_default();
        names.bases.extend(bases);
    }
    /// Makes a member of a class known.
    pub(super) fn note_class_member(&mut self, class: Symbol, name: Symbol, word: Word) {
        self.classes.by_name.entry(class).or_default().members.insert(name, word);
    }
    /// Makes a typedef name known as one of a class.
    pub(super) fn note_class_alias(&mut self, name: Symbol, ty: &TypeSpecifier) {
        if let Some(class) = self.class_of(ty)
            && class != name
        {
            self.classes.aliases.insert(name, class);
        }
    }
    /// Makes the members of a class known in the innermost scope: types and templates, which decide how text is read.
    pub(super) fn show_class_members(&mut self, class: Symbol) {
        let mut pending = vec![class];
        let mut shown: FxHashMap<Symbol, Word> = FxHashMap::default();
        let mut seen = 0;
        while let Some(class) = pending.pop() {
            seen += 1;
            let Some(names) = self.classes.by_name.get(&class).filter(|_| seen <= MAX_BASES) else {
                continue;
            };
            pending.extend(names.bases.iter().rev());
            for (&name, &word) in &names.members {
                shown.entry(name).or_insert(word);
            }
        }
        for (name, word) in shown {
            self.names.declare(name, word);
        }
    }
    /// What a member of a class is; `None` if the class has none of that name, or is not known.
    fn class_member(&self, class: Symbol, name: Symbol) -> Option<Word> {
        let mut pending = vec![class];
        let mut seen = 0;
        while let Some(class) = pending.pop() {
            seen += 1;
            let Some(names) = self.classes.by_name.get(&class).filter(|_| seen <= MAX_BASES) else {
                continue;
            };
            if let Some(&word) = names.members.get(&name) {
                return Some(word);
            }
            pending.extend(names.bases.iter().rev());
        }
        None
    }
    /// The class that a name of a type means here.
    fn class_named(&self, name: Symbol) -> Option<Symbol> {
        let nested = self.classes.open.iter().rev().find_map(|&outer| self.nested_class(outer, name));
        let known = |name: Symbol| self.classes.by_name.contains_key(&name).then_some(name);
        nested.or_else(|| self.classes.aliases.get(&name).copied()).or_else(|| known(name))
    }
    /// The class that is a member of another.
    fn class_in(&self, outer: Symbol, name: Symbol) -> Option<Symbol> {
        self.nested_class(outer, name).or_else(|| self.classes.aliases.get(&name).copied())
    }
    fn nested_class(&self, outer: Symbol, name: Symbol) -> Option<Symbol> {
        let whole = format!("{}::{}", self.text(outer), self.text(name));
        self.interner.get(&whole).filter(|whole| self.classes.by_name.contains_key(whole))
    }
    /// The class that a type is, as far as the parser knows.
    pub(super) fn class_of(&self, ty: &TypeSpecifier) -> Option<Symbol> {
        match ty {
            TypeSpecifier::Typedef(name, _) => self.class_named(*name),
            TypeSpecifier::Template(id) => self.class_named(id.name),
            TypeSpecifier::Scoped(scoped) => {
                let outer = self.class_of(&scoped.scope)?;
                self.class_in(outer, scoped.name)
            }
            TypeSpecifier::Record(record) => record.tag.map(|(tag, _)| tag),
            TypeSpecifier::Enum(specifier) => specifier.tag.map(|(tag, _)| tag),
            _ => None,
        }
    }

    /// The position behind the template arguments whose `<` is at a position; `None` if they do not end nearby.
    pub(super) fn behind_angles(&self, open: usize) -> Option<usize> {
        let (mut angles, mut brackets) = (0usize, 0usize);
        for position in open..open + MAX_LOOK_AHEAD {
            let TokenKind::Punctuator(punctuator) = self.tokens.get(position)?.kind else {
                if matches!(self.tokens[position].kind, TokenKind::End) {
                    return None;
                }
                continue;
            };
            match punctuator {
                Punctuator::LeftParen | Punctuator::LeftBracket => brackets += 1,
                Punctuator::RightParen | Punctuator::RightBracket => brackets = brackets.checked_sub(1)?,
                Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace if brackets == 0 => {
                    return None;
                }
                Punctuator::Less if brackets == 0 => angles += 1,
                Punctuator::Greater if brackets == 0 => angles = angles.saturating_sub(1),
                // Of `>>`, the second half belongs to what is outside.
                Punctuator::ShiftRight if brackets == 0 && angles == 1 => return Some(position),
                Punctuator::ShiftRight if brackets == 0 => angles = angles.saturating_sub(2),
                _ => continue,
            }
            if angles == 0 {
                return Some(position + 1);
            }
        }
        None
    }
    fn punctuator_at(&self, position: usize, punctuator: Punctuator) -> bool {
        matches!(self.tokens.get(position), Some(token) if token.kind == TokenKind::Punctuator(punctuator))
    }
    fn word_at(&self, position: usize) -> Option<(Symbol, Word)> {
        match self.tokens.get(position)?.kind {
            TokenKind::Identifier(name) => Some((name, self.names.get(name))),
            _ => None,
        }
    }
    /// What the name is that stands so many tokens further on, with its namespaces and classes; `None` where no name stands.
    pub(super) fn scoped_kind(&self, n: usize) -> Option<ScopedKind> {
        let (first, mut word, mut at) = match self.qualified_name(n) {
            Some(name) => (name.name, name.word, self.nth_position(n + name.tokens)?),
            None => {
                let TokenKind::Identifier(name) = *self.nth_kind(n) else { return None };
                (self.names.meaning(name), self.names.get(name), self.nth_position(n + 1)?)
            }
        };
        let mut class = self.class_named(first);
        let mut in_class = false;
        loop {
            if !matches!(word, Word::Typedef { .. } | Word::ClassTemplate | Word::Faulty) {
                return Some(ScopedKind { word, in_class, end: at });
            }
            if self.punctuator_at(at, Punctuator::Less) && word == Word::ClassTemplate {
                match self.behind_angles(at) {
                    Some(behind) => at = behind,
                    None => return Some(ScopedKind { word, in_class, end: at }),
                }
            }
            if !self.punctuator_at(at, Punctuator::ColonColon) {
                return Some(ScopedKind { word, in_class, end: at });
            }
            let is_template =
                self.word_at(at + 1).is_some_and(|(_, word)| word == Word::Keyword(Keyword::Template));
            let name_at = at + 1 + usize::from(is_template);
            let named = self.word_at(name_at).filter(|(_, word)| *word != Word::Keyword(Keyword::Operator));
            let Some((name, _)) = named else {
                // `S::~S` or `S::operator+`, which are functions.
                return Some(ScopedKind { word: Word::Ordinary, in_class: true, end: at });
            };
            word = match class.and_then(|class| self.class_member(class, name)) {
                Some(word) => word,
                None if is_template => Word::Template,
                None if self.punctuator_at(name_at + 1, Punctuator::ColonColon) => {
                    Word::Typedef { vector: false }
                }
                None => Word::Unknown,
            };
            class = class.and_then(|class| self.class_in(class, name));
            (at, in_class) = (name_at + 1, true);
        }
    }
    /// Whether the name of a type stands so many tokens further on, with what stands before it in C++.
    pub(super) fn scoped_type_follows(&self, n: usize) -> bool {
        self.scoped_kind(n).is_some_and(|kind| kind.names_type())
    }

    /// One name of a type with its template arguments, which stands here.
    fn class_name(&mut self) -> Parse<TypeSpecifier> {
        let start = self.span();
        let (name, word) = match self.qualified_name(0) {
            Some(name) => {
                self.step_over(&name);
                (name.name, name.word)
            }
            None => {
                let Some(name) = self.name() else {
                    return Err(self.expected("the name of a type", "", None));
                };
                let word = self.names.get(name);
                self.advance();
                (self.names.meaning(name), word)
            }
        };
        let span = self.span_from(start);
        Ok(match word {
            Word::Predefined(ty) => TypeSpecifier::Builtin(ty),
            Word::ClassTemplate => {
                let arguments =
                    if self.at(Punctuator::Less) { Some(self.template_arguments()?) } else { None };
                TypeSpecifier::Template(Box::new(TemplateId { name, arguments, span: self.span_from(start) }))
            }
            Word::Faulty => TypeSpecifier::Error,
            _ => TypeSpecifier::Typedef(name, span),
        })
    }
    /// A named type, which stands here: `ns::Vec<float>::Inner`. With `forced`, after `typename`, what cannot be known is one.
    pub(super) fn named_type(&mut self, forced: bool) -> Parse<(TypeSpecifier, Span)> {
        let start = self.span();
        let mut ty = self.class_name()?;
        while self.at(Punctuator::ColonColon) {
            let is_template = self.nth_keyword(1) == Some(Keyword::Template);
            let n = 1 + usize::from(is_template);
            let TokenKind::Identifier(name) = *self.nth_kind(n) else { break };
            let word = self.class_of(&ty).and_then(|class| self.class_member(class, name));
            let goes_on = self.nth_is(n + 1, Punctuator::ColonColon);
            let is_type = match word {
                Some(Word::Typedef { .. } | Word::ClassTemplate | Word::Faulty) => true,
                Some(_) => false,
                None => forced || goes_on,
            };
            if !is_type {
                break;
            }
            for _ in 0..=n {
                self.advance();
            }
            let has_arguments =
                self.at(Punctuator::Less) && (is_template || word == Some(Word::ClassTemplate));
            let arguments = if has_arguments { Some(self.template_arguments()?) } else { None };
            let span = self.span_from(start);
            ty = TypeSpecifier::Scoped(Box::new(ScopedName { scope: ty, name, arguments, span }));
        }
        let span = self.span_from(start);
        Ok((ty, span))
    }
    /// `scope::name`, which stands here and is no type.
    pub(super) fn scoped_value(&mut self) -> Parse<ScopedName> {
        let start = self.span();
        let (scope, _) = self.named_type(false)?;
        let (name, arguments) = self.scoped_rest(&scope)?;
        Ok(ScopedName { scope, name, arguments, span: self.span_from(start) })
    }
    /// What follows a class: `::name`, perhaps with template arguments.
    fn scoped_rest(&mut self, scope: &TypeSpecifier) -> Parse<(Symbol, Option<Vec<TemplateArgument>>)> {
        self.expect(Punctuator::ColonColon, "after the class")?;
        let mut is_template = self.eat_keyword(Keyword::Template);
        if self.keyword() == Some(Keyword::Operator) {
            return Ok((self.operator_name()?.0, None));
        }
        let (name, _) = self.expect_member("after `::`")?;
        is_template |=
            self.class_of(scope).and_then(|class| self.class_member(class, name)) == Some(Word::Template);
        let arguments =
            if is_template && self.at(Punctuator::Less) { Some(self.template_arguments()?) } else { None };
        Ok((name, arguments))
    }

    /// Whether the name of a member outside of its class stands here: `S::f`, `Vec<T>::count`.
    pub(super) fn at_member_outside(&self) -> bool {
        self.is_cpp() && self.open_function.is_none() && self.scoped_kind(0).is_some_and(|kind| kind.in_class)
    }
    /// The class before the name of a member that is defined outside of it, and the `::`; its names are known from here on, to the end of the
    /// declaration.
    pub(super) fn enter_class(&mut self, declarator: &mut Declarator) -> Parse<()> {
        let (scope, _) = self.named_type(false)?;
        self.expect(Punctuator::ColonColon, "after the class")?;
        if let Some(class) = self.class_of(&scope) {
            self.names.open();
            self.show_class_members(class);
            self.classes.open.push(class);
            self.entered_classes += 1;
        }
        declarator.scope = Some(Box::new(scope));
        Ok(())
    }
    /// Leaves the classes that members outside of them have entered.
    pub(super) fn leave_classes(&mut self) {
        for _ in 0..std::mem::take(&mut self.entered_classes) {
            self.names.close();
            self.classes.open.pop();
        }
    }
    /// `typename` or `decltype(…)` among specifiers.
    pub(super) fn cpp_type(&mut self, keyword: Keyword) -> Parse<(TypeSpecifier, Span)> {
        let start = self.advance();
        if keyword == Keyword::Typename {
            let (ty, span) = match self.remove_address_space()? {
                Some(found) => found,
                None => self.named_type(true)?,
            };
            return Ok((ty, self.join(start, span)));
        }
        let open = self.expect(Punctuator::LeftParen, "after `decltype`")?;
        let is_auto = self.keyword() == Some(Keyword::Storage(crate::ast::StorageClass::Auto))
            && self.nth_is(1, Punctuator::RightParen);
        let expr = if is_auto {
            self.advance();
            None
        } else {
            Some(self.bracketed(Self::expression)?)
        };
        self.close(open, "(", Punctuator::RightParen);
        Ok((TypeSpecifier::Decltype(expr), self.span_from(start)))
    }
    /// `__remove_address_space<T>::type` (section "Address space removal type trait"); `None` if it does not stand here.
    pub(super) fn remove_address_space(&mut self) -> Parse<Option<(TypeSpecifier, Span)>> {
        let is_trait = matches!(self.kind(), TokenKind::Identifier(name) if self.text(*name) == "__remove_address_space");
        if !is_trait || !self.nth_is(1, Punctuator::Less) {
            return Ok(None);
        }
        let start = self.advance();
        self.advance();
        let ty = self.nested(Self::type_name)?;
        self.close_angles("after the type")?;
        self.expect(Punctuator::ColonColon, "after `__remove_address_space<…>`")?;
        let is_type = matches!(self.kind(), TokenKind::Identifier(name) if self.text(*name) == "type");
        if !is_type {
            return Err(self.expected("`type`", "after `__remove_address_space<…>::`", None));
        }
        self.advance();
        let span = self.span_from(start);
        Ok(Some((TypeSpecifier::WithoutAddressSpace(ty), span)))
    }
    /// Whether a type stands here where a template's argument does.
    pub(super) fn argument_is_type(&self) -> bool {
        if !self.starts_specifiers() {
            return false;
        }
        // `T(1)` and `T{}` are values.
        let single = match self.keyword() {
            Some(keyword) => keyword.is_type(),
            None => self.name().is_some(),
        };
        let end = match self.scoped_kind(0) {
            Some(kind) if self.name().is_some() => kind.end,
            _ => self.nth_position(1).unwrap_or(self.position),
        };
        let value =
            self.punctuator_at(end, Punctuator::LeftParen) || self.punctuator_at(end, Punctuator::LeftBrace);
        !(single && value)
    }
    /// The specifiers of a type, without anything else.
    pub(super) fn type_specifiers(&mut self) -> Parse<crate::ast::DeclarationSpecifiers> {
        self.specifiers(Place::TypeName, Vec::new())
    }
}
