//! What C++ for OpenCL adds to expressions and variables: `type(…)`, casts with names, `auto`.
//!
//! References are in `cpp_references`, templates in `cpp_templates`. Everything here ends in nodes that OpenCL C has: later stages
//! know nothing of C++.

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast::{self, DeclaratorPart, NamedCast};

use super::Analyzer;
use super::cpp_templates::Call;
use super::declare_types::Specified;
use crate::hir::{self, ConversionKind, ConversionReason};
use crate::types::{AddressSpace, QualifiedType, Type, TypeId, TypeTable};

/// The title of the section on casts, for messages.
const CASTS: &str = "section \"C++ casts\" of C++ for OpenCL";

impl<'a> Analyzer<'a> {
    /// Whether the program is C++ for OpenCL.
    pub(super) fn is_cpp(&self) -> bool {
        self.options.cpp.is_some()
    }

    /// `type(a, b)`: a value of the type made of these; zeros of nothing.
    pub(super) fn construct(
        &mut self,
        ty: TypeId,
        parts: &[hir::ExprId],
        list_span: Span,
        span: Span,
    ) -> hir::ExprId {
        if ty == TypeTable::ERROR || parts.iter().any(|&part| self.is_error(part)) {
            return self.error_expression(span);
        }
        if let Some(constructor) = self.constructor_of(ty) {
            if let &[part] = parts
                && self.type_of(part) == ty
            {
                let value = self.value(part);
                return self.copied(value).unwrap_or(value);
            }
            return self.call_overloads(constructor, Call::new(parts, span));
        }
        match parts {
            [] => self.zero_of(ty, span),
            &[part] if self.is_list(part) => {
                self.list_value(part, ty).unwrap_or_else(|| self.error_expression(span))
            }
            &[part] => self.cast(part, ty, true, span),
            _ if self.program.types.vector(ty).is_some() => self.cast_of_list(ty, parts, list_span, span),
            _ => {
                let found = self.program.types.name(self.interner, ty);
                let mut diagnostic = Diagnostic::new(
                    codes::CONSTRUCTION,
                    span,
                    format!("a value of type `{found}` is not made of {} values", parts.len()),
                )
                .label(list_span, "these");
                diagnostic = match self.program.types.get(ty) {
                    Type::Record(_) => {
                        diagnostic.help(format!("write the members in braces: `{found}{{…}}`"))
                    }
                    _ => diagnostic.help("write one value"),
                };
                self.report(diagnostic);
                self.error_expression(span)
            }
        }
    }
    /// `type()`: zeros.
    fn zero_of(&mut self, ty: TypeId, span: Span) -> hir::ExprId {
        if ty == TypeTable::VOID {
            let zero = self.integer_constant(0, TypeTable::INT, span);
            return self.cast(zero, ty, true, span);
        }
        if let Type::Pointer(_) = self.program.types.get(ty) {
            let zero = self.integer_constant(0, TypeTable::INT, span);
            return self.add_conversion(ConversionKind::NullPointer, zero, ty, ConversionReason::Cast);
        }
        if crate::operation::value_type(&self.program.types, ty).is_some() {
            let count = crate::operation::components(&self.program.types, ty);
            let bits = ferrocl_ir::Bits::from_elem(0, count.into());
            return self.add_value(hir::ExprKind::Constant(bits), ty, span);
        }
        if !self.program.types.is_complete(ty) {
            return self.error_expression(span);
        }
        let initializer = self.default_initializer(ty, span).unwrap_or(hir::Initializer::Parts(Vec::new()));
        let place = self.temporary(ty, initializer, span);
        self.value(place)
    }
    /// An object without a name in private memory; its place.
    pub(super) fn temporary(&mut self, ty: TypeId, initializer: hir::Initializer, span: Span) -> hir::ExprId {
        let variable = self.unnamed_variable(ty, span);
        let hir::Variable { ty, align, .. } = self.current.variables[variable];
        let kind = hir::ExprKind::CompoundLiteral(variable, Box::new(initializer));
        self.add_place(kind, ty, align, span)
    }
    /// A variable's initialiser in parentheses, as one value of the variable's type.
    pub(super) fn construct_variable(
        &mut self,
        ty: TypeId,
        parts: &[ast::ExprId],
        span: Span,
    ) -> hir::ExprId {
        let parts: Vec<_> = parts.iter().map(|&part| self.expression(part)).collect();
        match &parts[..] {
            // As `=` converts it.
            &[part] if self.constructor_of(ty).is_none() && !self.is_list(part) => self.value(part),
            parts => self.construct(ty, parts, span, span),
        }
    }

