//! C++ for OpenCL: templates of functions, classes, types and constants.
//!
//! ```text
//! template  = "template" parameters { "template" parameters } ( class | "using" name "=" type-name ";" | function | variable )
//! parameters = "<" [ parameter { "," parameter } ] ">"       (none: an explicit specialisation)
//! parameter = ("typename" | "class") [ "..." ] [ name ] [ "=" type-name ] | specifiers [ "..." ] declarator [ "=" constant ]
//! arguments = "<" [ argument { "," argument } ] ">"          argument = ( type-name | constant ) [ "..." ]
//! ```
//! A type among the parameters is a typedef name in what is templated, so that one tree serves for every choice of it. Explicit instantiations
//! (`template class Vec<int>;`) are stepped over: what a program uses is made where it is used.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};

use super::declarator::Naming;
use super::specifiers::Place;
use super::words::{Keyword, Word};
use super::{Parse, Parser, Reported};
use crate::ast::{
    ClassMember, ClassTemplate, Declaration, DeclarationSpecifiers, DeclaratorPart, ExprId, FunctionTemplate,
    InitDeclarator, Item, MemberBody, MemberKind, RecordSpecifier, StmtKind, TemplateArgument,
    TemplateContent, TemplateParameter, TemplateParameterKind,
};
use crate::token::{Punctuator, TokenKind};

/// What stands behind the parameters of a template.
enum Templated {
    /// A function.
    Function(Box<FunctionTemplate>, Option<Symbol>),
    /// Something else.
    Other(Box<ClassTemplate>, Word),
    /// A member of the open class, which has it already.
    Member,
}

