//! Templates of functions of C++ for OpenCL (C++17 [temp.fct], [over.match]; section "Templates").
//!
//! A template is a function's tree in which some typedef names and constants are open. Each choice of them that a call asks for makes
//! one function: the tree is analysed with those names declared in a scope between the program's and the function's. A call's arguments say
//! what the open types are, where it does not say so itself (`cpp_deduction`). What a choice cannot make is no candidate, about which nothing
//! is said (C++17 [temp.deduct]).

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Diagnostics, Span, Symbol};
use ferrocl_syntax::ast::{self, MemberKind, TemplateArgument, TemplateParameter};
use rustc_hash::FxHashMap;

use super::cpp_results::{Body, BodyKind, MAX_INSTANCES};
use super::declare_functions::ObjectOf;
use super::{Analyzer, Entity, Scope, Typedef};
use crate::builtins::fit::{Argument, Fits, best};
use crate::hir::{self, FunctionId};
use crate::types::{QualifiedType, RecordId, TypeId};

/// The templates of a program.
#[derive(Default)]
pub(super) struct Templates<'a> {
    pub(super) by_name: FxHashMap<Symbol, Vec<Template<'a>>>,
    /// The functions that were made, by template and arguments.
    instances: FxHashMap<InstanceKey, FunctionId>,
    /// Of these, those of templates whose definition has not been seen.
    undefined: Vec<(FunctionId, InstanceKey)>,
    pub(super) classes: super::cpp_class_templates::ClassTemplates<'a>,
    /// Definitions of member functions of class templates outside of these.
    pub(super) members: FxHashMap<Symbol, Vec<&'a ast::FunctionTemplate>>,
}

/// A template with what its parameters stand for in one function, and the class that it belongs to.
type InstanceKey = (*const ast::FunctionDefinition, Option<RecordId>, Vec<Chosen>);

/// A template of functions.
#[derive(Clone, Copy)]
pub(super) struct Template<'a> {
    pub(super) parameters: &'a [TemplateParameter],
    pub(super) function: &'a ast::FunctionDefinition,
    pub(super) initializers: &'a [ast::MemberInitializer],
    pub(super) context: Context,
    is_defined: bool,
}

impl<'a> Template<'a> {
    /// A constructor of a class template, as a function whose arguments say what the class's parameters are.
    pub(super) fn of_class(
        parameters: &'a [TemplateParameter],
        function: &'a ast::FunctionDefinition,
        class: Option<RecordId>,
    ) -> Self {
        let context = Context { class, kind: None, is_explicit: false };
        Template { parameters, function, initializers: &[], context, is_defined: false }
    }
}

/// What a template of functions belongs to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Context {
    /// A class.
    pub(super) class: Option<RecordId>,
    /// What its functions are called on.
    pub(super) kind: Option<MemberKind>,
    /// Whether it makes constructors that are not used implicitly.
    pub(super) is_explicit: bool,
}

/// What a parameter of a template stands for in one function.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Chosen {
    /// A type; whether its address space counts.
    Type(QualifiedType, bool),
    /// A constant of a type.
    Value(TypeId, u64),
    /// Any number of these.
    Pack(Vec<Chosen>),
}

/// What is written of a call besides what it calls.
#[derive(Clone, Copy)]
pub(super) struct Call<'c> {
    /// What stands between `<` and `>`.
    pub(super) explicit: &'c [TemplateArgument],
    /// Where the name is that is called.
    pub(super) name_span: Span,
    pub(super) arguments: &'c [hir::ExprId],
    pub(super) span: Span,
}

impl<'c> Call<'c> {
    /// A call that no name says.
    pub(super) fn new(arguments: &'c [hir::ExprId], span: Span) -> Self {
        Call { explicit: &[], name_span: span, arguments, span }
    }
}

/// A function that a call may mean.
struct Candidate {
    function: FunctionId,
    /// Of what a template makes: how much of its parameters' types is not open.
    specialised: Option<u32>,
}