    /// `static_cast<type>(operand)` and its like.
    pub(super) fn named_cast(
        &mut self,
        cast: NamedCast,
        operand: hir::ExprId,
        to: TypeId,
        span: Span,
    ) -> hir::ExprId {
        if to == TypeTable::ERROR || self.is_error(operand) {
            return self.error_expression(span);
        }
        if let Type::Reference(target) = *self.program.types.get(to) {
            if self.program.types.derives(self.type_of(operand), target.ty)
                && let Some(base) = self.record_of(target.ty)
            {
                return self.as_base(operand, base, span);
            }
            let operand = match self.current.exprs[operand].place {
                Some(_) => operand,
                None => self.object_place(operand, span),
            };
            if self.type_of(operand) == target.ty && target.is_restrict {
                // `static_cast<T &&>(object)`: the same object, which may be moved from.
                return operand;
            }
            // A reference to the object as that type: what the pointer to it becomes.
            let target = QualifiedType { is_restrict: false, ..target };
            let pointer = self.address_of(operand, span);
            let to = self.program.types.pointer(target);
            let pointer = self.named_cast(cast, pointer, to, span);
            return if self.is_error(pointer) { pointer } else { self.dereference(pointer, span) };
        }
        let value = if to == TypeTable::VOID { operand } else { self.value(operand) };
        let from = self.type_of(value);
        if self.is_error(value) {
            return self.error_expression(span);
        }
        let is_null = self.is_null_pointer_constant(value);
        if cast == NamedCast::Static
            && let Some(found) = self.convert_by_class(value, to, ConversionReason::Cast, true)
        {
            return found;
        }
        match self.named_cast_fault(cast, value, is_null, to) {
            None if cast == NamedCast::Reinterpret => self.reinterpret(value, to, span),
            None => self.cast(value, to, true, span),
            Some((fault, help)) => {
                let (from, to) = (self.quoted(from), self.quoted(to));
                let text = cast.text();
                self.report(
                    Diagnostic::new(
                        codes::NAMED_CAST,
                        span,
                        format!("`{text}` does not make {to} of {from}: {fault}"),
                    )
                    .note(CASTS)
                    .help(help),
                );
                self.error_expression(span)
            }
        }
    }
    /// `reinterpret_cast`: pointers and integers into each other, numbers by their bits.
    fn reinterpret(&mut self, value: hir::ExprId, to: TypeId, span: Span) -> hir::ExprId {
        let from = self.type_of(value);
        let numbers =
            self.program.types.arithmetic(from).is_some() && self.program.types.arithmetic(to).is_some();
        if numbers && from != to {
            return self.as_type(value, to, "reinterpret_cast", span);
        }
        self.cast(value, to, true, span)
    }
    /// Why a cast with a name does not exist, and what to write instead.
    fn named_cast_fault(
        &self,
        cast: NamedCast,
        value: hir::ExprId,
        is_null: bool,
        to: TypeId,
    ) -> Option<(&'static str, &'static str)> {
        let types = &self.program.types;
        let from = self.type_of(value);
        let integer = |ty: TypeId| types.is_integer_scalar(ty);
        let numbers = |ty: TypeId| types.arithmetic(ty).is_some() || ty == TypeTable::BOOL;
        let pointers = types.pointee(from).zip(types.pointee(to));
        let loses =
            |a: QualifiedType, b: QualifiedType| a.is_const && !b.is_const || a.is_volatile && !b.is_volatile;
        let named_space =
            |a: QualifiedType, b: QualifiedType| a.space != b.space && b.space != AddressSpace::Generic;
        match (cast, pointers) {
            (NamedCast::Const, Some((a, b))) if a.ty == b.ty && a.space == b.space => None,
            (NamedCast::Const, _) if from == to => None,
            (NamedCast::Const, _) => Some((
                "it changes `const` and `volatile` of pointers alone",
                "use `static_cast` or `reinterpret_cast`",
            )),
            (NamedCast::AddressSpace, Some((a, b))) if a.ty == b.ty && !loses(a, b) => None,
            (NamedCast::AddressSpace, _) => Some((
                "it changes the address space of pointers alone",
                "use `reinterpret_cast` for the type, and `addrspace_cast` for the address space",
            )),
            (_, Some((a, b))) if loses(a, b) => Some(("a qualifier would be lost", "use `const_cast`")),
            (_, Some((a, b))) if named_space(a, b) => {
                Some(("the address space would change", "use `addrspace_cast`"))
            }
            (NamedCast::Static, Some((a, b))) => {
                let void = a.ty == TypeTable::VOID || b.ty == TypeTable::VOID;
                let related = types.derives(a.ty, b.ty) || types.derives(b.ty, a.ty);
                (a.ty != b.ty && !void && !related)
                    .then_some(("they point to different types", "use `reinterpret_cast`"))
            }
            (NamedCast::Static, None) => {
                let pointer = types.pointee(from).is_some() || types.pointee(to).is_some();
                let bool_or_null = to == TypeTable::BOOL || is_null;
                (pointer && !bool_or_null)
                    .then_some(("one of them is a pointer, the other is not", "use `reinterpret_cast`"))
            }
            (NamedCast::Reinterpret, Some(_)) => None,
            (NamedCast::Reinterpret, None) => {
                if from == to {
                    return None;
                }
                let pointer_and_integer = types.pointee(from).is_some() && integer(to)
                    || integer(from) && types.pointee(to).is_some();
                if pointer_and_integer {
                    let number = if types.pointee(from).is_some() { to } else { from };
                    return (types.size_of(number) < 8 && types.pointee(from).is_some()).then_some((
                        "the integer is too small for an address",
                        "use `ulong` or `uintptr_t`",
                    ));
                }
                let bits = numbers(from) && numbers(to) && from != TypeTable::BOOL && to != TypeTable::BOOL;
                match bits {
                    true if types.size_of(from) == types.size_of(to) => {
                        // Between two scalars it is for pointers and integers (C++17 [expr.reinterpret.cast]).
                        let scalars = types.vector(from).is_none() && types.vector(to).is_none();
                        scalars.then_some((
                            "neither is a vector or a pointer",
                            "use `static_cast` for the value, `as_type` for the bits",
                        ))
                    }
                    true => Some(("their sizes differ", "use a type of the same size")),
                    false => Some(("they have no bits in common", "use `static_cast`")),
                }
            }
        }
    }

