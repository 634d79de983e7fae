//! C++ for OpenCL: what stands in classes.
//!
//! ```text
//! bases       = ":" base { "," base }          base = [ access ] named-type
//! member      = access ":" | friend | using | typedef | static-assertion | template | function | data member
//! function    = specifiers declarator [ qualifiers ] ( block | ";" | "=" "default" ";" | "=" "delete" ";" )
//! constructor = tag "(" parameters ")" [ ":" initialiser { "," initialiser } ] …     destructor = "~" tag "(" ")" …
//! conversion  = "operator" type "(" ")" …
//! ```
//! Access (`public:` and so on) is read and not checked.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};

use super::declarator::Naming;
use super::specifiers::Place;
use super::words::{Keyword, Word};
use super::{Parse, Parser, Reported};
use crate::ast::{
    BaseSpecifier, ClassBody, ClassId, ClassMember, DeclarationSpecifiers, Declarator, FunctionDefinition,
    Initializer, InitializerTarget, MemberBody, MemberDeclaration, MemberFunction, MemberInitializer,
    MemberKind, Qualifiers, StmtKind, StorageClass, TemplateParameter, TypeSpecifier,
};
use crate::token::{Punctuator, TokenKind};

/// The class whose members are being read.
pub(super) struct OpenClass {
    /// Its tag as it is written.
    pub(super) short: Symbol,
    /// The whole name.
    pub(super) whole: Symbol,
    /// What it has besides data members.
    pub(super) body: ClassBody,
    /// How many declarations of data members there were.
    pub(super) fields: usize,
}

