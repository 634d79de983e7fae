//! Member functions of classes of C++ for OpenCL, and what names mean in them (C++17 [class.mfct]; section "Member function qualifier").
//!
//! A member function `S::f` is a function whose first parameter, `this`, is a pointer to the object; its address space is that of the
//! function's qualifiers, or generic. A constructor `S::S` is a function that gives the object which it makes: `this` points to a variable
//! of it, which it returns. All functions of a class are declared before the first body is read, since a body may call any of them; those of
//! templates are only read where something calls them.

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast::{self, DeclaratorPart, MemberBody, MemberFunction, MemberKind};

use super::cpp_results::{Body, BodyKind};
use super::cpp_templates::{Call, Context};
use super::declare_functions::ObjectOf;
use super::{Analyzer, Entity};
use crate::hir::{self, FunctionId};
use crate::types::{AddressSpace, QualifiedType, RecordId, Type};

/// The class whose function is being analysed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CurrentClass {
    pub(super) record: RecordId,
    /// What `this` is; `None` in a `static` function.
    pub(super) this: Option<hir::VariableId>,
    /// The object that a constructor makes.
    pub(super) made: Option<hir::VariableId>,
}

/// What of a function's body belongs to its class.
#[derive(Clone, Copy)]
pub(crate) struct ClassPart<'a> {
    pub(super) class: CurrentClass,
    /// What a constructor begins with.
    pub(super) initializers: Option<&'a [ast::MemberInitializer]>,
}

