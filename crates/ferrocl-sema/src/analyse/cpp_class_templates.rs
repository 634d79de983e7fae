//! Templates of classes, types and constants of C++ for OpenCL, and their specialisations (C++17 [temp.class], [temp.alias], [temp.class.spec]).
//!
//! Each choice of a class template's parameters that the program names makes a class: its tree is analysed in a scope in which the parameters
//! stand for what was chosen. Its functions are declared then, and read where something calls them. Of several specialisations whose pattern
//! fits, the one counts in which least is open.

use std::rc::Rc;

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast::{self, TemplateContent};
use rustc_hash::FxHashMap;

use super::cpp_templates::Chosen;
use super::declare_types::Specified;
use super::{Analyzer, Entity};
use crate::hir::{self, GlobalId};
use crate::types::{RecordId, Type};

/// The name of a template, and the class that it is a member of.
pub(super) type TemplateName = (Option<RecordId>, Symbol);

/// The templates of classes, types and constants.
#[derive(Default)]
pub(super) struct ClassTemplates<'a> {
    by_name: FxHashMap<TemplateName, Entry<'a>>,
    /// The classes that were made.
    instances: FxHashMap<(TemplateName, Vec<Chosen>), RecordId>,
    /// The constants that were made.
    constants: FxHashMap<(TemplateName, Vec<Chosen>), Entity>,
}

/// One template with its specialisations.
#[derive(Clone)]
struct Entry<'a> {
    primary: &'a ast::ClassTemplate,
    /// A declaration of it before, whose parameters may have defaults.
    declared: Option<&'a ast::ClassTemplate>,
    specialisations: Vec<&'a ast::ClassTemplate>,
}

