//! Variables at program scope and in functions, and typedefs (C99 6.7; sections "Address Space Qualifiers",
//! "Storage-Class Specifiers" and "Restrictions").
//!
//! A variable in `constant` or `global` space is program-scope data ([`hir::Global`]) wherever it is declared; one in `private`
//! or `local` space is a variable of its function.

use ferrocl_base::codes::declarations as codes;
use ferrocl_base::codes::initialisers;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_ir::AddressSpace;
use ferrocl_syntax::ast::{self, ScalarName, StorageClass};
use ferrocl_syntax::options::Standard;

use super::attributes::AttributeTarget;
use super::declare_types::Specified;
use super::{Analyzer, Entity, Typedef};
use crate::hir::{self, VariableId};
use crate::types::name::space_text;
use crate::types::{QualifiedType, Type};

/// The largest variable of a function, in bytes: each work-item (or work-group) has its own.
const MAX_VARIABLE_SIZE: u64 = 64 << 20;

/// A name that is being declared, with everything its specifiers and declarator say.
pub(super) struct Declared<'t> {
    pub name: Symbol,
    pub span: Span,
    pub derived: Specified,
    pub specifiers: &'t ast::DeclarationSpecifiers,
    pub declarator: &'t ast::Declarator,
    pub initializer: Option<&'t ast::Initializer>,
    /// The initialiser, where it has been analysed already.
    pub value: Option<hir::ExprId>,
    pub storage: Option<(StorageClass, Span)>,
}

impl<'a> Analyzer<'a> {
    /// A declaration: variables, typedefs, prototypes, types. `out` takes what happens at run time, inside functions.
    pub(super) fn declaration(
        &mut self,
        declaration: &'a ast::Declaration,
        mut out: Option<&mut Vec<hir::Stmt>>,
    ) {
        let specifiers = &declaration.specifiers;
        let storage = self.storage_class(specifiers);
        if declaration.declarators.is_empty() {
            self.lone_specifiers(specifiers);
            return;
        }
        let is_auto = matches!(specifiers.ty, ast::TypeSpecifier::Auto | ast::TypeSpecifier::Decltype(None));
        let mut classless = declaration
            .declarators
            .first()
            .filter(|_| self.is_cpp())
            .and_then(|first| self.deduced_class(specifiers, first.initializer.as_ref()));
        let base = match classless.take() {
            Some(deduced) => self.qualify(deduced, specifiers),
            None if is_auto => Specified::error(),
            None => self.specified(specifiers),
        };
        for init_declarator in &declaration.declarators {
            let declarator = &init_declarator.declarator;
            let Some((name, span)) = declarator.name else { continue };
            let is_prototype = matches!(declarator.parts.first(), Some(ast::DeclaratorPart::Function { .. }))
                && !matches!(storage, Some((StorageClass::Typedef, _)));
            if let Some(scope) = &declarator.scope {
                if !is_prototype {
                    self.static_member_outside(scope, declarator, init_declarator.initializer.as_ref());
                }
                continue;
            }
            let (base, value) = match is_auto && !is_prototype {
                true => {
                    let (deduced, value) =
                        self.deduce_auto(specifiers, declarator, init_declarator.initializer.as_ref());
                    (self.qualify(deduced, specifiers), value)
                }
                false => (base, None),
            };
            // A prototype's parameters are read once only, by `prototype`.
            let derived = if is_prototype { Specified::error() } else { self.derive(base, declarator) };
            let declared = Declared {
                name,
                span,
                derived,
                specifiers,
                declarator,
                initializer: init_declarator.initializer.as_ref(),
                value,
                storage,
            };
            if matches!(storage, Some((StorageClass::Typedef, _))) {
                self.declare_typedef(&declared);
            } else if is_prototype {
                self.prototype(&declared, base);
            } else {
                self.declare_variable(&declared, out.as_deref_mut());
            }
        }
    }

    /// `struct S { … };`, `enum { … };`
    fn lone_specifiers(&mut self, specifiers: &ast::DeclarationSpecifiers) {
        match &specifiers.ty {
            ast::TypeSpecifier::Record(record) => {
                self.record_type(record, true);
            }
            _ => {
                self.specified(specifiers);
            }
        }
        let lists = [&*specifiers.attributes];
        self.attributes(&lists, AttributeTarget::Variable, None);
    }

