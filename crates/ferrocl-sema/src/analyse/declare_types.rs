//! From specifiers and declarators to types (C99 6.7.2 to 6.7.6; OpenCL C 6.3, 6.7, 6.8).
//!
//! Specifiers give a type and perhaps an address space ([`Specified`]); a declarator derives from it
//! ([`Analyzer::derive`]). An address space that nobody wrote stays open until the declaration decides (6.7.8): it
//! depends on the scope. A pointee's is decided here.

use ferrocl_base::codes::declarations as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_ir::AddressSpace;
use ferrocl_syntax::ast::{self, AddressSpaceKeyword, BuiltinTypeName, DeclaratorPart, ScalarName};
use ferrocl_syntax::options::Standard;

use super::{Analyzer, Entity};
use crate::types::{ImageAccess, ImageKind, QualifiedType, Type, TypeId, TypeTable};

/// A type on its way through a declarator.
#[derive(Debug, Clone, Copy)]
pub(super) struct Specified {
    /// The type; the address space counts where `has_space`.
    pub ty: QualifiedType,
    /// Whether an address space was written (here or in a typedef).
    pub has_space: bool,
    /// Where the address space was written, if here.
    pub space_span: Option<Span>,
    /// `size_t` and its like, through typedefs and arrays too.
    pub pointer_sized: Option<Symbol>,
}

impl Specified {
    /// A type without address space.
    pub fn plain(ty: TypeId) -> Self {
        Specified {
            ty: QualifiedType::new(ty, AddressSpace::Private),
            has_space: false,
            space_span: None,
            pointer_sized: None,
        }
    }
    /// What could not be understood.
    pub fn error() -> Self {
        Specified::plain(TypeTable::ERROR)
    }
    /// Whether it could not be understood.
    pub fn is_error(&self) -> bool {
        self.ty.ty == TypeTable::ERROR
    }
}

/// The most derivations (pointer, array, function) that one type may have, through typedefs and structs too.
pub(super) const MAX_TYPE_DEPTH: u32 = 256;

