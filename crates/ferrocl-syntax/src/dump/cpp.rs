//! What C++ for OpenCL adds: classes, templates, scoped names, lambdas.

use super::Dumper;
use crate::ast::{
    ClassMember, ClassTemplate, FunctionDefinition, FunctionTemplate, Lambda, MemberBody, RecordSpecifier,
    ScopedName, TemplateArgument, TemplateContent, TemplateParameter,
};

impl Dumper<'_> {
    pub(super) fn template_arguments(&mut self, arguments: &[TemplateArgument]) {
        self.push("<");
        for (index, argument) in arguments.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            let is_pack = match argument {
                TemplateArgument::Type(ty, is_pack) => {
                    self.type_name(ty);
                    *is_pack
                }
                TemplateArgument::Value(value, is_pack) => {
                    self.expr(*value);
                    *is_pack
                }
            };
            self.push(if is_pack { "..." } else { "" });
        }
        self.push(">");
    }
    fn template_parameters(&mut self, parameters: &[TemplateParameter]) {
        self.push("template <");
        for (index, parameter) in parameters.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            self.push(if parameter.is_pack { "..." } else { "" });
            self.name(parameter.name);
        }
        self.push("> ");
    }
    fn function_line(&mut self, what: &str, function: &FunctionDefinition, has_body: bool) {
        self.push(what);
        self.declared(&function.specifiers, &function.declarator);
        self.end();
        if has_body {
            self.deeper(|dumper| dumper.stmt(function.body));
        }
    }
    pub(super) fn function_template(&mut self, template: &FunctionTemplate) {
        self.start(template.function.span);
        if !template.outer.is_empty() {
            self.template_parameters(&template.outer);
        }
        self.template_parameters(&template.parameters);
        if let Some(arguments) = &template.arguments {
            self.template_arguments(arguments);
            self.push(" ");
        }
        self.function_line("", &template.function, template.is_defined);
    }
    pub(super) fn class_template(&mut self, template: &ClassTemplate) {
        self.start(template.name.1);
        self.template_parameters(&template.parameters);
        self.name(template.name.0);
        if let Some(arguments) = &template.arguments {
            self.template_arguments(arguments);
        }
        self.push(" = ");
        match &template.content {
            TemplateContent::Class(record) => {
                self.record(record);
                self.end();
                self.deeper(|dumper| dumper.class_members(record));
            }
            TemplateContent::Alias(ty) => {
                self.type_name(ty);
                self.end();
            }
            TemplateContent::Variable(declaration) => {
                self.end();
                self.deeper(|dumper| dumper.declaration(declaration));
            }
        }
    }
    /// The members of a class that are no data, each on a line.
    pub(super) fn class_members(&mut self, record: &RecordSpecifier) {
        let Some(class) = record.class else { return };
        let unit = self.unit;
        for (_, member) in &unit.classes[class].members {
            match member {
                ClassMember::Declaration(declaration) => self.declaration(declaration),
                ClassMember::Function(member) => {
                    self.start(member.function.span);
                    if !member.parameters.is_empty() {
                        self.template_parameters(&member.parameters);
                    }
                    self.function_line(
                        "member function ",
                        &member.function,
                        member.body == MemberBody::Written,
                    );
                }
                ClassMember::Template(template) => self.class_template(template),
                ClassMember::StaticAssert(assertion) => self.static_assert(assertion),
                ClassMember::Friend(function) => {
                    self.start(function.span);
                    self.function_line("friend ", function, true);
                }
                ClassMember::Using(name) => {
                    self.start(name.span);
                    self.push("using ");
                    self.scoped_name(name);
                    self.end();
                }
            }
        }
    }
    pub(super) fn scoped_name(&mut self, name: &ScopedName) {
        self.type_specifier(&name.scope);
        self.push("::");
        self.name(name.name);
        if let Some(arguments) = &name.arguments {
            self.template_arguments(arguments);
        }
    }
    pub(super) fn lambda(&mut self, lambda: &Lambda) {
        self.push("(lambda [");
        self.push(match lambda.default {
            Some(true) => "&",
            Some(false) => "=",
            None => "",
        });
        for capture in &lambda.captures {
            self.push(if capture.by_reference { " &" } else { " " });
            self.name(capture.name);
            if let Some(value) = capture.value {
                self.push(" = ");
                self.expr(value);
            }
        }
        self.push("] ");
        self.declared(&lambda.function.specifiers, &lambda.function.declarator);
        self.push(")");
    }
}