    /// The one storage class of a declaration, checked against the language version.
    pub(super) fn storage_class(
        &mut self,
        specifiers: &ast::DeclarationSpecifiers,
    ) -> Option<(StorageClass, Span)> {
        let (first, span) = *specifiers.storage.first()?;
        if let Some(&(_, second)) = specifiers.storage.get(1) {
            let diagnostic =
                Diagnostic::new(codes::STORAGE_CLASS, second, "a declaration has one storage class at most")
                    .label(span, "the first one")
                    .help("remove one of them");
            self.report(diagnostic);
        }
        match first {
            StorageClass::Auto | StorageClass::Register => {
                let text = self.map.text(span);
                let diagnostic =
                    Diagnostic::new(codes::STORAGE_CLASS, span, format!("OpenCL C does not have `{text}`"))
                        .help("remove it: variables of functions are private to the work-item anyway");
                self.report(diagnostic);
                None
            }
            StorageClass::Static | StorageClass::Extern if self.options.standard < Standard::Cl12 => {
                let text = self.map.text(span);
                let diagnostic = Diagnostic::new(
                    codes::STORAGE_CLASS,
                    span,
                    format!("`{text}` exists from OpenCL C 1.2 on"),
                )
                .help("build with `-cl-std=CL1.2` or later, or remove it");
                self.report(diagnostic);
                None
            }
            _ => Some((first, span)),
        }
    }
    /// Reports a storage class, `inline` or `kernel` at something that has none of these (`what`).
    pub(super) fn reject_storage(&mut self, specifiers: &ast::DeclarationSpecifiers, what: &str) {
        let storage = specifiers.storage.iter().map(|&(_, span)| span);
        let spans: Vec<Span> = storage.chain(specifiers.inline).chain(specifiers.kernel).collect();
        for span in spans {
            let text = self.map.text(span);
            let diagnostic =
                Diagnostic::new(codes::STORAGE_CLASS, span, format!("`{text}` cannot stand at {what}"))
                    .help("remove it");
            self.report(diagnostic);
        }
    }

    fn declare_typedef(&mut self, declared: &Declared<'_>) {
        let Declared { name, span, mut derived, specifiers, declarator, .. } = *declared;
        self.reject_function_specifiers(specifiers, "a typedef");
        if let Some(initializer) = declared.initializer {
            let at = self.initializer_span(initializer);
            let diagnostic = Diagnostic::new(
                initialisers::INVALID_INITIALIZER,
                at,
                "a typedef cannot have an initialiser",
            )
            .help("remove `typedef` to declare a variable");
            self.report(diagnostic);
        }
        let lists = [&*specifiers.attributes, &*declarator.attributes];
        let attributes = self.attributes(&lists, AttributeTarget::Typedef, Some(derived.ty));
        let of_bytes = attributes.vector_bytes.map(|(bytes, at)| {
            let element = self.program.types.size_of(derived.ty.ty).max(1);
            let n = if bytes % element == 0 { bytes / element } else { 0 };
            if ![2, 3, 4, 8, 16].contains(&n) && !derived.is_error() {
                let diagnostic = Diagnostic::new(
                    codes::INVALID_ATTRIBUTE,
                    at,
                    format!("a vector of {bytes} bytes would not have 2, 3, 4, 8 or 16 components"),
                )
                .primary("these are all the vectors that there are");
                self.report(diagnostic);
            }
            (n as u8, at)
        });
        let of_bytes = of_bytes.filter(|(n, _)| [2, 3, 4, 8, 16].contains(n));
        if let Some((n, at)) = attributes.vector.or(of_bytes) {
            match *self.program.types.get(derived.ty.ty) {
                Type::Scalar(element) => derived.ty.ty = self.program.types.gentype(element, n),
                Type::Error => {}
                _ => {
                    let diagnostic = Diagnostic::new(
                        codes::INVALID_ATTRIBUTE,
                        at,
                        "such an attribute makes vectors of scalars only",
                    );
                    self.report(diagnostic);
                }
            }
        }
        if let Some(align) = attributes.aligned {
            derived.ty.align_log2 = Some(align.trailing_zeros() as u8);
        }
        match *self.program.types.get(derived.ty.ty) {
            Type::Record(id) => {
                self.program.types.records[id].typedef_name.get_or_insert(name);
            }
            Type::Enum(id) => {
                self.program.types.enums[id].typedef_name.get_or_insert(name);
            }
            _ => {}
        }
        let typedef =
            Typedef { ty: derived.ty, has_space: derived.has_space, pointer_sized: derived.pointer_sized };
        let scope = self.scopes.last().expect("the program's scope is always open");
        if let Some(&(earlier, earlier_span)) = scope.names.get(&name) {
            // The same type again is fine (C11 6.7, taken by compilers of the field).
            match earlier {
                Entity::Typedef(id) if self.typedefs[id].ty == typedef.ty || derived.is_error() => {}
                Entity::Typedef(id) => {
                    let text = self.interner.text(name);
                    let before = self.program.types.qualified_name(self.interner, self.typedefs[id].ty);
                    let now = self.program.types.qualified_name(self.interner, typedef.ty);
                    let diagnostic = Diagnostic::new(
                        codes::CONFLICTING_TYPES,
                        span,
                        format!("the type `{text}` was `{before}` before and is `{now}` here"),
                    )
                    .label(earlier_span, "first defined here")
                    .help("give one of them another name");
                    self.report(diagnostic);
                }
                _ => self.report_redefinition(name, span, earlier_span),
            }
        }
        let id = self.typedefs.push(typedef);
        let scope = self.scopes.last_mut().expect("the program's scope is always open");
        scope.names.insert(name, (Entity::Typedef(id), span));
    }

