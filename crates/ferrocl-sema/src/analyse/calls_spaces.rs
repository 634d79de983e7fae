//! The functions that ask where a generic pointer points (section "Address Space Qualifier Functions"): `to_global`, `to_local`,
//! `to_private`, `get_fence`. They take pointers to anything, structs too, so they are no rows of the table of built-in functions.

use ferrocl_base::codes::calls as codes;
use ferrocl_base::{Diagnostic, Span};

use super::Analyzer;
use super::wording::rule;
use crate::hir::{self, ConversionKind, ConversionReason};
use crate::types::{AddressSpace, QualifiedType, ScalarName};

/// One of the functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpaceFunction {
    /// Gives a pointer to this space, or null.
    To(AddressSpace),
    /// Gives the fence flags for what the pointer points to.
    Fence,
}

/// The function of this name.
pub(super) fn space_function(name: &str) -> Option<SpaceFunction> {
    Some(match name {
        "to_global" => SpaceFunction::To(AddressSpace::Global),
        "to_local" => SpaceFunction::To(AddressSpace::Local),
        "to_private" => SpaceFunction::To(AddressSpace::Private),
        "get_fence" => SpaceFunction::Fence,
        _ => return None,
    })
}

const SECTION: &str = "Address Space Qualifier Functions";

impl Analyzer<'_> {
    /// A call of one of the functions.
    pub(super) fn address_space_function(
        &mut self,
        function: SpaceFunction,
        name: &str,
        values: &[hir::ExprId],
        name_span: Span,
        span: Span,
    ) -> hir::ExprId {
        if !self.generic_address_space() {
            let diagnostic = Diagnostic::new(
                codes::BUILTIN_OF_NEWER_STANDARD,
                name_span,
                format!("`{name}` needs the generic address space, which OpenCL C has from 2.0 on"),
            )
            .primary("not in this version")
            .help("build with -cl-std=CL3.0, or write the address space into the pointer's type");
            self.report(diagnostic);
            return self.error_expression(span);
        }
        let &[value] = values else {
            let diagnostic = Diagnostic::new(
                codes::BUILTIN_ARGUMENT_COUNT,
                span,
                format!("`{name}` takes one pointer, and is given {} arguments", values.len()),
            )
            .label(name_span, "in this call")
            .note(rule("it takes a generic pointer", SECTION));
            self.report(diagnostic);
            return self.error_expression(span);
        };
        if self.is_error(value) {
            return self.error_expression(span);
        }
        let ty = self.type_of(value);
        let pointee = match self.program.types.pointee(ty) {
            Some(pointee) if pointee.space != AddressSpace::Constant => pointee,
            _ => {
                let given = self.a_type(ty);
                let diagnostic = Diagnostic::new(
                    codes::NO_MATCHING_OVERLOAD,
                    self.span_of(value),
                    format!("`{name}` takes a generic pointer, and this is {given}"),
                )
                .label(name_span, "in this call")
                .note(rule(
                    "pointers to the global, local and private address spaces become generic ones; those to constant do not",
                    SECTION,
                ));
                self.report(diagnostic);
                return self.error_expression(span);
            }
        };
        let reason = ConversionReason::Argument;
        let mut generic = value;
        if pointee.space != AddressSpace::Generic {
            let to = self.program.types.pointer(QualifiedType { space: AddressSpace::Generic, ..pointee });
            generic = self.add_conversion(ConversionKind::Pointer, value, to, reason);
        }
        match function {
            SpaceFunction::To(space) => {
                let to = self.program.types.pointer(QualifiedType { space, ..pointee });
                let kind = ConversionKind::AddressSpace;
                let reason = ConversionReason::AddressSpaceFunction;
                self.add_value(hir::ExprKind::Convert { kind, operand: generic, reason }, to, span)
            }
            SpaceFunction::Fence => {
                let uint = self.program.types.scalar(ScalarName::Uint);
                self.add_value(hir::ExprKind::FenceFlags(generic), uint, span)
            }
        }
    }
}
