//! Functions: prototypes and definitions (C99 6.7.5.3, 6.9.1; section "Function Qualifiers"). What is asked of kernels is in
//! [`super::declare_kernels`].

use ferrocl_base::codes::declarations as codes;
use ferrocl_base::{Diagnostic, IndexVec, Span, Symbol};
use ferrocl_ir as ir;
use ferrocl_syntax::ast::{self, DeclaratorPart, ScalarName, StorageClass};

use super::attributes::AttributeTarget;
use super::declare_kernels::merge_kernel;
use super::declare_types::Specified;
use super::declare_variables::Declared;
use super::{Analyzer, CurrentFunction, Entity};
use crate::hir::{self, FunctionId};
use crate::types::name::space_text;
use crate::types::{QualifiedType, Type, TypeId, TypeTable};

/// What a function's declarator says.
pub(super) struct Signature {
    pub(super) result: TypeId,
    /// How the body decides the result, if it does.
    deduces: Option<super::cpp_results::Deduced>,
    pub(super) parameters: Vec<SignatureParameter>,
    pub(super) span: Span,
}

/// The object of a function of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ObjectOf {
    /// It has none.
    Nothing,
    /// It is called on one, whose address has this type.
    This(TypeId),
    /// It makes one of this type.
    Made(TypeId),
}

/// What a declaration of a function has to do with those before it.
enum Earlier {
    /// There is none with its name, or it is another overload.
    None,
    /// It is this function again.
    Same(FunctionId),
    /// It does not agree with one, which was reported.
    Conflict,
}

/// A parameter of a declarator, adjusted.
pub(super) struct SignatureParameter {
    pub(super) name: Option<Symbol>,
    pub(super) span: Span,
    pub(super) derived: Specified,
    align: u32,
    /// Its type as the source names it, if that is by a typedef.
    written: Option<String>,
}

impl Signature {
    fn types(&self) -> Vec<TypeId> {
        self.parameters.iter().map(|parameter| parameter.derived.ty.ty).collect()
    }
}

impl<'a> Analyzer<'a> {
    /// A function without body.
    pub(super) fn prototype(&mut self, declared: &Declared<'_>, base: Specified) {
        if let Some(initializer) = declared.initializer {
            let at = self.initializer_span(initializer);
            let diagnostic = Diagnostic::new(
                ferrocl_base::codes::initialisers::INVALID_INITIALIZER,
                at,
                "a function cannot have an initialiser",
            )
            .help("write its body in braces");
            self.report(diagnostic);
        }
        if self.declares_printf(declared) {
            return;
        }
        let signature = self.signature(declared.specifiers, declared.declarator, base, declared.span);
        let kernel = self.kernel_span(declared.specifiers, declared.storage);
        if declared.declarator.scope.is_some() {
            return;
        }
        self.check_operator(declared.name, declared.span);
        self.declare_function(
            declared.name,
            signature,
            declared.specifiers,
            declared.declarator,
            kernel,
            false,
        );
    }

