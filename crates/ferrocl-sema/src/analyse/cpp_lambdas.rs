//! Lambdas of C++ for OpenCL (C++17 [expr.prim.lambda]; section "Lambda function").
//!
//! A lambda is an object of a class without a name: its data members are what it captures, under the names of the variables, and
//! `operator()` is its body. What it captures by itself are the variables of the function that its body names. A lambda with `auto` among the
//! types of its parameters has a template of such functions.

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast::{Lambda, MemberKind};

use super::cpp_results::{Body, BodyKind};
use super::cpp_templates::Context;
use super::{Analyzer, Entity};
use crate::hir::{self, ConversionReason, InitializerPart};
use crate::types::size::RecordLayout;
use crate::types::{AddressSpace, Field, QualifiedType, Record, RecordId, Type};

/// Something that a lambda captures.
struct Captured {
    name: Symbol,
    /// The object, or what it is made of.
    expr: hir::ExprId,
    by_reference: bool,
    span: Span,
}

impl<'a> Analyzer<'a> {
    /// A lambda: an object of its class.
    pub(super) fn lambda(&mut self, lambda: &'a Lambda, span: Span) -> hir::ExprId {
        if self.current.id.is_none() && (lambda.default.is_some() || !lambda.captures.is_empty()) {
            self.report(
                Diagnostic::new(codes::LAMBDA_CAPTURE, span, "a lambda outside functions captures nothing")
                    .help("write `[]`: variables of the program are known in it anyway"),
            );
            return self.error_expression(span);
        }
        let captured = self.captured(lambda);
        let text = format!("lambda {}", self.program.types.records.len());
        let tag = self.interner.intern(&text);
        let record = self.program.types.records.push(Record {
            tag: Some(tag),
            typedef_name: None,
            is_union: false,
            fields: None,
            bases: Vec::new(),
            size: 1,
            align: 1,
            span,
        });
        let outer = self.outer_scopes();
        let class = self.classes.by_record.entry(record).or_default();
        class.outer = outer;
        let parts = self.capture_members(record, captured);
        self.declare_call_operator(record, lambda);
        let ty = self.program.types.intern(Type::Record(record));
        let place = self.temporary(ty, hir::Initializer::Parts(parts), span);
        self.value(place)
    }
    /// What a lambda captures, in order.
    fn captured(&mut self, lambda: &'a Lambda) -> Vec<Captured> {
        let mut captured: Vec<Captured> = Vec::new();
        let this = self.interner.intern("this");
        for capture in &lambda.captures {
            if capture.name == this {
                self.capture_this(this, capture.span, &mut captured);
                continue;
            }
            let expr = match capture.value {
                Some(value) => self.expression(value),
                None => match self.lookup(capture.name) {
                    Some((Entity::Variable(_) | Entity::Uncaptured, _)) | None => {
                        self.name_expression(capture.name, capture.span)
                    }
                    Some(_) => match self.implicit_member(capture.name, capture.span) {
                        Some(member) => member,
                        None => {
                            let text = self.interner.text(capture.name);
                            self.report(
                                Diagnostic::new(
                                    codes::LAMBDA_CAPTURE,
                                    capture.span,
                                    format!("`{text}` is no variable of the function, and is not captured"),
                                )
                                .help("leave it out of the list: the lambda knows it anyway"),
                            );
                            continue;
                        }
                    },
                },
            };
            if self.is_error(expr) {
                continue;
            }
            let by_reference = capture.by_reference;
            captured.push(Captured { name: capture.name, expr, by_reference, span: capture.span });
        }
        let Some(by_reference) = lambda.default else { return captured };
        let span = lambda.function.declarator.span;
        for &word in &lambda.words {
            if captured.iter().any(|captured| captured.name == word) || word == this {
                continue;
            }
            // Members of a lambda round this one are variables to it.
            let is_variable = match self.lookup(word) {
                Some((Entity::Variable(id), _)) => {
                    let ty = self.current.variables[id].ty;
                    let known = ty.is_const && self.current.known_values.contains_key(&id) && !by_reference;
                    !known && ty.space != AddressSpace::Local
                }
                Some((Entity::Uncaptured, _)) | None => self.is_captured(word),
                Some(_) => false,
            };
            if is_variable {
                let expr = self.name_expression(word, span);
                captured.push(Captured { name: word, expr, by_reference, span });
            }
        }
        if self.current.class.is_some() {
            self.capture_this(this, span, &mut captured);
        }
        captured
    }
    fn capture_this(&mut self, this: Symbol, span: Span, captured: &mut Vec<Captured>) {
        if captured.iter().any(|captured| captured.name == this) {
            return;
        }
        if let Some(expr) = self.this_expression(span) {
            let expr = self.value(expr);
            captured.push(Captured { name: this, expr, by_reference: false, span });
        }
    }
    /// Whether the lambda in whose body this place is has captured a variable of this name.
    fn is_captured(&self, name: Symbol) -> bool {
        self.current.class.is_some_and(|class| self.member_number(class.record, name).is_some())
    }
    /// The data members of a lambda's class, and what they are made of.
    fn capture_members(&mut self, record: RecordId, captured: Vec<Captured>) -> Vec<InitializerPart> {
        let mut layout = RecordLayout::new(false, false, None);
        let mut fields = Vec::new();
        let mut parts = Vec::new();
        let this = self.interner.intern("this");
        for Captured { name, expr, by_reference, span } in captured {
            let expr = if by_reference { self.selected_place(expr) } else { expr };
            let (ty, refers_to, value) = match self.current.exprs[expr].place.filter(|_| by_reference) {
                Some(place) => {
                    let to = place.object_type(self.type_of(expr));
                    let pointer = self.program.types.pointer(to);
                    let address = self.address_of(expr, span);
                    (QualifiedType::new(pointer, AddressSpace::Private), Some(to), address)
                }
                None => {
                    let ty = self.type_of(expr);
                    let value = match self.program.types.get(ty) {
                        Type::Array { .. } => self.add_conversion(
                            hir::ConversionKind::Load,
                            expr,
                            ty,
                            ConversionReason::Initialization,
                        ),
                        _ => self.value(expr),
                    };
                    let ty = self.type_of(value);
                    let value = self.convert_implicitly(value, ty, ConversionReason::Initialization);
                    (QualifiedType::new(ty, AddressSpace::Private), None, value)
                }
            };
            if self.is_error(value) {
                continue;
            }
            let size = self.program.types.size_of(ty.ty);
            let align = self.alignment(ty);
            let offset = layout.add(size, align, None, false);
            let number = fields.len() as u32;
            if name == this {
                self.classes.captured_this.insert(record, number);
            }
            self.member_numbers.insert((record, name), number);
            fields.push(Field { name: Some(name), ty, refers_to, pointer_sized: None, offset, span });
            parts.push(InitializerPart { offset, value });
        }
        let (size, align) = layout.finish(None);
        let data = &mut self.program.types.records[record];
        data.fields = Some(fields);
        (data.size, data.align) = (size.max(1), align);
        self.record_depths.insert(record, 1);
        parts
    }
    fn declare_call_operator(&mut self, record: RecordId, lambda: &'a Lambda) {
        let name = self.interner.intern("operator()");
        let whole = self.name_member_function(record, MemberKind::Method, name, None);
        if !lambda.is_mutable {
            self.classes.constant_lambdas.insert(record);
        }
        if !lambda.parameters.is_empty() {
            let context = Context { class: Some(record), kind: Some(MemberKind::Method), is_explicit: false };
            self.note_function_template(whole, &lambda.parameters, &lambda.function, &[], context, true);
            return;
        }
        let function = &lambda.function;
        let id = self.in_class(record, |analyzer| {
            analyzer.outside_functions(|analyzer| {
                let this = analyzer.this_type(record, MemberKind::Method, function);
                let id = analyzer.declare_member(function, whole, this, true)?;
                let kind = BodyKind::Member { record, kind: MemberKind::Method, initializers: &[] };
                analyzer.add_body(id, Body::new(function, kind), false);
                Some(id)
            })
        });
        if let Some(id) = id {
            self.static_functions.insert(id);
            self.constexpr_functions.insert(id);
            // What it gives, and what is wrong with it, is known where it stands.
            self.read_body(id);
        }
    }
    /// Reports a variable of a function that a lambda or a class in it names without having it.
    pub(super) fn report_uncaptured(&mut self, name: Symbol, span: Span) -> hir::ExprId {
        let text = self.interner.text(name);
        let in_lambda = self.current.class.is_some_and(|class| {
            let tag = self.program.types.records[class.record].tag;
            tag.is_some_and(|tag| self.interner.text(tag).starts_with("lambda"))
        });
        let diagnostic = Diagnostic::new(
            codes::LAMBDA_CAPTURE,
            span,
            format!("`{text}` is a variable of the function round this place, which is not known here"),
        );
        self.report(if in_lambda {
            diagnostic
                .primary("not captured")
                .help("write `[&]`, or its name between the brackets of the lambda")
        } else {
            diagnostic
                .primary("a class in a function does not know the function's variables")
                .help("pass it to the class's function or constructor")
        });
        self.error_expression(span)
    }
}