impl<'a> Analyzer<'a> {
    /// Makes a template known, or what one is for some arguments.
    pub(super) fn class_template(&mut self, template: &'a ast::ClassTemplate) {
        let owner = self.scopes.last().filter(|_| self.scopes.len() > 1).and_then(|scope| scope.class);
        let (name, span) = template.name;
        if template.arguments.is_some() {
            let found = self.template_named(name);
            match found.and_then(|found| self.templates.classes.by_name.get_mut(&found)) {
                Some(entry) => entry.specialisations.push(template),
                None => self.report_no_template(name, span),
            }
            return;
        }
        let classes = &mut self.templates.classes.by_name;
        match classes.get_mut(&(owner, name)) {
            Some(entry) if is_defined(template) && !is_defined(entry.primary) => {
                entry.declared = Some(entry.primary);
                entry.primary = template;
            }
            Some(entry) if is_defined(template) => {
                let earlier = entry.primary.name.1;
                self.report_redefinition(name, span, earlier);
            }
            Some(_) => {}
            None => {
                let entry = Entry { primary: template, declared: None, specialisations: Vec::new() };
                classes.insert((owner, name), entry);
            }
        }
    }
    /// The template that a name means here.
    fn template_named(&self, name: Symbol) -> Option<TemplateName> {
        self.enclosing_classes().find_map(|record| self.member_template(record, name)).or_else(|| {
            let key = (None, name);
            self.templates.classes.by_name.contains_key(&key).then_some(key)
        })
    }
    /// The template of this name in a class or one that it is derived from.
    fn member_template(&self, record: RecordId, name: Symbol) -> Option<TemplateName> {
        self.in_bases(record, |analyzer, record| {
            let key = (Some(record), name);
            analyzer.templates.classes.by_name.contains_key(&key).then_some(key)
        })
    }
    fn report_no_template(&mut self, name: Symbol, span: Span) {
        let text = self.interner.text(name);
        self.report(
            Diagnostic::new(codes::NO_SUCH_MEMBER, span, format!("there is no template `{text}`"))
                .primary("nothing declares it before this place"),
        );
    }
    /// `name<arguments>` as a type.
    pub(super) fn template_type(&mut self, id: &ast::TemplateId) -> Specified {
        let Some(arguments) = &id.arguments else {
            if let Some(record) = self.enclosing_instance(id.name) {
                return Specified::plain(self.program.types.intern(Type::Record(record)));
            }
            let text = self.interner.text(id.name);
            self.report(
                Diagnostic::new(
                    codes::TEMPLATE_DEDUCTION,
                    id.span,
                    format!("nothing says what the parameters of the template `{text}` are here"),
                )
                .help(format!("write them: `{text}<…>`")),
            );
            return Specified::error();
        };
        let Some(key) = self.template_named(id.name) else {
            self.report_no_template(id.name, id.span);
            return Specified::error();
        };
        self.template_of(key, arguments, id.span)
    }
    /// The class of a template whose text this place is in.
    pub(super) fn enclosing_instance(&self, name: Symbol) -> Option<RecordId> {
        self.enclosing_classes().find_map(|record| {
            self.in_bases(record, |analyzer, record| {
                let (made_of, _) = analyzer.classes.by_record.get(&record)?.instance_of.as_ref()?;
                (*made_of == name).then_some(record)
            })
        })
    }
    /// What a member template of a class makes.
    pub(super) fn member_template_type(
        &mut self,
        record: RecordId,
        name: &ast::ScopedName,
        arguments: &[ast::TemplateArgument],
    ) -> Specified {
        match self.member_template(record, name.name) {
            Some(key) => self.template_of(key, arguments, name.span),
            None => {
                self.report_no_such_member(record, name.name, name.span);
                Specified::error()
            }
        }
    }
    fn template_of(
        &mut self,
        key: TemplateName,
        arguments: &[ast::TemplateArgument],
        span: Span,
    ) -> Specified {
        let Some(entry) = self.templates.classes.by_name.get(&key).cloned() else {
            return Specified::error();
        };
        let Some(chosen) = self.chosen_for(key, &entry, arguments, span) else { return Specified::error() };
        match &entry.primary.content {
            TemplateContent::Alias(ty) => self.alias_of(key, entry.primary, ty, &chosen, span),
            TemplateContent::Class(_) => match self.class_of_template(key, &entry, chosen, span) {
                Some(record) => Specified::plain(self.program.types.intern(Type::Record(record))),
                None => Specified::error(),
            },
            TemplateContent::Variable(_) => {
                let text = self.interner.text(key.1);
                self.report(Diagnostic::new(
                    ferrocl_base::codes::syntax::UNKNOWN_TYPE,
                    span,
                    format!("`{text}` is not a type"),
                ));
                Specified::error()
            }
        }
    }
    fn chosen_for(
        &mut self,
        key: TemplateName,
        entry: &Entry<'a>,
        arguments: &[ast::TemplateArgument],
        span: Span,
    ) -> Option<Vec<Chosen>> {
        let errors = self.diagnostics.error_count();
        let parameters = self.parameters_with_defaults(entry);
        let found = self.explicit_arguments(&entry.primary.parameters, arguments, key.0);
        let chosen = found.and_then(|found| self.complete_arguments(parameters, found, key.0));
        match chosen {
            Ok(chosen) => Some(chosen),
            Err(why) => {
                if self.diagnostics.error_count() == errors {
                    let text = self.interner.text(key.1);
                    self.report(
                        Diagnostic::new(
                            codes::TEMPLATE_DEDUCTION,
                            span,
                            format!("these are no arguments for the template `{text}`"),
                        )
                        .primary(why)
                        .label(entry.primary.name.1, "the template"),
                    );
                }
                None
            }
        }
    }
    /// The parameters of a template: of two declarations, those with defaults.
    fn parameters_with_defaults(&self, entry: &Entry<'a>) -> &'a [ast::TemplateParameter] {
        let own = &entry.primary.parameters[..];
        let has_defaults = |parameters: &[ast::TemplateParameter]| {
            parameters.iter().any(|parameter| parameter.kind.has_default())
        };
        match entry.declared {
            Some(declared)
                if !has_defaults(own)
                    && has_defaults(&declared.parameters)
                    && declared.parameters.len() == own.len() =>
            {
                &declared.parameters
            }
            _ => own,
        }
    }
    fn alias_of(
        &mut self,
        key: TemplateName,
        template: &'a ast::ClassTemplate,
        ty: &'a ast::TypeName,
        chosen: &[Chosen],
        span: Span,
    ) -> Specified {
        if !self.enter_class_depth(span) {
            return Specified::error();
        }
        let found = self.outside_functions(|analyzer| {
            analyzer.in_template(key.0, &template.parameters, chosen, |analyzer| {
                let base = analyzer.specified(&ty.specifiers);
                analyzer.derive(base, &ty.declarator)
            })
        });
        self.classes.depth -= 1;
        found
    }
    /// The class that a template is for these arguments.
    fn class_of_template(
        &mut self,
        key: TemplateName,
        entry: &Entry<'a>,
        chosen: Vec<Chosen>,
        span: Span,
    ) -> Option<RecordId> {
        let made_key = (key, chosen);
        if let Some(&record) = self.templates.classes.instances.get(&made_key) {
            return Some(record);
        }
        if !self.enter_class_depth(span) {
            return None;
        }
        let record = self.make_class(key, entry, &made_key.1, span);
        self.classes.depth -= 1;
        record
    }
    fn make_class(
        &mut self,
        key: TemplateName,
        entry: &Entry<'a>,
        chosen: &[Chosen],
        span: Span,
    ) -> Option<RecordId> {
        let (template, bound) = self.specialisation_for(entry, key.0, chosen, span)?;
        let TemplateContent::Class(specifier) = &template.content else { return None };
        let shown: Vec<String> = chosen.iter().map(|chosen| self.chosen_text(chosen)).collect();
        let text = format!("{}<{}>", self.interner.text(key.1), shown.join(", "));
        let tag = self.interner.intern(&text);
        let record = self.new_record(specifier, Some(tag));
        self.templates.classes.instances.insert((key, chosen.to_vec()), record);
        let class = self.classes.by_record.entry(record).or_default();
        class.is_lazy = true;
        class.instance_of = Some((key.1, Rc::from(chosen)));
        let Some(members) = &specifier.members else {
            let text = self.interner.text(tag);
            self.report(
                Diagnostic::new(
                    ferrocl_base::codes::declarations::INCOMPLETE_TYPE,
                    span,
                    format!("the template of `{text}` is only declared"),
                )
                .label(template.name.1, "declared here without members")
                .help("define it before this place"),
            );
            return Some(record);
        };
        let errors = self.diagnostics.error_count();
        let covered = std::mem::take(&mut self.covered);
        self.outside_functions(|analyzer| {
            analyzer.in_template(key.0, &template.parameters, &bound, |analyzer| {
                analyzer.complete_record(record, specifier, members);
            });
        });
        self.covered = covered;
        if self.diagnostics.error_count() > errors {
            if self.silent > 0 {
                // Whoever asks again is told.
                self.templates.classes.instances.remove(&(key, chosen.to_vec()));
            } else if self.classes.depth == 1 {
                // Of classes that ask for each other, the program's own place is named.
                self.report(
                    Diagnostic::new(codes::IN_TEMPLATE, span, format!("the errors above are in `{text}`"))
                        .primary("it is made for this place"),
                );
            }
        }
        for outside in self.templates.members.get(&key.1).cloned().unwrap_or_default() {
            self.member_for_instance(record, outside);
        }
        Some(record)
    }
    /// The specialisation that counts for these arguments, and what its own parameters stand for.
    fn specialisation_for(
        &mut self,
        entry: &Entry<'a>,
        class: Option<RecordId>,
        chosen: &[Chosen],
        span: Span,
    ) -> Option<(&'a ast::ClassTemplate, Vec<Chosen>)> {
        let mut best: Option<(u32, &'a ast::ClassTemplate, Vec<Chosen>)> = None;
        let mut tied = None;
        for &special in &entry.specialisations {
            let Some(arguments) = &special.arguments else { continue };
            let Some(bound) = self.match_specialisation(entry, class, special, arguments, chosen) else {
                continue;
            };
            let score = self.fixed_arguments(&special.parameters, arguments);
            match &best {
                Some((before, ..)) if *before > score => {}
                Some((before, other, _)) if *before == score => tied = Some((*other, special)),
                _ => {
                    best = Some((score, special, bound));
                    tied = None;
                }
            }
        }
        if let Some((first, second)) = tied {
            let text = self.interner.text(entry.primary.name.0);
            self.report(
                Diagnostic::new(
                    codes::TEMPLATE_DEDUCTION,
                    span,
                    format!("two specialisations of `{text}` fit these arguments equally well"),
                )
                .label(first.name.1, "this one")
                .label(second.name.1, "and this one")
                .help("write a specialisation for what both fit"),
            );
            return None;
        }
        Some(match best {
            Some((_, special, bound)) => (special, bound),
            None => (entry.primary, chosen.to_vec()),
        })
    }
    /// What the parameters of a specialisation stand for if it is for these arguments.
    fn match_specialisation(
        &mut self,
        entry: &Entry<'a>,
        class: Option<RecordId>,
        special: &'a ast::ClassTemplate,
        arguments: &'a [ast::TemplateArgument],
        chosen: &[Chosen],
    ) -> Option<Vec<Chosen>> {
        let mut found = vec![None; special.parameters.len()];
        self.deduce_arguments(&special.parameters, arguments, chosen, &mut found);
        let bound = self.complete_arguments(&special.parameters, found, class).ok()?;
        // With these, the pattern has to give the arguments again.
        let primary = &entry.primary.parameters;
        let parameters = self.parameters_with_defaults(entry);
        let (again, failed) = self.silently(|analyzer| {
            analyzer.outside_functions(|analyzer| {
                analyzer.in_template(class, &special.parameters, &bound, |analyzer| {
                    let found = analyzer.explicit_arguments(primary, arguments, class).ok()?;
                    analyzer.complete_arguments(parameters, found, class).ok()
                })
            })
        });
        (!failed && again? == chosen).then_some(bound)
    }
    /// A member function of a class template that is defined outside of it.
    pub(super) fn member_of_template_outside(&mut self, template: &'a ast::FunctionTemplate) {
        let Some(ast::TypeSpecifier::Template(id)) = template.function.declarator.scope.as_deref() else {
            return;
        };
        let name = id.name;
        self.templates.members.entry(name).or_default().push(template);
        let made: Vec<RecordId> = self
            .templates
            .classes
            .instances
            .iter()
            .filter(|((key, _), _)| key.1 == name)
            .map(|(_, &record)| record)
            .collect();
        for record in made {
            self.member_for_instance(record, template);
        }
    }
    fn member_for_instance(&mut self, record: RecordId, template: &'a ast::FunctionTemplate) {
        let Some((name, span)) = template.function.declarator.name else { return };
        let Some(class) = self.classes.by_record.get(&record) else { return };
        let Some((_, chosen)) = class.instance_of.clone() else { return };
        // The parameters may have other names outside.
        let scope = self.parameter_scope(&template.outer, &chosen);
        if let Some(class) = self.classes.by_record.get_mut(&record) {
            match class.outer.last_mut() {
                Some(last) => {
                    for (name, entity) in scope.names {
                        last.names.entry(name).or_insert(entity);
                    }
                }
                None => class.outer.push(scope),
            }
        }
        if !template.parameters.is_empty() {
            if let Some((_, whole)) = self.member_function_name(record, name) {
                let context = super::cpp_templates::Context {
                    class: Some(record),
                    kind: self.template_kind(whole),
                    is_explicit: false,
                };
                self.note_function_template(
                    whole,
                    &template.parameters,
                    &template.function,
                    &template.initializers,
                    context,
                    template.is_defined,
                );
            }
            return;
        }
        self.define_member_outside(
            record,
            &template.function,
            &template.initializers,
            name,
            span,
            template.is_defined,
        );
    }
    /// `name<arguments>` as a value: a constant that a template makes; `None` if the name is no such template's.
    pub(super) fn template_constant(
        &mut self,
        name: Symbol,
        arguments: &'a [ast::TemplateArgument],
        span: Span,
    ) -> Option<hir::ExprId> {
        let key = self.template_named(name)?;
        let entry = self.templates.classes.by_name.get(&key)?.clone();
        if !matches!(entry.primary.content, TemplateContent::Variable(_)) {
            return None;
        }
        let Some(chosen) = self.chosen_for(key, &entry, arguments, span) else {
            return Some(self.error_expression(span));
        };
        let made_key = (key, chosen);
        if let Some(&entity) = self.templates.classes.constants.get(&made_key) {
            return Some(self.entity_expression(entity, name, span));
        }
        if !self.enter_class_depth(span) {
            return Some(self.error_expression(span));
        }
        let entity = self.make_constant(key, &entry, &made_key.1, span);
        self.classes.depth -= 1;
        let Some(entity) = entity else { return Some(self.error_expression(span)) };
        self.templates.classes.constants.insert(made_key, entity);
        Some(self.entity_expression(entity, name, span))
    }
    fn make_constant(
        &mut self,
        key: TemplateName,
        entry: &Entry<'a>,
        chosen: &[Chosen],
        span: Span,
    ) -> Option<Entity> {
        let (template, bound) = self.specialisation_for(entry, key.0, chosen, span)?;
        let TemplateContent::Variable(declaration) = &template.content else { return None };
        let declared = declaration.declarators.first()?;
        let initializer = declared.initializer.as_ref()?;
        let covered = std::mem::take(&mut self.covered);
        let entity = self.outside_functions(|analyzer| {
            analyzer.in_template(key.0, &template.parameters, &bound, |analyzer| {
                let base = match declaration.specifiers.ty {
                    ast::TypeSpecifier::Auto => {
                        let (found, _) = analyzer.deduce_auto(
                            &declaration.specifiers,
                            &declared.declarator,
                            Some(initializer),
                        );
                        analyzer.qualify(found, &declaration.specifiers)
                    }
                    _ => analyzer.specified(&declaration.specifiers),
                };
                let derived = analyzer.derive(base, &declared.declarator);
                if derived.is_error() {
                    return None;
                }
                let ty = analyzer.with_space(derived.ty, ferrocl_ir::AddressSpace::Constant);
                let mut ty = analyzer.with_qualifiers(ty, true, false);
                let contents = analyzer.static_initializer(initializer, &mut ty, "the value of the template");
                let align = analyzer.alignment(ty);
                let global: GlobalId = analyzer.program.globals.push(hir::Global {
                    name: Some(key.1),
                    ty,
                    align,
                    bytes: Some(contents.bytes),
                    relocations: contents.relocations,
                    link_name: None,
                    span,
                });
                analyzer.static_globals.insert(global);
                Some(Entity::Global(global))
            })
        });
        self.covered = covered;
        entity
    }
    /// The type that a variable of a class template takes from its initialiser (C++17 [over.match.class.deduct]); `None` if `specifiers` name
    /// their type otherwise.
    pub(super) fn deduced_class(
        &mut self,
        specifiers: &ast::DeclarationSpecifiers,
        initializer: Option<&'a ast::Initializer>,
    ) -> Option<Specified> {
        let ast::TypeSpecifier::Template(id) = &specifiers.ty else { return None };
        if id.arguments.is_some() || self.enclosing_instance(id.name).is_some() {
            return None;
        }
        let values: Vec<ast::ExprId> = match initializer {
            Some(ast::Initializer::Arguments(parts, _)) => parts.clone(),
            Some(ast::Initializer::Expr(value)) => vec![*value],
            Some(ast::Initializer::List(list)) => list
                .items
                .iter()
                .filter_map(|item| match item.value {
                    ast::Initializer::Expr(value) => Some(value),
                    _ => None,
                })
                .collect(),
            _ => return None,
        };
        let arguments: Vec<hir::ExprId> = values.iter().map(|&value| self.expression(value)).collect();
        Some(self.class_for_values(id, &arguments))
    }
    /// The class of a template for the values that make an object of it.
    pub(super) fn class_for_values(&mut self, id: &ast::TemplateId, arguments: &[hir::ExprId]) -> Specified {
        if arguments.iter().any(|&argument| self.is_error(argument)) {
            return Specified::error();
        }
        let Some(key) = self.template_named(id.name) else {
            self.report_no_template(id.name, id.span);
            return Specified::error();
        };
        if let &[argument] = arguments
            && let Some(record) = self.record_of(self.type_of(argument))
            && let Some((name, _)) =
                self.classes.by_record.get(&record).and_then(|class| class.instance_of.clone())
            && name == key.1
        {
            return Specified::plain(self.type_of(argument));
        }
        let Some(entry) = self.templates.classes.by_name.get(&key).cloned() else {
            return Specified::error();
        };
        let Some(chosen) = self.deduce_class_arguments(key, &entry, arguments) else {
            let text = self.interner.text(id.name);
            self.report(
                Diagnostic::new(
                    codes::TEMPLATE_DEDUCTION,
                    id.span,
                    format!("these values do not say what the parameters of `{text}` are"),
                )
                .label(entry.primary.name.1, "the template")
                .help(format!("write them: `{text}<…>`")),
            );
            return Specified::error();
        };
        match self.class_of_template(key, &entry, chosen, id.span) {
            Some(record) => Specified::plain(self.program.types.intern(Type::Record(record))),
            None => Specified::error(),
        }
    }
    fn deduce_class_arguments(
        &mut self,
        key: TemplateName,
        entry: &Entry<'a>,
        arguments: &[hir::ExprId],
    ) -> Option<Vec<Chosen>> {
        let TemplateContent::Class(specifier) = &entry.primary.content else { return None };
        let unit = self.unit;
        let body = &unit.classes[specifier.class?];
        let parameters = &entry.primary.parameters[..];
        let mut has_constructors = false;
        for (_, member) in &body.members {
            let ast::ClassMember::Function(member) = member else { continue };
            if member.kind != ast::MemberKind::Constructor || !member.parameters.is_empty() {
                continue;
            }
            has_constructors = true;
            let template = super::cpp_templates::Template::of_class(parameters, &member.function, key.0);
            if let (Ok(chosen), false) =
                self.silently(|analyzer| analyzer.template_arguments(template, &[], arguments))
            {
                return Some(chosen);
            }
        }
        if has_constructors {
            return None;
        }
        // An aggregate: the members in order.
        let fields = specifier.members.as_ref()?.iter().flat_map(|member| {
            member.declarators.iter().map(move |declared| (&member.specifiers, &declared.declarator))
        });
        let mut found = vec![None; parameters.len()];
        for ((specifiers, declarator), &argument) in fields.zip(arguments) {
            self.deduce_member(parameters, specifiers, &declarator.parts, argument, &mut found);
        }
        self.complete_arguments(parameters, found, key.0).ok()
    }
}

/// Whether a template's contents follow.
fn is_defined(template: &ast::ClassTemplate) -> bool {
    match &template.content {
        TemplateContent::Class(record) => record.members.is_some(),
        TemplateContent::Alias(_) | TemplateContent::Variable(_) => true,
    }
}
