//! C++ for OpenCL: functions that are members of classes, and constructors.
//!
//! ```text
//! member-function = specifiers declarator { "const" | "volatile" } block
//! constructor     = tag "(" parameters ")" [ ":" tag-member "(" values ")" { "," … } ] block
//! ```
//! They leave the class: the tree has them behind the declaration in which the class stands, under their whole names (`A::S::f`).
//! Access (`public:` and so on) is read and not checked.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};

use super::declarator::Naming;
use super::specifiers::Place;
use super::words::{Keyword, Word};
use super::{Parse, Parser};
use crate::ast::{
    DeclarationSpecifiers, Declarator, MemberFunction, MemberInitializer, MemberKind, Qualifiers,
    StorageClass, TypeSpecifier,
};
use crate::token::{Punctuator, TokenKind};

/// The class whose members are being read.
#[derive(Clone, Copy)]
pub(super) struct OpenClass {
    /// Its tag as it is written.
    short: Symbol,
    /// The whole name.
    whole: Symbol,
}

impl Parser<'_> {
    /// Begins the members of a class; gives the class round it.
    pub(super) fn open_class(&mut self, tag: Option<(Symbol, Span)>) -> Option<OpenClass> {
        let inner = tag.map(|(whole, _)| {
            let text = self.text(whole);
            let short = text.rsplit("::").next().unwrap_or(text).to_owned();
            OpenClass { short: self.interner.intern(&short), whole }
        });
        self.names.open();
        std::mem::replace(&mut self.class, inner)
    }
    /// Ends them.
    pub(super) fn close_class(&mut self, outer: Option<OpenClass>) {
        self.names.close();
        self.class = outer;
    }

    /// A member function or constructor; false if what stands here is none.
    pub(super) fn cpp_member(&mut self) -> Parse<bool> {
        let Some(class) = self.class else { return Ok(false) };
        if matches!(self.kind(), TokenKind::Identifier(name) if self.text(*name) == "explicit") {
            self.advance();
        }
        let is_constructor = |parser: &Self, n: usize| {
            matches!(parser.nth_kind(n), TokenKind::Identifier(name) if *name == class.short)
                && parser.nth_is(n + 1, Punctuator::LeftParen)
        };
        let start = self.span();
        if is_constructor(self, 0) || self.keyword() == Some(Keyword::Constexpr) && is_constructor(self, 1) {
            self.eat_keyword(Keyword::Constexpr);
            return self.constructor(class, start).map(|()| true);
        }
        if !self.member_function_follows() {
            return Ok(false);
        }
        let specifiers = self.specifiers(Place::Member, Vec::new())?;
        let declarator = self.declarator_with(Naming::Required)?;
        let mut is_const = false;
        while let Some(keyword) = self.keyword().filter(|keyword| keyword.is_qualifier()) {
            let mut ignored = Qualifiers::default();
            self.qualifier(keyword, &mut ignored);
            is_const |= keyword == Keyword::Const;
        }
        let is_static = specifiers.storage.iter().any(|(class, _)| *class == StorageClass::Static);
        let kind = match is_static {
            true => MemberKind::Static,
            false => MemberKind::Method { is_const },
        };
        self.member_body(class, specifiers, declarator, kind, Vec::new(), start).map(|()| true)
    }
    /// Whether, before the member ends, a parenthesis follows a name or an operator.
    fn member_function_follows(&self) -> bool {
        let mut after_name = false;
        let mut n = 0;
        loop {
            match self.nth_kind(n) {
                TokenKind::Punctuator(Punctuator::LeftParen) => return after_name,
                TokenKind::Punctuator(
                    Punctuator::Semicolon
                    | Punctuator::LeftBrace
                    | Punctuator::RightBrace
                    | Punctuator::LeftBracket
                    | Punctuator::Colon
                    | Punctuator::Comma,
                )
                | TokenKind::End => return false,
                TokenKind::Identifier(name) => match self.names.get(*name) {
                    Word::Keyword(Keyword::Operator) => return true,
                    Word::Keyword(Keyword::Attribute | Keyword::Typeof) => return false,
                    word => after_name = !matches!(word, Word::Keyword(_)),
                },
                _ => {}
            }
            n += 1;
        }
    }
    fn constructor(&mut self, class: OpenClass, start: Span) -> Parse<()> {
        let span = self.advance();
        let part = self.nested(Self::function_part)?;
        let specifiers = DeclarationSpecifiers {
            storage: Vec::new(),
            inline: None,
            kernel: None,
            constexpr: None,
            ty: TypeSpecifier::Typedef(class.whole, span),
            qualifiers: Qualifiers::default(),
            attributes: Vec::new(),
            span,
        };
        let declarator =
            Declarator { name: Some((class.short, span)), parts: vec![part], attributes: Vec::new(), span };
        let mut initializers = Vec::new();
        if self.eat(Punctuator::Colon) {
            self.names.open();
            self.declare_parameters(&declarator);
            let result = self.member_initializers(&mut initializers);
            self.names.close();
            result?;
        }
        self.member_body(class, specifiers, declarator, MemberKind::Constructor, initializers, start)
    }
    fn member_initializers(&mut self, list: &mut Vec<MemberInitializer>) -> Parse<()> {
        loop {
            let Some(name) = self.name() else {
                return Err(self.expected("the name of a member", "after `:`", None));
            };
            let span = self.advance();
            let brace = self.at(Punctuator::LeftBrace);
            let open = match brace {
                true => self.advance(),
                false => self.expect(Punctuator::LeftParen, "after the member's name")?,
            };
            let close = if brace { Punctuator::RightBrace } else { Punctuator::RightParen };
            let mut parts = Vec::new();
            while !self.at(close) {
                parts.push(self.nested(Self::assignment_expression)?);
                if !self.eat(Punctuator::Comma) {
                    break;
                }
            }
            self.expect(close, "after the member's value")?;
            list.push(MemberInitializer { name, parts, span: self.join(span, self.span_from(open)) });
            if !self.eat(Punctuator::Comma) {
                return Ok(());
            }
        }
    }
    fn member_body(
        &mut self,
        class: OpenClass,
        specifiers: DeclarationSpecifiers,
        declarator: Declarator,
        kind: MemberKind,
        initializers: Vec<MemberInitializer>,
        start: Span,
    ) -> Parse<()> {
        let fault = match () {
            () if self.open_function.is_some() => {
                Some("a class inside a function has no member functions here")
            }
            () if !self.at(Punctuator::LeftBrace) => Some("a member function needs its body in the class"),
            () => None,
        };
        if let Some(fault) = fault {
            let span = declarator.span;
            return Err(self.fail(
                Diagnostic::new(codes::MEMBER_FUNCTION, span, fault)
                    .primary("this member")
                    .help("define the class outside of functions, and each member function in it"),
            ));
        }
        let mut function = self.function_definition(specifiers, declarator, start)?;
        if let Some((name, _)) = &mut function.declarator.name {
            *name = self.member_name(class.whole, *name);
        }
        self.member_functions.push(MemberFunction { class: class.whole, kind, function, initializers });
        Ok(())
    }
}