    pub(super) fn reject_function_specifiers(&mut self, specifiers: &ast::DeclarationSpecifiers, what: &str) {
        let spans: Vec<Span> = specifiers.inline.into_iter().chain(specifiers.kernel).collect();
        for span in spans {
            let text = self.map.text(span);
            let diagnostic = Diagnostic::new(
                codes::STORAGE_CLASS,
                span,
                format!("`{text}` belongs to functions; it cannot stand at {what}"),
            )
            .help("remove it");
            self.report(diagnostic);
        }
    }
    /// Where an initialiser stands.
    pub(super) fn initializer_span(&self, initializer: &ast::Initializer) -> Span {
        match initializer {
            ast::Initializer::Expr(expr) => self.unit.exprs[*expr].span,
            ast::Initializer::List(list) => list.span,
            ast::Initializer::Arguments(_, span) => *span,
            ast::Initializer::Expansion(expr) => self.unit.exprs[*expr].span,
        }
    }

    /// A variable, at program scope or in a function.
    fn declare_variable(&mut self, declared: &Declared<'a>, out: Option<&mut Vec<hir::Stmt>>) {
        self.reject_function_specifiers(declared.specifiers, "a variable");
        let outside = self.current.id.is_none();
        let is_static = declared.storage.is_some();
        if declared.derived.is_error() {
            self.declare_erroneous(declared);
            return;
        }
        if let Type::Reference(to) = *self.program.types.get(declared.derived.ty.ty) {
            return self.declare_reference(declared, to, out);
        }
        let Some(space) = self.variable_space(declared, outside, is_static) else {
            self.declare_erroneous(declared);
            return;
        };
        let ty = self.with_space(declared.derived.ty, space);
        if !self.variable_type_is_fine(declared, ty) {
            self.declare_erroneous(declared);
            return;
        }
        match space {
            AddressSpace::Constant | AddressSpace::Global => self.declare_global(declared, ty),
            _ => self.declare_automatic(declared, ty, out),
        }
    }

    /// A reference, which is a variable of its function (section "References" of C++ for OpenCL).
    fn declare_reference(
        &mut self,
        declared: &Declared<'a>,
        to: QualifiedType,
        out: Option<&mut Vec<hir::Stmt>>,
    ) {
        let written = declared.initializer.and_then(ast::Initializer::sole_value);
        let expr = declared.value.or_else(|| Some(self.expression(written?)));
        let fault = match (expr, out.is_some() && declared.storage.is_none()) {
            (_, false) => Some("a reference is a variable of a function, or a parameter"),
            (None, true) => Some("a reference needs something to refer to"),
            (Some(_), true) => None,
        };
        if let Some(fault) = fault {
            let diagnostic = Diagnostic::new(ferrocl_base::codes::cpp::REFERENCE_TYPE, declared.span, fault)
                .help("declare it in the function that uses it, with `= object`");
            self.report(diagnostic);
            return self.declare_erroneous(declared);
        }
        let Some(expr) = expr else { return };
        let pointer = self.bind_reference(expr, to, hir::ConversionReason::Initialization);
        let ty = declared.derived.ty;
        let align = self.alignment(ty);
        let variable = self.current.variables.push(hir::Variable {
            name: Some(declared.name),
            ty,
            align,
            span: declared.span,
        });
        self.declare(declared.name, Entity::Variable(variable), declared.span);
        if let Some(out) = out {
            let kind = hir::StmtKind::Declare(variable, Some(hir::Initializer::Value(pointer)));
            out.push(hir::Stmt { kind, span: declared.declarator.span });
        }
    }

