//! References of C++ for OpenCL (section "References"): pointers that are dereferenced wherever they are named.
//!
//! A reference is a variable of type [`Type::Reference`], whose value is a pointer. Naming it gives the place that it refers to;
//! initialising it, passing it and returning it take the address of a place, or of a temporary object for what is no place.

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span};

use super::Analyzer;
use crate::hir::{self, ConversionKind, ConversionReason};
use crate::types::{AddressSpace, QualifiedType, Type, TypeId, TypeTable};

impl Analyzer<'_> {
    /// What a reference type refers to.
    pub(super) fn referent(&self, ty: TypeId) -> Option<QualifiedType> {
        match self.program.types.get(ty) {
            Type::Reference(to) => Some(*to),
            _ => None,
        }
    }
    /// A value of a reference as the place that it refers to.
    pub(super) fn referred_place(
        &mut self,
        kind: hir::ExprKind,
        to: QualifiedType,
        span: Span,
    ) -> hir::ExprId {
        let pointer_type = self.program.types.pointer(QualifiedType { is_restrict: false, ..to });
        let pointer = self.add_value(kind, pointer_type, span);
        self.dereference(pointer, span)
    }
    /// A variable that is a reference, named.
    pub(super) fn reference_variable(
        &mut self,
        id: hir::VariableId,
        to: QualifiedType,
        span: Span,
    ) -> hir::ExprId {
        let pointer = self.program.types.pointer(QualifiedType { is_restrict: false, ..to });
        let align = self.program.types.align_of(pointer);
        let ty = QualifiedType { is_const: true, ..QualifiedType::new(pointer, AddressSpace::Private) };
        let variable = self.add_place(hir::ExprKind::Variable(id), ty, align, span);
        let value =
            self.add_conversion(ConversionKind::Load, variable, pointer, ConversionReason::ValueOfPlace);
        self.dereference(value, span)
    }
    /// `condition ? a : b` as a place, where both arms are places of one type and kind (C++17 [expr.cond]): what the chosen address
    /// points to. Anything else as it is. (The addresses are only taken where a place is needed, so that variables stay in registers.)
    pub(super) fn selected_place(&mut self, expr: hir::ExprId) -> hir::ExprId {
        let hir::Expr { kind: hir::ExprKind::Conditional(condition, then, otherwise), span, .. } =
            self.current.exprs[expr]
        else {
            return expr;
        };
        let read = |id: hir::ExprId| match self.current.exprs[id].kind {
            hir::ExprKind::Convert { kind: ConversionKind::Load, operand, .. } => {
                let found = &self.current.exprs[operand];
                found.place.filter(|_| !is_component(&found.kind)).map(|place| (operand, found.ty, place))
            }
            _ => None,
        };
        let (Some((a, a_type, a_place)), Some((b, b_type, b_place))) = (read(then), read(otherwise)) else {
            return expr;
        };
        if !self.is_cpp() || a_type != b_type || a_place.space != b_place.space {
            return expr;
        }
        let to = QualifiedType {
            is_const: a_place.is_const || b_place.is_const,
            is_volatile: a_place.is_volatile || b_place.is_volatile,
            ..QualifiedType::new(a_type, a_place.space)
        };
        let pointer_type = self.program.types.pointer(to);
        let [a, b] = [a, b].map(|place| {
            let pointer = self.address_of(place, span);
            self.pointer_as(pointer, pointer_type, ConversionReason::ConditionalArms)
        });
        self.referred_place(hir::ExprKind::Conditional(condition, a, b), to, span)
    }
    /// Whether an expression can be bound to a reference, without a report.
    pub(crate) fn can_bind(&self, expr: hir::ExprId, to: QualifiedType) -> bool {
        let found = &self.current.exprs[expr];
        let same = found.ty == to.ty || self.program.types.derives(found.ty, to.ty);
        match found.place.filter(|_| same && !is_component(&found.kind)) {
            Some(place) => {
                let keeps = (to.is_const || !place.is_const) && (to.is_volatile || !place.is_volatile);
                keeps && reaches(place, to) || self.can_copy(to)
            }
            None => self.can_copy(to),
        }
    }
    /// Whether a reference may refer to a temporary object: it is in private memory, and nobody can change it.
    fn can_copy(&self, to: QualifiedType) -> bool {
        (to.is_const || to.is_restrict) && matches!(to.space, AddressSpace::Private | AddressSpace::Generic)
    }
    /// The pointer by which a reference refers to an expression.
    pub(super) fn bind_reference(
        &mut self,
        expr: hir::ExprId,
        to: QualifiedType,
        reason: ConversionReason,
    ) -> hir::ExprId {
        let span = self.span_of(expr);
        if self.is_error(expr) || to.ty == TypeTable::ERROR {
            return self.error_expression(span);
        }
        let expr = self.selected_place(expr);
        if !self.can_bind(expr, to) {
            return self.report_binding(expr, to);
        }
        let expr = match (self.program.types.derives(self.type_of(expr), to.ty), self.record_of(to.ty)) {
            (true, Some(base)) => {
                let object = self.object_place(expr, span);
                self.as_base(object, base, span)
            }
            _ => expr,
        };
        let to = QualifiedType { is_restrict: false, ..to };
        let found = &self.current.exprs[expr];
        let direct = found.ty == to.ty
            && !is_component(&found.kind)
            && found.place.is_some_and(|place| reaches(place, to));
        let place = if direct {
            expr
        } else {
            let value = self.value(expr);
            let value = self.convert_implicitly(value, to.ty, reason);
            if self.is_error(value) {
                return value;
            }
            self.temporary(to.ty, hir::Initializer::Value(value), span)
        };
        let pointer = self.address_of(place, span);
        let wanted = self.program.types.pointer(to);
        self.pointer_as(pointer, wanted, reason)
    }
    /// A pointer as one of this type, which it can become.
    fn pointer_as(&mut self, pointer: hir::ExprId, wanted: TypeId, reason: ConversionReason) -> hir::ExprId {
        if self.is_error(pointer) || self.type_of(pointer) == wanted {
            return pointer;
        }
        self.add_conversion(ConversionKind::Pointer, pointer, wanted, reason)
    }
    #[cold]
    fn report_binding(&mut self, expr: hir::ExprId, to: QualifiedType) -> hir::ExprId {
        let found = &self.current.exprs[expr];
        let (ty, span) = (found.ty, found.span);
        let why = match found.place {
            None => "it is a value, and not an object",
            Some(_) if is_component(&found.kind) => "it is a component of a vector, which has no address",
            Some(_) if ty != to.ty => "it has another type",
            Some(place) if place.is_const && !to.is_const => "it is `const`",
            Some(place) if place.is_volatile && !to.is_volatile => "it is `volatile`",
            Some(_) => "it lies in another address space",
        };
        let refers = self.program.types.qualified_name(self.interner, to);
        let mut diagnostic = Diagnostic::new(
            codes::REFERENCE_BINDING,
            span,
            format!(
                "a reference to `{refers}` cannot refer to this `{}`",
                self.program.types.name(self.interner, ty)
            ),
        )
        .primary(why)
        .note("section \"References\" of C++ for OpenCL");
        if !to.is_const {
            diagnostic = diagnostic
                .help("declare it as a reference to `const`, which takes values too, or pass a variable");
        }
        self.report(diagnostic);
        self.error_expression(span)
    }
}

/// Whether pointers to a place can be pointers to the address space of this type.
fn reaches(place: hir::Place, to: QualifiedType) -> bool {
    place.space == to.space || to.space == AddressSpace::Generic && place.space != AddressSpace::Constant
}

/// Whether a node picks components of a vector: they have no address.
fn is_component(kind: &hir::ExprKind) -> bool {
    matches!(kind, hir::ExprKind::Swizzle { .. } | hir::ExprKind::ComponentIndex { .. })
}