    /// The type that `auto` stands for in one declarator: that of the initialiser, without the pointers and the reference that the
    /// declarator has itself. Gives the initialiser's expression too.
    pub(super) fn deduce_auto(
        &mut self,
        specifiers: &ast::DeclarationSpecifiers,
        declarator: &ast::Declarator,
        initializer: Option<&'a ast::Initializer>,
    ) -> (Specified, Option<hir::ExprId>) {
        let Some(expr) = initializer.and_then(ast::Initializer::sole_value) else {
            let span = specifiers.span;
            self.report(
                Diagnostic::new(
                    codes::AUTO,
                    span,
                    "`auto` takes its type from an initialiser with one value",
                )
                .primary("no such initialiser follows")
                .help("write the type, or `= value`"),
            );
            return (Specified::error(), None);
        };
        if matches!(specifiers.ty, ast::TypeSpecifier::Decltype(None)) {
            return (self.declared_type(expr), None);
        }
        let expr = self.expression(expr);
        let base = self.auto_type(declarator, expr);
        (base, Some(expr))
    }
    /// The same for a value that is analysed.
    pub(super) fn auto_type(&mut self, declarator: &ast::Declarator, expr: hir::ExprId) -> Specified {
        let is_reference = matches!(declarator.parts.first(), Some(DeclaratorPart::Reference { .. }))
            || matches!(declarator.parts.last(), Some(DeclaratorPart::Reference { .. }));
        let mut deduced = match self.current.exprs[expr].place {
            Some(place) if is_reference => place.object_type(self.type_of(expr)),
            _ => {
                let value = self.value(expr);
                QualifiedType::new(self.type_of(value), AddressSpace::Private)
            }
        };
        let mut has_space = is_reference && self.current.exprs[expr].place.is_some();
        for part in &declarator.parts {
            if !matches!(part, DeclaratorPart::Pointer { .. }) {
                continue;
            }
            match self.program.types.pointee(deduced.ty) {
                Some(pointee) => (deduced, has_space) = (pointee, true),
                None if deduced.ty == TypeTable::ERROR => return Specified::error(),
                None => {
                    let found = self.a_type(deduced.ty);
                    let span = self.span_of(expr);
                    self.report(
                        Diagnostic::new(
                            codes::AUTO,
                            span,
                            format!("`auto *` needs a pointer, and this is {found}"),
                        )
                        .help("remove the `*`"),
                    );
                    return Specified::error();
                }
            }
        }
        if deduced.ty == TypeTable::VOID {
            let span = self.span_of(expr);
            self.report(
                Diagnostic::new(codes::AUTO, span, "there is no value from which `auto` could take its type")
                    .primary("this is `void`"),
            );
            return Specified::error();
        }
        let mut base = Specified::plain(deduced.ty);
        base.ty = deduced;
        base.has_space = has_space;
        base
    }
}
