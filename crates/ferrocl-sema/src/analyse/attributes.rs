//! Attributes (sections "Attribute Qualifiers" and "Optional Attribute Qualifiers").
//!
//! One function reads the attributes of a declaration, [`Analyzer::attributes`]; what it finds is in [`Attributes`]. An
//! attribute that nobody knows, or that does not belong to what it stands at, is reported as a warning and ignored; one that would
//! change what the program means if it were ignored is an error.

use ferrocl_base::codes::declarations as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_ir::{self as ir, AddressSpace};
use ferrocl_syntax::ast::{self, AttributeArgument};
use ferrocl_syntax::attributes::{HARMLESS, KNOWN};

use super::{Analyzer, similar};
use crate::types::{QualifiedType, Type};

/// What attributes stand at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttributeTarget {
    /// A struct or union.
    Record,
    /// An enumeration.
    Enum,
    /// A member of a struct or union.
    Member,
    /// A variable or parameter.
    Variable,
    /// A typedef.
    Typedef,
    /// A function that is no kernel.
    Function,
    /// A kernel.
    Kernel,
}

impl AttributeTarget {
    fn text(self) -> &'static str {
        match self {
            AttributeTarget::Record => "a struct or union",
            AttributeTarget::Enum => "an enumeration",
            AttributeTarget::Member => "a member",
            AttributeTarget::Variable => "a variable or parameter",
            AttributeTarget::Typedef => "a typedef",
            AttributeTarget::Function => "a function that is no kernel",
            AttributeTarget::Kernel => "a kernel",
        }
    }
}

/// What the attributes of a declaration say.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    /// `aligned`, in bytes; the largest, if there are several.
    pub aligned: Option<u32>,
    /// `packed`.
    pub packed: bool,
    /// `overloadable`.
    pub overloadable: Option<Span>,
    /// `ext_vector_type`: the number of components.
    pub vector: Option<(u8, Span)>,
    /// `vector_size` of GNU C: the bytes of the vector.
    pub vector_bytes: Option<(u64, Span)>,
    /// Those of kernels.
    pub kernel: ir::Kernel,
}

/// What `aligned` without an argument asks for: the largest alignment that the C types of the host have, so that both sides
/// agree about a struct.
const MAX_HOST_ALIGN: u32 = 16;
/// The largest alignment that can be asked for, in bytes.
const MAX_ALIGN: u32 = 1 << 16;

/// Attributes that cannot be ignored without changing the program's meaning.
const MEANINGFUL: &[&str] = &[
    "mode",
    "address_space",
    "alias",
    "cleanup",
    "opencl_global",
    "opencl_local",
    "opencl_constant",
    "opencl_private",
    "opencl_generic",
];