    /// Gives a name of which something was reported a meaning about which nothing more is said.
    fn declare_erroneous(&mut self, declared: &Declared<'a>) {
        // What the initialiser says may be wrong too, but without a type there is no telling.
        let ty = Specified::error().ty;
        let scope = self.scopes.last_mut().expect("the program's scope is always open");
        if self.current.id.is_some() {
            let variable = self.current.variables.push(hir::Variable {
                name: Some(declared.name),
                ty,
                align: 1,
                span: declared.span,
            });
            scope.names.insert(declared.name, (Entity::Variable(variable), declared.span));
        } else {
            let global = self.program.globals.push(hir::Global {
                name: Some(declared.name),
                ty,
                align: 1,
                bytes: Some(Vec::new()),
                relocations: Vec::new(),
                link_name: None,
                span: declared.span,
            });
            scope.names.entry(declared.name).or_insert((Entity::Global(global), declared.span));
        }
    }

    /// The address space of a variable: the written one if it may have that, or the inferred one (sections "Usage for
    /// Declaration Scopes and Variable Types" and "Inference").
    fn variable_space(
        &mut self,
        declared: &Declared<'_>,
        outside: bool,
        is_static: bool,
    ) -> Option<AddressSpace> {
        let written = declared.derived.has_space.then_some(declared.derived.ty.space);
        if outside || is_static {
            return self.static_space(declared, written, outside);
        }
        let text = self.interner.text(declared.name).to_string();
        let at = declared.derived.space_span.unwrap_or(declared.span);
        match written {
            None | Some(AddressSpace::Private) => Some(AddressSpace::Private),
            Some(space @ (AddressSpace::Global | AddressSpace::Generic)) => {
                let diagnostic = Diagnostic::new(
                    codes::MISPLACED_ADDRESS_SPACE,
                    at,
                    format!("the variable `{text}` of a function cannot lie in {} memory", space_text(space)),
                )
                .note("section \"Storage-Class Specifiers\"");
                self.report(if self.program_scope_globals() {
                    diagnostic.help("write `static` before it, or make it a pointer: `global T *name`")
                } else {
                    diagnostic.help("make it a pointer: `global T *name`")
                });
                None
            }
            Some(space @ (AddressSpace::Local | AddressSpace::Constant)) => {
                if self.current.is_kernel && self.scopes.len() == self.current.outermost_scope {
                    return Some(space);
                }
                self.report_misplaced_local(declared, space, at);
                None
            }
        }
    }
    /// A `local` or `constant` variable anywhere but at the outermost scope of a kernel.
    fn report_misplaced_local(&mut self, declared: &Declared<'_>, space: AddressSpace, at: Span) {
        let word = space_text(space);
        let text = self.interner.text(declared.name).to_string();
        let mut element = declared.derived.ty.ty;
        while let Type::Array { element: inner, .. } = self.program.types.get(element) {
            element = inner.ty;
        }
        let element = self.program.types.name(self.interner, element);
        let place = if self.current.is_kernel {
            "in an inner scope of a kernel"
        } else {
            "in a function that is no kernel"
        };
        let mut diagnostic = Diagnostic::new(
            codes::MISPLACED_LOCAL,
            at,
            format!("the {word} variable `{text}` is declared {place}"),
        )
        .note(format!(
            "`{word}` variables are declared in the outermost scope of a kernel (section \"Usage for Declaration Scopes and Variable Types\")"
        ));
        if let Some(span) = self.current.span {
            let what = if self.current.is_kernel { "the kernel" } else { "the function" };
            diagnostic = diagnostic.label(span, what);
        }
        diagnostic = match (space, self.current.is_kernel) {
            (AddressSpace::Constant, _) => {
                diagnostic.suggest("write `static` before it, or move it out of the function", at.start(), "static ")
            }
            (_, true) => diagnostic.help("move the declaration up to the outermost scope of the kernel"),
            (_, false) => diagnostic.help(format!(
                "declare it in the kernel and pass a pointer: `local {element} *{text}` as a parameter of this function"
            )),
        };
        self.report(diagnostic);
    }