impl Analyzer<'_> {
    /// The type of a type name: of a cast, `sizeof`, a compound literal. An address space that was not written is private.
    pub fn type_name(&mut self, name: &ast::TypeName) -> QualifiedType {
        let base = self.specified(&name.specifiers);
        self.derive(base, &name.declarator).ty
    }

    /// The type that specifiers name, with qualifiers.
    pub(super) fn specified(&mut self, specifiers: &ast::DeclarationSpecifiers) -> Specified {
        let base = self.type_specifier(&specifiers.ty, specifiers.span);
        self.qualify(base, specifiers)
    }
    /// A type with the qualifiers of specifiers.
    pub(super) fn qualify(
        &mut self,
        mut base: Specified,
        specifiers: &ast::DeclarationSpecifiers,
    ) -> Specified {
        let qualifiers = &specifiers.qualifiers;
        if let Some(span) = qualifiers.is_restrict
            && !base.is_error()
            && !matches!(self.program.types.get(base.ty.ty), Type::Pointer(_))
        {
            self.report_restrict(span);
        } else {
            base.ty.is_restrict |= qualifiers.is_restrict.is_some();
        }
        self.report_atomic(qualifiers);
        self.apply_access(&mut base, qualifiers);
        if !self.forbids_address_space(&base, qualifiers) {
            self.apply_address_space(&mut base, qualifiers);
        }
        self.warn_qualified_image(&base, qualifiers);
        let is_const = qualifiers.is_const.is_some() || specifiers.constexpr.is_some();
        base.ty = self.with_qualifiers(base.ty, is_const, qualifiers.is_volatile.is_some());
        base
    }

    fn report_restrict(&mut self, span: Span) {
        let diagnostic =
            Diagnostic::new(codes::RESTRICT_WITHOUT_POINTER, span, "`restrict` qualifies pointers only")
                .help("write `restrict` after the `*` of a pointer, or remove it");
        self.report(diagnostic);
    }
    /// `_Atomic` exists neither as a qualifier nor as a specifier (6.15.12).
    fn report_atomic(&mut self, qualifiers: &ast::Qualifiers) {
        if let Some(span) = qualifiers.is_atomic {
            let diagnostic =
                Diagnostic::new(codes::UNSUPPORTED_QUALIFIER, span, "OpenCL C does not have `_Atomic`")
                    .help("use one of the atomic types, such as `atomic_int`");
            self.report(diagnostic);
        }
    }
    /// Puts the written address space, if any, on a type.
    fn apply_address_space(&mut self, base: &mut Specified, qualifiers: &ast::Qualifiers) {
        let Some(&(keyword, span)) = qualifiers.address_spaces.first() else { return };
        let space = match keyword {
            AddressSpaceKeyword::Global => AddressSpace::Global,
            AddressSpaceKeyword::Local => AddressSpace::Local,
            AddressSpaceKeyword::Constant => AddressSpace::Constant,
            AddressSpaceKeyword::Private => AddressSpace::Private,
            AddressSpaceKeyword::Generic => {
                self.report(
                    Diagnostic::new(codes::GENERIC_WRITTEN, span, "`generic` is a reserved word")
                        .note("its name is reserved for future use (section \"Address Space Qualifiers\")")
                        .help("leave it away: a pointer without an address space is generic"),
                );
                AddressSpace::Generic
            }
        };
        let other = qualifiers.address_spaces.iter().find(|&&(other, _)| other != keyword);
        let conflict = match other {
            Some(&(_, other_span)) => Some((other_span, Some(span))),
            None if base.has_space && base.ty.space != space => Some((span, None)),
            None => None,
        };
        if let Some((at, earlier)) = conflict {
            let mut diagnostic = Diagnostic::new(
                codes::MULTIPLE_ADDRESS_SPACES,
                at,
                "a type can have one address space only",
            )
            .primary("a second address space")
            .help(
                "keep the one in which the object lies; what a pointer points to has its own before the `*`",
            );
            match earlier {
                Some(earlier) => diagnostic = diagnostic.label(earlier, "the first one"),
                None => {
                    diagnostic = diagnostic.note(format!("the type already is in `{}` space", base.ty.space));
                }
            }
            self.report(diagnostic);
        }
        base.ty = self.with_space(base.ty, space);
        base.has_space = true;
        base.space_span = Some(span);
    }

    /// The type with `const` and `volatile` added; an array's are its elements' (C99 6.7.3).
    pub(super) fn with_qualifiers(
        &mut self,
        ty: QualifiedType,
        is_const: bool,
        is_volatile: bool,
    ) -> QualifiedType {
        if !is_const && !is_volatile {
            return ty;
        }
        self.map_through_arrays(ty, &|q| {
            q.is_const |= is_const;
            q.is_volatile |= is_volatile;
        })
    }
    /// The type in another address space; an array's is its elements'.
    pub fn with_space(&mut self, ty: QualifiedType, space: AddressSpace) -> QualifiedType {
        if ty.space == space {
            return ty;
        }
        self.map_through_arrays(ty, &|q| q.space = space)
    }
    /// Changes the qualifiers of a type and, if it is an array, of its elements. Recursion is bounded by
    /// [`MAX_TYPE_DEPTH`].
    fn map_through_arrays(
        &mut self,
        mut ty: QualifiedType,
        change: &dyn Fn(&mut QualifiedType),
    ) -> QualifiedType {
        change(&mut ty);
        if let Type::Array { element, length } = *self.program.types.get(ty.ty) {
            let element = self.map_through_arrays(element, change);
            ty.ty = self.program.types.intern(Type::Array { element, length });
        }
        ty
    }

    /// The alignment of objects of a type in bytes: what a typedef asks for, or the type's own.
    pub fn alignment(&self, mut ty: QualifiedType) -> u32 {
        loop {
            match (ty.align_log2, self.program.types.get(ty.ty)) {
                (Some(log2), _) => return 1 << log2,
                (None, Type::Array { element, .. }) => ty = *element,
                _ => return self.program.types.align_of(ty.ty),
            }
        }
    }

    /// The type that a specifier names.
    pub(super) fn type_specifier(&mut self, specifier: &ast::TypeSpecifier, span: Span) -> Specified {
        match specifier {
            ast::TypeSpecifier::Builtin(name) => self.builtin_type(*name, span),
            ast::TypeSpecifier::Typedef(name, span) => self.typedef_type(*name, *span),
            ast::TypeSpecifier::Record(record) => Specified::plain(self.record_type(record, false)),
            ast::TypeSpecifier::Enum(enumeration) => Specified::plain(self.enum_type(enumeration)),
            ast::TypeSpecifier::TypeofExpr(expr) => {
                let expr = self.expression(*expr);
                let mut base = Specified::plain(self.type_of(expr));
                if let Some(place) = self.current.exprs[expr].place {
                    base.ty = self.with_qualifiers(base.ty, place.is_const, place.is_volatile);
                }
                base
            }
            ast::TypeSpecifier::TypeofType(name) => {
                let base = self.specified(&name.specifiers);
                self.derive(base, &name.declarator)
            }
            ast::TypeSpecifier::Template(id) => self.template_type(id),
            ast::TypeSpecifier::Scoped(name) => self.scoped_type(name),
            ast::TypeSpecifier::Decltype(Some(expr)) => self.declared_type(*expr),
            ast::TypeSpecifier::WithoutAddressSpace(name) => {
                let base = self.specified(&name.specifiers);
                let mut found = self.derive(base, &name.declarator);
                found.ty = self.with_space(found.ty, AddressSpace::Private);
                found.has_space = false;
                found
            }
            ast::TypeSpecifier::Auto | ast::TypeSpecifier::Decltype(None) => {
                let diagnostic = Diagnostic::new(
                    ferrocl_base::codes::cpp::AUTO,
                    span,
                    "`auto` stands for the type of a variable's initialiser",
                )
                .primary("there is none at this place")
                .help("write the type");
                self.report(diagnostic);
                Specified::error()
            }
            ast::TypeSpecifier::Pipe(_) => {
                self.report_unsupported_type("pipe", span);
                Specified::error()
            }
            ast::TypeSpecifier::Error => Specified::error(),
        }
    }

    fn typedef_type(&mut self, name: Symbol, span: Span) -> Specified {
        match self.lookup(name) {
            Some((Entity::Typedef(id), _)) if !self.tag_is_nearer(name) => {
                let typedef = self.typedefs[id];
                Specified {
                    ty: typedef.ty,
                    has_space: typedef.has_space,
                    space_span: None,
                    pointer_sized: typedef.pointer_sized,
                }
            }
            _ if self.is_cpp()
                && let Some(ty) = self.tagged_type(name) =>
            {
                Specified::plain(ty)
            }
            _ => {
                let text = self.interner.text(name);
                let diagnostic = Diagnostic::new(
                    ferrocl_base::codes::syntax::UNKNOWN_TYPE,
                    span,
                    format!("`{text}` is not a type"),
                );
                self.report(diagnostic);
                Specified::error()
            }
        }
    }

    /// A type that the language has of itself.
    fn builtin_type(&mut self, name: BuiltinTypeName, span: Span) -> Specified {
        let pointer_sized = |analyzer: &mut Self, ty, name| {
            let mut base = Specified::plain(analyzer.program.types.scalar(ty));
            base.pointer_sized = Some(analyzer.interner.intern(name));
            base
        };
        match name {
            BuiltinTypeName::Void => Specified::plain(TypeTable::VOID),
            BuiltinTypeName::Bool => Specified::plain(TypeTable::BOOL),
            BuiltinTypeName::Scalar(name) => Specified::plain(self.program.types.scalar(name)),
            BuiltinTypeName::Vector(ScalarName::Half, _) if !self.half_arithmetic() => {
                let diagnostic = Diagnostic::new(
                    codes::HALF_OBJECT,
                    span,
                    "vectors of `half` need the extension `cl_khr_fp16`",
                )
                .help(
                    "write `#pragma OPENCL EXTENSION cl_khr_fp16 : enable` before it, or use `vload_halfn`",
                );
                self.report(diagnostic);
                Specified::error()
            }
            BuiltinTypeName::Vector(name, n) => Specified::plain(self.program.types.gentype(name, n)),
            BuiltinTypeName::SizeT => pointer_sized(self, ScalarName::Ulong, "size_t"),
            BuiltinTypeName::PtrdiffT => pointer_sized(self, ScalarName::Long, "ptrdiff_t"),
            BuiltinTypeName::IntptrT => pointer_sized(self, ScalarName::Long, "intptr_t"),
            BuiltinTypeName::UintptrT => pointer_sized(self, ScalarName::Ulong, "uintptr_t"),
            BuiltinTypeName::Opaque(name) => self.opaque_type(name, span),
        }
    }

    /// The types of Tables "Other Built-in Data Types" and "Reserved Data Types" and the atomic ones.
    fn opaque_type(&mut self, name: Symbol, span: Span) -> Specified {
        let text = self.interner.text(name).to_string();
        let (ty, since) = match text.as_str() {
            "cl_mem_fence_flags" => (Type::Scalar(ScalarName::Uint), Standard::Cl10),
            // Enumerations of the specification whose values fit `int`; programs only pass them on.
            "memory_order" | "memory_scope" => (Type::Scalar(ScalarName::Int), Standard::Cl20),
            "atomic_int" | "atomic_flag" => (Type::Atomic(ScalarName::Int), Standard::Cl20),
            "atomic_uint" => (Type::Atomic(ScalarName::Uint), Standard::Cl20),
            "atomic_long" | "atomic_intptr_t" | "atomic_ptrdiff_t" => {
                (Type::Atomic(ScalarName::Long), Standard::Cl20)
            }
            "atomic_ulong" | "atomic_uintptr_t" | "atomic_size_t" => {
                (Type::Atomic(ScalarName::Ulong), Standard::Cl20)
            }
            "atomic_half" => (Type::Atomic(ScalarName::Half), Standard::Cl20),
            "atomic_float" => (Type::Atomic(ScalarName::Float), Standard::Cl20),
            "atomic_double" => (Type::Atomic(ScalarName::Double), Standard::Cl20),
            "event_t" => (Type::Event, Standard::Cl10),
            "sampler_t" => (Type::Sampler, Standard::Cl10),
            "queue_t" | "clk_event_t" | "ndrange_t" | "reserve_id_t" => (Type::Opaque(name), Standard::Cl20),
            _ if text.starts_with("image") => {
                let Some(kind) = ImageKind::from_name(&text) else {
                    self.report_unsupported_type(&text, span);
                    return Specified::error();
                };
                let since = match kind {
                    ImageKind::Image2d | ImageKind::Image3d => Standard::Cl10,
                    _ => Standard::Cl12,
                };
                (Type::Image(kind, ImageAccess::ReadOnly), since)
            }
            "long long" | "unsigned long long" => {
                let element = if text.starts_with('u') { ScalarName::Ulong } else { ScalarName::Long };
                let diagnostic = Diagnostic::new(
                    codes::LONG_LONG,
                    span,
                    format!("OpenCL C reserves `{text}` for integers of 128 bits"),
                )
                .primary("compilers take it as the type of 64 bits, which it is here")
                .help("write `long` or `ulong`, which have 64 bits everywhere");
                self.report(diagnostic);
                (Type::Scalar(element), Standard::Cl10)
            }
            _ => {
                let diagnostic = Diagnostic::new(
                    codes::RESERVED_TYPE,
                    span,
                    format!("the type name `{text}` is reserved; OpenCL C does not have such a type"),
                )
                .help("use one of the scalar types, or a vector of 2, 3, 4, 8 or 16 of them");
                self.report(diagnostic);
                return Specified::error();
            }
        };
        if self.options.standard < since {
            let version = since.version();
            let diagnostic = Diagnostic::new(
                codes::UNSUPPORTED_TYPE,
                span,
                format!("`{text}` is a type from OpenCL C {version} on"),
            )
            .help(format!("build with `-cl-std=CL{version}` or later"));
            self.report(diagnostic);
            return Specified::error();
        }
        Specified::plain(self.program.types.intern(ty))
    }

    pub(super) fn report_unsupported_type(&mut self, text: &str, span: Span) {
        let diagnostic = Diagnostic::new(
            codes::UNSUPPORTED_TYPE,
            span,
            format!("this implementation does not have the type `{text}` yet"),
        )
        .help("pass the data in a buffer: `global T *`");
        self.report(diagnostic);
    }

    /// The address space of what a pointer points to where none was written (6.7.8).
    pub(super) fn default_pointee_space(&self) -> AddressSpace {
        if self.generic_address_space() { AddressSpace::Generic } else { AddressSpace::Private }
    }

    /// The type that a declarator derives from a type. Function parts give `Type::Function`.
    pub(super) fn derive(&mut self, base: Specified, declarator: &ast::Declarator) -> Specified {
        self.derive_parts(base, &declarator.parts, declarator.span)
    }

    /// [`Self::derive`] with parts of a declarator.
    pub(super) fn derive_parts(
        &mut self,
        base: Specified,
        parts: &[DeclaratorPart],
        span: Span,
    ) -> Specified {
        let mut current = base;
        for part in parts.iter().rev() {
            let next = match part {
                DeclaratorPart::Pointer { qualifiers, span } => self.pointer_to(current, qualifiers, *span),
                DeclaratorPart::Array { size, span, .. } => self.array_of(current, *size, *span),
                DeclaratorPart::Function { parameters, variadic, span, .. } => {
                    self.function_giving(current, parameters, *variadic, *span)
                }
                DeclaratorPart::Reference { rvalue, span } => self.reference_to(current, *rvalue, *span),
                DeclaratorPart::Block { span } => {
                    self.report_unsupported_type("block", *span);
                    Specified::error()
                }
            };
            current = if current.is_error() { Specified::error() } else { next };
        }
        if self.type_depth(current.ty.ty) > MAX_TYPE_DEPTH {
            self.report_too_deep(span);
            return Specified::error();
        }
        current
    }

    fn pointer_to(&mut self, pointee: Specified, qualifiers: &ast::Qualifiers, span: Span) -> Specified {
        self.report_atomic(qualifiers);
        if matches!(self.program.types.get(pointee.ty.ty), Type::Function { .. }) {
            let diagnostic =
                Diagnostic::new(codes::FUNCTION_POINTER, span, "OpenCL C has no pointers to functions")
                    .note("section \"Restrictions\"")
                    .help("choose with `switch` or `if` which function to call");
            self.report(diagnostic);
            return Specified::error();
        }
        if matches!(self.program.types.get(pointee.ty.ty), Type::Image(..) | Type::Sampler) {
            self.report_pointer_to_object(pointee.ty.ty, span);
            return Specified::error();
        }
        if let Type::Reference(_) = self.program.types.get(pointee.ty.ty) {
            let diagnostic = Diagnostic::new(
                ferrocl_base::codes::cpp::REFERENCE_TYPE,
                span,
                "there are no pointers to references",
            )
            .help("write a pointer to what it refers to, or a reference to a pointer, `T *&`");
            self.report(diagnostic);
            return Specified::error();
        }
        let space = if pointee.has_space { pointee.ty.space } else { self.default_pointee_space() };
        let pointee = self.with_space(pointee.ty, space);
        let mut pointer = Specified::plain(self.program.types.pointer(pointee));
        pointer.ty.is_restrict = qualifiers.is_restrict.is_some();
        pointer.ty.is_const = qualifiers.is_const.is_some();
        pointer.ty.is_volatile = qualifiers.is_volatile.is_some();
        self.apply_address_space(&mut pointer, qualifiers);
        pointer
    }

    /// `T &` (section "References" of C++ for OpenCL).
    fn reference_to(&mut self, referent: Specified, rvalue: bool, span: Span) -> Specified {
        let fault = match self.program.types.get(referent.ty.ty) {
            // A reference to a reference is one to what that refers to (C++17 [dcl.ref]).
            Type::Reference(_) => return referent,
            Type::Void => Some("`void`, of which there are no objects"),
            Type::Function { .. } => Some("a function"),
            _ => None,
        };
        if let Some(what) = fault {
            let diagnostic = Diagnostic::new(
                ferrocl_base::codes::cpp::REFERENCE_TYPE,
                span,
                format!("there are no references to {what}"),
            )
            .note("section \"Restrictions to C++ features\" of C++ for OpenCL");
            self.report(diagnostic);
            return Specified::error();
        }
        let space = if referent.has_space { referent.ty.space } else { self.default_pointee_space() };
        let mut referent = self.with_space(referent.ty, space);
        referent.is_restrict = rvalue;
        Specified::plain(self.program.types.intern(Type::Reference(referent)))
    }

    fn array_of(&mut self, element: Specified, size: Option<ast::ExprId>, span: Span) -> Specified {
        let length = match size {
            None => None,
            Some(size) => match self.array_length(size) {
                Some(length) => Some(length),
                None => return Specified::error(),
            },
        };
        if element.is_error() || self.report_bad_element(element.ty.ty, span) {
            return Specified::error();
        }
        let mut array = element;
        array.ty.ty = self.program.types.intern(Type::Array { element: element.ty, length });
        array.ty.align_log2 = None;
        array
    }
    /// Reports an element type of which there are no arrays.
    fn report_bad_element(&mut self, ty: TypeId, span: Span) -> bool {
        let (what, help) = match self.program.types.get(ty) {
            Type::Void => ("`void`", "for bytes, write `uchar`"),
            Type::Function { .. } => ("functions", "choose with `switch` which function to call"),
            Type::Reference(_) => ("references", "use pointers"),
            Type::Image(..) | Type::Sampler | Type::Opaque(_) => {
                ("images, samplers and their like", "declare them one by one")
            }
            Type::Array { length: None, .. } => {
                ("arrays of unknown length", "only the first length of several may be left away")
            }
            Type::Record(id) if self.program.types.records[*id].fields.is_none() => {
                ("an incomplete type", "define the type before this place")
            }
            _ => return false,
        };
        let diagnostic =
            Diagnostic::new(codes::INVALID_ELEMENT, span, format!("there are no arrays of {what}"))
                .help(help);
        self.report(diagnostic);
        true
    }
    /// The length of an array.
    fn array_length(&mut self, size: ast::ExprId) -> Option<u64> {
        let span = self.unit.exprs[size].span;
        let value = self.constant_integer_or(size, "the length of an array", codes::VARIABLE_LENGTH_ARRAY)?;
        if value == 0 {
            let diagnostic = Diagnostic::new(codes::EMPTY_ARRAY, span, "this array has no elements")
                .primary("the length is 0")
                .note("C has no such arrays; compilers of the field take them, mostly as the last member of a struct")
                .help("write how many elements it has");
            self.report(diagnostic);
        } else if value < 0 {
            let diagnostic = Diagnostic::new(
                codes::INVALID_LENGTH,
                span,
                format!("the length of an array is {value}, but has to be greater than 0"),
            )
            .help("write how many elements it has");
            self.report(diagnostic);
            return None;
        }
        u64::try_from(value).ok()
    }

    fn function_giving(
        &mut self,
        result: Specified,
        parameters: &[ast::Parameter],
        _variadic: bool,
        span: Span,
    ) -> Specified {
        let what = match self.program.types.get(result.ty.ty) {
            Type::Array { .. } => Some("an array"),
            Type::Function { .. } => Some("a function"),
            _ => None,
        };
        if let Some(what) = what {
            let diagnostic =
                Diagnostic::new(codes::FUNCTION_RESULT, span, format!("a function cannot give {what}"))
                    .help("give a struct that holds it, or take a pointer to where it goes");
            self.report(diagnostic);
            return Specified::error();
        }
        let mut types = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let base = self.specified(&parameter.specifiers);
            let derived = self.derive(base, &parameter.declarator);
            types.push(self.adjust_parameter(derived).ty.ty);
        }
        Specified::plain(
            self.program.types.intern(Type::Function { result: result.ty.ty, parameters: types }),
        )
    }
    /// An array parameter is a pointer to its elements (C99 6.7.5.3).
    pub(super) fn adjust_parameter(&mut self, derived: Specified) -> Specified {
        let Type::Array { element, .. } = *self.program.types.get(derived.ty.ty) else { return derived };
        let element = Specified { ty: element, ..derived };
        self.pointer_to(element, &ast::Qualifiers::default(), Span::NONE)
    }
}
