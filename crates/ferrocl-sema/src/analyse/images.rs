//! What programs may do with images and samplers (sections "Access Qualifiers", "Samplers" and "Restrictions"): next to
//! nothing but to pass them on.
//!
//! An image is a parameter whose type names what the function may do with it. A sampler is a parameter, or a variable whose value is
//! known here: the number that the `CLK_…` constants make up. Which image a built-in function takes is said in `lib/builtins.decl`.

use ferrocl_base::codes::declarations as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_ir::image::sampler;
use ferrocl_ir::{AddressSpace, Bits};
use ferrocl_syntax::ast::{self, AccessQualifier, AddressSpaceKeyword};
use ferrocl_syntax::options::Standard;
use smallvec::smallvec;

use super::Analyzer;
use super::declare_types::Specified;
use super::wording::rule;
use crate::hir::{self, ConversionKind, ConversionReason};
use crate::types::{ImageAccess, Type, TypeId};

impl Analyzer<'_> {
    /// Puts the written access qualifier, if any, on a type.
    pub(super) fn apply_access(&mut self, base: &mut Specified, qualifiers: &ast::Qualifiers) {
        let Some(&(keyword, span)) = qualifiers.access.first() else { return };
        if base.is_error() {
            return;
        }
        let Type::Image(kind, known) = *self.program.types.get(base.ty.ty) else {
            let diagnostic = Diagnostic::new(
                codes::ACCESS_QUALIFIER,
                span,
                format!("`{}` qualifies images and pipes only", self.map.text(span)),
            )
            .help("remove it; to forbid writing through a pointer, write `const` before what it points to");
            self.report(diagnostic);
            return;
        };
        let access = match keyword {
            AccessQualifier::ReadOnly => ImageAccess::ReadOnly,
            AccessQualifier::WriteOnly => ImageAccess::WriteOnly,
            AccessQualifier::ReadWrite => ImageAccess::ReadWrite,
        };
        let second = qualifiers.access.iter().find(|&&(other, _)| other != keyword);
        if let Some(&(_, second)) = second {
            let diagnostic =
                Diagnostic::new(codes::ACCESS_CONFLICT, second, "an image has one access qualifier")
                    .label(span, "the first one")
                    .help("for an image that is read and written, write `read_write` alone");
            self.report(diagnostic);
        } else if known != ImageAccess::ReadOnly && known != access {
            let diagnostic = Diagnostic::new(
                codes::ACCESS_CONFLICT,
                span,
                format!("an image has one access qualifier, and the type already is `{}`", known.name()),
            )
            .help("remove it here or in the typedef");
            self.report(diagnostic);
        } else if access == ImageAccess::ReadWrite && self.options.standard < Standard::Cl20 {
            let diagnostic = Diagnostic::new(
                codes::ACCESS_CONFLICT,
                span,
                "`read_write` images exist from OpenCL C 2.0 on",
            )
            .note(rule("before that, an image is either read or written by a kernel", "Access Qualifiers"))
            .help("build with `-cl-std=CL2.0` or later, or pass two images");
            self.report(diagnostic);
        }
        base.ty.ty = self.program.types.intern(Type::Image(kind, access));
    }
    /// Whether a written address space cannot stand at an image or sampler; that is reported.
    pub(super) fn forbids_address_space(&mut self, base: &Specified, qualifiers: &ast::Qualifiers) -> bool {
        let Some(&(keyword, span)) = qualifiers.address_spaces.first() else { return false };
        let what = match self.program.types.get(base.ty.ty) {
            Type::Image(..) => "an image",
            Type::Sampler if matches!(keyword, AddressSpaceKeyword::Global | AddressSpaceKeyword::Local) => {
                "a sampler"
            }
            _ => return false,
        };
        let text = self.map.text(span);
        let diagnostic = Diagnostic::new(
            codes::MISPLACED_ADDRESS_SPACE,
            span,
            format!("{what} does not lie in {} memory of the program's", text.trim_start_matches("__")),
        )
        .note(rule("images have no address space, samplers neither `global` nor `local`", "Restrictions"))
        .help("remove it");
        self.report(diagnostic);
        true
    }
    /// "The type qualifiers `const`, `restrict` and `volatile` … cannot be used with [images]". Programs do, and other compilers let them.
    pub(super) fn warn_qualified_image(&mut self, base: &Specified, qualifiers: &ast::Qualifiers) {
        let Some(span) = qualifiers.is_const.or(qualifiers.is_volatile) else { return };
        if let Type::Image(..) = self.program.types.get(base.ty.ty) {
            let text = self.map.text(span);
            let diagnostic = Diagnostic::new(
                codes::QUALIFIED_IMAGE,
                span,
                format!("`{text}` says nothing about an image"),
            )
            .note(rule("`const`, `restrict` and `volatile` do not go with image types", "Restrictions"))
            .help("write `read_only` for an image that is only read");
            self.report(diagnostic);
        }
    }
    /// Reports a pointer to an image or sampler.
    pub(super) fn report_pointer_to_object(&mut self, ty: TypeId, span: Span) {
        let found = self.program.types.name(self.interner, ty);
        let diagnostic =
            Diagnostic::new(codes::POINTER_TO_OBJECT, span, format!("there are no pointers to `{found}`"))
                .note("images and samplers have no address (section \"Restrictions\")")
                .help("pass the object itself");
        self.report(diagnostic);
    }
    /// Reports an image or sampler that is assigned to.
    pub(super) fn report_assigned_object(&mut self, ty: TypeId, span: Span) {
        let diagnostic = Diagnostic::new(
            ferrocl_base::codes::expressions::CONSTANT_TARGET,
            span,
            format!("an object of type {} cannot be assigned", self.quoted(ty)),
        )
        .note(rule("image and sampler arguments and variables cannot be modified", "Restrictions"))
        .help("choose with `if` between calls that use one object or the other");
        self.report(diagnostic);
    }
    /// A number as a sampler: what initialises one, or stands for one in a call.
    pub(super) fn sampler_value(&mut self, value: hir::ExprId, reason: ConversionReason) -> hir::ExprId {
        let (ty, span) = (self.type_of(value), self.span_of(value));
        let problem = if self.integer_name(ty).is_none() {
            format!("a sampler is made from an integer, not from {}", self.a_type(ty))
        } else {
            match self.fold(value) {
                None => "a sampler is made from a constant, and this is none".to_owned(),
                Some(bits) => {
                    let number = self.integer_value(ty, bits[0]);
                    match u32::try_from(number) {
                        Ok(number) if sampler::is_valid(number) => {
                            self.warn_repeated_pixels(number, span);
                            let to = self.program.types.intern(Type::Sampler);
                            return self.add_conversion(ConversionKind::Arithmetic, value, to, reason);
                        }
                        _ => format!("{number} is not made of the constants of samplers"),
                    }
                }
            }
        };
        let diagnostic = Diagnostic::new(codes::SAMPLER_VALUE, span, problem)
            .note(rule("a sampler is the sum of one constant for each of its properties", "Samplers"))
            .help("write for example `CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST`");
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// "This addressing mode can only be used with normalized coordinates."
    fn warn_repeated_pixels(&mut self, number: u32, span: Span) {
        let mode = match number & sampler::ADDRESS_MASK {
            sampler::ADDRESS_REPEAT => "CLK_ADDRESS_REPEAT",
            sampler::ADDRESS_MIRRORED_REPEAT => "CLK_ADDRESS_MIRRORED_REPEAT",
            _ => return,
        };
        if number & sampler::NORMALIZED_COORDS == 0 {
            let diagnostic = Diagnostic::new(
                codes::SAMPLER_COORDINATES,
                span,
                format!("`{mode}` needs normalized coordinates"),
            )
            .note(rule("with others, which pixel is read is undefined", "Samplers"))
            .help("write `CLK_NORMALIZED_COORDS_TRUE`, and divide coordinates by the image's size");
            self.report(diagnostic);
        }
    }
    /// The number of a sampler at program scope, if it is known: such a sampler is as good as a literal.
    pub(super) fn known_sampler(&self, id: hir::GlobalId) -> Option<Bits> {
        let global = &self.program.globals[id];
        if *self.program.types.get(global.ty.ty) != Type::Sampler {
            return None;
        }
        let bytes: [u8; 4] = global.bytes.as_deref()?.try_into().ok()?;
        Some(smallvec![u32::from_le_bytes(bytes).into()])
    }
    /// The address space of a sampler at program scope where none is written: "Samplers can also be declared as global constants".
    pub(super) fn sampler_space(&self, ty: TypeId) -> Option<AddressSpace> {
        (*self.program.types.get(ty) == Type::Sampler).then_some(AddressSpace::Constant)
    }
}