impl<'a> Analyzer<'a> {
    /// Makes a template known, or what one is for some arguments.
    pub(super) fn function_template(&mut self, template: &'a ast::FunctionTemplate) {
        let declarator = &template.function.declarator;
        if declarator.scope.is_some() {
            if template.outer.is_empty() {
                self.member_outside(&template.function, &template.initializers, template.is_defined);
            } else {
                self.member_of_template_outside(template);
            }
            return;
        }
        let Some((name, _)) = declarator.name else { return };
        if template.parameters.is_empty() {
            self.specialise_function(template, name);
            return;
        }
        self.note_function_template(
            name,
            &template.parameters,
            &template.function,
            &template.initializers,
            Context::default(),
            template.is_defined,
        );
    }
    /// Makes a template known under a whole name.
    pub(super) fn note_function_template(
        &mut self,
        name: Symbol,
        parameters: &'a [TemplateParameter],
        function: &'a ast::FunctionDefinition,
        initializers: &'a [ast::MemberInitializer],
        context: Context,
        is_defined: bool,
    ) {
        let new = Template { parameters, function, initializers, context, is_defined };
        let known = self.templates.by_name.entry(name).or_default();
        let same = known.iter_mut().find(|known| {
            known.is_defined != is_defined
                && known.context.class == context.class
                && known.parameters.len() == parameters.len()
                && parameter_count(known.function) == parameter_count(function)
        });
        match same {
            // A declaration and its definition.
            Some(known) => {
                if is_defined {
                    let declared = std::ptr::from_ref(known.function);
                    let new = Template { context: known.context, ..new };
                    *known = new;
                    self.define_instances(declared, new);
                }
            }
            None => known.push(new),
        }
    }
    /// Gives the functions that a template has made, as far as it was only declared then, their bodies.
    fn define_instances(&mut self, declared: *const ast::FunctionDefinition, template: Template<'a>) {
        let (now, later) =
            std::mem::take(&mut self.templates.undefined).into_iter().partition(|(_, key)| key.0 == declared);
        self.templates.undefined = later;
        let now: Vec<(FunctionId, InstanceKey)> = now;
        for (id, (_, class, chosen)) in now {
            self.outside_functions(|analyzer| {
                analyzer.in_template(class, template.parameters, &chosen, |analyzer| {
                    analyzer.add_instance_body(id, template, true);
                });
            });
            self.templates.instances.insert((std::ptr::from_ref(template.function), class, chosen), id);
        }
    }
    /// Adds the body of a function that a template makes, in whose scope this is; `again`: it was declared otherwise before.
    fn add_instance_body(&mut self, id: FunctionId, template: Template<'a>, again: bool) {
        let Context { class, kind, .. } = template.context;
        let (object, kind) = match (class, kind) {
            (Some(record), Some(kind)) => (
                self.this_type(record, kind, template.function),
                BodyKind::Member { record, kind, initializers: template.initializers },
            ),
            _ => (ObjectOf::Nothing, BodyKind::Plain),
        };
        if again {
            self.redeclare_instance(id, template.function, object);
        }
        self.add_body(id, Body::new(template.function, kind), !again);
    }
    /// What kind of functions the templates of a name make, if there are any.
    pub(super) fn template_kind(&self, name: Symbol) -> Option<MemberKind> {
        self.templates.by_name.get(&name)?.first()?.context.kind
    }
    /// `template <> int f<float>(float) { … }`
    fn specialise_function(&mut self, template: &'a ast::FunctionTemplate, name: Symbol) {
        let span = template.function.declarator.span;
        let found = self.templates.by_name.get(&name).cloned().unwrap_or_default();
        let explicit = template.arguments.as_deref().unwrap_or(&[]);
        let Some(id) = self.declare_instance(&template.function, name, ObjectOf::Nothing) else { return };
        let types = self.parameter_types(id);
        let mut fitting = Vec::new();
        for general in found {
            let Ok(chosen) = self.arguments_for_types(general, explicit, &types) else { continue };
            if let Some(made) = self.instance(general, chosen.clone(), name)
                && self.parameter_types(made) == types
            {
                fitting.push((general, chosen, made));
            }
        }
        let Some((general, chosen, made)) = fitting.pop() else {
            let text = self.interner.text(name);
            self.report(
                Diagnostic::new(
                    codes::TEMPLATE_DEDUCTION,
                    span,
                    format!("no template `{text}` makes a function with these parameters"),
                )
                .primary("there is nothing to specialise")
                .help("write the parameters as the template has them, with its arguments put in"),
            );
            return;
        };
        // The instance that the template itself would make is replaced.
        self.program.functions[id].name = self.program.functions[made].name;
        let key = (std::ptr::from_ref(general.function), general.context.class, chosen);
        self.templates.instances.insert(key, id);
        if template.is_defined {
            self.add_body(id, Body::new(&template.function, BodyKind::Plain), false);
        }
    }

