//! Member functions and constructors of classes of C++ for OpenCL (C++17 [class.mfct], [class.ctor]; section "Address space
//! inference").
//!
//! A member function `S::f` is a function whose first parameter, `this`, is a pointer to the object. A constructor `S::S` is a function
//! that gives the object which it makes: `this` points to a variable of it, which it returns. All functions of a class are declared
//! before the first body is read, since a body may call any of them.

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast::{self, MemberFunction, MemberKind};

use super::Analyzer;
use crate::hir::{self, ConversionReason, FunctionId};
use crate::types::{AddressSpace, QualifiedType, RecordId, Type, TypeId};

/// The class whose function is being analysed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CurrentClass {
    record: RecordId,
    /// What `this` is; `None` in a `static` function.
    this: Option<hir::VariableId>,
    /// The object that a constructor makes.
    made: Option<hir::VariableId>,
}

impl<'a> Analyzer<'a> {
    /// The member functions of the classes in a declaration.
    pub(super) fn member_functions(&mut self, members: &'a [MemberFunction]) {
        let mut declared: Vec<(&'a MemberFunction, RecordId, FunctionId)> = Vec::new();
        for member in members {
            let Some(ty) = self.tagged_type(member.class) else { continue };
            let Type::Record(record) = *self.program.types.get(ty) else { continue };
            let this = match member.kind {
                MemberKind::Method { is_const } => {
                    let object =
                        QualifiedType { is_const, ..QualifiedType::new(ty, self.default_pointee_space()) };
                    Some(self.program.types.pointer(object))
                }
                MemberKind::Static | MemberKind::Constructor => None,
            };
            let name = member.function.declarator.name.map(|(name, _)| name);
            if let Some(id) = self.declare_member(&member.function, this) {
                declared.push((member, record, id));
                match (member.kind, name) {
                    (MemberKind::Static, Some(name)) => {
                        self.static_members.insert(name);
                    }
                    (MemberKind::Constructor, Some(name)) => {
                        self.constructors.insert(record, name);
                    }
                    _ => {}
                }
            }
        }
        for (member, record, id) in declared {
            self.member_body(member, record, id);
        }
    }
    fn member_body(&mut self, member: &'a MemberFunction, record: RecordId, id: FunctionId) {
        let function = &self.program.functions[id];
        let this = match member.kind {
            MemberKind::Method { .. } => function.parameters.first().copied(),
            _ => None,
        };
        let class = CurrentClass { record, this, made: None };
        let initializers = (member.kind == MemberKind::Constructor).then_some(&member.initializers[..]);
        self.function_body(id, &member.function, Some(class), initializers);
    }
    /// Begins a constructor's body: the object, `this`, and the members that are given values.
    pub(super) fn begin_constructor(
        &mut self,
        initializers: &'a [ast::MemberInitializer],
        result: TypeId,
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        let object_type = QualifiedType::new(result, AddressSpace::Private);
        let align = self.alignment(object_type);
        let made = self.current.variables.push(hir::Variable { name: None, ty: object_type, align, span });
        let pointer_type = self.program.types.pointer(object_type);
        let this_name = self.interner.intern("this");
        let qualified = QualifiedType::new(pointer_type, AddressSpace::Private);
        let this = self.current.variables.push(hir::Variable {
            name: Some(this_name),
            ty: qualified,
            align: 8,
            span,
        });
        self.declare(this_name, super::Entity::Variable(this), span);
        out.push(hir::Stmt { kind: hir::StmtKind::Declare(made, None), span });
        let object = self.made_object(made, result, span);
        let address = self.address_of(object, span);
        let start = hir::Initializer::Value(address);
        out.push(hir::Stmt { kind: hir::StmtKind::Declare(this, Some(start)), span });
        if let Some(class) = &mut self.current.class {
            (class.this, class.made) = (Some(this), Some(made));
        }
        for initializer in initializers {
            let object = self.made_object(made, result, span);
            let member = self.member(object, false, initializer.name, initializer.span, initializer.span);
            if self.is_error(member) {
                continue;
            }
            let ty = self.type_of(member);
            let value = self.construct_variable(ty, &initializer.parts, initializer.span);
            let value = self.convert_implicitly(value, ty, ConversionReason::Initialization);
            // What is `const` gets its value here.
            if self.is_error(value) {
                continue;
            }
            let assign = self.add_value(hir::ExprKind::Assign(member, value), ty, initializer.span);
            out.push(hir::Stmt { kind: hir::StmtKind::Expr(assign), span: initializer.span });
        }
    }
    fn made_object(&mut self, made: hir::VariableId, ty: TypeId, span: Span) -> hir::ExprId {
        let align = self.program.types.align_of(ty);
        let ty = QualifiedType::new(ty, AddressSpace::Private);
        self.add_place(hir::ExprKind::Variable(made), ty, align, span)
    }
    /// What `return;` gives in a constructor.
    pub(super) fn constructed(&mut self, span: Span) -> Option<hir::ExprId> {
        let made = self.current.class?.made?;
        let ty = self.current.variables[made].ty.ty;
        let object = self.made_object(made, ty, span);
        Some(self.value(object))
    }

    /// Whether a name is declared in the function that is being analysed.
    fn is_local(&self, name: Symbol) -> bool {
        self.scopes.iter().skip(1).any(|scope| scope.names.contains_key(&name))
    }
    /// The object of a member function.
    fn this_object(&mut self, span: Span) -> Option<hir::ExprId> {
        let this = self.current.class?.this?;
        let ty = self.current.variables[this].ty;
        let ty = QualifiedType { is_const: true, ..QualifiedType::new(ty.ty, AddressSpace::Private) };
        let variable = self.add_place(hir::ExprKind::Variable(this), ty, 8, span);
        let pointer = self.value(variable);
        Some(self.dereference(pointer, span))
    }
    /// A name in a member function that means a member of the class: `None` if it means something else.
    pub(super) fn implicit_member(&mut self, name: Symbol, span: Span) -> Option<hir::ExprId> {
        let class = self.current.class?;
        let fields = self.program.types.records[class.record].fields.as_ref()?;
        if self.is_local(name) || !fields.iter().any(|field| field.name == Some(name)) {
            return None;
        }
        let object = self.this_object(span)?;
        Some(self.member(object, false, name, span, span))
    }
    /// A call by name in a member function that means another one of the class.
    pub(super) fn implicit_member_call(
        &mut self,
        name: Symbol,
        name_span: Span,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> Option<hir::ExprId> {
        let class = self.current.class?;
        let whole = self.member_function_name(class.record, name)?;
        if self.is_local(name) {
            return None;
        }
        if self.static_members.contains(&whole) {
            return Some(self.call(whole, name_span, arguments, span));
        }
        let object = self.this_object(span)?;
        Some(self.call_on(object, whole, name_span, arguments, span))
    }
    /// The whole name of a function of a class, if it has one of that name.
    pub(super) fn member_function_name(&self, record: RecordId, name: Symbol) -> Option<Symbol> {
        let tag = self.program.types.records[record].tag?;
        let whole = format!("{}::{}", self.interner.text(tag), self.interner.text(name));
        self.interner.get(&whole).filter(|&whole| !self.overloads(whole).is_empty())
    }
    /// `base.name(arguments)` and `base->name(arguments)`; `None` if the class has no such function.
    pub(super) fn member_call(
        &mut self,
        base: hir::ExprId,
        arrow: bool,
        name: (Symbol, Span),
        arguments: &[hir::ExprId],
        span: Span,
    ) -> Option<hir::ExprId> {
        let object = match arrow {
            true => {
                let pointer = self.value(base);
                self.program.types.pointee(self.type_of(pointer))?;
                self.dereference(pointer, span)
            }
            false => base,
        };
        let Type::Record(record) = *self.program.types.get(self.type_of(object)) else { return None };
        let whole = self.member_function_name(record, name.0)?;
        Some(self.call_on(object, whole, name.1, arguments, span))
    }
    /// A call of a member function on an object.
    pub(super) fn call_on(
        &mut self,
        object: hir::ExprId,
        whole: Symbol,
        name_span: Span,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> hir::ExprId {
        if self.static_members.contains(&whole) {
            return self.call(whole, name_span, arguments, span);
        }
        let object = match self.current.exprs[object].place {
            Some(_) => object,
            None => {
                let value = self.value(object);
                let ty = self.type_of(value);
                self.temporary(ty, hir::Initializer::Value(value), span)
            }
        };
        let address = self.address_of(object, span);
        if self.is_error(address) {
            return address;
        }
        let all: Vec<hir::ExprId> = std::iter::once(address).chain(arguments.iter().copied()).collect();
        self.call(whole, name_span, &all, span)
    }
    /// The constructors of a type, if its class has any.
    pub(super) fn constructor_of(&self, ty: TypeId) -> Option<Symbol> {
        match self.program.types.get(ty) {
            Type::Record(record) => self.constructors.get(record).copied(),
            _ => None,
        }
    }
    /// Reports an array of objects that constructors would have to make.
    pub(super) fn reject_array_of_constructed(&mut self, ty: TypeId, span: Span) {
        let mut element = ty;
        while let Type::Array { element: inner, .. } = self.program.types.get(element) {
            element = inner.ty;
        }
        if element != ty && self.constructor_of(element).is_some() {
            let found = self.quoted(element);
            self.report(
                Diagnostic::new(
                    codes::CONSTRUCTED_ARRAY,
                    span,
                    format!("the elements of this array are made by constructors of {found}, which is not supported"),
                )
                .help("leave the constructors out of the class, and write a function that gives an object"),
            );
        }
    }
}
