//! Kernels: what the specification asks of functions that the host launches (section "Restrictions"), beyond what it asks of all functions.

use ferrocl_base::codes::declarations as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_ir as ir;

use super::Analyzer;
use super::attributes::Attributes;
use super::declare_functions::{Signature, SignatureParameter};
use crate::types::name::space_text;
use crate::types::{Type, TypeId, TypeTable};

/// Puts together what several declarations of a kernel say.
pub(super) fn merge_kernel(known: &mut ir::Kernel, new: ir::Kernel) {
    known.required_work_group_size = known.required_work_group_size.or(new.required_work_group_size);
    known.work_group_size_hint = known.work_group_size_hint.or(new.work_group_size_hint);
    if known.vector_type_hint.is_none() {
        known.vector_type_hint = new.vector_type_hint;
    }
    for attribute in new.attributes.split(' ').filter(|attribute| !attribute.is_empty()) {
        if !known.attributes.split(' ').any(|have| have == attribute) {
            if !known.attributes.is_empty() {
                known.attributes.push(' ');
            }
            known.attributes.push_str(attribute);
        }
    }
}

impl Analyzer<'_> {
    /// The rules for kernels (section "Restrictions", a, k, n and those on types).
    pub(super) fn check_kernel(&mut self, name: Symbol, signature: &Signature, attributes: &Attributes) {
        let text = self.interner.text(name).to_string();
        if signature.result != TypeTable::VOID && signature.result != TypeTable::ERROR {
            let found = self.program.types.name(self.interner, signature.result);
            let diagnostic = Diagnostic::new(
                codes::KERNEL_RESULT,
                signature.span,
                format!("a kernel returns nothing, but `{text}` returns `{found}`"),
            )
            .note("section \"Restrictions\"")
            .help("declare it `void`, and write the result to a buffer");
            self.report(diagnostic);
        }
        if let Some(span) = attributes.overloadable {
            let diagnostic = Diagnostic::new(
                codes::INVALID_ATTRIBUTE,
                span,
                format!("the kernel `{text}` cannot be overloadable: the host finds kernels by name alone"),
            )
            .help("give each kernel a name of its own");
            self.report(diagnostic);
        }
        for parameter in &signature.parameters {
            self.check_kernel_parameter(parameter);
        }
    }
    fn check_kernel_parameter(&mut self, parameter: &SignatureParameter) {
        let ty = parameter.derived.ty.ty;
        let what = match parameter.name {
            Some(name) => format!("the kernel argument `{}`", self.interner.text(name)),
            None => "the kernel argument".to_string(),
        };
        let found = self.program.types.name(self.interner, ty);
        let report = |analyzer: &mut Self, message: String, help: String| {
            let diagnostic = Diagnostic::new(codes::KERNEL_ARGUMENT, parameter.span, message)
                .note("section \"Restrictions\"")
                .help(help);
            analyzer.report(diagnostic);
        };
        if let Some(name) = parameter.derived.pointer_sized {
            let text = self.interner.text(name);
            let help = replacement_for(text);
            report(
                self,
                format!("{what} cannot have the type `{text}`: host and device may disagree about its size"),
                help,
            );
            return;
        }
        match *self.program.types.get(ty) {
            Type::Reference(to) => {
                let to = self.program.types.name(self.interner, to.ty);
                report(
                    self,
                    format!("{what} is a reference, which the host cannot pass"),
                    format!("write a pointer, `global {to} *`"),
                );
            }
            Type::Bool => {
                let help = "use `int` or `uchar`, and compare with 0".to_string();
                report(self, format!("{what} cannot have the type `bool`"), help);
            }
            Type::Pointer(pointee) => {
                let space = pointee.space;
                if matches!(space, ir::AddressSpace::Private | ir::AddressSpace::Generic) {
                    let to = self.program.types.name(self.interner, pointee.ty);
                    report(
                        self,
                        format!(
                            "{what} is a pointer to {} memory, which the host cannot fill",
                            space_text(space)
                        ),
                        format!("write `global {to} *`, `constant {to} *` or `local {to} *`"),
                    );
                } else if matches!(self.program.types.get(pointee.ty), Type::Pointer(_))
                    && self.options.standard < ferrocl_syntax::options::Standard::Cl20
                {
                    report(
                        self,
                        format!(
                            "{what} is a pointer to a pointer (`{found}`), which kernels take from OpenCL C 2.0 on"
                        ),
                        "pass indices into one buffer instead of pointers".to_string(),
                    );
                } else if matches!(self.program.types.get(pointee.ty), Type::Opaque(_) | Type::Event) {
                    report(
                        self,
                        format!(
                            "{what} cannot be a pointer to `{}`",
                            self.program.types.name(self.interner, pointee.ty)
                        ),
                        "pass the object itself".to_string(),
                    );
                }
            }
            Type::Opaque(name) => {
                let text = self.interner.text(name).to_string();
                if matches!(text.as_str(), "clk_event_t" | "ndrange_t" | "reserve_id_t") {
                    report(
                        self,
                        format!("{what} cannot have the type `{text}`"),
                        "make it a variable of the kernel".to_string(),
                    );
                } else {
                    self.report_unsupported_type(&text, parameter.span);
                }
            }
            Type::Event => report(
                self,
                format!("{what} cannot have the type `{found}`"),
                "make it a variable of the kernel".to_string(),
            ),
            Type::Atomic(_) => report(
                self,
                format!("{what} cannot have the type `{found}`: a copy could not be shared"),
                format!("pass a pointer, `global {found} *`"),
            ),
            Type::Record(_) => {
                let mut seen = rustc_hash::FxHashSet::default();
                if let Some((member, span, bad)) = self.bad_kernel_member(ty, &mut seen) {
                    let member = member.map_or("a member".into(), |name| {
                        format!("the member `{}`", self.interner.text(name))
                    });
                    let diagnostic = Diagnostic::new(
                        codes::KERNEL_ARGUMENT,
                        parameter.span,
                        format!("{what} cannot have the type `{found}`: {member} has the type `{bad}`"),
                    )
                    .label(span, "this member")
                    .note("section \"Restrictions\"")
                    .help(replacement_for(&bad));
                    self.report(diagnostic);
                }
            }
            _ => {}
        }
    }
    /// A member, at any depth, whose type kernel arguments cannot hold.
    fn bad_kernel_member(
        &self,
        ty: TypeId,
        seen: &mut rustc_hash::FxHashSet<TypeId>,
    ) -> Option<(Option<Symbol>, Span, String)> {
        let mut ty = ty;
        while let Type::Array { element, .. } = self.program.types.get(ty) {
            ty = element.ty;
        }
        let Type::Record(record) = *self.program.types.get(ty) else { return None };
        if !seen.insert(ty) {
            return None;
        }
        // As deep as structs nest, which `MAX_TYPE_DEPTH` bounds.
        self.program.types.records[record].fields.as_ref()?.iter().find_map(|field| {
            if let Some(name) = field.pointer_sized {
                return Some((field.name, field.span, self.interner.text(name).to_string()));
            }
            let mut inner = field.ty.ty;
            while let Type::Array { element, .. } = self.program.types.get(inner) {
                inner = element.ty;
            }
            if inner == TypeTable::BOOL {
                return Some((field.name, field.span, "bool".to_string()));
            }
            self.bad_kernel_member(inner, seen)
        })
    }
}

/// What to write instead of a type whose size host and device may see differently.
fn replacement_for(name: &str) -> String {
    match name {
        "size_t" | "uintptr_t" => "use `ulong` or `uint`".to_string(),
        "bool" => "use `int` or `uchar`, and compare with 0".to_string(),
        _ => "use `long` or `int`".to_string(),
    }
}