impl Parser<'_> {
    /// `template`, which stands here.
    pub(super) fn template(&mut self) -> Parse<()> {
        let start = self.advance();
        if !self.at(Punctuator::Less) {
            self.skip_statement();
            return Ok(());
        }
        self.names.open();
        let result = self.template_in_scope(start);
        self.leave_classes();
        self.names.close();
        match result? {
            Templated::Function(mut template, name) => {
                if let (Some(name), Some((whole, _))) = (name, &mut template.function.declarator.name) {
                    *whole = self.declare_member(name, Word::Template);
                }
                self.push_item(Item::Template(template));
            }
            Templated::Other(mut template, word) => {
                if template.arguments.is_none() {
                    template.name.0 = self.declare_member(template.name.0, word);
                }
                if self.class.is_some() {
                    self.push_class_member(ClassMember::Template(template));
                } else {
                    self.push_item(Item::ClassTemplate(template));
                }
            }
            Templated::Member => {}
        }
        Ok(())
    }
    fn template_in_scope(&mut self, start: Span) -> Parse<Templated> {
        let mut parameters = self.template_parameters()?;
        let mut outer = Vec::new();
        while self.eat_keyword(Keyword::Template) {
            outer = std::mem::replace(&mut parameters, self.template_parameters()?);
        }
        match self.keyword() {
            Some(keyword @ (Keyword::Struct | Keyword::Class | Keyword::Union)) => {
                return self.class_template(parameters, keyword == Keyword::Union);
            }
            Some(Keyword::Using) => return self.alias_template(parameters),
            Some(Keyword::Friend) => {
                self.skip_statement();
                return Ok(Templated::Member);
            }
            _ => {}
        }
        if self.class.is_some() && self.member_function_follows() {
            let member = self.member_function(parameters)?;
            self.push_class_member(ClassMember::Function(Box::new(member)));
            return Ok(Templated::Member);
        }
        if self.member_outside_without_type() {
            let (function, initializers, is_defined) = self.special_member_outside(start)?;
            let template =
                FunctionTemplate { parameters, outer, arguments: None, function, initializers, is_defined };
            return Ok(Templated::Function(Box::new(self.sorted_parameters(template)), None));
        }
        self.function_or_variable(parameters, outer, start)
    }
    /// A member of a class template leaves open first what its class does.
    fn sorted_parameters(&self, mut template: FunctionTemplate) -> FunctionTemplate {
        if template.function.declarator.scope.is_some() && template.outer.is_empty() {
            std::mem::swap(&mut template.outer, &mut template.parameters);
        }
        template
    }
    fn function_or_variable(
        &mut self,
        parameters: Vec<TemplateParameter>,
        outer: Vec<TemplateParameter>,
        start: Span,
    ) -> Parse<Templated> {
        let specifiers = self.specifiers(Place::File, Vec::new())?;
        if let Some(span) = specifiers.kernel {
            self.report(
                Diagnostic::new(codes::UNSUPPORTED_TEMPLATE, span, "a kernel cannot be a template")
                    .primary("the host finds kernels by name alone")
                    .note("section \"Kernel functions\" of C++ for OpenCL")
                    .help("write a kernel for each type that calls the template"),
            );
        }
        let mut declarator = self.declarator()?;
        let arguments = match declarator.name {
            Some(_) if declarator.parts.is_empty() && self.at(Punctuator::Less) => {
                let arguments = self.template_arguments()?;
                self.declarator_suffixes(&mut declarator, 0)?;
                Some(arguments)
            }
            _ => None,
        };
        self.attributes(&mut declarator.attributes)?;
        let Some((name, span)) = declarator.name else { return Err(Reported) };
        let is_function = matches!(declarator.parts.first(), Some(DeclaratorPart::Function { .. }));
        if !is_function {
            return self.variable_template(
                parameters,
                specifiers,
                declarator,
                arguments,
                (name, span),
                start,
            );
        }
        let is_member = declarator.scope.is_some();
        let specialises = arguments.is_some() || parameters.is_empty() && !is_member;
        if !is_member {
            self.names.declare(name, Word::Template);
        }
        let is_defined = self.at(Punctuator::LeftBrace);
        let function = if is_defined {
            self.function_definition(specifiers, declarator, start)?
        } else {
            self.semicolon("after the template");
            let span = self.span_from(start);
            let body = self.stmt(StmtKind::Block { stmts: Vec::new(), fp_contract: None }, span);
            crate::ast::FunctionDefinition { specifiers, declarator, body, span }
        };
        let initializers = Vec::new();
        let mut template =
            FunctionTemplate { parameters, outer, arguments, function, initializers, is_defined };
        if specialises {
            // The template is known already, under its whole name.
            if let Some((name, _)) = &mut template.function.declarator.name {
                *name = self.known_template(*name);
            }
            return Ok(Templated::Function(Box::new(template), None));
        }
        let declares = (!is_member).then_some(name);
        Ok(Templated::Function(Box::new(self.sorted_parameters(template)), declares))
    }
    /// The whole name of a template that is specialised: inside the scope of a template's own text the short name may hide it.
    fn known_template(&self, name: Symbol) -> Symbol {
        let whole = self.namespace_member(name);
        whole.unwrap_or_else(|| self.names.meaning(name))
    }
    fn variable_template(
        &mut self,
        parameters: Vec<TemplateParameter>,
        specifiers: DeclarationSpecifiers,
        declarator: crate::ast::Declarator,
        arguments: Option<Vec<TemplateArgument>>,
        name: (Symbol, Span),
        start: Span,
    ) -> Parse<Templated> {
        let initializer = if self.eat(Punctuator::Equal) {
            Some(self.initializer()?)
        } else if self.at(Punctuator::LeftBrace) {
            Some(self.direct_initializer()?)
        } else {
            None
        };
        if specifiers.constexpr.is_none() && specifiers.qualifiers.is_const.is_none() || initializer.is_none()
        {
            self.report(
                Diagnostic::new(
                    codes::UNSUPPORTED_TEMPLATE,
                    declarator.span,
                    "a template of variables needs `constexpr` and a value",
                )
                .primary("neither a function nor a constant")
                .help("write `template <typename T> constexpr T name = value;`, or a function template"),
            );
            return Err(Reported);
        }
        self.semicolon("after the template");
        let mut name = name;
        if arguments.is_some() {
            name.0 = self.known_template(name.0);
        }
        let span = self.span_from(start);
        let declarators = vec![InitDeclarator { declarator, initializer }];
        let content = TemplateContent::Variable(Box::new(Declaration { specifiers, declarators, span }));
        let template = ClassTemplate { parameters, name, arguments, content };
        Ok(Templated::Other(Box::new(template), Word::Template))
    }
    /// A class behind the parameters; its keyword stands here.
    fn class_template(&mut self, parameters: Vec<TemplateParameter>, is_union: bool) -> Parse<Templated> {
        let start = self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let span = self.span();
        let (short, whole) = match self.qualified_name(0) {
            Some(qualified) => {
                self.step_over(&qualified);
                (qualified.name, qualified.name)
            }
            None => {
                let Some(name) = self.name() else {
                    return Err(self.expected("the name of a class", "in the template", None));
                };
                self.advance();
                (
                    name,
                    if self.at(Punctuator::Less) {
                        self.names.meaning(name)
                    } else {
                        self.namespace_member_name(name)
                    },
                )
            }
        };
        let name_span = self.span_from(span);
        let arguments = if self.at(Punctuator::Less) { Some(self.template_arguments()?) } else { None };
        self.names.declare_as(short, Word::ClassTemplate, whole);
        let mut record = RecordSpecifier {
            is_union,
            tag: Some((whole, name_span)),
            members: None,
            assertions: Vec::new(),
            attributes,
            pack: None,
            class: None,
            span: self.span_from(start),
        };
        let bases = self.bases()?;
        if self.at(Punctuator::LeftBrace) {
            record.pack = self.pack();
            let (members, body) = self.class_body(Some((whole, name_span)), bases)?;
            (record.members, record.class) = (Some(members), Some(body));
            record.span = self.span_from(start);
            self.attributes(&mut record.attributes)?;
        }
        self.semicolon("after the template");
        let content = TemplateContent::Class(record);
        let name = (if arguments.is_some() { whole } else { short }, name_span);
        let template = ClassTemplate { parameters, name, arguments, content };
        Ok(Templated::Other(Box::new(template), Word::ClassTemplate))
    }
    /// `using name = type;` behind the parameters.
    fn alias_template(&mut self, parameters: Vec<TemplateParameter>) -> Parse<Templated> {
        self.advance();
        let Some(name) = self.name() else {
            return Err(self.expected("the name of a type", "after `using`", None));
        };
        let span = self.advance();
        self.expect(Punctuator::Equal, "after the name")?;
        let ty = self.nested(Self::type_name)?;
        self.semicolon("after the type");
        if ty.declarator.parts.is_empty() {
            let whole = self.namespace_member_name(name);
            self.note_class_alias(whole, &ty.specifiers.ty);
        }
        let content = TemplateContent::Alias(ty);
        let template = ClassTemplate { parameters, name: (name, span), arguments: None, content };
        Ok(Templated::Other(Box::new(template), Word::ClassTemplate))
    }

    /// `< parameters >`.
    pub(super) fn template_parameters(&mut self) -> Parse<Vec<TemplateParameter>> {
        self.expect(Punctuator::Less, "after `template`")?;
        let parameters = self.nested_in_angles(true, Self::template_parameter_list)?;
        self.close_angles("after the template's parameters")?;
        Ok(parameters)
    }
    fn template_parameter_list(&mut self) -> Parse<Vec<TemplateParameter>> {
        let mut parameters = Vec::new();
        while !self.at_close_angle() {
            let start = self.span();
            if self.keyword() == Some(Keyword::Template) {
                return Err(self.fail(
                    Diagnostic::new(
                        codes::UNSUPPORTED_TEMPLATE,
                        start,
                        "templates cannot be parameters of templates here",
                    )
                    .primary("a template of a template")
                    .help("take the type that the template makes as a parameter"),
                ));
            }
            let is_type = match self.keyword() {
                Some(Keyword::Class) => true,
                // `typename T::type = …` is a value of that type.
                Some(Keyword::Typename) => !self.nth_is(2, Punctuator::ColonColon),
                _ => false,
            };
            parameters.push(if is_type { self.type_parameter(start)? } else { self.value_parameter(start)? });
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        Ok(parameters)
    }
    fn type_parameter(&mut self, start: Span) -> Parse<TemplateParameter> {
        self.advance();
        let is_pack = self.eat(Punctuator::Ellipsis);
        let name = match self.name() {
            Some(name) => {
                self.advance();
                self.names.declare(name, Word::Typedef { vector: false });
                name
            }
            None => self.unwritten_name("type"),
        };
        let default = if self.eat(Punctuator::Equal) { Some(self.nested(Self::type_name)?) } else { None };
        let kind = TemplateParameterKind::Type(default);
        Ok(TemplateParameter { name, kind, is_pack, span: self.span_from(start) })
    }
    fn value_parameter(&mut self, start: Span) -> Parse<TemplateParameter> {
        let specifiers = self.specifiers(Place::Parameter, Vec::new())?;
        let mut declarator = self.declarator_with(Naming::Optional)?;
        let is_pack = declarator.is_pack;
        let name = match declarator.name.take() {
            Some((name, _)) => name,
            None => self.unwritten_name("value"),
        };
        self.names.declare(name, Word::Ordinary);
        let default =
            if self.eat(Punctuator::Equal) { Some(self.nested(Self::template_value)?) } else { None };
        let kind = TemplateParameterKind::Value(Box::new((specifiers, declarator)), default);
        Ok(TemplateParameter { name, kind, is_pack, span: self.span_from(start) })
    }
    /// What stands for the parameters of a template; the `<` stands here.
    pub(super) fn template_arguments(&mut self) -> Parse<Vec<TemplateArgument>> {
        self.advance();
        let arguments = self.nested_in_angles(true, Self::template_argument_list)?;
        self.close_angles("after the template's arguments")?;
        Ok(arguments)
    }
    fn template_argument_list(&mut self) -> Parse<Vec<TemplateArgument>> {
        let mut arguments = Vec::new();
        while !self.at_close_angle() {
            let argument = if self.argument_is_type() {
                let ty = self.type_name()?;
                TemplateArgument::Type(ty, self.eat(Punctuator::Ellipsis))
            } else {
                let value = self.template_value()?;
                TemplateArgument::Value(value, self.eat(Punctuator::Ellipsis))
            };
            arguments.push(argument);
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        Ok(arguments)
    }
    /// A constant between `<` and `>`: `>` ends it, unless it stands in brackets.
    fn template_value(&mut self) -> Parse<ExprId> {
        self.constant_expression()
    }
    /// Whether a `>` stands here, or a `>>` of which one is left.
    fn at_close_angle(&self) -> bool {
        self.at(Punctuator::Greater) || self.at(Punctuator::ShiftRight)
    }
    /// The `>` that ends a list; of `>>`, one.
    pub(super) fn close_angles(&mut self, context: &str) -> Parse<()> {
        if self.at(Punctuator::ShiftRight) && self.half_of_shift != Some(self.position) {
            self.half_of_shift = Some(self.position);
            return Ok(());
        }
        if self.at_close_angle() {
            self.half_of_shift = None;
            self.advance();
            return Ok(());
        }
        Err(self.missing(Punctuator::Greater, context))
    }
    /// Runs `inner` in brackets, where `>` is an operator again.
    pub(super) fn bracketed<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.nested_in_angles(false, inner)
    }
    fn nested_in_angles<T>(
        &mut self,
        in_angles: bool,
        inner: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let outer = std::mem::replace(&mut self.in_angles, in_angles);
        let result = self.nested(inner);
        self.in_angles = outer;
        result
    }
    /// A name that no program can write.
    pub(super) fn unwritten_name(&mut self, what: &str) -> Symbol {
        self.unwritten_names += 1;
        let text = format!("{what}:{}", self.unwritten_names);
        self.interner.intern(&text)
    }

    /// Whether a constructor, destructor or conversion of a class stands here, outside of it: `S::S(…)`, `S::~S()`.
    pub(super) fn member_outside_without_type(&self) -> bool {
        if !self.is_cpp() || self.class.is_some() || self.open_function.is_some() {
            return false;
        }
        let mut n = 0;
        while matches!(self.nth_keyword(n), Some(Keyword::Inline | Keyword::Constexpr)) {
            n += 1;
        }
        // `S::S(`: what `S` names in itself is no type.
        let Some(kind) = self.scoped_kind(n) else { return false };
        let at = |position: usize| self.tokens.get(position).map(|token| &token.kind);
        if !kind.in_class {
            return false;
        }
        match at(kind.end) {
            Some(TokenKind::Punctuator(Punctuator::ColonColon)) => match at(kind.end + 1) {
                Some(TokenKind::Punctuator(Punctuator::Tilde)) => true,
                Some(TokenKind::Identifier(name)) => {
                    self.names.get(*name) == Word::Keyword(Keyword::Operator)
                        && self.is_conversion_at(kind.end + 1)
                }
                _ => false,
            },
            Some(TokenKind::Punctuator(Punctuator::LeftParen)) => self.repeats_class(n, kind.end),
            _ => false,
        }
    }
    fn is_conversion_at(&self, position: usize) -> bool {
        // The word behind `operator` begins a type.
        match self.tokens.get(position + 1).map(|token| &token.kind) {
            Some(TokenKind::Identifier(name)) => match self.names.get(*name) {
                Word::Keyword(keyword) => keyword.is_specifier(),
                _ => true,
            },
            _ => false,
        }
    }
    /// Whether the name that ends at a position is that of the class before it.
    fn repeats_class(&self, n: usize, end: usize) -> bool {
        let Some(TokenKind::Identifier(last)) = self.tokens.get(end - 1).map(|token| &token.kind) else {
            return false;
        };
        let start = self.nth_position(n).unwrap_or(self.position);
        // The name before the last `::`, behind which template arguments may stand.
        let mut position = start;
        let mut before = None;
        while position + 2 < end {
            match &self.tokens[position].kind {
                TokenKind::Identifier(name) => before = Some(*name),
                TokenKind::Punctuator(Punctuator::Less) => match self.behind_angles(position) {
                    Some(behind) => position = behind - 1,
                    None => return false,
                },
                _ => {}
            }
            position += 1;
        }
        before == Some(*last)
    }
    /// That constructor, destructor or conversion.
    pub(super) fn special_member_outside(
        &mut self,
        start: Span,
    ) -> Parse<(crate::ast::FunctionDefinition, Vec<crate::ast::MemberInitializer>, bool)> {
        let mut specifiers = DeclarationSpecifiers::plain(crate::ast::TypeSpecifier::Error, start);
        while matches!(self.keyword(), Some(Keyword::Inline | Keyword::Constexpr)) {
            self.advance();
        }
        let mut outside = crate::ast::Declarator::nameless(start);
        self.enter_class(&mut outside)?;
        let (kind, mut declarator) = if self.eat(Punctuator::Tilde) {
            (MemberKind::Destructor, self.destructor_declarator(&mut specifiers)?)
        } else if self.keyword() == Some(Keyword::Operator) {
            let (ty, declarator) = self.conversion_declarator()?;
            (specifiers.ty, specifiers.qualifiers) = (ty.specifiers.ty, ty.specifiers.qualifiers);
            (MemberKind::Conversion, declarator)
        } else {
            specifiers.ty = crate::ast::TypeSpecifier::Builtin(crate::ast::BuiltinTypeName::Void);
            (MemberKind::Constructor, self.constructor_declarator()?)
        };
        declarator.scope = outside.scope;
        let (body, function, initializers) = self.member_rest(specifiers, declarator, kind, start)?;
        Ok((function, initializers, body != MemberBody::Elsewhere))
    }
}