    /// A call of the functions and templates of a whole name.
    pub(super) fn call_overloads(&mut self, name: Symbol, call: Call<'_>) -> hir::ExprId {
        let Call { explicit, arguments, span, .. } = call;
        if arguments.iter().any(|&argument| self.is_error(argument)) {
            return self.error_expression(span);
        }
        let templates = self.templates.by_name.get(&name).cloned().unwrap_or_default();
        let mut candidates: Vec<Candidate> = Vec::new();
        if explicit.is_empty() {
            let functions = self.overloads(name).iter();
            candidates.extend(functions.map(|&function| Candidate { function, specialised: None }));
        }
        if templates.is_empty()
            && let [only] = &candidates[..]
        {
            return self.call_function(only.function, arguments, span);
        }
        let mut fault = None;
        for template in templates {
            let found = match self.template_arguments(template, explicit, arguments) {
                Ok(chosen) => self
                    .instance(template, chosen, name)
                    .ok_or_else(|| "its types do not exist for these arguments".to_string()),
                Err(why) => Err(why),
            };
            match found {
                Ok(function) => {
                    let specialised = Some(self.specialisation_of(template));
                    candidates.push(Candidate { function, specialised });
                }
                Err(why) => fault = Some((template, why)),
            }
        }
        match self.best_candidate(&candidates, arguments) {
            Ok(function) => self.call_function(function, arguments, span),
            Err(tied) => self.report_candidates(name, call, &candidates, &tied, fault),
        }
    }
    /// How the arguments of a call fit a function; `None`: not at all.
    pub(super) fn fits_of(&mut self, function: FunctionId, arguments: &[hir::ExprId]) -> Option<Fits> {
        if !self.takes_arguments(function, arguments.len()) {
            return None;
        }
        let parameters = self.parameter_types(function);
        let mut fits = Fits::new();
        for (&argument, &parameter) in arguments.iter().zip(&parameters) {
            fits.push(self.fit_argument(argument, parameter)?);
        }
        Some(fits)
    }
    fn fit_argument(
        &mut self,
        argument: hir::ExprId,
        parameter: TypeId,
    ) -> Option<crate::builtins::fit::Fit> {
        if self.is_list(argument) {
            return Some(crate::builtins::fit::Fit::Conversion);
        }
        let ty = self.type_as_value(argument);
        let shape = Argument::of(&self.program.types, ty);
        match self.referent(parameter) {
            Some(to) => self.fit_reference(shape, argument, to),
            None => shape
                .fit(&self.program.types, parameter)
                .or_else(|| self.fit_user_conversion(argument, parameter)),
        }
    }
    /// The type that an expression has as a value.
    pub(super) fn type_as_value(&mut self, argument: hir::ExprId) -> TypeId {
        let value = self.value(argument);
        self.type_of(value)
    }
    /// The candidate that fits best; the error lists those that fit equally well.
    fn best_candidate(
        &mut self,
        candidates: &[Candidate],
        arguments: &[hir::ExprId],
    ) -> Result<FunctionId, Vec<usize>> {
        let mut viable = Vec::new();
        let mut fits = Vec::new();
        for (index, candidate) in candidates.iter().enumerate() {
            if let Some(fit) = self.fits_of(candidate.function, arguments) {
                viable.push(index);
                fits.push(fit);
            }
        }
        if viable.is_empty() {
            return Err(Vec::new());
        }
        let tied: Vec<usize> = match best(&fits) {
            Ok(index) => return Ok(candidates[viable[index]].function),
            Err(tied) => tied.into_iter().map(|index| viable[index]).collect(),
        };
        // Of pointers and references, those that add fewer qualifiers are better (C++17 [over.ics.rank]).
        let added = |index: usize| self.added_qualifiers(candidates[index].function, arguments);
        let fewest = tied.iter().map(|&index| added(index)).min().unwrap_or(0);
        let tied: Vec<usize> = tied.iter().copied().filter(|&index| added(index) == fewest).collect();
        if let [only] = tied[..] {
            return Ok(candidates[only].function);
        }
        // A function beats what templates make; of these, the more specialised wins (C++17 [over.match.best]).
        let rank = |index: usize| candidates[index].specialised.unwrap_or(u32::MAX);
        let highest = tied.iter().map(|&index| rank(index)).max().unwrap_or(0);
        let mut best = tied.iter().filter(|&&index| rank(index) == highest);
        match (best.next(), best.next()) {
            (Some(&only), None) => Ok(candidates[only].function),
            _ => Err(tied),
        }
    }
    /// How many qualifiers the pointers and references of a function's parameters add to those of arguments.
    fn added_qualifiers(&self, function: FunctionId, arguments: &[hir::ExprId]) -> u32 {
        let types = &self.program.types;
        let mut added = 0;
        for (&argument, parameter) in arguments.iter().zip(self.parameter_types(function)) {
            let found = &self.current.exprs[argument];
            let (is_const, is_volatile, to) = match (self.referent(parameter), types.pointee(parameter)) {
                (Some(to), _) => {
                    let place = found.place;
                    (
                        place.is_some_and(|place| place.is_const),
                        place.is_some_and(|place| place.is_volatile),
                        to,
                    )
                }
                (None, Some(to)) => match types.pointee(found.ty) {
                    Some(from) => {
                        // The most specific address space wins (section "Member function qualifier").
                        added += 4 * u32::from(from.space != to.space);
                        (from.is_const, from.is_volatile, to)
                    }
                    None => continue,
                },
                (None, None) => continue,
            };
            added += u32::from(to.is_const && !is_const) + u32::from(to.is_volatile && !is_volatile);
        }
        added
    }
    #[cold]
    fn report_candidates(
        &mut self,
        name: Symbol,
        call: Call<'_>,
        candidates: &[Candidate],
        tied: &[usize],
        fault: Option<(Template<'a>, String)>,
    ) -> hir::ExprId {
        let Call { name_span, arguments, span, .. } = call;
        let text = self.interner.text(name).to_owned();
        if let [first, second, ..] = tied {
            let [first, second] =
                [first, second].map(|&index| self.program.functions[candidates[index].function].span);
            let diagnostic = Diagnostic::new(
                codes::TEMPLATE_DEDUCTION,
                name_span,
                format!("several functions `{text}` fit this call"),
            )
            .label(first, "this one")
            .label(second, "and this one");
            self.report(diagnostic.help("convert an argument to the type that is meant"));
            return self.error_expression(span);
        }
        if fault.is_none() {
            let user: Vec<FunctionId> = candidates.iter().map(|candidate| candidate.function).collect();
            if let [only] = user[..] {
                return self.call_function(only, arguments, span);
            }
            let values: Vec<_> = arguments.iter().map(|&argument| self.value(argument)).collect();
            let errors = self.diagnostics.error_count();
            self.resolve_call(name, name_span, &user, arguments, &values);
            if self.diagnostics.error_count() > errors {
                return self.error_expression(span);
            }
        }
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

    /// The scopes of what a template belongs to, with its parameters, instead of those that are open.
    pub(super) fn in_template<T>(
        &mut self,
        class: Option<RecordId>,
        parameters: &[TemplateParameter],
        chosen: &[Chosen],
        inner: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut scopes = class.map(|record| self.class_scopes(record)).unwrap_or_default();
        scopes.push(self.parameter_scope(parameters, chosen));
        self.in_scopes(scopes, inner)
    }
    /// A scope in which the parameters of a template stand for what was chosen.
    pub(super) fn parameter_scope(&mut self, parameters: &[TemplateParameter], chosen: &[Chosen]) -> Scope {
        let mut scope = Scope::default();
        for (open, chosen) in parameters.iter().zip(chosen) {
            let entity = self.chosen_entity(chosen);
            scope.names.insert(open.name, (entity, open.span));
        }
        scope
    }
    fn chosen_entity(&mut self, chosen: &Chosen) -> Entity {
        match chosen {
            Chosen::Type(ty, has_space) => {
                let typedef = Typedef { ty: *ty, has_space: *has_space, pointer_sized: None };
                Entity::Typedef(self.typedefs.push(typedef))
            }
            Chosen::Value(ty, value) => Entity::Constant(*ty, *value),
            Chosen::Pack(list) => {
                let entities = list.iter().map(|chosen| self.chosen_entity(chosen)).collect();
                Entity::Pack(self.packs.push(entities))
            }
        }
    }
    /// The function that a template is for these arguments, declared; `None` if there is none.
    pub(super) fn instance(
        &mut self,
        template: Template<'a>,
        chosen: Vec<Chosen>,
        name: Symbol,
    ) -> Option<FunctionId> {
        let key = (std::ptr::from_ref(template.function), template.context.class, chosen);
        if let Some(&function) = self.templates.instances.get(&key) {
            return Some(function);
        }
        if self.bodies.instances >= MAX_INSTANCES {
            self.report_template_depth(template.function.declarator.span);
            return None;
        }
        let chosen = &key.2;
        let shown: Vec<String> = chosen.iter().map(|chosen| self.chosen_text(chosen)).collect();
        let text = format!("{}<{}>", self.interner.text(name), shown.join(", "));
        let whole_name = self.interner.intern(&text);
        let Context { class, kind, is_explicit } = template.context;
        let (id, failed) = self.silently(|analyzer| {
            analyzer.outside_functions(|analyzer| {
                analyzer.in_template(class, template.parameters, chosen, |analyzer| {
                    let this = match (class, kind) {
                        (Some(record), Some(kind)) => analyzer.this_type(record, kind, template.function),
                        _ => ObjectOf::Nothing,
                    };
                    let id = analyzer.declare_instance(template.function, whole_name, this)?;
                    if template.is_defined {
                        analyzer.add_instance_body(id, template, false);
                    }
                    Some(id)
                })
            })
        });
        let id = id.filter(|_| !failed)?;
        if let Some(kind) = kind {
            if kind == MemberKind::Static {
                self.classes.static_functions.insert(id);
            }
            if is_explicit {
                self.classes.explicit.insert(id);
            }
        }
        self.bodies.instances += 1;
        self.static_functions.insert(id);
        if !template.is_defined {
            self.templates.undefined.push((id, key.clone()));
        }
        self.templates.instances.insert(key, id);
        Some(id)
    }
    /// Runs `inner` without reports; tells whether there would have been errors.
    pub(super) fn silently<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let spoken = std::mem::replace(self.diagnostics, Diagnostics::new());
        self.silent += 1;
        let result = inner(self);
        self.silent -= 1;
        let silent = std::mem::replace(self.diagnostics, spoken);
        (result, silent.has_errors())
    }
    pub(super) fn chosen_text(&self, chosen: &Chosen) -> String {
        match chosen {
            Chosen::Type(ty, _) => self.program.types.qualified_name(self.interner, *ty),
            Chosen::Value(ty, value) => {
                let size = self.program.types.size_of(*ty).clamp(1, 8);
                let unused = 64 - 8 * size;
                ((*value << unused) as i64 >> unused).to_string()
            }
            Chosen::Pack(list) => {
                list.iter().map(|chosen| self.chosen_text(chosen)).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

fn parameter_count(function: &ast::FunctionDefinition) -> usize {
    match function.declarator.parts.first() {
        Some(ast::DeclaratorPart::Function { parameters, .. }) => parameters.len(),
        _ => 0,
    }
}
