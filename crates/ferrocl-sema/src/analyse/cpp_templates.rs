//! Templates of functions of C++ for OpenCL (C++17 [temp.fct]; section "Templates").
//!
//! A template is a function's tree in which some typedef names and constants are open. Each choice of them that a call asks for makes
//! one function: the tree is analysed with those names declared in a scope between the program's and the function's. A
//! call's arguments say what the open types are, where it does not say so itself.

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast::{self, DeclaratorPart, TemplateArgument, TemplateParameterKind};
use rustc_hash::FxHashMap;

use super::{Analyzer, Entity, Scope, Typedef};
use crate::hir;
use crate::types::{AddressSpace, QualifiedType, TypeId, TypeTable};

/// How deep templates may ask for each other.
const MAX_INSTANTIATION_DEPTH: u32 = 64;
/// How many functions templates may make in all.
const MAX_INSTANCES: usize = 4096;

/// The templates of a program.
#[derive(Default)]
pub(super) struct Templates<'a> {
    by_name: FxHashMap<Symbol, Vec<&'a ast::FunctionTemplate>>,
    /// The functions that were made, by template and arguments.
    instances: FxHashMap<InstanceKey, hir::FunctionId>,
    depth: u32,
}

/// A template with what its parameters stand for in one function.
pub(super) type InstanceKey = (*const ast::FunctionTemplate, Vec<Chosen>);

/// What a parameter of a template stands for in one function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Chosen {
    /// A type; whether its address space counts.
    Type(QualifiedType, bool),
    /// A constant of a type.
    Value(TypeId, u64),
}