impl Parser<'_> {
    /// The classes behind the tag of one that is derived from them, if any follow.
    pub(super) fn bases(&mut self) -> Parse<Vec<BaseSpecifier>> {
        let mut bases = Vec::new();
        self.eat_word("final");
        if !self.eat(Punctuator::Colon) {
            return Ok(bases);
        }
        loop {
            while self.eat_word("public")
                || self.eat_word("private")
                || self.eat_word("protected")
                || self.skip_virtual()
            {}
            self.eat_keyword(Keyword::Typename);
            let (ty, span) = self.named_type(true)?;
            bases.push(BaseSpecifier { ty, span });
            if self.eat(Punctuator::Ellipsis) {
                let span = self.last_span;
                self.report(
                    Diagnostic::new(
                        codes::UNSUPPORTED_TEMPLATE,
                        span,
                        "a pack of base classes is not supported",
                    )
                    .help("write the base classes one by one"),
                );
            }
            if !self.eat(Punctuator::Comma) {
                return Ok(bases);
            }
        }
    }
    /// Steps over a word that is none of the language's keywords.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let here = matches!(self.kind(), TokenKind::Identifier(name) if self.text(*name) == word);
        if here {
            self.advance();
        }
        here
    }
    /// `{ members }` of a class, which stands here.
    pub(super) fn class_body(
        &mut self,
        tag: Option<(Symbol, Span)>,
        bases: Vec<BaseSpecifier>,
    ) -> Parse<(Vec<MemberDeclaration>, ClassId)> {
        let whole = match tag {
            Some((whole, _)) => whole,
            None => self.unwritten_name("class"),
        };
        let text = self.text(whole);
        let short = text.rsplit("::").next().unwrap_or(text).to_owned();
        let short = self.interner.intern(&short);
        // A class in another is known by both names.
        let whole = match (&self.class, tag) {
            (Some(outer), Some(_)) => {
                let outer = outer.whole;
                self.member_name(outer, whole)
            }
            _ => whole,
        };
        let base_classes: Vec<Symbol> = bases.iter().filter_map(|base| self.class_of(&base.ty)).collect();
        let body = ClassBody { bases, ..ClassBody::default() };
        let outer = self.class.replace(OpenClass { short, whole, body, fields: 0 });
        let function = self.open_function.take();
        self.names.open();
        self.note_class(whole, base_classes.clone());
        for base in base_classes {
            self.show_class_members(base);
        }
        self.classes.open.push(whole);
        // Several levels for one class: the way to its members takes much of the stack.
        let result = self.nested(|parser| {
            parser.nested(|parser| parser.nested(|parser| parser.nested(Self::class_members)))
        });
        self.classes.open.pop();
        self.names.close();
        self.open_function = function;
        let class = std::mem::replace(&mut self.class, outer);
        let body = class.map(|class| class.body).unwrap_or_default();
        Ok((result?, self.unit.classes.push(body)))
    }
    fn class_members(&mut self) -> Parse<Vec<MemberDeclaration>> {
        let open = self.advance();
        let mut members = Vec::new();
        while !self.at(Punctuator::RightBrace) {
            if self.at_end() || self.abandoned {
                return Err(self.unclosed(open, "{", Punctuator::RightBrace));
            }
            if self.eat(Punctuator::Semicolon) {
                continue;
            }
            let before = self.position;
            self.skip_member_access();
            if self.at(Punctuator::RightBrace) {
                continue;
            }
            let result = match self.cpp_member() {
                Ok(true) => Ok(None),
                Ok(false) => self.member(open).map(Some),
                Err(Reported) => Err(Reported),
            };
            match result {
                Ok(None) => {}
                Ok(Some(Some(member))) => {
                    members.push(member);
                    if let Some(class) = &mut self.class {
                        class.fields = members.len();
                    }
                }
                // The next function starts here.
                Ok(Some(None)) => return Ok(members),
                Err(Reported) => {
                    if self.at(Punctuator::LeftBrace) {
                        self.skip_balanced();
                    } else {
                        self.skip_statement();
                    }
                    if self.position == before && !self.at(Punctuator::RightBrace) {
                        self.advance();
                    }
                }
            }
        }
        self.advance();
        Ok(members)
    }
    /// Adds a member that is no data member to the open class.
    pub(super) fn push_class_member(&mut self, member: ClassMember) {
        if let Some(class) = &mut self.class {
            class.body.members.push((class.fields, member));
        }
    }

    /// A member that is no data member; false if what stands here is one.
    fn cpp_member(&mut self) -> Parse<bool> {
        match self.keyword() {
            Some(Keyword::StaticAssert) => {
                let assertion = self.static_assert()?;
                self.push_class_member(ClassMember::StaticAssert(assertion));
                return Ok(true);
            }
            Some(Keyword::Using) => return self.class_using().map(|()| true),
            Some(Keyword::Friend) => return self.friend().map(|()| true),
            Some(Keyword::Template) => return self.template().map(|()| true),
            _ => {}
        }
        if self.skip_virtual() {
            return self.cpp_member();
        }
        if self.member_function_follows() {
            let member = self.member_function(Vec::new())?;
            self.push_class_member(ClassMember::Function(Box::new(member)));
            return Ok(true);
        }
        let is_static = self.static_follows();
        if !is_static && self.keyword() != Some(Keyword::Storage(StorageClass::Typedef)) {
            return Ok(false);
        }
        let start = self.span();
        let specifiers = self.specifiers(Place::Block, Vec::new())?;
        let (declarators, _) = self.init_declarators(&specifiers)?;
        self.semicolon("after the member");
        let span = self.span_from(start);
        self.push_class_member(ClassMember::Declaration(Box::new(crate::ast::Declaration {
            specifiers,
            declarators,
            span,
        })));
        Ok(true)
    }
    /// Whether `static` stands among the specifiers here.
    fn static_follows(&self) -> bool {
        let mut n = 0;
        while let Some(keyword) = self.nth_keyword(n) {
            match keyword {
                Keyword::Storage(StorageClass::Static) => return true,
                Keyword::Inline | Keyword::Constexpr => n += 1,
                _ if keyword.is_qualifier() => n += 1,
                _ => return false,
            }
        }
        false
    }
    fn class_using(&mut self) -> Parse<()> {
        if self.nth_is_name(1) && self.nth_is(2, Punctuator::Equal) {
            let start = self.advance();
            let declaration = self.type_alias(start)?;
            self.push_class_member(ClassMember::Declaration(Box::new(declaration)));
            return Ok(());
        }
        self.advance();
        self.eat_keyword(Keyword::Typename);
        let start = self.span();
        let (scope, _) = self.named_type(false)?;
        let scoped = match scope {
            // What is known as a type was read as one.
            TypeSpecifier::Scoped(scoped) if !self.at(Punctuator::ColonColon) => *scoped,
            _ => {
                self.expect(Punctuator::ColonColon, "after the class")?;
                let name = if self.keyword() == Some(Keyword::Operator) {
                    self.operator_name()?.0
                } else {
                    self.expect_member("after `::`")?.0
                };
                if matches!(scope, TypeSpecifier::Error) {
                    return Err(Reported);
                }
                crate::ast::ScopedName { scope, name, arguments: None, span: self.span_from(start) }
            }
        };
        self.semicolon("after the name");
        self.push_class_member(ClassMember::Using(scoped));
        Ok(())
    }
    /// `friend`, which stands here.
    fn friend(&mut self) -> Parse<()> {
        let start = self.advance();
        if matches!(self.keyword(), Some(Keyword::Class | Keyword::Struct | Keyword::Template))
            || !self.member_function_follows()
        {
            // Who may reach members is not checked.
            self.skip_statement();
            return Ok(());
        }
        let specifiers = self.specifiers(Place::Member, Vec::new())?;
        let mut declarator = self.declarator_with(Naming::Required)?;
        if !self.at(Punctuator::LeftBrace) {
            self.semicolon("after the function");
            return Ok(());
        }
        let class = self.class.take();
        if let Some((name, _)) = &mut declarator.name {
            *name = self.namespace_member_name(*name);
        }
        let function = self.function_definition(specifiers, declarator, start);
        self.class = class;
        self.push_class_member(ClassMember::Friend(Box::new(function?)));
        Ok(())
    }
    /// Whether, before the member ends, a parenthesis follows a name or an operator.
    pub(super) fn member_function_follows(&self) -> bool {
        let mut after_name = false;
        let mut position = self.position;
        while let Some(token) = self.tokens.get(position) {
            position += 1;
            match &token.kind {
                TokenKind::Punctuator(Punctuator::LeftParen) => return after_name,
                TokenKind::Punctuator(Punctuator::LeftBracket)
                    if self.tokens.get(position).is_some_and(|token| {
                        token.kind == TokenKind::Punctuator(Punctuator::LeftBracket)
                    }) =>
                {
                    position = self.behind_brackets(position - 1);
                }
                TokenKind::Punctuator(
                    Punctuator::Semicolon
                    | Punctuator::LeftBrace
                    | Punctuator::RightBrace
                    | Punctuator::LeftBracket
                    | Punctuator::Colon
                    | Punctuator::Equal
                    | Punctuator::Comma,
                )
                | TokenKind::End => return false,
                TokenKind::Punctuator(Punctuator::Less) => match self.behind_angles(position - 1) {
                    Some(behind) => position = behind,
                    None => return false,
                },
                TokenKind::Identifier(name) => match self.names.get(*name) {
                    Word::Keyword(Keyword::Operator) => return true,
                    Word::Keyword(
                        Keyword::Attribute | Keyword::Typeof | Keyword::Decltype | Keyword::Alignas,
                    ) => position = self.behind_brackets(position),
                    word => after_name = !matches!(word, Word::Keyword(_)),
                },
                _ => {}
            }
        }
        false
    }
    /// The position behind the brackets that open at a position.
    fn behind_brackets(&self, open: usize) -> usize {
        let mut depth = 0usize;
        let mut position = open;
        while let Some(token) = self.tokens.get(position) {
            position += 1;
            match token.kind {
                TokenKind::Punctuator(Punctuator::LeftParen | Punctuator::LeftBracket) => depth += 1,
                TokenKind::Punctuator(Punctuator::RightParen | Punctuator::RightBracket) => {
                    depth = depth.saturating_sub(1);
                }
                TokenKind::End => return position,
                _ => {}
            }
            if depth == 0 {
                return position;
            }
        }
        position
    }

    /// A function of the open class, which stands here.
    pub(super) fn member_function(&mut self, parameters: Vec<TemplateParameter>) -> Parse<MemberFunction> {
        let start = self.span();
        let Some(class) = &self.class else { return Err(self.expected("a declaration", "", None)) };
        let short = class.short;
        let mut specifiers = DeclarationSpecifiers::plain(TypeSpecifier::Error, start);
        let mut is_explicit = false;
        self.attributes(&mut specifiers.attributes)?;
        loop {
            match self.keyword() {
                Some(Keyword::Explicit) => {
                    self.advance();
                    is_explicit = true;
                }
                Some(Keyword::Constexpr) => specifiers.constexpr = Some(self.advance()),
                Some(Keyword::Inline) => specifiers.inline = Some(self.advance()),
                _ if self.skip_virtual() => {}
                _ => break,
            }
        }
        let at_tag = |parser: &Self, n: usize| {
            matches!(parser.nth_kind(n), TokenKind::Identifier(name) if *name == short)
                && parser.nth_is(n + 1, Punctuator::LeftParen)
        };
        let (kind, mut declarator) = if at_tag(self, 0) {
            (MemberKind::Constructor, self.constructor_declarator()?)
        } else if self.at(Punctuator::Tilde) {
            self.advance();
            (MemberKind::Destructor, self.destructor_declarator(&mut specifiers)?)
        } else if self.keyword() == Some(Keyword::Operator) && self.conversion_follows() {
            let (ty, declarator) = self.conversion_declarator()?;
            specifiers.ty = ty.specifiers.ty;
            specifiers.qualifiers = ty.specifiers.qualifiers;
            (MemberKind::Conversion, declarator)
        } else {
            let (inline, constexpr) = (specifiers.inline, specifiers.constexpr);
            specifiers = self.specifiers(Place::Member, specifiers.attributes)?;
            specifiers.inline = specifiers.inline.or(inline);
            specifiers.constexpr = specifiers.constexpr.or(constexpr);
            let declarator = self.declarator_with(Naming::Required)?;
            let is_static = specifiers.storage.iter().any(|(class, _)| *class == StorageClass::Static);
            (if is_static { MemberKind::Static } else { MemberKind::Method }, declarator)
        };
        if kind == MemberKind::Constructor {
            // (It gives an object of the class.)
            specifiers.ty = TypeSpecifier::Builtin(crate::ast::BuiltinTypeName::Void);
        }
        self.attributes(&mut declarator.attributes)?;
        if let (MemberKind::Method | MemberKind::Static, Some((name, _)), Some(class)) =
            (kind, declarator.name, &self.class)
        {
            let (whole, word) =
                (class.whole, if parameters.is_empty() { Word::Ordinary } else { Word::Template });
            let before = self.names.get(name);
            if before != Word::Template {
                self.names.declare(name, word);
                self.note_class_member(whole, name, word);
            }
            if word == Word::Template {
                self.member_templates.insert(name);
            }
        }
        let (body, function, initializers) = self.member_rest(specifiers, declarator, kind, start)?;
        Ok(MemberFunction { kind, function, body, initializers, is_explicit, parameters })
    }
    /// What follows the declarator of a member function: the body, or what stands for it.
    pub(super) fn member_rest(
        &mut self,
        specifiers: DeclarationSpecifiers,
        declarator: Declarator,
        kind: MemberKind,
        start: Span,
    ) -> Parse<(MemberBody, FunctionDefinition, Vec<MemberInitializer>)> {
        let mut initializers = Vec::new();
        if kind == MemberKind::Constructor && self.eat(Punctuator::Colon) {
            self.names.open();
            self.declare_parameters(&declarator);
            let result = self.member_initializers(&mut initializers);
            self.names.close();
            result?;
        }
        if self.at(Punctuator::LeftBrace) {
            let class = self.class.take();
            let function = self.function_definition(specifiers, declarator, start);
            self.class = class;
            return Ok((MemberBody::Written, function?, initializers));
        }
        let mut body = MemberBody::Elsewhere;
        if self.eat(Punctuator::Equal) {
            let span = self.span();
            if self.eat_keyword(Keyword::Default) {
                body = MemberBody::Default;
            } else if self.keyword() == Some(Keyword::Forbidden("delete")) {
                self.advance();
                body = MemberBody::Deleted(span);
            } else if matches!(self.kind(), TokenKind::Integer(_)) {
                // `= 0`
                self.advance();
                self.forbidden("virtual", span);
            } else {
                return Err(self.expected("`default` or `delete`", "after `=`", None));
            }
        }
        self.semicolon("after the member function");
        let span = self.span_from(start);
        let empty = self.stmt(StmtKind::Block { stmts: Vec::new(), fp_contract: None }, span);
        Ok((body, FunctionDefinition { specifiers, declarator, body: empty, span }, initializers))
    }
    /// The tag and parameters of a constructor, which stand here.
    pub(super) fn constructor_declarator(&mut self) -> Parse<Declarator> {
        let Some(name) = self.name() else { return Err(self.expected("the name of the class", "", None)) };
        let span = self.advance();
        let part = self.nested(Self::function_part)?;
        let mut declarator = Declarator::nameless(span);
        declarator.name = Some((name, span));
        declarator.parts.push(part);
        Ok(declarator)
    }
    /// The tag and parentheses of a destructor behind its `~`.
    pub(super) fn destructor_declarator(
        &mut self,
        specifiers: &mut DeclarationSpecifiers,
    ) -> Parse<Declarator> {
        let mut declarator = self.constructor_declarator()?;
        specifiers.ty = TypeSpecifier::Builtin(crate::ast::BuiltinTypeName::Void);
        if let Some((name, _)) = &mut declarator.name {
            *name = self.interner.intern("~");
        }
        Ok(declarator)
    }
    /// Whether a type follows the word `operator` here.
    pub(super) fn conversion_follows(&self) -> bool {
        self.nth_starts_specifiers(1)
    }
    /// `operator type()`, which stands here.
    pub(super) fn conversion_declarator(&mut self) -> Parse<(crate::ast::TypeName, Declarator)> {
        let span = self.advance();
        let specifiers = self.type_specifiers()?;
        let start = self.span();
        let mut pointers = Vec::new();
        while let Some(punctuator @ (Punctuator::Star | Punctuator::Ampersand)) = self.punctuator() {
            let span = self.advance();
            let mut qualifiers = Qualifiers::default();
            while let Some(keyword) = self.keyword().filter(|keyword| keyword.is_qualifier()) {
                self.qualifier(keyword, &mut qualifiers);
            }
            pointers.push(match punctuator {
                Punctuator::Star => crate::ast::DeclaratorPart::Pointer { qualifiers, span },
                _ => crate::ast::DeclaratorPart::Reference { rvalue: false, span },
            });
        }
        if !self.at(Punctuator::LeftParen) {
            return Err(self.missing(Punctuator::LeftParen, "after the type of the conversion"));
        }
        let part = self.nested(Self::function_part)?;
        let mut declarator = Declarator::nameless(span);
        declarator.name = Some((self.interner.intern("operator type"), span));
        declarator.parts.push(part);
        declarator.parts.extend(pointers.into_iter().rev());
        declarator.span = self.span_from(span);
        let ty = crate::ast::TypeName {
            span: specifiers.span,
            specifiers,
            declarator: Declarator::nameless(start),
        };
        Ok((ty, declarator))
    }
    fn member_initializers(&mut self, list: &mut Vec<MemberInitializer>) -> Parse<()> {
        loop {
            let start = self.span();
            let Some(name) = self.name() else {
                return Err(self.expected("the name of a member", "after `:`", None));
            };
            let is_class = self.scoped_kind(0).is_some_and(|kind| kind.names_type());
            let target = if is_class {
                InitializerTarget::Class(Box::new(self.named_type(true)?.0))
            } else {
                self.advance();
                InitializerTarget::Member(name)
            };
            let value = if self.at(Punctuator::LeftBrace) {
                Initializer::List(self.nested(Self::initializer_list)?)
            } else {
                let open = self.expect(Punctuator::LeftParen, "after the member's name")?;
                let parts = self.nested(|parser| parser.arguments(open, "a value"))?;
                Initializer::Arguments(parts, self.span_from(open))
            };
            list.push(MemberInitializer { target, value, span: self.span_from(start) });
            if !self.eat(Punctuator::Comma) {
                return Ok(());
            }
        }
    }
}
