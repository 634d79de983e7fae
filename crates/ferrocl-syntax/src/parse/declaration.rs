//! External declarations, function definitions, declarations in blocks.
//!
//! ```text
//! unit        = { function | declaration | static-assertion | ";" }
//! function    = specifiers declarator attributes? block
//! declaration = specifiers [ init-declarator { "," init-declarator } ] ";"
//! init-declarator  = attributes? declarator attributes? [ "=" initialiser ]
//! static-assertion = "_Static_assert" "(" constant [ "," string ] ")" ";"
//! ```

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span};

use super::foreign::CppRest;
use super::specifiers::Place;
use super::words::{self, Keyword, Word};
use super::{OpenFunction, Parse, Parser, Reported};
use crate::ast::{
    Attribute, Declaration, DeclarationSpecifiers, Declarator, DeclaratorPart, ExprKind, FunctionDefinition,
    InitDeclarator, Initializer, Item, StaticAssert, StmtId, StmtKind, StorageClass, TypeSpecifier,
};
use crate::token::{Pragma, Punctuator, TokenKind};

impl Parser<'_> {
    /// The whole translation unit.
    pub(super) fn external_declarations(&mut self) {
        self.external_declarations_until(None);
    }
    /// External declarations up to a closing bracket, if one ends them, or the end of the text.
    pub(super) fn external_declarations_until(&mut self, close: Option<Punctuator>) {
        loop {
            for (pragma, span) in self.take_pragmas() {
                match pragma {
                    Pragma::FpContract(state) => self.unit.items.push(Item::FpContract(state)),
                    other => self.warn_misplaced_pragma(&other, span),
                }
            }
            if self.at_end() || close.is_some_and(|close| self.at(close)) {
                return;
            }
            let before = self.position;
            self.said_bracket = false;
            if self.external_declaration().is_err() && !self.abandoned {
                self.skip_external(false);
            }
            self.leave_classes();
            if self.position <= before && !self.abandoned && !self.at_end() {
                self.advance();
            }
            self.abandoned = false;
        }
    }
    fn external_declaration(&mut self) -> Parse<()> {
        match self.kind() {
            TokenKind::Punctuator(Punctuator::Semicolon) => {
                self.advance();
                return Ok(());
            }
            TokenKind::Punctuator(Punctuator::RightBrace) => {
                self.stray_brace();
                return Ok(());
            }
            _ => {}
        }
        match self.keyword() {
            Some(Keyword::StaticAssert) => {
                let item = Item::StaticAssert(self.static_assert()?);
                self.push_item(item);
                return Ok(());
            }
            Some(Keyword::Storage(StorageClass::Extern))
                if matches!(self.nth_kind(1), TokenKind::String(_)) =>
            {
                return Err(self.linkage_specification());
            }
            _ => {}
        }
        if self.is_cpp() && self.cpp_external()? {
            return Ok(());
        }
        match self.cpp_declaration() {
            Some(CppRest::Unreadable) => return Err(Reported),
            Some(CppRest::Readable) | None => {}
        }
        if self.is_lost_statement() {
            self.lost_statement();
            return Ok(());
        }
        let start = self.span();
        let specifiers = self.specifiers(Place::File, Vec::new())?;
        if self.at(Punctuator::Semicolon) || self.lacks_semicolon(&specifiers) {
            let declaration = self.declaration_of_no_name(specifiers, start)?;
            self.push_item(Item::Declaration(Box::new(declaration)));
            return Ok(());
        }
        let (mut declarators, at_body) = self.init_declarators(&specifiers)?;
        if at_body && let Some(InitDeclarator { declarator, initializer: None }) = declarators.pop() {
            return self.function(specifiers, declarator, start);
        }
        let result = self.end_of_declaration();
        let span = self.span_from(start);
        self.push_item(Item::Declaration(Box::new(Declaration { specifiers, declarators, span })));
        result
    }
    /// A function whose body stands here.
    pub(super) fn function(
        &mut self,
        specifiers: DeclarationSpecifiers,
        declarator: Declarator,
        start: Span,
    ) -> Parse<()> {
        let function = self.function_definition(specifiers, declarator, start)?;
        self.last_body_end = self.last_span;
        self.push_item(Item::Function(Box::new(function)));
        Ok(())
    }
    /// The same as a part of something else.
    pub(super) fn function_definition(
        &mut self,
        specifiers: DeclarationSpecifiers,
        declarator: Declarator,
        start: Span,
    ) -> Parse<FunctionDefinition> {
        let name = declarator.name.map(|(name, _)| name);
        let outer = self.open_function.replace(OpenFunction { body: self.position, name });
        let outer_angles = std::mem::take(&mut self.in_angles);
        self.names.open();
        self.declare_parameters(&declarator);
        let body = self.nested(Self::block_body);
        self.names.close();
        self.in_angles = outer_angles;
        self.open_function = outer;
        Ok(FunctionDefinition { specifiers, declarator, body: body?, span: self.span_from(start) })
    }
    /// Declares the parameters of a function in the innermost scope.
    pub(super) fn declare_parameters(&mut self, declarator: &Declarator) {
        if let Some(DeclaratorPart::Function { parameters, .. }) = declarator.parts.first() {
            for parameter in parameters {
                if let Some((name, _)) = parameter.declarator.name {
                    self.names.declare(name, Word::Ordinary);
                }
            }
        }
    }

    /// A declaration in a block; `attributes` were read before it.
    #[inline(never)]
    pub(super) fn block_declaration(&mut self, attributes: Vec<Attribute>) -> Parse<StmtId> {
        let start_position = self.position;
        if self.is_cpp()
            && let Some(stmt) = self.cpp_block_declaration()?
        {
            return Ok(stmt);
        }
        if self.cpp_declaration() == Some(CppRest::Unreadable) {
            return Err(Reported);
        }
        let start = attributes.first().map_or(self.span(), |attribute| attribute.span);
        let specifiers = self.specifiers(Place::Block, attributes)?;
        if self.at(Punctuator::Semicolon) || self.lacks_semicolon(&specifiers) {
            let declaration = self.declaration_of_no_name(specifiers, start)?;
            let span = declaration.span;
            return Ok(self.stmt(StmtKind::Declaration(Box::new(declaration)), span));
        }
        let (mut declarators, at_body) = self.init_declarators(&specifiers)?;
        if at_body && let Some(InitDeclarator { declarator, initializer: None }) = declarators.pop() {
            if specifiers.kernel.is_some() || self.is_at_first_column(start) {
                return Err(self.abandon_function(start_position, start));
            }
            return self.nested_function(specifiers, declarator, start);
        }
        let result = self.end_of_declaration();
        let span = self.span_from(start);
        let stmt =
            self.stmt(StmtKind::Declaration(Box::new(Declaration { specifiers, declarators, span })), span);
        match result {
            // What was read is worth keeping: the names are declared.
            Ok(()) => Ok(stmt),
            Err(Reported) => {
                self.skip_statement();
                Ok(stmt)
            }
        }
    }
    /// The semicolon of a declaration.
    fn end_of_declaration(&mut self) -> Parse<()> {
        if self.eat(Punctuator::Semicolon) {
            return Ok(());
        }
        let reported = self.missing(Punctuator::Semicolon, "after the declaration");
        if self.may_end_here() || self.starts_line() { Ok(()) } else { Err(reported) }
    }
    /// Whether the specifiers end with the body of a struct, union or enum, and the next declaration starts here.
    fn lacks_semicolon(&self, specifiers: &DeclarationSpecifiers) -> bool {
        let has_body = match &specifiers.ty {
            TypeSpecifier::Record(record) => record.members.is_some(),
            TypeSpecifier::Enum(specifier) => specifier.constants.is_some(),
            _ => false,
        };
        has_body && self.starts_specifiers() && self.starts_line()
    }
    /// Specifiers alone, before the semicolon.
    fn declaration_of_no_name(
        &mut self,
        specifiers: DeclarationSpecifiers,
        start: Span,
    ) -> Parse<Declaration> {
        let declares = match &specifiers.ty {
            TypeSpecifier::Record(record) => record.tag.is_some(),
            TypeSpecifier::Enum(specifier) => specifier.tag.is_some() || specifier.constants.is_some(),
            TypeSpecifier::Error => true,
            _ => false,
        };
        let is_typedef = specifiers.storage.iter().any(|(class, _)| *class == StorageClass::Typedef);
        if (!declares || is_typedef) && self.silent_at != Some(self.position) {
            if let Some(reported) = self.keyword_as_name() {
                return Err(reported);
            }
            let gap = self.gap();
            let text = if is_typedef { "this `typedef` gives no name" } else { "this declares no name" };
            self.report(
                Diagnostic::new(codes::DECLARES_NOTHING, gap, text).primary("a name may be missing here"),
            );
        }
        if !self.eat(Punctuator::Semicolon) {
            self.missing(Punctuator::Semicolon, "after the definition of the type");
        }
        Ok(Declaration { specifiers, declarators: Vec::new(), span: self.span_from(start) })
    }

    /// The declarators of a declaration with their initialisers. The flag says that the body of a function follows the last one.
    pub(super) fn init_declarators(
        &mut self,
        specifiers: &DeclarationSpecifiers,
    ) -> Parse<(Vec<InitDeclarator>, bool)> {
        let mut list = Vec::new();
        loop {
            let mut declarator = self.declarator()?;
            self.attributes(&mut declarator.attributes)?;
            if self.keyword() == Some(Keyword::Asm) {
                let span = self.span();
                self.report(
                    Diagnostic::new(
                        codes::UNSUPPORTED_CONSTRUCT,
                        span,
                        "OpenCL C does not have names for the assembler",
                    )
                    .primary("not part of the language")
                    .help("leave it out"),
                );
                self.advance();
                if self.at(Punctuator::LeftParen) {
                    self.skip_balanced();
                }
            }
            self.declare(specifiers, &mut declarator);
            let is_function = matches!(declarator.parts.first(), Some(DeclaratorPart::Function { .. }));
            if is_function && self.at(Punctuator::LeftBrace) {
                list.push(InitDeclarator { declarator, initializer: None });
                return Ok((list, true));
            }
            let initializer = if self.is_cpp() && self.at_direct_initializer(&declarator) {
                Some(self.direct_initializer()?)
            } else if self.eat(Punctuator::Equal) {
                if let Some(Keyword::Default) = self.keyword().filter(|_| is_function && self.is_cpp()) {
                    // What is defined as `default` outside of its class is what it would be inside.
                    self.advance();
                    list.push(InitDeclarator { declarator, initializer: None });
                    return Ok((list, false));
                }
                let start = self.span();
                match self.initializer() {
                    Ok(initializer) => Some(initializer),
                    Err(Reported) => {
                        let goes_on = self.skip_to_either(Punctuator::Comma, Punctuator::Comma);
                        let span = self.span_from(start);
                        let error = Initializer::Expr(self.expr(ExprKind::Error, span));
                        list.push(InitDeclarator { declarator, initializer: Some(error) });
                        if goes_on {
                            self.advance();
                            continue;
                        }
                        return Ok((list, false));
                    }
                }
            } else {
                None
            };
            list.push(InitDeclarator { declarator, initializer });
            if !self.eat(Punctuator::Comma) {
                return Ok((list, false));
            }
        }
    }
    /// Makes the declared name known.
    pub(super) fn declare(&mut self, specifiers: &DeclarationSpecifiers, declarator: &mut Declarator) {
        let Some((name, span)) = declarator.name else { return };
        let is_typedef = specifiers.storage.iter().any(|(class, _)| *class == StorageClass::Typedef);
        let before = self.names.get(name);
        if is_typedef && before == Word::Unknown && words::is_reserved_type(self.text(name))
            || !is_typedef && matches!(before, Word::Predefined(_))
        {
            let text = self.text(name).to_owned();
            self.report(
                Diagnostic::new(
                    codes::RESERVED_NAME,
                    span,
                    format!("OpenCL C keeps the name `{text}` for a type of its own"),
                )
                .primary("a program that uses it otherwise is not portable")
                .note("section \"Keywords\" of the OpenCL C specification"),
            );
        }
        let word = if is_typedef {
            let by_attribute = declarator
                .attributes
                .iter()
                .chain(&specifiers.attributes)
                .any(|attribute| matches!(self.text(attribute.name), "ext_vector_type" | "vector_size"));
            let plain = declarator.parts.is_empty();
            let vector = plain && (by_attribute || self.is_vector_specifier(&specifiers.ty) == Some(true));
            Word::Typedef { vector }
        } else {
            Word::Ordinary
        };
        if declarator.scope.is_some() {
            return;
        }
        if is_typedef && declarator.parts.is_empty() {
            let whole = self.namespace_member_name(name);
            self.note_class_alias(whole, &specifiers.ty);
        }
        if before == Word::Template
            && matches!(declarator.parts.first(), Some(DeclaratorPart::Function { .. }))
        {
            // Another overload: calls go on as calls of a template, among whose candidates functions are.
            declarator.name = Some((self.names.meaning(name), span));
            return;
        }
        declarator.name = Some((self.declare_member(name, word), span));
    }

    /// `_Static_assert(…);`, which stands here.
    pub(super) fn static_assert(&mut self) -> Parse<StaticAssert> {
        let start = self.advance();
        let open = self.expect(Punctuator::LeftParen, "after `_Static_assert`")?;
        let condition = self.nested(Self::constant_expression)?;
        let mut message = None;
        if self.eat(Punctuator::Comma) {
            let TokenKind::String(bytes) = self.kind() else {
                return Err(self.expected("a string", "as the message of the assertion", None));
            };
            message = Some(bytes.clone());
            self.advance();
        }
        self.close(open, "(", Punctuator::RightParen);
        self.semicolon("after the assertion");
        Ok(StaticAssert { condition, message, span: self.span_from(start) })
    }
}
