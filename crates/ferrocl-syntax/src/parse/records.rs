//! `struct`, `union`, `enum`, `typeof`.
//!
//! ```text
//! record  = ("struct" | "union") attributes? tag? ("{" { member } "}")? attributes?
//! member  = specifiers [ member-declarator { "," member-declarator } ] ";"
//! member-declarator = declarator? (":" constant)? attributes?
//! enum    = "enum" attributes? tag? ("{" constant { "," constant } ","? "}")? attributes?
//! typeof  = "typeof" "(" (type-name | expression) ")"
//! ```
//! Attributes after the closing brace belong to the type, attributes after a mere tag to the declaration (section "Specifying
//! Attributes of Types").

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};

use super::specifiers::Place;
use super::words::{Keyword, Word};
use super::{Parse, Parser, Reported};
use crate::ast::{
    Declarator, EnumConstant, EnumSpecifier, MemberDeclaration, MemberDeclarator, RecordSpecifier,
    StaticAssert, TypeSpecifier,
};
use crate::token::{Punctuator, TokenKind};

impl Parser<'_> {
    /// A struct or union; its keyword stands here.
    pub(super) fn record(&mut self, is_union: bool) -> Parse<RecordSpecifier> {
        let start = self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = self.tag();
        if tag.is_some() && self.keyword() == Some(Keyword::Attribute) && self.attribute_precedes_brace() {
            // The place is none of C's, but what is meant is clear.
            self.attributes(&mut attributes)?;
        }
        let bases = if self.is_cpp() && tag.is_some() { self.bases()? } else { Vec::new() };
        let (mut members, mut pack, mut class) = (None, None, None);
        let mut assertions = Vec::new();
        let mut span = self.span_from(start);
        if self.at(Punctuator::LeftBrace) {
            pack = self.pack();
            if self.is_cpp() {
                let (list, body) = self.class_body(tag, bases)?;
                (members, class) = (Some(list), Some(body));
            } else {
                members = Some(self.nested(|parser| parser.members(&mut assertions))?);
            }
            span = self.span_from(start);
            self.attributes(&mut attributes)?;
        } else if tag.is_none() {
            let what = if is_union { "`union`" } else { "`struct`" };
            return Err(self.expected("a tag or `{`", &format!("after {what}"), None));
        }
        Ok(RecordSpecifier { is_union, tag, members, assertions, attributes, pack, class, span })
    }
    /// Whether the attributes here are followed by `{`. The look-ahead is short: attributes at this place are rare.
    fn attribute_precedes_brace(&self) -> bool {
        let mut depth = 0usize;
        for n in 1..64 {
            match self.nth_kind(n) {
                TokenKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                TokenKind::Punctuator(Punctuator::RightParen) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return self.nth_is(n + 1, Punctuator::LeftBrace);
                    }
                }
                TokenKind::End => return false,
                _ => {}
            }
        }
        false
    }
    /// The tag, if one stands here. In C++ it is the name of a type.
    fn tag(&mut self) -> Option<(Symbol, Span)> {
        let mut symbol = self.name()?;
        let span = self.advance();
        if self.is_cpp() {
            let defines = self.at(Punctuator::LeftBrace)
                || self.at(Punctuator::Semicolon)
                || self.at(Punctuator::Colon)
                || matches!(self.kind(), TokenKind::Identifier(name) if self.text(*name) == "final")
                || self.keyword() == Some(Keyword::Attribute);
            symbol = match defines {
                true => self.declare_member(symbol, Word::Typedef { vector: false }),
                false => self.names.meaning(symbol),
            };
        }
        self.names.tags.insert(symbol);
        Some((symbol, span))
    }

    /// `{ members }`; the static assertions among them go to `assertions`.
    fn members(&mut self, assertions: &mut Vec<StaticAssert>) -> Parse<Vec<MemberDeclaration>> {
        let open = self.advance();
        let mut members = Vec::new();
        while !self.at(Punctuator::RightBrace) {
            if self.at_end() || self.abandoned {
                return Err(self.unclosed(open, "{", Punctuator::RightBrace));
            }
            if self.eat(Punctuator::Semicolon) {
                continue;
            }
            if self.starts_statement_only() || self.stands_outside_records() && self.at_first_column() {
                self.record_lacks_brace(open);
                return Ok(members);
            }
            let before = self.position;
            if self.keyword() == Some(Keyword::StaticAssert) {
                assertions.push(self.static_assert()?);
                continue;
            }
            match self.member(open) {
                Ok(Some(member)) => members.push(member),
                // The next function starts here.
                Ok(None) => return Ok(members),
                Err(Reported) => {
                    if self.at(Punctuator::LeftBrace) {
                        self.skip_balanced();
                    }
                    self.skip_statement();
                    if self.position == before && !self.at(Punctuator::RightBrace) {
                        self.advance();
                    }
                }
            }
        }
        self.advance();
        Ok(members)
    }
    /// Whether a statement starts here, and certainly no member.
    fn starts_statement_only(&self) -> bool {
        match self.word() {
            Some(Word::Keyword(keyword)) => keyword.is_statement() && keyword != Keyword::StaticAssert,
            Some(word @ (Word::Ordinary | Word::Unknown)) => {
                let TokenKind::Punctuator(next) = self.nth_kind(1) else { return false };
                match next {
                    Punctuator::Star
                    | Punctuator::Semicolon
                    | Punctuator::Comma
                    | Punctuator::Colon
                    | Punctuator::RightBrace => false,
                    // `a[3];` may be a member without its type.
                    Punctuator::LeftBracket => word == Word::Ordinary,
                    _ => true,
                }
            }
            _ => false,
        }
    }
    /// Whether a declaration starts here that members cannot be.
    fn stands_outside_records(&self) -> bool {
        use crate::ast::{AddressSpaceKeyword, StorageClass};
        matches!(
            self.keyword(),
            Some(
                Keyword::Kernel
                    | Keyword::Inline
                    | Keyword::AddressSpace(AddressSpaceKeyword::Constant)
                    | Keyword::Storage(StorageClass::Typedef | StorageClass::Static | StorageClass::Extern)
            )
        )
    }
    /// Says that the `{` of a struct or union is not closed before what starts here.
    #[cold]
    fn record_lacks_brace(&mut self, open: Span) {
        let span = self.span();
        self.fail(
            Diagnostic::new(codes::UNMATCHED_BRACKET, open, "this `{` is never closed")
                .primary("its `}` is missing")
                .label(span, "no member starts with this"),
        );
    }
    /// Members that share specifiers; `None` if a function outside the struct stands here, which lacks its brace then.
    pub(super) fn member(&mut self, open: Span) -> Parse<Option<MemberDeclaration>> {
        self.skip_member_access();
        let (start, start_position) = (self.span(), self.position);
        let specifiers = self.specifiers(Place::Member, Vec::new())?;
        let mut declarators = Vec::new();
        while !self.at(Punctuator::Semicolon) && !self.at(Punctuator::RightBrace) {
            let declarator = if self.at(Punctuator::Colon) {
                let span = self.gap();
                Declarator::nameless(span)
            } else {
                self.declarator()?
            };
            let bit_width =
                if self.eat(Punctuator::Colon) { Some(self.constant_expression()?) } else { None };
            if let Some((name, _)) = declarator.name.filter(|_| self.is_cpp()) {
                self.declare_member(name, Word::Ordinary);
            }
            let mut member = MemberDeclarator { declarator, bit_width };
            self.attributes(&mut member.declarator.attributes)?;
            if self.is_cpp() && (self.at(Punctuator::Equal) || self.at(Punctuator::LeftBrace)) {
                self.eat(Punctuator::Equal);
                let initializer = self.initializer()?;
                if let (Some((name, _)), Some(class)) = (member.declarator.name, &mut self.class) {
                    class.body.initializers.push((name, initializer));
                }
            }
            declarators.push(member);
            if self.at(Punctuator::LeftBrace) && self.is_at_first_column(start) {
                self.go_to(start_position);
                self.record_lacks_brace(open);
                return Ok(None);
            }
            if self.at(Punctuator::LeftBrace) {
                let span = declarators.last().map_or(self.last_span, |member| member.declarator.span);
                return Err(self.function_in_struct(span));
            }
            if self.at(Punctuator::Equal) {
                return Err(self.member_initializer());
            }
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        if !self.eat(Punctuator::Semicolon) {
            // At the brace it is clear what is meant, and on a new line too.
            let reported = self.missing(Punctuator::Semicolon, "after the member");
            if !self.at(Punctuator::RightBrace) && !self.starts_line() {
                return Err(reported);
            }
        }
        Ok(Some(MemberDeclaration { specifiers, declarators, span: self.span_from(start) }))
    }
    /// `public:` and its like. Says so and steps over it.
    pub(super) fn skip_member_access(&mut self) {
        let TokenKind::Identifier(symbol) = self.kind() else { return };
        let word = self.text(*symbol);
        if !matches!(word, "public" | "private" | "protected") || !self.nth_is(1, Punctuator::Colon) {
            return;
        }
        let message = format!("`{word}:` is C++, not OpenCL C");
        let span = self.advance();
        self.advance();
        if self.is_cpp() {
            return;
        }
        self.report(
            Diagnostic::new(codes::CPP_CONSTRUCT, span, message)
                .primary("no such word in OpenCL C")
                .help("leave it out: all members of a `struct` can be reached"),
        );
    }
    #[cold]
    fn function_in_struct(&mut self, span: Span) -> Reported {
        let reported = self.fail(
            Diagnostic::new(codes::CPP_CONSTRUCT, span, "functions inside a `struct` are C++, not OpenCL C")
                .primary("a member cannot have a body")
                .help("write a function outside, with a pointer to the `struct` as its first parameter"),
        );
        self.skip_balanced();
        reported
    }
    #[cold]
    fn member_initializer(&mut self) -> Reported {
        let span = self.span();
        self.fail(
            Diagnostic::new(codes::CPP_CONSTRUCT, span, "initialisers of members are C++, not OpenCL C")
                .primary("a member cannot have a value of its own")
                .help("initialise the variables of this type instead"),
        )
    }

    /// An enum; its keyword stands here.
    pub(super) fn enumeration(&mut self) -> Parse<EnumSpecifier> {
        let start = self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        if let TokenKind::Identifier(symbol) = self.kind()
            && matches!(self.keyword(), Some(Keyword::Struct) | None)
            && matches!(self.text(*symbol), "class" | "struct")
            && self.nth_is_name(1)
            && !self.is_cpp()
        {
            let span = self.advance();
            self.report(
                Diagnostic::new(codes::CPP_CONSTRUCT, span, "scoped enumerations are C++, not OpenCL C")
                    .primary("no such word here in OpenCL C")
                    .suggest("write `enum` alone", span, ""),
            );
        }
        let is_scoped =
            self.is_cpp() && (self.eat_keyword(Keyword::Class) || self.eat_keyword(Keyword::Struct));
        let tag = self.tag();
        let underlying = if self.is_cpp() && self.eat(Punctuator::Colon) {
            Some(Box::new(self.type_specifiers()?))
        } else {
            None
        };
        let mut constants = None;
        let mut span = self.span_from(start);
        if self.at(Punctuator::LeftBrace) {
            let owner = tag.filter(|_| self.is_cpp()).map(|(tag, _)| self.enumeration_name(tag));
            constants = Some(self.nested(|parser| parser.enum_constants(owner, is_scoped))?);
            span = self.span_from(start);
            self.attributes(&mut attributes)?;
        } else if tag.is_none() {
            return Err(self.expected("a tag or `{`", "after `enum`", None));
        }
        Ok(EnumSpecifier { tag, constants, is_scoped, underlying, attributes, span })
    }
    /// The whole name of an enumeration, by which its constants are known.
    fn enumeration_name(&mut self, tag: Symbol) -> Symbol {
        match &self.class {
            Some(class) => {
                let outer = class.whole;
                self.member_name(outer, tag)
            }
            None => tag,
        }
    }
    /// `{ constants }`; those of a scoped enumeration are known by its name alone.
    fn enum_constants(&mut self, owner: Option<Symbol>, is_scoped: bool) -> Parse<Vec<EnumConstant>> {
        let open = self.advance();
        let mut constants = Vec::new();
        loop {
            if self.eat(Punctuator::RightBrace) {
                return Ok(constants);
            }
            let result = self.enum_constant(owner, is_scoped, &mut constants);
            if result.is_ok() && (self.eat(Punctuator::Comma) || self.at(Punctuator::RightBrace)) {
                continue;
            }
            if result.is_ok() {
                self.unclosed_list(open, "{", Punctuator::RightBrace);
            }
            if !self.skip_to_either(Punctuator::Comma, Punctuator::RightBrace) {
                return Err(Reported);
            }
            self.eat(Punctuator::Comma);
        }
    }
    fn enum_constant(
        &mut self,
        owner: Option<Symbol>,
        is_scoped: bool,
        constants: &mut Vec<EnumConstant>,
    ) -> Parse<()> {
        let Some(name) = self.name() else {
            return Err(match self.keyword() {
                Some(_) => self.keyword_instead_of_name(),
                None => self.expected("the name of a constant", "", None),
            });
        };
        let span = self.advance();
        let mut ignored = Vec::new();
        self.attributes(&mut ignored)?;
        for attribute in ignored {
            self.warn_ignored_attribute(&attribute, "an enumeration constant");
        }
        let value = if self.eat(Punctuator::Equal) { Some(self.constant_expression()?) } else { None };
        if let Some(owner) = owner {
            self.note_class_member(owner, name, Word::Ordinary);
        }
        let name = if is_scoped { name } else { self.declare_member(name, Word::Ordinary) };
        constants.push(EnumConstant { name, value, span });
        Ok(())
    }

    /// The parentheses of `typeof`.
    pub(super) fn typeof_operand(&mut self) -> Parse<TypeSpecifier> {
        let open = self.expect(Punctuator::LeftParen, "after `typeof`")?;
        let ty = self.nested(|parser| {
            Ok(if parser.starts_specifiers() {
                TypeSpecifier::TypeofType(parser.type_name()?)
            } else {
                TypeSpecifier::TypeofExpr(parser.expression()?)
            })
        })?;
        if !self.eat(Punctuator::RightParen) {
            return Err(self.unclosed(open, "(", Punctuator::RightParen));
        }
        Ok(ty)
    }
}