impl<'a> Analyzer<'a> {
    /// Makes a template known.
    pub(super) fn function_template(&mut self, template: &'a ast::FunctionTemplate) {
        if let Some((name, _)) = template.function.declarator.name {
            self.templates.by_name.entry(name).or_default().push(template);
        }
    }
    /// A call of a template, or of a function with its name that fits better.
    pub(super) fn template_call(
        &mut self,
        name: Symbol,
        explicit: &'a [TemplateArgument],
        name_span: Span,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> hir::ExprId {
        if arguments.iter().any(|&argument| self.is_error(argument)) {
            return self.error_expression(span);
        }
        let types: Vec<TypeId> = arguments.iter().map(|&argument| self.value_type_of(argument)).collect();
        if explicit.is_empty()
            && self.overloads(name).iter().any(|&id| {
                self.parameter_types(id)
                    .iter()
                    .map(|&ty| self.referent(ty).map_or(ty, |to| to.ty))
                    .eq(types.iter().copied())
            })
        {
            // A function that takes exactly these beats every template (C++17 [over.match.best]).
            return self.call(name, name_span, arguments, span);
        }
        let templates = self.templates.by_name.get(&name).cloned().unwrap_or_default();
        let mut fitting: Vec<(&'a ast::FunctionTemplate, Vec<Chosen>)> = Vec::new();
        let mut fault = None;
        for template in templates {
            match self.template_arguments(template, explicit, arguments) {
                Ok(chosen) => fitting.push((template, chosen)),
                Err(why) => fault = Some((template, why)),
            }
        }
        match &fitting[..] {
            [] if explicit.is_empty() && !self.overloads(name).is_empty() => {
                self.call(name, name_span, arguments, span)
            }
            [] => {
                let text = self.interner.text(name);
                let mut diagnostic = Diagnostic::new(
                    codes::TEMPLATE_DEDUCTION,
                    name_span,
                    format!("no template `{text}` fits this call"),
                );
                if let Some((template, why)) = fault {
                    diagnostic = diagnostic.label(template.function.declarator.span, why);
                }
                self.report(diagnostic.help(format!("say what the parameters stand for: `{text}<…>(…)`")));
                self.error_expression(span)
            }
            [(template, chosen)] => match self.instance(template, chosen.clone(), name, name_span) {
                Some(function) => self.call_function(function, arguments, span),
                None => self.error_expression(span),
            },
            [(first, _), (second, _), ..] => {
                let text = self.interner.text(name);
                let diagnostic = Diagnostic::new(
                    codes::TEMPLATE_DEDUCTION,
                    name_span,
                    format!("several templates `{text}` fit this call"),
                )
                .label(first.function.declarator.span, "this one")
                .label(second.function.declarator.span, "and this one");
                self.report(diagnostic.help("give one of them another name"));
                self.error_expression(span)
            }
        }
    }
    /// The type that an expression has as a value.
    fn value_type_of(&mut self, expr: hir::ExprId) -> TypeId {
        let value = self.value(expr);
        self.type_of(value)
    }

    /// What the parameters of a template stand for in a call; the error says why it does not fit.
    fn template_arguments(
        &mut self,
        template: &'a ast::FunctionTemplate,
        explicit: &'a [TemplateArgument],
        arguments: &[hir::ExprId],
    ) -> Result<Vec<Chosen>, String> {
        let Some(DeclaratorPart::Function { parameters, .. }) = template.function.declarator.parts.first()
        else {
            return Err("not a function".into());
        };
        let least = parameters.iter().filter(|parameter| parameter.default.is_none()).count();
        if arguments.len() > parameters.len() || arguments.len() < least {
            return Err(format!("it takes {} arguments, and is given {}", parameters.len(), arguments.len()));
        }
        if explicit.len() > template.parameters.len() {
            return Err(format!("it has {} parameters between `<` and `>`", template.parameters.len()));
        }
        let mut chosen: Vec<Option<Chosen>> = vec![None; template.parameters.len()];
        for (index, argument) in explicit.iter().enumerate() {
            chosen[index] = Some(self.explicit_argument(&template.parameters[index], argument)?);
        }
        for (parameter, &argument) in parameters.iter().zip(arguments) {
            let ast::TypeSpecifier::Typedef(name, _) = &parameter.specifiers.ty else { continue };
            let Some(index) = template.parameters.iter().position(|open| open.name == *name) else {
                continue;
            };
            let Some(deduced) = self.deduce(parameter, argument) else { continue };
            match chosen[index] {
                None => chosen[index] = Some(deduced),
                Some(before) if before == deduced || index < explicit.len() => {}
                Some(_) => {
                    let text = self.interner.text(*name);
                    return Err(format!("the arguments do not agree on what `{text}` is"));
                }
            }
        }
        let mut all = Vec::with_capacity(chosen.len());
        for (open, chosen) in template.parameters.iter().zip(chosen) {
            let chosen = match (chosen, &open.kind) {
                (Some(chosen), _) => chosen,
                (None, TemplateParameterKind::Type(Some(default))) => {
                    Chosen::Type(self.type_name(default), false)
                }
                (None, TemplateParameterKind::Value(specifiers, Some(default))) => {
                    let ty = self.specified(specifiers).ty.ty;
                    self.constant_argument(ty, *default)?
                }
                (None, _) => {
                    let text = self.interner.text(open.name);
                    return Err(format!("the arguments do not say what `{text}` is"));
                }
            };
            all.push(chosen);
        }
        Ok(all)
    }
    fn explicit_argument(
        &mut self,
        open: &'a ast::TemplateParameter,
        argument: &'a TemplateArgument,
    ) -> Result<Chosen, String> {
        match (&open.kind, argument) {
            (TemplateParameterKind::Type(_), TemplateArgument::Type(name)) => {
                let base = self.specified(&name.specifiers);
                let derived = self.derive(base, &name.declarator);
                if derived.is_error() {
                    return Err("what it is given is not a type".into());
                }
                Ok(Chosen::Type(derived.ty, derived.has_space))
            }
            (TemplateParameterKind::Value(specifiers, _), TemplateArgument::Value(value)) => {
                let ty = self.specified(specifiers).ty.ty;
                self.constant_argument(ty, *value)
            }
            (TemplateParameterKind::Type(_), _) => {
                Err(format!("`{}` stands for a type", self.interner.text(open.name)))
            }
            _ => Err(format!("`{}` stands for a value", self.interner.text(open.name))),
        }
    }
    fn constant_argument(&mut self, ty: TypeId, value: ast::ExprId) -> Result<Chosen, String> {
        let value = self.expression_value(value);
        let value = self.convert_implicitly(value, ty, hir::ConversionReason::Initialization);
        match self.fold(value) {
            Some(bits) if self.program.types.is_integer_scalar(ty) || ty == TypeTable::BOOL => {
                Ok(Chosen::Value(ty, bits[0]))
            }
            _ => Err("a value between `<` and `>` is an integer constant".into()),
        }
    }
    /// What an argument says that the type of a parameter is: `T`, `T &` or `T *` with qualifiers.
    fn deduce(&mut self, parameter: &ast::Parameter, argument: hir::ExprId) -> Option<Chosen> {
        let qualifiers = &parameter.specifiers.qualifiers;
        let (mut ty, mut has_space) = match &parameter.declarator.parts[..] {
            [] => (QualifiedType::new(self.value_type_of(argument), AddressSpace::Private), false),
            [DeclaratorPart::Reference { .. }] => match self.current.exprs[argument].place {
                Some(place) => {
                    let mut ty = QualifiedType::new(self.type_of(argument), AddressSpace::Private);
                    (ty.is_const, ty.is_volatile) = (place.is_const, place.is_volatile);
                    (ty, false)
                }
                None => (QualifiedType::new(self.type_of(argument), AddressSpace::Private), false),
            },
            [DeclaratorPart::Pointer { .. } | DeclaratorPart::Array { .. }] => {
                let ty = self.value_type_of(argument);
                let pointee = self.program.types.pointee(ty)?;
                (pointee, pointee.space != AddressSpace::Generic)
            }
            _ => return None,
        };
        ty.is_const &= qualifiers.is_const.is_none();
        ty.is_volatile &= qualifiers.is_volatile.is_none();
        if !qualifiers.address_spaces.is_empty() || !has_space {
            has_space = false;
            ty.space = AddressSpace::Private;
        }
        ty.is_restrict = false;
        (ty.ty != TypeTable::ERROR).then_some(Chosen::Type(ty, has_space))
    }

    /// The function that a template is for these arguments.
    fn instance(
        &mut self,
        template: &'a ast::FunctionTemplate,
        chosen: Vec<Chosen>,
        name: Symbol,
        call: Span,
    ) -> Option<hir::FunctionId> {
        let key = (std::ptr::from_ref(template), chosen);
        if let Some(&function) = self.templates.instances.get(&key) {
            return Some(function);
        }
        if self.templates.depth >= MAX_INSTANTIATION_DEPTH || self.templates.instances.len() >= MAX_INSTANCES
        {
            self.report(
                Diagnostic::new(codes::TEMPLATE_DEPTH, call, "templates ask for each other without end")
                    .primary(format!(
                        "more than {MAX_INSTANTIATION_DEPTH} deep, or more than {MAX_INSTANCES} functions"
                    ))
                    .help("write a loop"),
            );
            return None;
        }
        let chosen = &key.1;
        let shown: Vec<String> = chosen.iter().map(|chosen| self.chosen_text(*chosen)).collect();
        let text = format!("{}<{}>", self.interner.text(name), shown.join(", "));
        let whole_name = self.interner.intern(&text);
        // What surrounds the call is no business of the template's.
        let scopes = self.scopes.split_off(1);
        let current = std::mem::take(&mut self.current);
        let fp_contract = self.fp_contract;
        let mut scope = Scope::default();
        for (open, chosen) in template.parameters.iter().zip(chosen) {
            let entity = match *chosen {
                Chosen::Type(ty, has_space) => {
                    Entity::Typedef(self.typedefs.push(Typedef { ty, has_space, pointer_sized: None }))
                }
                Chosen::Value(ty, value) => Entity::Constant(ty, value),
            };
            scope.names.insert(open.name, (entity, open.span));
        }
        self.scopes.push(scope);
        self.templates.depth += 1;
        let errors = self.diagnostics.error_count();
        let function = self.define_function(&template.function, whole_name, Some(&key));
        let failed = self.diagnostics.error_count() > errors;
        self.templates.depth -= 1;
        self.fp_contract = fp_contract;
        self.current = current;
        self.scopes.truncate(1);
        self.scopes.extend(scopes);
        // Of templates that ask for each other, the program's own call is named.
        if failed && self.templates.depth == 0 {
            self.report(
                Diagnostic::new(codes::IN_TEMPLATE, call, format!("the errors above are in `{text}`"))
                    .primary("it is made for this call"),
            );
        }
        function
    }
    /// Remembers a function that a template made, before its body is read.
    pub(super) fn note_instance(&mut self, key: &InstanceKey, function: hir::FunctionId) {
        self.templates.instances.insert((key.0, key.1.clone()), function);
        self.static_functions.insert(function);
    }
    fn chosen_text(&self, chosen: Chosen) -> String {
        match chosen {
            Chosen::Type(ty, _) => self.program.types.qualified_name(self.interner, ty),
            Chosen::Value(ty, value) => {
                let size = self.program.types.size_of(ty).clamp(1, 8);
                let unused = 64 - 8 * size;
                ((value << unused) as i64 >> unused).to_string()
            }
        }
    }
}