impl<'a> Analyzer<'a> {
    /// Declares a function of a class.
    pub(super) fn declare_member_function(&mut self, record: RecordId, member: &'a MemberFunction) {
        let Some((name, span)) = member.function.declarator.name else { return };
        if member.function.specifiers.kernel.is_some() {
            self.report(
                Diagnostic::new(codes::MEMBER_KERNEL, span, "a member function cannot be a kernel")
                    .primary("the host finds kernels by name alone")
                    .note("section \"Kernel functions\" of C++ for OpenCL")
                    .help("write a kernel outside of the class that calls it"),
            );
            return;
        }
        let space = self.object_space(&member.function);
        if member.body == MemberBody::Default && !self.is_default_constructor(member) {
            // What every class has.
            return;
        }
        let name = match member.kind {
            MemberKind::Conversion => self.conversion_name(&member.function),
            _ => name,
        };
        let whole = self.name_member_function(record, member.kind, name, space);
        if !member.parameters.is_empty() {
            let context =
                Context { class: Some(record), kind: Some(member.kind), is_explicit: member.is_explicit };
            self.note_function_template(
                whole,
                &member.parameters,
                &member.function,
                &member.initializers,
                context,
                member.body == MemberBody::Written,
            );
            return;
        }
        let this = self.this_type(record, member.kind, &member.function);
        let Some(id) = self.declare_member(&member.function, whole, this, member.body == MemberBody::Written)
        else {
            return;
        };
        self.note_member_function(record, member.kind, id, member.is_explicit);
        match member.body {
            MemberBody::Written | MemberBody::Default => {
                let kind = BodyKind::Member { record, kind: member.kind, initializers: &member.initializers };
                self.add_class_body(record, id, Body::new(&member.function, kind));
            }
            MemberBody::Elsewhere => {}
            MemberBody::Deleted(span) => {
                self.classes.deleted.insert(id, span);
            }
        }
    }
    /// The name of a conversion function, which tells its type.
    fn conversion_name(&mut self, function: &ast::FunctionDefinition) -> Symbol {
        let base = self.specified(&function.specifiers);
        let parts = function.declarator.parts.get(1..).unwrap_or(&[]);
        let ty = self.derive_parts(base, parts, function.declarator.span);
        let text = format!("operator {}", self.program.types.qualified_name(self.interner, ty.ty));
        self.interner.intern(&text)
    }
    /// Whether a member function is `S() = default`.
    fn is_default_constructor(&self, member: &MemberFunction) -> bool {
        member.kind == MemberKind::Constructor
            && matches!(
                member.function.declarator.parts.first(),
                Some(DeclaratorPart::Function { parameters, .. }) if parameters.is_empty()
            )
    }
    /// The address space of the objects on which a function is called, where it says so.
    pub(super) fn object_space(&self, function: &ast::FunctionDefinition) -> Option<AddressSpace> {
        use ast::AddressSpaceKeyword as Keyword;
        let Some(DeclaratorPart::Function { object, .. }) = function.declarator.parts.first() else {
            return None;
        };
        let &(keyword, _) = object.address_spaces.first()?;
        Some(match keyword {
            Keyword::Global => AddressSpace::Global,
            Keyword::Local => AddressSpace::Local,
            Keyword::Constant => AddressSpace::Constant,
            Keyword::Private => AddressSpace::Private,
            Keyword::Generic => AddressSpace::Generic,
        })
    }
    /// The object of a function of a class.
    pub(super) fn this_type(
        &mut self,
        record: RecordId,
        kind: MemberKind,
        function: &ast::FunctionDefinition,
    ) -> ObjectOf {
        let ty = self.program.types.intern(Type::Record(record));
        match kind {
            MemberKind::Static => return ObjectOf::Nothing,
            MemberKind::Constructor => return ObjectOf::Made(ty),
            MemberKind::Method | MemberKind::Destructor | MemberKind::Conversion => {}
        }
        let space = self.object_space(function).unwrap_or(self.default_pointee_space());
        let (mut is_const, mut is_volatile) = (false, false);
        if let Some(DeclaratorPart::Function { object, .. }) = function.declarator.parts.first() {
            is_const |= object.is_const.is_some();
            is_volatile |= object.is_volatile.is_some();
        }
        let object = QualifiedType { is_const, is_volatile, ..QualifiedType::new(ty, space) };
        ObjectOf::This(self.program.types.pointer(object))
    }
    /// The whole name of a function of a class, which the class has from here on.
    pub(super) fn name_member_function(
        &mut self,
        record: RecordId,
        kind: MemberKind,
        name: Symbol,
        space: Option<AddressSpace>,
    ) -> Symbol {
        if kind == MemberKind::Constructor {
            let space = space.unwrap_or(AddressSpace::Generic);
            let written = match space {
                AddressSpace::Generic | AddressSpace::Private => name,
                other => {
                    let text = format!("{} {other}", self.interner.text(name));
                    self.interner.intern(&text)
                }
            };
            let whole = self.member_symbol(record, written);
            let space = if space == AddressSpace::Private { AddressSpace::Generic } else { space };
            self.classes.by_record.entry(record).or_default().constructors.insert(space, whole);
            return whole;
        }
        let whole = self.member_symbol(record, name);
        if !matches!(kind, MemberKind::Destructor | MemberKind::Conversion) {
            self.classes.by_record.entry(record).or_default().functions.insert(name, whole);
        }
        whole
    }
    /// Notes what a declared function is to its class.
    pub(super) fn note_member_function(
        &mut self,
        record: RecordId,
        kind: MemberKind,
        id: FunctionId,
        is_explicit: bool,
    ) {
        self.static_functions.insert(id);
        if is_explicit {
            self.classes.explicit.insert(id);
        }
        let class = self.classes.by_record.entry(record).or_default();
        match kind {
            MemberKind::Static => {
                self.classes.static_functions.insert(id);
            }
            MemberKind::Destructor => class.destructor = Some(self.program.functions[id].name),
            MemberKind::Conversion => class.conversions.push(id),
            MemberKind::Method | MemberKind::Constructor => {}
        }
    }
    /// A function that is a friend of a class and defined in it: one outside, which knows the names of the class.
    pub(super) fn friend_function(&mut self, record: RecordId, function: &'a ast::FunctionDefinition) {
        let Some((name, _)) = function.declarator.name else { return };
        let Some(id) = self.declare_member(function, name, ObjectOf::Nothing, true) else { return };
        self.static_functions.insert(id);
        self.add_class_body(record, id, Body::new(function, BodyKind::Friend { record }));
    }
    /// Adds a body in the text of a class: those of templates wait until something calls them.
    fn add_class_body(&mut self, record: RecordId, id: FunctionId, body: Body<'a>) {
        let is_lazy = self.classes.by_record.get(&record).is_some_and(|class| class.is_lazy);
        self.add_body(id, body, is_lazy);
    }
    /// A member function, constructor or the like that is defined outside of its class; `None` if the class has none such.
    pub(super) fn member_outside(
        &mut self,
        function: &'a ast::FunctionDefinition,
        initializers: &'a [ast::MemberInitializer],
        is_defined: bool,
    ) {
        let (Some(scope), Some((name, span))) = (&function.declarator.scope, function.declarator.name) else {
            return;
        };
        let class = self.type_of_specifier(scope, span);
        let Some(record) = self.record_of(class.ty.ty) else {
            if !class.is_error() {
                let text = self.program.types.name(self.interner, class.ty.ty);
                self.report(
                    Diagnostic::new(codes::NO_SUCH_MEMBER, span, format!("`{text}` is no class"))
                        .help("write the name of a class before `::`"),
                );
            }
            return;
        };
        self.define_member_outside(record, function, initializers, name, span, is_defined);
    }
    /// The same for a class that is known.
    pub(super) fn define_member_outside(
        &mut self,
        record: RecordId,
        function: &'a ast::FunctionDefinition,
        initializers: &'a [ast::MemberInitializer],
        name: Symbol,
        span: Span,
        is_defined: bool,
    ) {
        let (kind, whole) = self.kind_outside(record, function, name);
        let Some(whole) = whole else {
            self.report_no_such_member(record, name, span);
            return;
        };
        self.in_class(record, |analyzer| {
            let this = analyzer.this_type(record, kind, function);
            let before = analyzer.overloads(whole).len();
            let Some(id) = analyzer.declare_member(function, whole, this, is_defined) else { return };
            if analyzer.overloads(whole).len() > before {
                analyzer.report(
                    Diagnostic::new(
                        codes::NO_SUCH_MEMBER,
                        span,
                        format!(
                            "the class declares no `{}` with these parameters",
                            analyzer.interner.text(name)
                        ),
                    )
                    .help("declare it in the class, or write the parameters of the declaration"),
                );
            }
            if is_defined {
                let kind = BodyKind::Member { record, kind, initializers };
                analyzer.add_class_body(record, id, Body::new(function, kind));
            }
        });
    }
    /// What kind of function a definition outside of a class is of, and its whole name.
    fn kind_outside(
        &mut self,
        record: RecordId,
        function: &ast::FunctionDefinition,
        name: Symbol,
    ) -> (MemberKind, Option<Symbol>) {
        let text = self.interner.text(name).to_owned();
        let space = self.object_space(function);
        let Some(class) = self.classes.by_record.get(&record) else { return (MemberKind::Method, None) };
        match text.as_str() {
            "~" => (MemberKind::Destructor, class.destructor),
            "operator type" => {
                let name = self.in_class(record, |analyzer| analyzer.conversion_name(function));
                let whole = self.member_symbol(record, name);
                let known = !self.overloads(whole).is_empty();
                (MemberKind::Conversion, Some(whole).filter(|_| known))
            }
            _ => {
                if let Some(&whole) = class.functions.get(&name) {
                    let is_static = self
                        .overloads(whole)
                        .first()
                        .is_some_and(|id| self.classes.static_functions.contains(id));
                    return (if is_static { MemberKind::Static } else { MemberKind::Method }, Some(whole));
                }
                let space = match space {
                    Some(AddressSpace::Private) | None => AddressSpace::Generic,
                    Some(other) => other,
                };
                let constructor = class.constructors.get(&space).copied();
                (MemberKind::Constructor, constructor.filter(|_| self.is_class_name(record, name)))
            }
        }
    }