    /// A function with its body.
    pub(super) fn function_definition(&mut self, definition: &'a ast::FunctionDefinition) {
        if let Some(&(StorageClass::Typedef, span)) = definition.specifiers.storage.first() {
            let diagnostic =
                Diagnostic::new(codes::STORAGE_CLASS, span, "a function definition is no typedef")
                    .help("remove `typedef`");
            self.report(diagnostic);
        }
        if definition.declarator.scope.is_some() {
            self.member_outside(definition, &[], true);
            return;
        }
        if let Some((name, span)) = definition.declarator.name {
            self.check_operator(name, span);
            self.define_function(definition, name);
        }
    }
    /// A function with its body.
    fn define_function(
        &mut self,
        definition: &'a ast::FunctionDefinition,
        name: Symbol,
    ) -> Option<FunctionId> {
        let storage = self.storage_class(&definition.specifiers);
        let deduces = self.deduced_result(&definition.specifiers, &definition.declarator).is_some();
        let base = if deduces { Specified::error() } else { self.specified(&definition.specifiers) };
        let (_, span) = definition.declarator.name?;
        let signature = self.signature(&definition.specifiers, &definition.declarator, base, span);
        for parameter in &signature.parameters {
            if parameter.name.is_none() && !self.is_cpp() {
                let diagnostic = Diagnostic::new(
                    codes::PARAMETER_NAME,
                    parameter.span,
                    "a parameter of a function definition needs a name",
                )
                .help("write a name after the type, even if nothing uses it");
                self.report(diagnostic);
            }
            if !parameter.derived.is_error() {
                self.require_complete(parameter.derived.ty.ty, parameter.span, "the parameter");
            }
        }
        if signature.result != TypeTable::VOID {
            self.require_complete(signature.result, span, "the function's result");
        }
        let kernel = self.kernel_span(&definition.specifiers, storage);
        let id = self.declare_function(
            name,
            signature,
            &definition.specifiers,
            &definition.declarator,
            kernel,
            true,
        );
        self.function_body(id, definition, None);
        Some(id)
    }
    /// The signature of a function that may be a class's.
    fn member_signature(
        &mut self,
        definition: &ast::FunctionDefinition,
        object: ObjectOf,
    ) -> Option<Signature> {
        let (_, span) = definition.declarator.name?;
        let deduces = self.deduced_result(&definition.specifiers, &definition.declarator).is_some();
        let base = match object {
            ObjectOf::Made(ty) => Specified::plain(ty),
            _ if deduces => Specified::error(),
            _ => self.specified(&definition.specifiers),
        };
        let mut signature = self.signature(&definition.specifiers, &definition.declarator, base, span);
        if let ObjectOf::This(mut this) = object {
            if let Some(pointee) = self.program.types.pointee(this)
                && self.is_constant_lambda(pointee.ty)
            {
                this = self.program.types.pointer(QualifiedType { is_const: true, ..pointee });
            }
            let name = self.interner.intern("this");
            let derived = Specified::plain(this);
            let align = self.alignment(derived.ty);
            let parameter = SignatureParameter { name: Some(name), span, derived, align, written: None };
            signature.parameters.insert(0, parameter);
        }
        Some(signature)
    }
    /// Declares what a template makes: a function that no declaration means again.
    pub(super) fn declare_instance(
        &mut self,
        definition: &'a ast::FunctionDefinition,
        name: Symbol,
        object: ObjectOf,
    ) -> Option<FunctionId> {
        let signature = self.member_signature(definition, object)?;
        let id = self.new_function(name, signature);
        if definition.specifiers.constexpr.is_some() {
            self.constexpr_functions.insert(id);
        }
        self.note_default_arguments(id, &definition.declarator);
        if matches!(object, ObjectOf::This(_))
            && let Some(defaults) = self.default_arguments.get_mut(&id)
        {
            defaults.insert(0, None);
        }
        Some(id)
    }
    /// Declares again what a template makes, with the names that its definition gives the parameters.
    pub(super) fn redeclare_instance(
        &mut self,
        id: FunctionId,
        definition: &'a ast::FunctionDefinition,
        object: ObjectOf,
    ) {
        let Some(signature) = self.member_signature(definition, object) else { return };
        let name = self.program.functions[id].name;
        self.program.functions[id] = self.new_function_data(name, signature);
    }
    /// Declares a member function of a class.
    pub(super) fn declare_member(
        &mut self,
        definition: &'a ast::FunctionDefinition,
        name: Symbol,
        object: ObjectOf,
        defines: bool,
    ) -> Option<FunctionId> {
        let signature = self.member_signature(definition, object)?;
        let before = self.function_index.len();
        // Names of functions of classes are the program's: no name that a program can write hides them.
        let scopes = self.scopes.split_off(1);
        let id = self.declare_function(
            name,
            signature,
            &definition.specifiers,
            &definition.declarator,
            None,
            defines,
        );
        self.scopes.extend(scopes);
        if self.function_index.len() == before && !defines {
            return Some(id);
        }
        if matches!(object, ObjectOf::This(_))
            && let Some(defaults) = self.default_arguments.get_mut(&id)
            && defaults.len() < self.program.functions[id].parameters.len()
        {
            defaults.insert(0, None);
        }
        Some(id)
    }

    /// Where a function is declared to be a kernel; a `static` one cannot be.
    fn kernel_span(
        &mut self,
        specifiers: &ast::DeclarationSpecifiers,
        storage: Option<(StorageClass, Span)>,
    ) -> Option<Span> {
        let kernel = specifiers.kernel?;
        if let Some((StorageClass::Static, span)) = storage {
            let diagnostic = Diagnostic::new(codes::STORAGE_CLASS, span, "a kernel cannot be `static`")
                .label(kernel, "declared as a kernel here")
                .note("`static` is for functions that are no kernels (section \"Storage-Class Specifiers\")")
                .help("remove `static`: the host could not find the kernel");
            self.report(diagnostic);
        }
        Some(kernel)
    }