    /// Checks the type of a variable: it has a size (an array may get its from the initialiser), and there are objects of it.
    fn variable_type_is_fine(&mut self, declared: &Declared<'_>, ty: QualifiedType) -> bool {
        let text = self.interner.text(declared.name).to_string();
        let what = format!("the variable `{text}`");
        let is_extern = matches!(declared.storage, Some((StorageClass::Extern, _)));
        let waits = matches!(self.program.types.get(ty.ty), Type::Array { length: None, .. })
            && (declared.initializer.is_some() || is_extern);
        let waits = waits || (is_extern && matches!(self.program.types.get(ty.ty), Type::Record(_)));
        if !waits && !self.require_complete(ty.ty, declared.span, &what) {
            return false;
        }
        let mut element = ty.ty;
        while let Type::Array { element: inner, .. } = self.program.types.get(element) {
            element = inner.ty;
        }
        match *self.program.types.get(element) {
            Type::Scalar(ScalarName::Half) if !self.half_arithmetic() => {
                self.report_half(declared.span, &what);
                false
            }
            Type::Event if ty.space != AddressSpace::Private => {
                self.report_opaque(element, declared.span, &what);
                false
            }
            Type::Image(..) | Type::Opaque(_) => {
                self.report_opaque(element, declared.span, &what);
                false
            }
            Type::Sampler if declared.initializer.is_none() && !is_extern => {
                let diagnostic = Diagnostic::new(
                    codes::SAMPLER_VALUE,
                    declared.span,
                    format!("the sampler `{text}` has no initialiser"),
                )
                .note("a sampler's value is known when it is declared (section \"Samplers\")")
                .help("write for example `= CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST`");
                self.report(diagnostic);
                false
            }
            _ => true,
        }
    }
    /// An object of type `half` without the extension.
    pub(super) fn report_half(&mut self, span: Span, what: &str) {
        let diagnostic = Diagnostic::new(codes::HALF_OBJECT, span, format!("{what} cannot have the type `half`"))
            .note("without `cl_khr_fp16`, `half` is only what pointers point to (section \"The `half` Data Type\")")
            .help("use `float` and `vload_half`/`vstore_half`, or write `#pragma OPENCL EXTENSION cl_khr_fp16 : enable`");
        self.report(diagnostic);
    }
    /// An object of a type without structure.
    pub(super) fn report_opaque(&mut self, ty: crate::types::TypeId, span: Span, what: &str) {
        let found = self.program.types.name(self.interner, ty);
        let is_image = matches!(self.program.types.get(ty), Type::Image(..));
        let at_program_scope = self.current.id.is_none();
        let diagnostic = if is_image {
            Diagnostic::new(codes::OPAQUE_OBJECT, span, format!("{what} cannot have the type `{found}`"))
                .note("images are parameters only (section \"Restrictions\")")
                .help("make it a parameter of the kernel")
        } else if at_program_scope {
            Diagnostic::new(
                codes::OPAQUE_OBJECT,
                span,
                format!("{what} of type `{found}` cannot be declared at program scope"),
            )
            .note("section \"Restrictions\"")
            .help("declare it in the kernel")
        } else if matches!(self.program.types.get(ty), Type::Event) {
            Diagnostic::new(
                codes::OPAQUE_OBJECT,
                span,
                format!("{what} of type `{found}` can only be in private memory"),
            )
            .note("section \"Restrictions\"")
            .help("remove the address space")
        } else {
            Diagnostic::new(
                codes::UNSUPPORTED_TYPE,
                span,
                format!("this implementation does not have the type `{found}` yet"),
            )
        };
        self.report(diagnostic);
    }