impl Analyzer<'_> {
    /// Reads the attributes of a declaration. `ty` is the type of what is declared, where it is a variable, member or typedef.
    pub(super) fn attributes(
        &mut self,
        lists: &[&[ast::Attribute]],
        target: AttributeTarget,
        ty: Option<QualifiedType>,
    ) -> Attributes {
        let mut found = Attributes::default();
        for attribute in lists.iter().copied().flatten() {
            self.attribute(attribute, target, ty, &mut found);
        }
        found
    }

    fn attribute(
        &mut self,
        attribute: &ast::Attribute,
        target: AttributeTarget,
        ty: Option<QualifiedType>,
        found: &mut Attributes,
    ) {
        use AttributeTarget::{Enum, Function, Kernel, Member, Record, Typedef, Variable};
        let name = self.interner.text(attribute.name).to_string();
        let belongs = |targets: &[AttributeTarget]| targets.contains(&target);
        let belongs = match name.as_str() {
            "aligned" => belongs(&[Record, Enum, Member, Variable, Typedef]),
            "packed" => belongs(&[Record, Enum, Member, Variable]),
            "endian" => belongs(&[Variable, Member, Typedef]),
            "overloadable" => belongs(&[Function, Kernel]),
            "ext_vector_type" | "vector_size" => belongs(&[Typedef]),
            "reqd_work_group_size"
            | "work_group_size_hint"
            | "vec_type_hint"
            | "intel_reqd_sub_group_size"
            | "reqd_sub_group_size" => belongs(&[Kernel]),
            "opencl_unroll_hint" | "unroll" => false,
            _ => true,
        };
        if !belongs {
            let diagnostic = Diagnostic::new(
                codes::MISPLACED_ATTRIBUTE,
                attribute.span,
                format!("the attribute `{name}` has no effect on {}", target.text()),
            );
            self.report(match (name.as_str(), target) {
                ("packed", Typedef) => {
                    diagnostic.help("write it between the closing brace of the struct and the typedef's name")
                }
                ("aligned", Function | Kernel) => diagnostic.help("align the variables or types instead"),
                ("opencl_unroll_hint" | "unroll", _) => diagnostic.help("write it directly before a loop"),
                (_, Function) => {
                    diagnostic.help("write `kernel` before the function, or remove the attribute")
                }
                _ => diagnostic.help("remove it"),
            });
            return;
        }
        match name.as_str() {
            "aligned" => {
                if let Some(align) = self.aligned_attribute(attribute) {
                    found.aligned = Some(found.aligned.map_or(align, |other| other.max(align)));
                }
            }
            "packed" => {
                self.expect_arguments(attribute, 0);
                found.packed = true;
            }
            "endian" => self.endian_attribute(attribute, ty),
            "overloadable" => {
                self.expect_arguments(attribute, 0);
                found.overloadable = Some(attribute.span);
            }
            "ext_vector_type" => {
                if let Some([n]) = self.integer_arguments(attribute) {
                    if matches!(n, 2 | 3 | 4 | 8 | 16) {
                        found.vector = Some((n as u8, attribute.span));
                    } else {
                        self.invalid_attribute(attribute, "vectors have 2, 3, 4, 8 or 16 components");
                    }
                }
            }
            "vector_size" => {
                if let Some([n]) = self.integer_arguments(attribute) {
                    match u64::try_from(n) {
                        Ok(n) if n > 0 => found.vector_bytes = Some((n, attribute.span)),
                        _ => self.invalid_attribute(attribute, "it takes the number of bytes of the vector"),
                    }
                }
            }
            "reqd_work_group_size" => {
                let earlier = found.kernel.required_work_group_size;
                if let Some(size) = self.work_group_size(attribute, earlier, &mut found.kernel) {
                    found.kernel.required_work_group_size = Some(size);
                }
            }
            "work_group_size_hint" => {
                let earlier = found.kernel.work_group_size_hint;
                if let Some(size) = self.work_group_size(attribute, earlier, &mut found.kernel) {
                    found.kernel.work_group_size_hint = Some(size);
                }
            }
            "vec_type_hint" => self.vec_type_hint(attribute, &mut found.kernel),
            "intel_reqd_sub_group_size" | "reqd_sub_group_size" => {
                if let Some([n]) = self.integer_arguments(attribute) {
                    if (1..=1024).contains(&n) {
                        add_kernel_attribute(&mut found.kernel, &format!("{name}({n})"));
                    } else {
                        self.invalid_attribute(attribute, "a sub-group has at least one work-item");
                    }
                }
            }
            text if HARMLESS.contains(&text) => {}
            text if MEANINGFUL.contains(&text) => {
                let diagnostic = Diagnostic::new(
                    codes::UNSUPPORTED_ATTRIBUTE,
                    attribute.span,
                    format!("the attribute `{name}` does not exist in OpenCL C"),
                )
                .primary("the program would mean something else without it");
                self.report(
                    diagnostic
                        .help("use a type or qualifier of the language, such as `global`, or remove it"),
                );
            }
            _ => {
                let diagnostic = Diagnostic::new(
                    codes::UNKNOWN_ATTRIBUTE,
                    attribute.span,
                    format!("unknown attribute `{name}`"),
                )
                .primary("it is ignored");
                let known = KNOWN.iter().chain(HARMLESS).copied();
                self.report(match similar::nearest(&name, known) {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic.help("remove it, or keep it for compilers that know it"),
                });
            }
        }
    }

    fn invalid_attribute(&mut self, attribute: &ast::Attribute, why: impl Into<String>) {
        let text = self.interner.text(attribute.name);
        let diagnostic = Diagnostic::new(
            codes::INVALID_ATTRIBUTE,
            attribute.span,
            format!("the attribute `{text}` cannot have these arguments"),
        )
        .primary(why);
        self.report(diagnostic);
    }
    fn expect_arguments(&mut self, attribute: &ast::Attribute, count: usize) -> bool {
        if attribute.arguments.len() == count {
            return true;
        }
        let found = attribute.arguments.len();
        let plural = if count == 1 { "" } else { "s" };
        self.invalid_attribute(attribute, format!("it takes {count} argument{plural}, not {found}"));
        false
    }
    /// The values of exactly so many integer arguments.
    fn integer_arguments<const N: usize>(&mut self, attribute: &ast::Attribute) -> Option<[i128; N]> {
        if !self.expect_arguments(attribute, N) {
            return None;
        }
        let mut values = [0; N];
        for (value, argument) in values.iter_mut().zip(&attribute.arguments) {
            match argument {
                AttributeArgument::Expr(expr) => {
                    *value = self.constant_integer(*expr, "the argument of an attribute")?;
                }
                AttributeArgument::Type(_) => {
                    self.invalid_attribute(attribute, "it takes a number here, not a type");
                    return None;
                }
            }
        }
        Some(values)
    }
    fn aligned_attribute(&mut self, attribute: &ast::Attribute) -> Option<u32> {
        if attribute.arguments.is_empty() {
            return Some(MAX_HOST_ALIGN);
        }
        let [align] = self.integer_arguments(attribute)?;
        match u32::try_from(align) {
            Ok(align) if align.is_power_of_two() && align <= MAX_ALIGN => Some(align),
            _ => {
                let why = format!("an alignment is a power of two, at most {MAX_ALIGN}; this is {align}");
                self.invalid_attribute(attribute, why);
                None
            }
        }
    }
    /// `endian(host)` and `endian(device)`: host and device are the same machine here, so that it changes nothing.
    fn endian_attribute(&mut self, attribute: &ast::Attribute, ty: Option<QualifiedType>) {
        if !self.expect_arguments(attribute, 1) {
            return;
        }
        let word = match &attribute.arguments[0] {
            AttributeArgument::Expr(expr) => match &self.unit.exprs[*expr].kind {
                ast::ExprKind::Name(name) => self.interner.text(*name),
                _ => "",
            },
            AttributeArgument::Type(_) => "",
        };
        if word != "host" && word != "device" {
            self.invalid_attribute(attribute, "it takes `host` or `device`");
            return;
        }
        let fits = match ty.map(|ty| self.program.types.get(ty.ty)) {
            Some(Type::Pointer(pointee)) => {
                matches!(pointee.space, AddressSpace::Global | AddressSpace::Constant)
            }
            Some(Type::Error) | None => true,
            Some(_) => false,
        };
        if !fits {
            let diagnostic = Diagnostic::new(
                codes::FORBIDDEN_ATTRIBUTE,
                attribute.span,
                "the attribute `endian` can only stand at pointers into global or constant memory",
            )
            .note("it tells the byte order of what they point to (section \"Specifying Attributes of Variables\")")
            .help("remove it");
            self.report(diagnostic);
        }
    }
    /// The three numbers of a work-group size; the attribute is put down among the kernel's.
    fn work_group_size(
        &mut self,
        attribute: &ast::Attribute,
        earlier: Option<[u64; 3]>,
        kernel: &mut ir::Kernel,
    ) -> Option<[u64; 3]> {
        let values: [i128; 3] = self.integer_arguments(attribute)?;
        let mut size = [0; 3];
        for (part, value) in size.iter_mut().zip(values) {
            match u32::try_from(value) {
                Ok(value) if value > 0 => *part = value.into(),
                _ => {
                    let why =
                        format!("a work-group has at least one work-item in each dimension, not {value}");
                    self.invalid_attribute(attribute, why);
                    return None;
                }
            }
        }
        match earlier {
            Some(earlier) if earlier != size => {
                let [x, y, z] = earlier;
                self.invalid_attribute(attribute, format!("it was given as ({x}, {y}, {z}) before"));
                return None;
            }
            Some(_) => {}
            None => {
                let name = self.interner.text(attribute.name);
                add_kernel_attribute(kernel, &format!("{name}({},{},{})", size[0], size[1], size[2]));
            }
        }
        Some(size)
    }
    fn vec_type_hint(&mut self, attribute: &ast::Attribute, kernel: &mut ir::Kernel) {
        if !self.expect_arguments(attribute, 1) {
            return;
        }
        let AttributeArgument::Type(name) = &attribute.arguments[0] else {
            self.invalid_attribute(attribute, "it takes a type");
            return;
        };
        // A hint computes nothing: it may name a vector of `half` without the extension being switched on.
        let switched_on = self.extensions.clone();
        let half = self.interner.intern("cl_khr_fp16");
        self.set_extension(half, true);
        let ty = self.type_name(name).ty;
        self.extensions = switched_on;
        match self.program.types.get(ty) {
            Type::Error => {}
            Type::Scalar(_) | Type::Vector(..) => {
                let text = self.program.types.name(self.interner, ty);
                add_kernel_attribute(kernel, &format!("vec_type_hint({text})"));
                kernel.vector_type_hint = Some(text);
            }
            _ => self.invalid_attribute(
                attribute,
                "it takes a vector type or the scalar type of a vector's components",
            ),
        }
    }
}

/// Puts an attribute down in the form that `CL_KERNEL_ATTRIBUTES` gives: as it is declared, separated by spaces.
fn add_kernel_attribute(kernel: &mut ir::Kernel, text: &str) {
    if !kernel.attributes.is_empty() {
        kernel.attributes.push(' ');
    }
    kernel.attributes.push_str(text);
}
