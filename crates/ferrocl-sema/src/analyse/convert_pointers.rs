//! Conversions between pointers (C99 6.3.2.3; section "Address Space Conversions"), and the messages for
//! conversions that do not exist.

use ferrocl_base::Diagnostic;
use ferrocl_base::codes::expressions as codes;

use super::Analyzer;
use super::wording::{place_of, rule};
use crate::hir::{self, ConversionReason};
use crate::types::name::space_text;
use crate::types::{AddressSpace, QualifiedType, Type, TypeId, TypeTable};

/// The section of the rules on pointers to different address spaces.
pub(super) const SPACES: &str = "Address Space Conversions";

/// Whether a pointer to `from` may become one to `to` without a cast: the space is the same, or enclosed in the
/// generic one.
pub(super) fn space_converts_implicitly(from: AddressSpace, to: AddressSpace) -> bool {
    from == to || to == AddressSpace::Generic && from != AddressSpace::Constant
}

/// Whether two address spaces have places in common.
pub(super) fn spaces_overlap(a: AddressSpace, b: AddressSpace) -> bool {
    space_converts_implicitly(a, b) || space_converts_implicitly(b, a)
}

impl Analyzer<'_> {
    /// Whether two types are compatible (C99 6.2.7): equal but for alignment that a typedef asks for, or arrays of which
    /// one has no length. Qualifiers and address space of an array's elements are those of the array, of which the caller knows.
    pub(super) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        let (mut a, mut b) = (a, b);
        loop {
            if a == b {
                return true;
            }
            match (self.program.types.get(a), self.program.types.get(b)) {
                (Type::Pointer(p), Type::Pointer(q))
                    if (p.is_const, p.is_volatile, p.space) == (q.is_const, q.is_volatile, q.space) =>
                {
                    (a, b) = (p.ty, q.ty);
                }
                (Type::Array { element: p, length: m }, Type::Array { element: q, length: n })
                    if m == n || m.is_none() || n.is_none() =>
                {
                    (a, b) = (p.ty, q.ty);
                }
                _ => return false,
            }
        }
    }
    /// Checks that a pointer to `from` becomes one to `to` (whose pointer type is `to_ty`) without a cast. Warns where C99
    /// has a constraint that compilers of the field take lightly.
    pub(super) fn check_pointer_conversion(
        &mut self,
        value: hir::ExprId,
        from: QualifiedType,
        to: QualifiedType,
        to_ty: TypeId,
        reason: ConversionReason,
    ) -> bool {
        if !space_converts_implicitly(from.space, to.space) {
            self.report_space_conversion(value, from, to, to_ty, reason);
            return false;
        }
        if !self.compatible(from.ty, to.ty) && from.ty != TypeTable::VOID && to.ty != TypeTable::VOID {
            if self.differ_in_inner_space(from.ty, to.ty) {
                self.report_nested_space(value, to_ty, reason);
                return false;
            }
            let (from_text, to_text) = (self.quoted(self.type_of(value)), self.quoted(to_ty));
            let span = self.span_of(value);
            let diagnostic = Diagnostic::new(
                codes::INCOMPATIBLE_POINTERS,
                span,
                format!("{from_text} becomes {to_text} without a cast{}", place_of(reason)),
            )
            .primary(format!("this is {}", self.a_type(self.type_of(value))))
            .note(rule(
                "a pointer to another type asserts that the address is aligned for it",
                "Pointer Casting",
            ));
            let name = self.program.types.name(self.interner, to_ty);
            let diagnostic = self.suggest_cast_to(diagnostic, span, "cast it if that is meant", &name);
            self.report(diagnostic);
            return true;
        }
        let lost = match (from.is_const && !to.is_const, from.is_volatile && !to.is_volatile) {
            (false, false) => return true,
            (true, false) => "const",
            (false, true) => "volatile",
            (true, true) => "const volatile",
        };
        // What is constant space cannot be written whatever the pointer says.
        if lost == "const" && to.space == AddressSpace::Constant {
            return true;
        }
        let diagnostic = Diagnostic::new(
            codes::QUALIFIER_DISCARDED,
            self.span_of(value),
            format!(
                "{} loses `{lost}` when it becomes {}{}",
                self.quoted(self.type_of(value)),
                self.quoted(to_ty),
                place_of(reason)
            ),
        )
        .primary(format!("points to something {lost}"))
        .help(format!("point to `{lost}` there too, or cast if the loss is meant"));
        self.report(diagnostic);
        true
    }
    /// Whether two pointee types are pointers themselves that differ in an address space further in.
    fn differ_in_inner_space(&self, a: TypeId, b: TypeId) -> bool {
        let (mut a, mut b) = (a, b);
        while let (Some(p), Some(q)) = (self.program.types.pointee(a), self.program.types.pointee(b)) {
            if p.space != q.space {
                return true;
            }
            (a, b) = (p.ty, q.ty);
        }
        false
    }
    /// Reports a pointer that would have to change its address space.
    pub(super) fn report_space_conversion(
        &mut self,
        value: hir::ExprId,
        from: QualifiedType,
        to: QualifiedType,
        to_ty: TypeId,
        reason: ConversionReason,
    ) {
        let span = self.span_of(value);
        let explicit = reason == ConversionReason::Cast;
        let (from_space, to_space) = (space_text(from.space), space_text(to.space));
        let (from_text, to_text) = (self.quoted(self.type_of(value)), self.quoted(to_ty));
        let verb = if explicit { "cannot be cast to" } else { "cannot become" };
        let mut diagnostic = Diagnostic::new(
            codes::ADDRESS_SPACE_CONVERSION,
            span,
            format!("{from_text} {verb} {to_text}{}", place_of(reason)),
        )
        .primary(format!("this points to {from_space} memory"));
        diagnostic = if from.space == AddressSpace::Generic && to.space != AddressSpace::Constant {
            let name = self.program.types.name(self.interner, to_ty);
            let diagnostic = diagnostic
                .note(rule("a generic pointer becomes one to a named address space only by a cast", SPACES));
            self.suggest_cast_to(diagnostic, span, "cast it if it is sure to point there", &name)
        } else if spaces_overlap(from.space, to.space) {
            diagnostic.note(rule("this conversion needs a cast", SPACES))
        } else if from.space == AddressSpace::Generic || to.space == AddressSpace::Generic {
            diagnostic.note(rule("constant memory is not a part of the generic address space", SPACES))
        } else {
            diagnostic
                .note(rule(&format!("{from_space} and {to_space} memory have no address in common"), SPACES))
        };
        if to.space == AddressSpace::Private && !self.generic_address_space() {
            diagnostic = diagnostic.help(format!(
                "a pointer that is declared without an address space points to private memory before OpenCL C \
                 2.0: declare the target as a pointer to `{from_space}`"
            ));
        } else if from.space == AddressSpace::Private
            && !self.generic_address_space()
            && self.reads_addressable(value)
        {
            diagnostic = diagnostic.help(format!(
                "before OpenCL C 2.0 a pointer that is declared without an address space points to private \
                 memory: declare this one as a pointer to `{to_space}`, or copy the data"
            ));
        } else if !spaces_overlap(from.space, to.space) {
            diagnostic =
                diagnostic.help("copy the data instead of the pointer, or let both point to one space");
        }
        self.report(diagnostic);
    }
    fn report_nested_space(&mut self, value: hir::ExprId, to_ty: TypeId, reason: ConversionReason) {
        let span = self.span_of(value);
        let (from_text, to_text) = (self.quoted(self.type_of(value)), self.quoted(to_ty));
        let diagnostic = Diagnostic::new(
            codes::ADDRESS_SPACE_CONVERSION,
            span,
            format!("{from_text} cannot become {to_text}{}", place_of(reason)),
        )
        .primary("the pointers that it points to lead to another address space")
        .note(rule("pointers inside of pointers keep their address space unless they are cast", SPACES))
        .help("let both types name the same address space behind each `*`");
        self.report(diagnostic);
    }
    /// Reports a vector that would have to become another vector or a scalar.
    pub(super) fn report_vector_conversion(
        &mut self,
        value: hir::ExprId,
        to: TypeId,
        reason: ConversionReason,
    ) -> hir::ExprId {
        let from = self.type_of(value);
        let span = self.span_of(value);
        let diagnostic = Diagnostic::new(
            codes::INVALID_CONVERSION,
            span,
            format!(
                "{} is not converted to {} implicitly{}",
                self.quoted(from),
                self.quoted(to),
                place_of(reason)
            ),
        )
        .primary(format!("this is {}, where {} is needed", self.a_type(from), self.a_type(to)))
        .note(rule("vectors are never converted implicitly", "Implicit Conversions"));
        let types = &self.program.types;
        let (source, target) = (types.vector(from), types.arithmetic(to));
        let diagnostic = match (source, target) {
            (Some(source), Some(target)) => {
                let element = match target.element {
                    crate::types::arithmetic::Element::Number(name) => name,
                    crate::types::arithmetic::Element::Bool => source.0,
                };
                self.suggest_vector_conversion(diagnostic, span, source, (element, target.components))
            }
            _ => diagnostic,
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// Reports a value that would have to be stored as a half.
    pub(super) fn report_half_target(&mut self, value: hir::ExprId) -> hir::ExprId {
        let span = self.span_of(value);
        let diagnostic = Diagnostic::new(
            codes::HALF_VALUE,
            span,
            format!("{} cannot be converted to `half` here", self.a_type(self.type_of(value))),
        )
        .primary("`half` is only a storage format without `cl_khr_fp16`")
        .note(rule("stores through a pointer to half go through `vstore_half`", "The half Data Type"))
        .help("write `vstore_half(value, index, pointer)`, or enable `cl_khr_fp16` with a pragma");
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// Whether a value is read from an object whose address can be taken.
    fn reads_addressable(&self, value: hir::ExprId) -> bool {
        let hir::ExprKind::Convert { kind: hir::ConversionKind::Load, operand, .. } =
            self.current.exprs[value].kind
        else {
            return false;
        };
        !matches!(
            self.current.exprs[operand].kind,
            hir::ExprKind::Swizzle { .. } | hir::ExprKind::ComponentIndex { .. }
        )
    }
    /// Reports any other conversion that does not exist.
    pub(super) fn report_no_conversion(
        &mut self,
        value: hir::ExprId,
        to: TypeId,
        reason: ConversionReason,
    ) -> hir::ExprId {
        let from = self.type_of(value);
        let span = self.span_of(value);
        if from == TypeTable::VOID {
            let diagnostic = Diagnostic::new(
                codes::VOID_VALUE,
                span,
                format!("`void` has no value to convert to {}{}", self.quoted(to), place_of(reason)),
            )
            .primary("this gives nothing");
            self.report(diagnostic);
            return self.error_expression(span);
        }
        let mut diagnostic = Diagnostic::new(
            codes::INVALID_CONVERSION,
            span,
            format!(
                "{} is not converted to {} implicitly{}",
                self.quoted(from),
                self.quoted(to),
                place_of(reason)
            ),
        )
        .primary(format!("this is {}, where {} is needed", self.a_type(from), self.a_type(to)));
        let types = &self.program.types;
        let to_name = types.name(self.interner, to);
        if types.pointee(to).is_some() && types.is_integer_scalar(from) {
            diagnostic = diagnostic.note("only the constant 0 becomes a pointer by itself (C99 6.5.16.1)");
            diagnostic = self.suggest_cast_to(diagnostic, span, "cast it if it is an address", &to_name);
        } else if types.pointee(from).is_some() && types.is_integer_scalar(to) {
            diagnostic = diagnostic.note("a pointer becomes an integer only by a cast (C99 6.5.16.1)");
            diagnostic = self.suggest_cast_to(diagnostic, span, "take the address as a number", "ulong");
            diagnostic = self.suggest_around(diagnostic, span, "or the object that it points to", "*", "");
        } else if let Some(pointee) = types.pointee(from)
            && self.compatible(pointee.ty, to)
        {
            diagnostic = self.suggest_around(diagnostic, span, "take the object that it points to", "*", "");
        } else if types.pointee(to).is_some_and(|pointee| self.compatible(pointee.ty, from))
            && self.reads_addressable(value)
        {
            diagnostic = self.suggest_around(diagnostic, span, "take its address", "&", "");
        } else if let Type::Record(_) = types.get(from) {
            diagnostic = diagnostic.help("name the member that is meant");
        } else if let (Type::Image(kind, access), Type::Image(wanted, _)) = (types.get(from), types.get(to)) {
            diagnostic = diagnostic.note(rule(
                "an image goes to functions that take the same type with the same access qualifier",
                "Access Qualifiers",
            ));
            if kind == wanted {
                diagnostic =
                    diagnostic.help(format!("declare the parameter as `{} {}`", access.name(), kind.name()));
            }
        }
        self.report(diagnostic);
        self.error_expression(span)
    }
}
