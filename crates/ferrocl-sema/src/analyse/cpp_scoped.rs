//! Names with a class or enumeration before them (C++17 [basic.lookup.qual]): `S::type`, `T::value`, `S::f(x)`, `E::A`.

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast::ScopedName;

use super::cpp_templates::Call;
use super::declare_types::Specified;
use super::{Analyzer, Entity, Tag};
use crate::hir;
use crate::types::{RecordId, Type};

impl<'a> Analyzer<'a> {
    /// `scope::name` as a type.
    pub(super) fn scoped_type(&mut self, name: &ScopedName) -> Specified {
        let scope = self.type_of_specifier(&name.scope, name.span);
        if scope.is_error() {
            return Specified::error();
        }
        let Some(record) = self.record_of(scope.ty.ty) else {
            self.report_no_class(&scope, name.span);
            return Specified::error();
        };
        if let Some(arguments) = &name.arguments {
            return self.member_template_type(record, name, arguments);
        }
        match self.class_entity(record, name.name) {
            Some((Entity::Typedef(id), _)) => {
                let typedef = self.typedefs[id];
                return Specified {
                    ty: typedef.ty,
                    has_space: typedef.has_space,
                    space_span: None,
                    pointer_sized: typedef.pointer_sized,
                };
            }
            Some(_) => {
                let text = self.interner.text(name.name);
                self.report(Diagnostic::new(
                    ferrocl_base::codes::syntax::UNKNOWN_TYPE,
                    name.span,
                    format!("the member `{text}` is not a type"),
                ));
                return Specified::error();
            }
            None => {}
        }
        match self.class_tag(record, name.name) {
            Some((Tag::Record(id), _)) => Specified::plain(self.program.types.intern(Type::Record(id))),
            Some((Tag::Enum(id), _)) => Specified::plain(self.program.types.intern(Type::Enum(id))),
            None => {
                self.report_no_such_member(record, name.name, name.span);
                Specified::error()
            }
        }
    }
    fn report_no_class(&mut self, scope: &Specified, span: Span) {
        let text = self.program.types.name(self.interner, scope.ty.ty);
        self.report(
            Diagnostic::new(codes::NO_SUCH_MEMBER, span, format!("`{text}` is no class and has no members"))
                .primary("`::` follows it here"),
        );
    }
    /// `scope::name` as a value.
    pub(super) fn scoped_expression(&mut self, name: &ScopedName) -> hir::ExprId {
        let span = name.span;
        let scope = self.type_of_specifier(&name.scope, span);
        if scope.is_error() {
            return self.error_expression(span);
        }
        if let Type::Enum(id) = *self.program.types.get(scope.ty.ty) {
            return match self.classes.enum_constants.get(&(id, name.name)) {
                Some(&value) => self.enum_constant(id, value, span),
                None => {
                    let text = self.interner.text(name.name);
                    let found = self.program.types.name(self.interner, scope.ty.ty);
                    self.report(Diagnostic::new(
                        codes::NO_SUCH_MEMBER,
                        span,
                        format!("`{found}` has no constant `{text}`"),
                    ));
                    self.error_expression(span)
                }
            };
        }
        let Some(record) = self.record_of(scope.ty.ty) else {
            self.report_no_class(&scope, span);
            return self.error_expression(span);
        };
        if let Some((entity, _)) = self.class_entity(record, name.name) {
            return self.entity_expression(entity, name.name, span);
        }
        if self.has_member(record, name.name) {
            return self.member_of_base(record, name, span);
        }
        if let Some((_, whole)) = self.member_function_name(record, name.name) {
            return self.report_function_value(whole, span);
        }
        self.report_no_such_member(record, name.name, span);
        self.error_expression(span)
    }
    /// A data member of a base, named with its class in a function of a class derived from it.
    fn member_of_base(&mut self, record: RecordId, name: &ScopedName, span: Span) -> hir::ExprId {
        let this = self.this_expression(span);
        let Some(this) = this else {
            let text = self.interner.text(name.name);
            self.report(
                Diagnostic::new(
                    codes::WITHOUT_OBJECT,
                    span,
                    format!("`{text}` is a member of an object, and here is none"),
                )
                .help("name the object: `object.member`"),
            );
            return self.error_expression(span);
        };
        let pointer = self.value(this);
        let object = self.dereference(pointer, span);
        let object = self.as_base(object, record, span);
        self.member(object, false, name.name, span, span)
    }
    /// `scope::name(arguments)`.
    pub(super) fn scoped_call(
        &mut self,
        name: &ScopedName,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> hir::ExprId {
        let scope = self.type_of_specifier(&name.scope, name.span);
        if scope.is_error() {
            return self.error_expression(span);
        }
        if let Some(record) = self.record_of(scope.ty.ty)
            && let Some((owner, whole)) = self.member_function_name(record, name.name)
        {
            let explicit = name.arguments.as_deref().unwrap_or(&[]);
            let call = Call { explicit, name_span: name.span, arguments, span };
            return self.call_in_class(record, owner, whole, call);
        }
        let callee = self.scoped_expression(name);
        self.call_value(callee, arguments, span)
    }
}