    /// A variable in private or local memory.
    fn declare_automatic(
        &mut self,
        declared: &Declared<'a>,
        mut ty: QualifiedType,
        out: Option<&mut Vec<hir::Stmt>>,
    ) {
        let lists = [&*declared.specifiers.attributes, &*declared.declarator.attributes];
        let attributes = self.attributes(&lists, AttributeTarget::Variable, Some(ty));
        let variable = self.current.variables.push(hir::Variable {
            name: Some(declared.name),
            ty,
            align: 1,
            span: declared.span,
        });
        self.declare(declared.name, Entity::Variable(variable), declared.span);
        let initializer = match declared.initializer {
            Some(initializer) if ty.space == AddressSpace::Local => {
                self.report_local_initializer(declared, initializer);
                None
            }
            _ if let Some(value) = declared.value => {
                let value = self.value(value);
                let value = self.convert_implicitly(value, ty.ty, hir::ConversionReason::Initialization);
                Some(hir::Initializer::Value(value))
            }
            Some(initializer) => Some(self.initializer(initializer, &mut ty)),
            None if ty.space == AddressSpace::Private => self.default_initializer(ty.ty, declared.span),
            None => None,
        };
        if let Type::Array { length: None, .. } = self.program.types.get(ty.ty) {
            // Its initialiser was wrong, or it is a local array.
            if ty.space == AddressSpace::Local {
                self.require_complete(ty.ty, declared.span, "the variable");
            }
            self.current.variables[variable].ty = Specified::error().ty;
            return;
        }
        let size = self.program.types.size_of(ty.ty);
        if size > MAX_VARIABLE_SIZE {
            self.report_too_large(declared.span, "variable", size);
            self.current.variables[variable].ty = Specified::error().ty;
            return;
        }
        self.current.variables[variable].ty = ty;
        self.current.variables[variable].align = self.alignment(ty).max(attributes.aligned.unwrap_or(1));
        self.remember_value(variable, ty, initializer.as_ref());
        if let Some(out) = out
            && ty.space == AddressSpace::Private
        {
            let kind = hir::StmtKind::Declare(variable, initializer);
            out.push(hir::Stmt { kind, span: declared.declarator.span });
            self.end_temporaries(declared.span, out);
            self.begin_object(variable);
        }
    }
    /// Declares a variable with a value that is analysed, for `for` over a range.
    pub(super) fn declare_with_value(
        &mut self,
        specifiers: &'a ast::DeclarationSpecifiers,
        declarator: &'a ast::Declarator,
        value: hir::ExprId,
        out: &mut Vec<hir::Stmt>,
    ) {
        let Some((name, span)) = declarator.name else { return };
        let base = match specifiers.ty {
            ast::TypeSpecifier::Auto => {
                let base = self.auto_type(declarator, value);
                self.qualify(base, specifiers)
            }
            _ => self.specified(specifiers),
        };
        let derived = self.derive(base, declarator);
        let declared = Declared {
            name,
            span,
            derived,
            specifiers,
            declarator,
            initializer: None,
            value: Some(value),
            storage: None,
        };
        self.declare_variable(&declared, Some(out));
    }
    /// Keeps the value of a `const` variable of integer type whose initialiser is constant: such variables count as constants,
    /// as in other compilers of OpenCL C. (For tools that ask for values, any variable counts until it is written.)
    fn remember_value(
        &mut self,
        variable: VariableId,
        ty: QualifiedType,
        initializer: Option<&hir::Initializer>,
    ) {
        let is_integer =
            self.integer_name(ty.ty).is_some() || matches!(self.program.types.get(ty.ty), Type::Bool);
        if let Some(hir::Initializer::Value(value)) = initializer
            && (self.keeps_values || ty.is_const && is_integer)
            && !ty.is_volatile
            && let Some(bits) = self.fold(*value)
        {
            self.current.known_values.insert(variable, bits);
        }
    }
    fn report_local_initializer(&mut self, declared: &Declared<'_>, initializer: &ast::Initializer) {
        let text = self.interner.text(declared.name);
        let at = self.initializer_span(initializer);
        let diagnostic = Diagnostic::new(
            initialisers::LOCAL_INITIALIZER,
            at,
            format!("the local variable `{text}` cannot have an initialiser"),
        )
        .label(declared.span, "it is shared by the work-items of a group")
        .note("section \"Initialization\"")
        .help("let one work-item assign it, then synchronise: `if (get_local_id(0) == 0) name = …; barrier(CLK_LOCAL_MEM_FENCE);`");
        self.report(diagnostic);
    }
}