    /// Whether a name is declared in the function that is being analysed, nearer than its class.
    fn is_local(&self, name: Symbol) -> bool {
        let inner = self.scopes.iter().rev().take_while(|scope| scope.class.is_none());
        self.scopes.len() > 1
            && inner.take(self.scopes.len() - 1).any(|scope| scope.names.contains_key(&name))
    }
    /// The classes in whose functions this place is, innermost first.
    pub(super) fn enclosing_classes(&self) -> impl Iterator<Item = RecordId> + '_ {
        self.scopes.iter().skip(1).rev().filter_map(|scope| scope.class)
    }
    /// The object on which the current function is called.
    fn this_object(&mut self, span: Span) -> Option<hir::ExprId> {
        let this = self.current.class?.this?;
        let ty = self.current.variables[this].ty;
        let ty = QualifiedType { is_const: true, ..QualifiedType::new(ty.ty, AddressSpace::Private) };
        let variable = self.add_place(hir::ExprKind::Variable(this), ty, 8, span);
        let pointer = self.value(variable);
        Some(self.dereference(pointer, span))
    }
    /// `this` in the function that is being analysed, which may be a lambda's.
    pub(super) fn this_expression(&mut self, span: Span) -> Option<hir::ExprId> {
        let class = self.current.class?;
        if let Some(&field) = self.classes.captured_this.get(&class.record) {
            let closure = self.this_object(span)?;
            return Some(self.field_place(closure, class.record, field, span));
        }
        if self.closure_record(class.record) {
            return None;
        }
        let object = self.this_object(span)?;
        Some(self.address_of(object, span))
    }
    fn closure_record(&self, record: RecordId) -> bool {
        let tag = self.program.types.records[record].tag;
        tag.is_some_and(|tag| self.interner.text(tag).starts_with("lambda"))
    }
    /// The object of a class round this place whose members can be named without it.
    fn object_of(&mut self, record: RecordId, span: Span) -> Option<hir::ExprId> {
        let class = self.current.class?;
        if class.record == record {
            return self.this_object(span);
        }
        if let Some(&field) = self.classes.captured_this.get(&class.record) {
            let closure = self.this_object(span)?;
            let pointer = self.field_place(closure, class.record, field, span);
            let pointer = self.value(pointer);
            let pointee = self.program.types.pointee(self.type_of(pointer))?;
            let object = self.dereference(pointer, span);
            let found = self.record_of(pointee.ty)?;
            return (found == record).then_some(object);
        }
        None
    }
    /// A data member by its number.
    pub(super) fn field_place(
        &mut self,
        object: hir::ExprId,
        record: RecordId,
        field: u32,
        span: Span,
    ) -> hir::ExprId {
        self.member_by_path(object, &[(record, field)], span)
    }
    /// A name in a member function that means a data member of the class: `None` if it means something else.
    pub(super) fn implicit_member(&mut self, name: Symbol, span: Span) -> Option<hir::ExprId> {
        if self.interner.text(name) == "this" {
            return self.this_expression(span);
        }
        if self.is_local(name) {
            return None;
        }
        let classes: Vec<RecordId> = self.enclosing_classes().collect();
        for record in classes {
            if self.class_entity(record, name).is_some() {
                return None;
            }
            if self.program.types.records[record].fields.is_some() && self.has_member(record, name) {
                let Some(object) = self.object_of(record, span) else {
                    return Some(self.report_without_object(record, name, span));
                };
                return Some(self.member(object, false, name, span, span));
            }
        }
        None
    }
    fn report_without_object(&mut self, record: RecordId, name: Symbol, span: Span) -> hir::ExprId {
        let ty = self.program.types.intern(Type::Record(record));
        let class = self.program.types.name(self.interner, ty);
        let text = self.interner.text(name);
        self.report(
            Diagnostic::new(
                codes::WITHOUT_OBJECT,
                span,
                format!("`{text}` is a member of an object of `{class}`, and here is none"),
            )
            .primary("this function is not called on an object")
            .help("pass the object, or remove `static` from the function; a lambda captures `this`"),
        );
        self.error_expression(span)
    }
    /// A call by name in a member function that means another one of the class.
    pub(super) fn implicit_member_call(&mut self, name: Symbol, call: Call<'_>) -> Option<hir::ExprId> {
        if self.is_local(name) {
            return None;
        }
        let classes: Vec<RecordId> = self.enclosing_classes().collect();
        for record in classes {
            if let Some((owner, whole)) = self.member_function_name(record, name) {
                return Some(self.call_in_class(record, owner, whole, call));
            }
            if self.class_entity(record, name).is_some() || self.has_member(record, name) {
                return None;
            }
        }
        None
    }
    /// A call of a function of a class without an object before it.
    pub(super) fn call_in_class(
        &mut self,
        record: RecordId,
        owner: RecordId,
        whole: Symbol,
        call: Call<'_>,
    ) -> hir::ExprId {
        if self.is_static_function(whole) {
            return self.call_overloads(whole, call);
        }
        let span = call.span;
        let object = match self.object_of(record, span) {
            Some(object) => Some(object),
            None => {
                // A base class's function, named with its class.
                let current = self.current.class.map(|class| class.record);
                let derived =
                    current.filter(|&current| self.program.types.base_path(current, owner).is_some());
                derived.and_then(|_| self.this_object(span))
            }
        };
        match object {
            Some(object) => self.call_on(object, owner, whole, call),
            None => self.report_without_object(record, whole, span),
        }
    }
    /// Whether the functions of a name are called on nothing.
    pub(super) fn is_static_function(&self, whole: Symbol) -> bool {
        match self.overloads(whole).first() {
            Some(id) => self.classes.static_functions.contains(id),
            None => self.template_kind(whole) == Some(MemberKind::Static),
        }
    }
    /// The whole name of a function of a class or of one that it is derived from, and whose it is.
    pub(super) fn member_function_name(&self, record: RecordId, name: Symbol) -> Option<(RecordId, Symbol)> {
        self.in_bases(record, |analyzer, record| {
            let class = analyzer.classes.by_record.get(&record)?;
            class.functions.get(&name).map(|&whole| (record, whole))
        })
    }
    /// `base.name(arguments)` and `base->name(arguments)`; `None` if the class has no such function.
    pub(super) fn member_call(
        &mut self,
        base: hir::ExprId,
        arrow: bool,
        name: (Symbol, Span),
        explicit: &[ast::TemplateArgument],
        arguments: &[hir::ExprId],
        span: Span,
    ) -> Option<hir::ExprId> {
        let base = if arrow { self.arrow_operand(base, span) } else { base };
        let object = match arrow {
            true => {
                let pointer = self.value(base);
                self.program.types.pointee(self.type_of(pointer))?;
                self.dereference(pointer, span)
            }
            false => base,
        };
        if self.interner.text(name.0) == "~" {
            return Some(self.destroy_by_name(object, span));
        }
        let record = self.record_of(self.type_of(object))?;
        if let Some((owner, whole)) = self.member_function_name(record, name.0) {
            let call = Call { explicit, name_span: name.1, arguments, span };
            return Some(self.call_on(object, owner, whole, call));
        }
        if self.has_member(record, name.0) {
            // An object among the members that can be called.
            let member = self.member(object, false, name.0, name.1, span);
            return Some(self.call_value(member, arguments, span));
        }
        None
    }
    /// What `->` is applied to: an object whose class has `operator->` gives a pointer.
    pub(super) fn arrow_operand(&mut self, base: hir::ExprId, span: Span) -> hir::ExprId {
        let mut base = base;
        for _ in 0..16 {
            let Some(record) = self.record_of(self.type_of(base)) else { return base };
            let name = self.interner.intern("operator->");
            let Some((owner, whole)) = self.member_function_name(record, name) else { return base };
            base = self.call_on(base, owner, whole, Call::new(&[], span));
        }
        base
    }
    /// A call of an object whose class has `operator()`; `None` if it has none.
    pub(super) fn call_object(
        &mut self,
        object: hir::ExprId,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> Option<hir::ExprId> {
        if !self.is_cpp() {
            return None;
        }
        let record = self.record_of(self.type_of(object))?;
        let name = self.interner.intern("operator()");
        let (owner, whole) = self.member_function_name(record, name)?;
        let call = Call { name_span: self.span_of(object), ..Call::new(arguments, span) };
        Some(self.call_on(object, owner, whole, call))
    }
    /// A call of what is no function: an object that can be called, or an error.
    pub(super) fn call_value(
        &mut self,
        callee: hir::ExprId,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> hir::ExprId {
        match self.call_object(callee, arguments, span) {
            Some(call) => call,
            None => self.report_not_callable(callee, span),
        }
    }
    /// A call of a member function on an object.
    pub(super) fn call_on(
        &mut self,
        object: hir::ExprId,
        owner: RecordId,
        whole: Symbol,
        call: Call<'_>,
    ) -> hir::ExprId {
        if self.is_error(object) {
            return object;
        }
        if self.is_static_function(whole) {
            return self.call_overloads(whole, call);
        }
        let span = call.span;
        let object = self.object_place(object, span);
        let object = self.as_base(object, owner, span);
        let address = self.address_of(object, span);
        if self.is_error(address) {
            return address;
        }
        let all: Vec<hir::ExprId> = std::iter::once(address).chain(call.arguments.iter().copied()).collect();
        self.call_overloads(whole, Call { arguments: &all, ..call })
    }
    /// An object as a place: a value becomes a temporary one.
    pub(super) fn object_place(&mut self, object: hir::ExprId, span: Span) -> hir::ExprId {
        let object = self.selected_place(object);
        if self.current.exprs[object].place.is_some() {
            return object;
        }
        let value = self.value(object);
        let ty = self.type_of(value);
        self.temporary(ty, hir::Initializer::Value(value), span)
    }
    /// The part of an object that is an object of a base class.
    pub(super) fn as_base(&mut self, object: hir::ExprId, base: RecordId, span: Span) -> hir::ExprId {
        let Some(record) = self.record_of(self.type_of(object)) else { return object };
        if record == base {
            return object;
        }
        let Some(path) = self.program.types.base_path(record, base) else { return object };
        let place = self.member_by_path(object, &path, span);
        let ty = self.program.types.intern(Type::Record(base));
        if self.type_of(place) == ty {
            return place;
        }
        // An empty base has no room of its own: its address is that of what holds it.
        let address = self.address_of(place, span);
        let Some(pointee) = self.program.types.pointee(self.type_of(address)) else { return place };
        let wanted = self.program.types.pointer(QualifiedType { ty, ..pointee });
        let address =
            self.add_conversion(hir::ConversionKind::Pointer, address, wanted, hir::ConversionReason::Cast);
        self.dereference(address, span)
    }
    /// A name of a class's scope, as an expression with the class before it.
    pub(super) fn entity_expression(&mut self, entity: Entity, name: Symbol, span: Span) -> hir::ExprId {
        match entity {
            Entity::Constant(ty, value) => self.integer_constant(value, ty, span),
            Entity::EnumConstant(id, value) => self.enum_constant(id, value, span),
            Entity::Global(id) => {
                let global = &self.program.globals[id];
                let (ty, align) = (global.ty, global.align);
                self.add_place(hir::ExprKind::Global(id), ty, align, span)
            }
            _ => self.report_function_value(name, span),
        }
    }
}
