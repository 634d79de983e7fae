//! Declarators: the name and, around it, how its type is derived.
//!
//! ```text
//! declarator = { "*" { qualifier | attributes } | "^" } direct
//! direct     = name | "(" declarator ")"  followed by  { "[" … "]" | "(" parameters ")" }
//! ```
//! An abstract declarator is one without the name. The parts come out in reading order: suffixes first, then
//! pointers from the inside, since suffixes bind tighter.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span};
use smallvec::SmallVec;

use super::words::{Keyword, Word};
use super::{Parse, Parser, Reported};
use crate::ast::{Declarator, DeclaratorPart, MAX_NESTING, Qualifiers, StorageClass};
use crate::token::{Punctuator, TokenKind};

/// Whether a declarator has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// In declarations.
    Required,
    /// In type names.
    Forbidden,
    /// In parameters.
    Optional,
}

impl Parser<'_> {
    /// A declarator with a name.
    pub(super) fn declarator(&mut self) -> Parse<Declarator> {
        self.declarator_with(Naming::Required)
    }
    /// A declarator with, without, or perhaps with a name.
    pub(super) fn declarator_with(&mut self, naming: Naming) -> Parse<Declarator> {
        let (start, before) = (self.span(), self.position);
        let mut declarator = Declarator::nameless(Span::NONE);
        self.declarator_parts(&mut declarator, naming)?;
        declarator.span = if self.position == before { self.gap() } else { self.span_from(start) };
        Ok(declarator)
    }

    fn declarator_parts(&mut self, declarator: &mut Declarator, naming: Naming) -> Parse<()> {
        let mut pointers: SmallVec<[DeclaratorPart; 1]> = SmallVec::new();
        loop {
            match self.punctuator() {
                Some(Punctuator::Star) => {
                    if pointers.len() + declarator.parts.len() >= MAX_NESTING {
                        return Err(self.too_deep());
                    }
                    let span = self.advance();
                    let mut qualifiers = Qualifiers::default();
                    loop {
                        match self.keyword() {
                            Some(Keyword::Attribute) => self.attributes(&mut declarator.attributes)?,
                            Some(keyword) if keyword.is_qualifier() => {
                                self.qualifier(keyword, &mut qualifiers);
                            }
                            _ => break,
                        }
                    }
                    pointers.push(DeclaratorPart::Pointer { qualifiers, span });
                }
                Some(Punctuator::Caret) => {
                    if pointers.len() + declarator.parts.len() >= MAX_NESTING {
                        return Err(self.too_deep());
                    }
                    let span = self.advance();
                    pointers.push(DeclaratorPart::Block { span });
                }
                Some(punctuator @ (Punctuator::Ampersand | Punctuator::AndAnd)) if self.is_cpp() => {
                    if pointers.len() + declarator.parts.len() >= MAX_NESTING {
                        return Err(self.too_deep());
                    }
                    let span = self.advance();
                    pointers
                        .push(DeclaratorPart::Reference { rvalue: punctuator == Punctuator::AndAnd, span });
                }
                Some(Punctuator::Ellipsis) if self.is_cpp() && naming == Naming::Optional => {
                    self.advance();
                    declarator.is_pack = true;
                }
                Some(Punctuator::Ampersand | Punctuator::AndAnd) if naming != Naming::Forbidden => {
                    self.skip_reference();
                }
                _ if self.keyword() == Some(Keyword::Attribute) => {
                    self.attributes(&mut declarator.attributes)?;
                }
                _ => break,
            }
        }
        if self.at(Punctuator::LeftParen) && self.parenthesis_holds_declarator(naming) {
            let open = self.advance();
            self.nested(|parser| parser.declarator_parts(declarator, naming))?;
            if !self.eat(Punctuator::RightParen) {
                return Err(self.unclosed(open, "(", Punctuator::RightParen));
            }
        } else if naming == Naming::Required && self.at_member_outside() {
            self.enter_class(declarator)?;
            declarator.name = Some(match self.keyword() {
                Some(Keyword::Operator) => self.operator_name()?,
                _ => match self.name() {
                    Some(name) => (name, self.advance()),
                    None => return Err(self.missing_name()),
                },
            });
        } else if naming == Naming::Required
            && self.is_cpp()
            && let Some(name) = self.qualified_name(0)
        {
            let start = self.span();
            self.step_over(&name);
            declarator.name = Some((name.name, self.span_from(start)));
        } else if naming != Naming::Forbidden
            && let Some(name) = self.name()
        {
            let span = self.advance();
            declarator.name = Some((name, span));
        } else if naming != Naming::Forbidden && self.keyword() == Some(Keyword::Operator) {
            declarator.name = Some(self.operator_name()?);
        } else if naming == Naming::Required {
            return Err(self.missing_name());
        }
        self.declarator_suffixes(declarator, pointers.len())?;
        declarator.parts.extend(pointers.into_iter().rev());
        Ok(())
    }
    /// The brackets and parentheses behind a name, before which so many stars stand.
    pub(super) fn declarator_suffixes(&mut self, declarator: &mut Declarator, pointers: usize) -> Parse<()> {
        loop {
            let part = match self.punctuator() {
                Some(Punctuator::LeftBracket) if self.is_cpp() && self.nth_is(1, Punctuator::LeftBracket) => {
                    break;
                }
                Some(Punctuator::LeftBracket) => self.nested(Self::array_part)?,
                Some(Punctuator::LeftParen)
                    if self.is_cpp() && declarator.name.is_some() && !self.parameters_follow() =>
                {
                    break;
                }
                Some(Punctuator::LeftParen) if declarator.name.is_some() && self.is_constructor_call() => {
                    self.constructor_call()?;
                    break;
                }
                Some(Punctuator::LeftParen) => self.nested(Self::function_part)?,
                _ => break,
            };
            if pointers + declarator.parts.len() >= MAX_NESTING {
                return Err(self.too_deep());
            }
            declarator.parts.push(part);
        }
        Ok(())
    }
    /// Whether the parenthesis here holds a declarator, not the parameters of a function without name.
    fn parenthesis_holds_declarator(&self, naming: Naming) -> bool {
        match self.nth_kind(1) {
            TokenKind::Punctuator(
                Punctuator::Star
                | Punctuator::Caret
                | Punctuator::LeftParen
                | Punctuator::LeftBracket
                | Punctuator::Ampersand,
            ) => true,
            TokenKind::Identifier(symbol) => match self.names.get(*symbol) {
                Word::Keyword(keyword) => keyword == Keyword::Attribute,
                Word::Ordinary | Word::Unknown => naming != Naming::Forbidden,
                // C99 6.7.5.3: a typedef name in a parameter's parentheses is a parameter type.
                Word::Typedef { .. } | Word::Predefined(_) | Word::Faulty => naming == Naming::Required,
                Word::Namespace | Word::Template | Word::ClassTemplate | Word::Reinterpret => false,
            },
            _ => false,
        }
    }
    /// `[size]`, which stands here.
    fn array_part(&mut self) -> Parse<DeclaratorPart> {
        let open = self.advance();
        let mut qualifiers = Qualifiers::default();
        loop {
            match self.keyword() {
                Some(Keyword::Storage(StorageClass::Static)) => {
                    self.advance();
                }
                Some(keyword) if keyword.is_qualifier() => self.qualifier(keyword, &mut qualifiers),
                _ => break,
            }
        }
        let size = if self.at(Punctuator::RightBracket) {
            None
        } else if self.at(Punctuator::Star) && self.nth_is(1, Punctuator::RightBracket) {
            // `[*]`: an array of unspecified variable length, which only a prototype can have.
            self.advance();
            None
        } else {
            match self.bracketed(Self::assignment_expression) {
                Ok(size) => Some(size),
                Err(Reported) if self.skip_to(Punctuator::RightBracket) => None,
                Err(reported) => return Err(reported),
            }
        };
        if !self.eat(Punctuator::RightBracket) {
            let reported = self.unclosed(open, "[", Punctuator::RightBracket);
            if !self.skip_behind(Punctuator::RightBracket) {
                return Err(reported);
            }
        }
        Ok(DeclaratorPart::Array { size, qualifiers, span: self.span_from(open) })
    }

    /// Whether the parenthesis here holds parameters, in C++, where it may hold values.
    fn parameters_follow(&self) -> bool {
        self.nth_is(1, Punctuator::RightParen)
            || self.nth_is(1, Punctuator::Ellipsis)
            || self.nth_starts_specifiers(1)
    }
    /// Whether the parenthesis here holds values rather than parameters: `float4 v(1, 2, 3, 4);`.
    fn is_constructor_call(&self) -> bool {
        match self.nth_kind(1) {
            TokenKind::Integer(_) | TokenKind::Float(_) | TokenKind::Character(_) | TokenKind::String(_) => {
                true
            }
            TokenKind::Punctuator(punctuator) => {
                matches!(
                    punctuator,
                    Punctuator::Minus | Punctuator::Plus | Punctuator::Exclamation | Punctuator::Tilde
                )
            }
            TokenKind::Identifier(symbol) => {
                self.names.get(*symbol) == Word::Ordinary
                    && !self.nth_is_name(2)
                    && !matches!(self.word_of(self.nth_kind(2)), Some(Word::Keyword(_)))
            }
            _ => false,
        }
    }
    /// The parenthesised values behind the name of a variable: says how to initialise one.
    #[cold]
    fn constructor_call(&mut self) -> Parse<()> {
        let open = self.advance();
        self.nested(|parser| parser.arguments(open, "a value"))?;
        let span = self.span_from(open);
        self.report(
            Diagnostic::new(
                codes::CONSTRUCTOR_SYNTAX,
                span,
                "a variable is not initialised with parentheses in OpenCL C",
            )
            .primary("values where parameters would stand")
            .help("write `= value`; for a vector, for example, `float4 v = (float4)(1, 2, 3, 4);`"),
        );
        Ok(())
    }

    /// Says that a declarator has no name.
    #[cold]
    fn missing_name(&mut self) -> Reported {
        if let Some(reported) = self.keyword_as_name() {
            return reported;
        }
        match self.keyword() {
            Some(_) => self.keyword_instead_of_name(),
            None => self.expected("a name", "in the declaration", None),
        }
    }
    /// After specifiers: if the last of them is a qualifier that was probably meant as the name (`int local = 1;`), says so.
    pub(super) fn keyword_as_name(&mut self) -> Option<Reported> {
        let before =
            self.tokens[..self.position].iter().rfind(|t| !matches!(t.kind, TokenKind::Pragma(_)))?;
        let Some(Word::Keyword(keyword)) = self.word_of(&before.kind) else { return None };
        let ends_here = matches!(
            self.punctuator(),
            Some(
                Punctuator::Equal
                    | Punctuator::Semicolon
                    | Punctuator::Comma
                    | Punctuator::LeftBracket
                    | Punctuator::RightParen
            )
        );
        let likely = matches!(
            keyword,
            Keyword::AddressSpace(_) | Keyword::Access(_) | Keyword::Kernel | Keyword::Inline | Keyword::Pipe
        );
        if !ends_here || !likely {
            return None;
        }
        let span = before.span;
        Some(self.name_is_keyword(span))
    }
    /// Says that the word here is a keyword where a name has to stand.
    pub(super) fn keyword_instead_of_name(&mut self) -> Reported {
        let span = self.span();
        self.name_is_keyword(span)
    }
    #[cold]
    fn name_is_keyword(&mut self, span: Span) -> Reported {
        let word = self.map.text(span).to_owned();
        self.fail(
            Diagnostic::new(
                codes::KEYWORD_AS_NAME,
                span,
                format!("`{word}` is a keyword of OpenCL C and cannot be a name"),
            )
            .primary("a name has to stand here")
            .suggest("choose another name, for example", span, format!("{word}_")),
        )
    }
}
