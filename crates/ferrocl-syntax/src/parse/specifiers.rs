//! Declaration specifiers: storage class, `kernel`, qualifiers, attributes and the type, in any order.
//!
//! ```text
//! specifiers     = { storage | "inline" | "kernel" | qualifier | attributes | type-word }
//! qualifier      = "const" | "volatile" | "restrict" | "_Atomic" | address-space | access
//! type-word      = "unsigned" | "int" | … | predefined | typedef-name | record | enum | typeof | "pipe"
//! specifier-list = specifiers without storage class and function specifiers (types in casts, members)
//! ```
//! Whether the mixture makes sense is sema's to say, but for the words of one type: those are put together here.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span};

use super::words::{self, Keyword, Word};
use super::{Parse, Parser};
use crate::ast::{
    Attribute, BuiltinTypeName, DeclarationSpecifiers, Qualifiers, ScalarName, StorageClass, TypeSpecifier,
};
use crate::token::{Punctuator, TokenKind};

/// Where specifiers stand; it decides what an undeclared name among them can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Outside functions.
    File,
    /// In a block or at the start of a `for`.
    Block,
    /// In a struct or union.
    Member,
    /// In a parameter list.
    Parameter,
    /// In a cast, `sizeof`, or an attribute.
    TypeName,
}

/// The type words met so far.
#[derive(Default)]
struct TypeWords {
    /// `char`, `int`, `float`, …, or a whole type.
    base: Option<Base>,
    /// `unsigned` or `signed`.
    unsigned: Option<bool>,
    short: bool,
    /// How many `long`, up to 2.
    long: u8,
    /// `_Complex` or `_Imaginary`.
    complex: Option<&'static str>,
    pipe: bool,
    /// The last of them; `None` if there was none.
    last: Option<Span>,
    /// Whether words that do not combine have been reported.
    clash: bool,
    /// Whether the last word was the closing brace of a struct, union or enum.
    ends_with_body: bool,
}

enum Base {
    Void,
    Bool,
    Char,
    Int,
    Half,
    Float,
    Double,
    /// `float4`, `struct S`, a typedef name: no further word goes with it.
    Whole(TypeSpecifier),
}

impl TypeWords {
    fn any(&self) -> bool {
        self.last.is_some()
    }
    /// Whether the words can be (the beginning of) one type.
    fn combine(&self) -> bool {
        let sized = self.short || self.long > 0;
        let signed = self.unsigned.is_some();
        let complex = self.complex.is_some();
        let with_base = match &self.base {
            None => true,
            Some(Base::Int) => !complex,
            Some(Base::Char) => !sized && !complex,
            Some(Base::Double) => !(self.short || self.long > 1 || signed || complex && sized),
            Some(Base::Half | Base::Float) => !sized && !signed,
            Some(Base::Void | Base::Bool | Base::Whole(_)) => !sized && !signed && !complex,
        };
        with_base && !(self.short && self.long > 0) && !(complex && (signed || self.short || self.long > 1))
    }
}