    /// Result and parameters of a function declarator.
    /// Whether this declares the built-in `printf` once more, as programs do that ran where it was an extension.
    fn declares_printf(&self, declared: &Declared<'_>) -> bool {
        let variadic = matches!(
            declared.declarator.parts.first(),
            Some(DeclaratorPart::Function { variadic: true, parameters, .. }) if parameters.len() == 1
        );
        variadic && self.interner.text(declared.name) == "printf"
    }
    fn signature(
        &mut self,
        specifiers: &ast::DeclarationSpecifiers,
        declarator: &ast::Declarator,
        base: Specified,
        span: Span,
    ) -> Signature {
        let (parameters, variadic, list_span) = match declarator.parts.first() {
            Some(DeclaratorPart::Function { parameters, variadic, span, .. }) => {
                (&**parameters, *variadic, *span)
            }
            _ => (&[][..], false, span),
        };
        if variadic {
            let diagnostic = Diagnostic::new(
                codes::VARIADIC_FUNCTION,
                list_span,
                "a function of OpenCL C has a fixed number of parameters",
            )
            .note("only `printf` takes more (section \"Restrictions\")")
            .help("remove the `...`; pass an array and its length");
            self.report(diagnostic);
        }
        let parameters: Vec<SignatureParameter> = self.signature_parameters(parameters);
        let deduces = self.deduced_result(specifiers, declarator);
        let trailing = match declarator.parts.first() {
            Some(DeclaratorPart::Function { result, .. }) => result.as_deref(),
            _ => None,
        };
        let derived = match (trailing, deduces) {
            (Some(result), _) => self.trailing_result(result, &parameters),
            (None, Some(_)) => Specified::plain(TypeTable::VOID),
            (None, None) => {
                self.derive_parts(base, declarator.parts.get(1..).unwrap_or(&[]), declarator.span)
            }
        };
        let result = self.check_result(derived, specifiers.span, span);
        Signature { result, deduces: deduces.filter(|_| trailing.is_none()), parameters, span }
    }
    /// The parameters of a list; a pack of them gives one for each of its elements.
    fn signature_parameters(&mut self, parameters: &[ast::Parameter]) -> Vec<SignatureParameter> {
        let mut list = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            if !parameter.declarator.is_pack {
                list.push(self.parameter(parameter));
                continue;
            }
            let count = self.pack_length_of_parameter(parameter);
            for element in 0..count {
                let outer = self.expanding.replace(element);
                let mut made = self.parameter(parameter);
                self.expanding = outer;
                // The elements are known by the name of the pack and their number.
                if let Some(name) = made.name {
                    made.name = Some(self.pack_element_name(name, element));
                }
                list.push(made);
            }
        }
        list
    }
    /// The type behind `->`, in which the parameters can be named.
    fn trailing_result(&mut self, result: &ast::TypeName, parameters: &[SignatureParameter]) -> Specified {
        let mut variables = IndexVec::new();
        let mut names = super::Scope::default();
        for parameter in parameters {
            let variable = variables.push(hir::Variable {
                name: parameter.name,
                ty: parameter.derived.ty,
                align: parameter.align,
                span: parameter.span,
            });
            if let Some(name) = parameter.name {
                names.names.insert(name, (Entity::Variable(variable), parameter.span));
            }
        }
        let current = CurrentFunction { variables, ..CurrentFunction::default() };
        let outer = std::mem::replace(&mut self.current, current);
        self.scopes.push(names);
        let base = self.specified(&result.specifiers);
        let found = self.derive(base, &result.declarator);
        self.scopes.pop();
        self.current = outer;
        found
    }
    fn check_result(&mut self, derived: Specified, specifiers_span: Span, span: Span) -> TypeId {
        let ty = derived.ty.ty;
        if derived.has_space && !derived.is_error() {
            let at = derived.space_span.unwrap_or(specifiers_span);
            let diagnostic = Diagnostic::new(
                codes::MISPLACED_ADDRESS_SPACE,
                at,
                "what a function gives is a value and has no address space",
            )
            .help("remove the address space, or give a pointer into it");
            self.report(diagnostic);
        }
        match self.program.types.get(ty) {
            Type::Array { .. } | Type::Function { .. } => {
                let what = if matches!(self.program.types.get(ty), Type::Array { .. }) {
                    "an array"
                } else {
                    "a function"
                };
                let diagnostic =
                    Diagnostic::new(codes::FUNCTION_RESULT, span, format!("a function cannot give {what}"))
                        .help("give a struct that holds it, or take a pointer to where it goes");
                self.report(diagnostic);
                TypeTable::ERROR
            }
            Type::Image(..) | Type::Sampler | Type::Opaque(_) => {
                let text = self.program.types.name(self.interner, ty);
                let diagnostic = Diagnostic::new(
                    codes::FUNCTION_RESULT,
                    span,
                    format!("a function cannot give a value of type `{text}`"),
                )
                .note("section \"Restrictions\"");
                self.report(diagnostic);
                TypeTable::ERROR
            }
            Type::Scalar(ScalarName::Half) if !self.half_arithmetic() => {
                self.report_half(span, "a function's result");
                TypeTable::ERROR
            }
            _ => ty,
        }
    }
    fn parameter(&mut self, parameter: &ast::Parameter) -> SignatureParameter {
        self.reject_storage(&parameter.specifiers, "a parameter");
        let base = self.specified(&parameter.specifiers);
        let derived = self.derive(base, &parameter.declarator);
        let mut derived = self.adjust_parameter(derived);
        let (name, span) = match parameter.declarator.name {
            Some((name, span)) => (Some(name), span),
            None => (None, parameter.span),
        };
        let what = match name {
            Some(name) => format!("the parameter `{}`", self.interner.text(name)),
            None => "the parameter".to_string(),
        };
        if derived.has_space && derived.ty.space != ir::AddressSpace::Private && !derived.is_error() {
            let word = space_text(derived.ty.space);
            let found = self.program.types.name(self.interner, derived.ty.ty);
            let at = derived.space_span.unwrap_or(span);
            let diagnostic = Diagnostic::new(
                codes::MISPLACED_ADDRESS_SPACE,
                at,
                format!("{what} cannot lie in {word} memory"),
            )
            .note("arguments are passed by value, in private memory (section \"Inference\")")
            .help(format!("pass a pointer, `{word} {found} *`, or remove `{word}` to pass the value"));
            self.report(diagnostic);
            derived.has_space = false;
        }
        derived.ty = self.with_space(derived.ty, ir::AddressSpace::Private);
        match *self.program.types.get(derived.ty.ty) {
            Type::Void => {
                let diagnostic =
                    Diagnostic::new(codes::INCOMPLETE_TYPE, span, format!("{what} has the type `void`"))
                        .help("give it a type that has values; `(void)` alone means no parameters");
                self.report(diagnostic);
                derived = Specified::error();
            }
            Type::Function { .. } => {
                let diagnostic =
                    Diagnostic::new(codes::FUNCTION_POINTER, span, format!("{what} is a function"))
                        .note("OpenCL C has no pointers to functions (section \"Restrictions\")")
                        .help("pass a number, and choose with `switch` what to call");
                self.report(diagnostic);
                derived = Specified::error();
            }
            Type::Scalar(ScalarName::Half) if !self.half_arithmetic() => {
                self.report_half(span, &what);
                derived = Specified::error();
            }
            _ => {}
        }
        let lists = [&*parameter.specifiers.attributes, &*parameter.declarator.attributes];
        let attributes = self.attributes(&lists, AttributeTarget::Variable, Some(derived.ty));
        let align = self.alignment(derived.ty).max(attributes.aligned.unwrap_or(1));
        let written = self.written_type(parameter);
        SignatureParameter { name, span, derived, align, written }
    }
    /// The typedef that a parameter's type is named by, with the stars after it.
    fn written_type(&self, parameter: &ast::Parameter) -> Option<String> {
        let ast::TypeSpecifier::Typedef(name, _) = &parameter.specifiers.ty else { return None };
        let stars = parameter.declarator.parts.iter().map(|part| match part {
            // An array is a pointer here (C99 6.7.5.3, 7).
            DeclaratorPart::Pointer { .. } | DeclaratorPart::Array { .. } => "*",
            DeclaratorPart::Reference { .. } => "&",
            DeclaratorPart::Function { .. } | DeclaratorPart::Block { .. } => "",
        });
        Some(self.interner.text(*name).to_owned() + &stars.collect::<String>())
    }

    /// Enters a function into the program, or finds the one that was declared before.
    fn declare_function(
        &mut self,
        name: Symbol,
        signature: Signature,
        specifiers: &ast::DeclarationSpecifiers,
        declarator: &ast::Declarator,
        kernel: Option<Span>,
        defines: bool,
    ) -> FunctionId {
        let target = if kernel.is_some() { AttributeTarget::Kernel } else { AttributeTarget::Function };
        let lists = [&*specifiers.attributes, &*declarator.attributes];
        let attributes = self.attributes(&lists, target, None);
        let types = signature.types();
        // In C++ functions are overloaded without an attribute; kernels cannot be.
        let overloadable = match (attributes.overloadable, kernel) {
            (None, None) if self.is_cpp() => Some(signature.span),
            (written, _) => written,
        };
        let earlier = self.earlier_function(name, &types, &signature, overloadable);
        if kernel.is_some() {
            self.check_kernel(name, &signature, &attributes);
        }
        if self.interner.text(name) == "main" && matches!(earlier, Earlier::None) {
            let diagnostic = Diagnostic::new(
                codes::MAIN_FUNCTION,
                signature.span,
                "a function cannot be called `main`",
            )
            .note(
                "the host chooses the kernel to run: no function is the first one (section \"Restrictions\")",
            )
            .help("give it another name");
            self.report(diagnostic);
        }
        let span = signature.span;
        let id = match earlier {
            Earlier::Same(id) if defines && self.program.functions[id].body.is_some() => {
                let first = self.program.functions[id].span;
                self.report_redefinition(name, span, first);
                self.new_function(name, signature)
            }
            Earlier::Same(id) => {
                if defines {
                    // From here on the definition's parameters count.
                    let function = self.new_function_data(name, signature);
                    let old = &mut self.program.functions[id];
                    let kernel = old.kernel.take();
                    *old = hir::Function { kernel, ..function };
                }
                id
            }
            // It was reported; calls go to the earlier one.
            Earlier::Conflict => self.new_function(name, signature),
            Earlier::None => {
                let id = self.new_function(name, signature);
                self.overload_sets.entry(name).or_default().push(id);
                self.function_index.insert((name, types.into_boxed_slice()), id);
                id
            }
        };
        if overloadable.is_some() {
            self.overloadable.insert(name);
        }
        self.note_default_arguments(id, declarator);
        self.note_linkage(id, specifiers);
        if specifiers.constexpr.is_some() {
            self.constexpr_functions.insert(id);
        }
        if kernel.is_some() {
            let known = self.program.functions[id].kernel.get_or_insert_default();
            merge_kernel(known, attributes.kernel);
        }
        let scope = self.scopes.last_mut().expect("the program's scope is always open");
        match scope.names.get(&name).copied() {
            Some((Entity::Function(_), _)) => {}
            Some((_, first)) => {
                self.report_redefinition(name, span, first);
            }
            None => {
                scope.names.insert(name, (Entity::Function(id), span));
            }
        }
        id
    }
    /// The function that a declaration means again. One that does not agree with it is reported, unless both are overloadable.
    fn earlier_function(
        &mut self,
        name: Symbol,
        types: &[TypeId],
        signature: &Signature,
        overloadable: Option<Span>,
    ) -> Earlier {
        let same = self.function_index.get(&(name, types.into())).copied();
        if let Some(id) = same {
            let before = self.program.functions[id].result;
            if before == signature.result
                || before == TypeTable::ERROR
                || signature.result == TypeTable::ERROR
            {
                return Earlier::Same(id);
            }
        } else if overloadable.is_some()
            && (self.overloads(name).is_empty() || self.overloadable.contains(&name))
        {
            return Earlier::None;
        }
        let Some(id) = same.or_else(|| self.overloads(name).first().copied()) else { return Earlier::None };
        let error = |&ty: &TypeId| ty == TypeTable::ERROR;
        let function = &self.program.functions[id];
        let before = self.signature_text(function.result, &self.parameter_types(id));
        let now = self.signature_text(signature.result, types);
        let first = function.span;
        if self.parameter_types(id).iter().any(error) || types.iter().any(error) {
            return Earlier::Conflict;
        }
        let text = self.interner.text(name);
        let mut diagnostic = Diagnostic::new(
            codes::CONFLICTING_TYPES,
            signature.span,
            format!("`{text}` was declared as `{before}` before and is `{now}` here"),
        )
        .label(first, "first declared here");
        diagnostic = if same.is_some() {
            diagnostic.help("declare it with the same result everywhere")
        } else {
            diagnostic.help(
                "declare it with the same types everywhere, or write `__attribute__((overloadable))` at each of them",
            )
        };
        self.report(diagnostic);
        Earlier::Conflict
    }
    /// The types of a function's parameters.
    pub fn parameter_types(&self, id: FunctionId) -> Vec<TypeId> {
        let function = &self.program.functions[id];
        function.parameters.iter().map(|&parameter| function.variables[parameter].ty.ty).collect()
    }
    fn signature_text(&self, result: TypeId, parameters: &[TypeId]) -> String {
        let name = |ty| self.program.types.name(self.interner, ty);
        let list: Vec<String> = parameters.iter().take(8).map(|&ty| name(ty)).collect();
        let more = if parameters.len() > 8 { ", …" } else { "" };
        format!("{} ({}{more})", name(result), list.join(", "))
    }
    /// Notes what a declaration says of the function's linkage: `static` makes it internal (C99 6.2.2, 3), and one whose
    /// declarations are all `inline` without `extern` has no external definition (C99 6.7.4, 6).
    fn note_linkage(&mut self, id: FunctionId, specifiers: &ast::DeclarationSpecifiers) {
        let has = |class| specifiers.storage.iter().any(|&(storage, _)| storage == class);
        if has(StorageClass::Static) {
            self.static_functions.insert(id);
        } else if specifiers.inline.is_none() || has(StorageClass::Extern) {
            self.external_functions.insert(id);
        }
    }
    fn new_function(&mut self, name: Symbol, signature: Signature) -> FunctionId {
        let deduces = signature.deduces;
        let function = self.new_function_data(name, signature);
        let id = self.program.functions.push(function);
        if let Some(deduces) = deduces {
            self.bodies.undetermined.insert(id, deduces);
        }
        id
    }
    fn new_function_data(&self, name: Symbol, signature: Signature) -> hir::Function {
        let mut variables = IndexVec::new();
        let mut parameters = Vec::with_capacity(signature.parameters.len());
        let mut written_types = Vec::with_capacity(signature.parameters.len());
        for parameter in signature.parameters {
            written_types.push(parameter.written);
            parameters.push(variables.push(hir::Variable {
                name: parameter.name,
                ty: parameter.derived.ty,
                align: parameter.align,
                span: parameter.span,
            }));
        }
        hir::Function {
            name,
            result: signature.result,
            parameters,
            written_types,
            variables,
            exprs: IndexVec::new(),
            labels: IndexVec::new(),
            body: None,
            kernel: None,
            is_library: self.in_library,
            link_name: None,
            span: signature.span,
        }
    }

    /// Analyses a function's body; `class`: what of it belongs to a class.
    pub(super) fn function_body(
        &mut self,
        id: FunctionId,
        definition: &'a ast::FunctionDefinition,
        class: Option<super::cpp_members::ClassPart<'a>>,
    ) {
        let function = &mut self.program.functions[id];
        let (result, is_kernel, span) = (function.result, function.kernel.is_some(), function.span);
        let parameters = function.parameters.clone();
        // A body that calls the function itself finds it complete but for its statements.
        let variables = function.variables.clone();
        function.body = Some(Vec::new());
        let outer = std::mem::replace(
            &mut self.current,
            CurrentFunction {
                id: Some(id),
                variables,
                result: Some(result),
                class: class.map(|part| part.class),
                deduces: self.bodies.undetermined.get(&id).copied(),
                is_kernel,
                outermost_scope: self.scopes.len() + 1,
                span: Some(span),
                ..CurrentFunction::default()
            },
        );
        // Parameters and the outermost block share a scope (C99 6.2.1, 4).
        self.open_scope();
        for parameter in parameters {
            let variable = &self.current.variables[parameter];
            if let (Some(name), span) = (variable.name, variable.span) {
                self.declare(name, Entity::Variable(parameter), span);
            }
            self.begin_object(parameter);
        }
        self.declare_parameter_packs(definition);
        let mut start = Vec::new();
        if let Some(initializers) = class.and_then(|part| part.initializers) {
            self.begin_constructor(initializers, result, span, &mut start);
        }
        let mut body = self.outermost_block(definition.body);
        self.end_objects(0, span, &mut body);
        self.current.objects.clear();
        let result = self.current.result.unwrap_or(result);
        if let Some(made) = self.constructed(span) {
            body.splice(0..0, start);
            body.push(hir::Stmt { kind: hir::StmtKind::Return(Some(made)), span });
        }
        self.close_scope();
        self.check_labels();
        self.check_missing_return(&body, definition, result);
        if self.keeps_values {
            self.keep_values(id);
        }
        let current = std::mem::replace(&mut self.current, outer);
        let function = &mut self.program.functions[id];
        function.variables = current.variables;
        function.exprs = current.exprs;
        function.labels = current.labels;
        function.body = Some(body);
    }
}