impl Parser<'_> {
    /// Whether declaration specifiers start here, by the words alone.
    pub(super) fn starts_specifiers(&self) -> bool {
        self.nth_starts_specifiers(0)
    }
    /// Whether the token that many places further on can start declaration specifiers.
    pub(super) fn nth_starts_specifiers(&self, n: usize) -> bool {
        let TokenKind::Identifier(symbol) = self.nth_kind(n) else {
            return self.is_cpp()
                && (self.nth_is(n, Punctuator::ColonColon) && self.scoped_type_follows(n)
                    || self.nth_is(n, Punctuator::LeftBracket)
                        && self.nth_is(n + 1, Punctuator::LeftBracket));
        };
        match self.names.get(*symbol) {
            // `typename T::type`.
            Word::Keyword(keyword) => keyword.is_specifier() || keyword == Keyword::Typename,
            Word::Typedef { .. } | Word::ClassTemplate if self.is_cpp() => self.scoped_type_follows(n),
            Word::Predefined(_) | Word::Typedef { .. } | Word::Faulty => true,
            Word::Unknown => words::is_reserved_type(self.text(*symbol)),
            Word::Namespace => self.scoped_type_follows(n),
            Word::Ordinary | Word::Template | Word::ClassTemplate | Word::Reinterpret => false,
        }
    }
    /// Whether the undeclared name that many places further on is followed by what follows a type: a name, a qualifier or type
    /// word on the same line, or stars and a name.
    pub(super) fn nth_name_acts_as_type(&self, n: usize) -> bool {
        let follows = |n: usize| match self.nth_kind(n) {
            TokenKind::Identifier(symbol) => match self.names.get(*symbol) {
                Word::Keyword(keyword) => keyword.is_qualifier() || keyword.is_type(),
                _ => true,
            },
            _ => false,
        };
        if follows(n + 1) {
            return true;
        }
        let mut at = n + 1;
        while self.nth_is(at, Punctuator::Star) && at < n + 4 {
            at += 1;
            while self.nth_keyword(at).is_some_and(Keyword::is_qualifier) && at < n + 8 {
                at += 1;
            }
        }
        at > n + 1
            && self.nth_is_name(at)
            && matches!(
                self.nth_kind(at + 1),
                TokenKind::Punctuator(
                    Punctuator::Semicolon
                        | Punctuator::Equal
                        | Punctuator::Comma
                        | Punctuator::LeftBracket
                        | Punctuator::LeftParen
                )
            )
    }

    /// Declaration specifiers; `attributes` were read before them.
    pub(super) fn specifiers(
        &mut self,
        place: Place,
        attributes: Vec<Attribute>,
    ) -> Parse<DeclarationSpecifiers> {
        let start = attributes.first().map_or(self.span(), |attribute| attribute.span);
        let mut result = DeclarationSpecifiers {
            storage: Vec::new(),
            inline: None,
            kernel: None,
            constexpr: None,
            ty: TypeSpecifier::Error,
            qualifiers: Qualifiers::default(),
            attributes,
            span: start,
        };
        let mut words = TypeWords::default();
        loop {
            if words.ends_with_body && self.starts_specifiers() && self.starts_line() {
                // `struct S { … }` without its semicolon: the next declaration starts here.
                break;
            }
            match self.word() {
                Some(Word::Keyword(keyword)) => {
                    if !self.specifier_keyword(keyword, &mut result, &mut words)? {
                        break;
                    }
                }
                Some(Word::Predefined(ty)) => {
                    if words.any() && !self.is_second_type() {
                        break;
                    }
                    let span = self.advance();
                    self.whole_type(&mut words, TypeSpecifier::Builtin(ty), span);
                }
                Some(Word::Typedef { .. }) => {
                    if words.any() && !self.is_second_type() {
                        break;
                    }
                    if self.is_cpp() {
                        if !self.scoped_type(&mut words)? {
                            break;
                        }
                        continue;
                    }
                    let TokenKind::Identifier(symbol) = self.kind() else { break };
                    let span = self.advance();
                    let name = self.names.meaning(*symbol);
                    self.whole_type(&mut words, TypeSpecifier::Typedef(name, span), span);
                }
                Some(Word::Namespace | Word::ClassTemplate) if !words.any() => {
                    if !self.scoped_type(&mut words)? {
                        break;
                    }
                }
                None if !words.any() && self.is_cpp() && self.at(Punctuator::ColonColon) => {
                    if !self.scoped_type(&mut words)? {
                        break;
                    }
                }
                None if self.at_double_bracket() => self.attributes(&mut result.attributes)?,
                Some(Word::Unknown)
                    if !words.any()
                        && self.is_cpp()
                        && let Some((ty, span)) = self.remove_address_space()? =>
                {
                    self.whole_type(&mut words, ty, span);
                }
                Some(Word::Faulty) if !words.any() => {
                    let span = self.advance();
                    self.whole_type(&mut words, TypeSpecifier::Error, span);
                }
                Some(Word::Unknown) if !words.any() && self.skip_newer_qualifier() => {}
                Some(Word::Unknown | Word::Ordinary) if !words.any() => {
                    let Some(ty) = self.undeclared_type(place) else { break };
                    let span = self.last_span;
                    self.whole_type(&mut words, ty, span);
                }
                _ => break,
            }
        }
        if words.any() {
            result.ty = self.put_together(words);
        } else {
            self.missing_type(place, &result)?;
        }
        result.span = self.span_from(start);
        Ok(result)
    }

    /// One keyword among the specifiers; false if it is none of them.
    fn specifier_keyword(
        &mut self,
        keyword: Keyword,
        result: &mut DeclarationSpecifiers,
        words: &mut TypeWords,
    ) -> Parse<bool> {
        match keyword {
            Keyword::Storage(StorageClass::Auto) if self.is_cpp() => {
                let span = self.advance();
                self.whole_type(words, TypeSpecifier::Auto, span);
            }
            Keyword::Constexpr => {
                let span = self.advance();
                result.constexpr.get_or_insert(span);
            }
            Keyword::Typename | Keyword::Decltype => {
                let (ty, span) = self.cpp_type(keyword)?;
                self.whole_type(words, ty, span);
            }
            // What of an object may change although the object is `const` is not told apart from the rest.
            Keyword::Mutable => {
                self.advance();
            }
            Keyword::Forbidden(word @ ("virtual" | "thread_local")) => {
                let span = self.advance();
                self.forbidden(word, span);
            }
            Keyword::Alignas if self.is_cpp() => self.attributes(&mut result.attributes)?,
            Keyword::Storage(class) => {
                let span = self.advance();
                result.storage.push((class, span));
            }
            Keyword::Inline => {
                let span = self.advance();
                result.inline.get_or_insert(span);
            }
            Keyword::Kernel => {
                let span = self.advance();
                result.kernel.get_or_insert(span);
            }
            Keyword::Attribute => self.attributes(&mut result.attributes)?,
            Keyword::Extension => {
                self.advance();
            }
            Keyword::Noreturn => {
                self.advance();
            }
            Keyword::Alignas => {
                let attribute = self.alignas()?;
                result.attributes.push(attribute);
            }
            Keyword::ThreadLocal => self.thread_local(),
            Keyword::Atomic if self.nth_is(1, Punctuator::LeftParen) => {
                let span = self.advance();
                result.qualifiers.is_atomic.get_or_insert(span);
                let ty = self.parenthesised_type()?;
                let plain = ty.declarator.parts.is_empty();
                let inner = if plain { ty.specifiers.ty } else { TypeSpecifier::Error };
                self.whole_type(words, inner, span);
            }
            _ if keyword.is_qualifier() => self.qualifier(keyword, &mut result.qualifiers),
            Keyword::Struct | Keyword::Union | Keyword::Class => {
                let span = self.span();
                let record = self.record(keyword == Keyword::Union)?;
                let has_body = record.members.is_some();
                self.whole_type(words, TypeSpecifier::Record(Box::new(record)), span);
                words.ends_with_body = has_body;
            }
            Keyword::Enum => {
                let span = self.span();
                let specifier = self.enumeration()?;
                let has_body = specifier.constants.is_some();
                self.whole_type(words, TypeSpecifier::Enum(Box::new(specifier)), span);
                words.ends_with_body = has_body;
            }
            Keyword::AutoType => {
                let span = self.advance();
                self.whole_type(words, TypeSpecifier::Auto, span);
            }
            Keyword::Typeof => {
                let span = self.advance();
                let ty = self.typeof_operand()?;
                self.whole_type(words, ty, span);
            }
            _ if keyword.is_type() => self.type_word(keyword, words),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A qualifier, which stands here.
    pub(super) fn qualifier(&mut self, keyword: Keyword, qualifiers: &mut Qualifiers) {
        let span = self.advance();
        match keyword {
            Keyword::Const => {
                qualifiers.is_const.get_or_insert(span);
            }
            Keyword::Volatile => {
                qualifiers.is_volatile.get_or_insert(span);
            }
            Keyword::Restrict => {
                qualifiers.is_restrict.get_or_insert(span);
            }
            Keyword::Atomic => {
                qualifiers.is_atomic.get_or_insert(span);
            }
            Keyword::AddressSpace(space) => {
                self.check_version(keyword, span);
                qualifiers.address_spaces.push((space, span));
            }
            Keyword::Access(access) => qualifiers.access.push((access, span)),
            _ => {}
        }
    }

    /// One word of a scalar type, which stands here.
    fn type_word(&mut self, keyword: Keyword, words: &mut TypeWords) {
        let span = self.advance();
        let once = match keyword {
            Keyword::Signed | Keyword::Unsigned => {
                words.unsigned.replace(keyword == Keyword::Unsigned).is_none()
            }
            Keyword::Short => !std::mem::replace(&mut words.short, true),
            Keyword::Long => {
                if let Some(Base::Whole(TypeSpecifier::Builtin(BuiltinTypeName::Scalar(ScalarName::Ulong)))) =
                    words.base
                {
                    // `ulong long` is reserved, like `unsigned long long`.
                    (words.base, words.unsigned, words.long) = (None, Some(true), 1);
                }
                words.long += 1;
                words.long <= 2
            }
            Keyword::Complex => words.complex.replace("_Complex").is_none(),
            Keyword::Imaginary => words.complex.replace("_Imaginary").is_none(),
            Keyword::Pipe => {
                self.check_version(keyword, span);
                !std::mem::replace(&mut words.pipe, true)
            }
            _ => {
                let base = match keyword {
                    Keyword::Void => Base::Void,
                    Keyword::Bool => Base::Bool,
                    Keyword::Char => Base::Char,
                    Keyword::Half => Base::Half,
                    Keyword::Float => Base::Float,
                    Keyword::Double => Base::Double,
                    _ => Base::Int,
                };
                words.base.replace(base).is_none()
            }
        };
        words.long = words.long.min(2);
        if !once || !words.combine() {
            self.clash(words, span);
        }
        words.last = Some(span);
    }

    /// A type whose name may be in a namespace or class, or of a class template, if one stands here; whether it does.
    fn scoped_type(&mut self, words: &mut TypeWords) -> Parse<bool> {
        if !self.scoped_type_follows(0) {
            return Ok(false);
        }
        let (ty, span) = self.named_type(false)?;
        self.whole_type(words, ty, span);
        Ok(true)
    }
    /// A whole type (`float4`, `struct S`, a typedef name) that stood at `span`.
    fn whole_type(&mut self, words: &mut TypeWords, ty: TypeSpecifier, span: Span) {
        let first = words.base.replace(Base::Whole(ty)).is_none();
        if !first || !words.combine() {
            self.clash(words, span);
        }
        words.last = Some(span);
    }

    /// Says, once a declaration, that a type word does not go with those before it.
    #[cold]
    fn clash(&mut self, words: &mut TypeWords, span: Span) {
        if std::mem::replace(&mut words.clash, true) {
            return;
        }
        let before = words.last.unwrap_or(span);
        let first = self.map.text(before).to_owned();
        let word = self.map.text(span).to_owned();
        let mut diagnostic = Diagnostic::new(
            codes::INVALID_TYPE_COMBINATION,
            span,
            format!("`{first}` and `{word}` do not combine to one type"),
        )
        .primary("this does not go with the type word before it")
        .label(before, "the word before it");
        let short = format!("u{word}");
        let short_symbol = self.interner.get(&short);
        if first == "unsigned"
            && short_symbol.is_some_and(|s| matches!(self.names.get(s), Word::Predefined(_)))
        {
            let both = self.join(before, span);
            diagnostic = diagnostic.suggest(format!("this type is called `{short}`"), both, short);
        } else if word == first {
            diagnostic = diagnostic.suggest("write it once", span, "");
        }
        self.report(diagnostic);
    }

    /// Whether the type name here, after a type, is a second type and not the name being declared.
    fn is_second_type(&self) -> bool {
        if self.is_cpp() && self.nth_is(1, Punctuator::ColonColon) {
            return false;
        }
        self.nth_is_name(1) || self.nth_is(1, Punctuator::Star)
    }

    /// The type that the words say.
    fn put_together(&mut self, words: TypeWords) -> TypeSpecifier {
        if words.clash {
            return TypeSpecifier::Error;
        }
        let unsigned = words.unsigned == Some(true);
        let reserved = match (&words.base, words.complex, words.long) {
            (Some(Base::Double), None, 1) => Some("long double"),
            (_, None, 2) => Some(if unsigned { "unsigned long long" } else { "long long" }),
            (_, Some(word), _) => Some(word),
            _ => None,
        };
        let scalar = match words.base {
            Some(Base::Half) => ScalarName::Half,
            Some(Base::Float) => ScalarName::Float,
            Some(Base::Double) => ScalarName::Double,
            Some(Base::Char) if unsigned => ScalarName::Uchar,
            Some(Base::Char) => ScalarName::Char,
            _ if words.short && unsigned => ScalarName::Ushort,
            _ if words.short => ScalarName::Short,
            _ if words.long > 0 && unsigned => ScalarName::Ulong,
            _ if words.long > 0 => ScalarName::Long,
            _ if unsigned => ScalarName::Uint,
            _ => ScalarName::Int,
        };
        let only_pipe = words.base.is_none() && words.unsigned.is_none() && !words.short && words.long == 0;
        let ty = match (words.base, reserved) {
            (Some(Base::Whole(ty)), _) => ty,
            (Some(Base::Void), _) => TypeSpecifier::Builtin(BuiltinTypeName::Void),
            (Some(Base::Bool), _) => TypeSpecifier::Builtin(BuiltinTypeName::Bool),
            (_, Some(name)) => TypeSpecifier::Builtin(BuiltinTypeName::Opaque(self.interner.intern(name))),
            _ if only_pipe => {
                self.expected("a packet type", "after `pipe`", None);
                TypeSpecifier::Error
            }
            _ => TypeSpecifier::Builtin(BuiltinTypeName::Scalar(scalar)),
        };
        if words.pipe { TypeSpecifier::Pipe(Box::new(ty)) } else { ty }
    }

    /// A name that nothing declares as a type, where a type is read. It is taken as one if it is reserved (its kind of
    /// type is then sema's to report) or if what follows makes it one (reported here).
    #[cold]
    fn undeclared_type(&mut self, place: Place) -> Option<TypeSpecifier> {
        let TokenKind::Identifier(symbol) = self.kind() else { return None };
        let symbol = *symbol;
        let word = self.names.get(symbol);
        if word == Word::Unknown {
            let text = self.text(symbol);
            let complex = matches!(text, "complex" | "imaginary");
            if complex
                && matches!(self.nth_keyword(1), Some(Keyword::Half | Keyword::Float | Keyword::Double))
            {
                let start = self.advance();
                let span = self.advance();
                let name = self.map.text(self.join(start, span)).to_owned();
                return Some(TypeSpecifier::Builtin(BuiltinTypeName::Opaque(self.interner.intern(&name))));
            }
            let anywhere = matches!(place, Place::Member | Place::Parameter | Place::TypeName);
            if words::is_reserved_type(text) && (anywhere || self.nth_name_acts_as_type(0)) {
                self.advance();
                return Some(TypeSpecifier::Builtin(BuiltinTypeName::Opaque(symbol)));
            }
        }
        let acts_as_type = match place {
            Place::Member | Place::Parameter | Place::TypeName => true,
            Place::File | Place::Block => self.nth_name_acts_as_type(0) || self.is_reference_declaration(),
        };
        if !acts_as_type {
            return None;
        }
        let span = self.advance();
        self.unknown_type(symbol, span);
        Some(TypeSpecifier::Error)
    }
    /// Whether the name here is followed by `& name =`, a reference of an undeclared type.
    pub(super) fn is_reference_declaration(&self) -> bool {
        self.nth_is(1, Punctuator::Ampersand) && self.nth_is_name(2) && self.nth_is(3, Punctuator::Equal)
    }

    /// Says that a declaration has no type.
    #[cold]
    fn missing_type(&mut self, place: Place, specifiers: &DeclarationSpecifiers) -> Parse<()> {
        let auto = specifiers.storage.iter().find(|(class, _)| *class == StorageClass::Auto);
        let TokenKind::Identifier(symbol) = self.kind() else {
            if place == Place::TypeName || !(self.at(Punctuator::Star) || self.at(Punctuator::LeftParen)) {
                return Err(match self.keyword_as_name() {
                    Some(reported) => reported,
                    None => self.expected("a type", "", None),
                });
            }
            let span = self.span();
            self.report(
                Diagnostic::new(codes::MISSING_TYPE, span, "declaration without a type")
                    .primary("a type has to stand here"),
            );
            return Ok(());
        };
        let (symbol, span) = (*symbol, self.span());
        if matches!(self.names.get(symbol), Word::Keyword(_)) {
            return Err(self.expected("a type", "", None));
        }
        let name = self.text(symbol).to_owned();
        if let Some(&(_, auto)) = auto
            && self.nth_is(1, Punctuator::Equal)
        {
            self.report(
                Diagnostic::new(
                    codes::CPP_CONSTRUCT,
                    auto,
                    format!("`auto` does not deduce a type in OpenCL C: `{name}` has none"),
                )
                .primary("write the type here")
                .note("in C `auto` is a storage class, and OpenCL C does not support it (section \"Storage-Class Specifiers\")"),
            );
            return Ok(());
        }
        let is_function = self.nth_is(1, Punctuator::LeftParen);
        let (ty, rule) = if specifiers.kernel.is_some() {
            ("void ", "a kernel returns `void`")
        } else {
            ("int ", "since C99 a type has to be written; there is no implicit `int`")
        };
        let what = if is_function { "function" } else { "declaration" };
        self.report(
            Diagnostic::new(codes::MISSING_TYPE, span, format!("{what} `{name}` has no type"))
                .primary("a type has to stand before this name")
                .note(rule)
                .suggest("write the type", span.start(), ty),
        );
        Ok(())
    }
}
