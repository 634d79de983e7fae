//! Operators that a program defines for its structs and enumerations (C++17 [over.oper]): functions named `operator+` and so on, members of
//! classes or not; and which functions a call by name can mean besides those of the name (C++17 [basic.lookup.argdep]).

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast;

use super::cpp_templates::Call;
use super::declare_types::Specified;
use super::{Analyzer, Entity};
use crate::hir::{self, FunctionId};
use crate::types::{Type, TypeId, TypeTable};

impl<'a> Analyzer<'a> {
    /// A binary operator that a function of the program does; `None` where none does.
    pub(super) fn overloaded_binary(
        &mut self,
        op: ast::BinaryOp,
        assigns: bool,
        operands: [hir::ExprId; 2],
        span: Span,
    ) -> Option<hir::ExprId> {
        if !self.is_cpp() || !operands.iter().any(|&operand| self.is_of_class(operand)) {
            return None;
        }
        let equals = if assigns { "=" } else { "" };
        self.overloaded(&format!("operator{}{equals}", op.text()), &operands, span)
    }
    /// A prefix operator, or a postfix one, which is given a 0 besides.
    pub(super) fn overloaded_unary(
        &mut self,
        op: ast::UnaryOp,
        postfix: bool,
        operand: hir::ExprId,
        span: Span,
    ) -> Option<hir::ExprId> {
        if !self.is_cpp() || !self.is_of_class(operand) {
            return None;
        }
        let name = format!("operator{}", op.text());
        if !postfix {
            return self.overloaded(&name, &[operand], span);
        }
        let zero = self.integer_constant(0, TypeTable::INT, span);
        self.overloaded(&name, &[operand, zero], span)
    }
    /// `object[index]` of a class that has `operator[]`.
    pub(super) fn overloaded_index(
        &mut self,
        base: hir::ExprId,
        index: hir::ExprId,
        span: Span,
    ) -> Option<hir::ExprId> {
        if !self.is_cpp() || !self.is_of_class(base) {
            return None;
        }
        self.overloaded("operator[]", &[base, index], span)
    }
    /// `object = value` of a class that has an `operator=` for it.
    pub(super) fn overloaded_assignment(
        &mut self,
        target: hir::ExprId,
        value: hir::ExprId,
        span: Span,
    ) -> Option<hir::ExprId> {
        if !self.is_cpp() {
            return None;
        }
        let record = self.record_of(self.type_of(target))?;
        let name = self.interner.intern("operator=");
        let class = self.classes.by_record.get(&record)?;
        let whole = *class.functions.get(&name)?;
        let same = self.type_of(value) == self.type_of(target);
        if (same || self.is_list(value)) && !self.call_fits(whole, target, &[value]) {
            // The one that every class has.
            return None;
        }
        Some(self.call_on(target, record, whole, Call::new(&[value], span)))
    }
    fn is_of_class(&self, operand: hir::ExprId) -> bool {
        matches!(self.program.types.get(self.type_of(operand)), Type::Record(_) | Type::Enum(_))
    }
    /// Whether a member function of a class can be called on an object with these arguments.
    fn call_fits(&mut self, whole: Symbol, object: hir::ExprId, arguments: &[hir::ExprId]) -> bool {
        let span = self.span_of(object);
        let object = self.object_place(object, span);
        let address = self.address_of(object, span);
        let all: Vec<_> = std::iter::once(address).chain(arguments.iter().copied()).collect();
        self.some_candidate_fits(whole, &all)
    }
    /// Whether a function or template of a name takes these arguments.
    fn some_candidate_fits(&mut self, name: Symbol, arguments: &[hir::ExprId]) -> bool {
        for id in self.overloads(name).to_vec() {
            if self.fits_of(id, arguments).is_some_and(|fits| fits_well(&fits)) {
                return true;
            }
        }
        for template in self.templates.by_name.get(&name).cloned().unwrap_or_default() {
            if let Ok(chosen) = self.template_arguments(template, &[], arguments)
                && let Some(id) = self.instance(template, chosen, name)
                && self.fits_of(id, arguments).is_some_and(|fits| fits_well(&fits))
            {
                return true;
            }
        }
        false
    }
    /// The same by the operator's function; one of the operands is of a class.
    fn overloaded(&mut self, name: &str, operands: &[hir::ExprId], span: Span) -> Option<hir::ExprId> {
        if operands.iter().any(|&operand| self.is_error(operand)) {
            return None;
        }
        let symbol = self.interner.get(name)?;
        let free = self.free_operator(name, operands);
        if let Some(record) = self.record_of(self.type_of(operands[0]))
            && let Some((owner, whole)) = self.member_function_name(record, symbol)
            && (free.is_none() || {
                let object = self.as_base(operands[0], owner, span);
                self.call_fits(whole, object, &operands[1..])
            })
        {
            return Some(self.call_on(operands[0], owner, whole, Call::new(&operands[1..], span)));
        }
        Some(self.call_overloads(free?, Call::new(operands, span)))
    }
    /// The function outside of classes that does an operator.
    fn free_operator(&mut self, name: &str, operands: &[hir::ExprId]) -> Option<Symbol> {
        let spaces = self.spaces_of(operands).into_iter();
        for name in spaces.map(|space| format!("{space}::{name}")).chain([name.to_owned()]) {
            let Some(name) = self.interner.get(&name) else { continue };
            if self.some_candidate_fits(name, operands) {
                return Some(name);
            }
        }
        None
    }
    /// The namespaces of the classes and enumerations of arguments, innermost first.
    fn spaces_of(&self, operands: &[hir::ExprId]) -> Vec<String> {
        let mut spaces: Vec<String> = Vec::new();
        for &operand in operands {
            let mut ty = self.type_of(operand);
            if let Some(pointee) = self.program.types.pointee(ty) {
                ty = pointee.ty;
            }
            let text = self.tag_text(ty);
            // Of `ns::Vec<ns::A>`, the arguments say nothing here.
            let mut space = text.split('<').next().unwrap_or("").to_owned();
            while let Some(at) = space.rfind("::") {
                space.truncate(at);
                if !spaces.contains(&space) {
                    spaces.push(space.clone());
                }
            }
        }
        spaces
    }
    fn tag_text(&self, ty: TypeId) -> String {
        let tag = match *self.program.types.get(ty) {
            Type::Record(id) => self.program.types.records[id].tag,
            Type::Enum(id) => self.program.types.enums[id].tag,
            _ => None,
        };
        tag.map_or(String::new(), |tag| self.interner.text(tag).to_owned())
    }
    /// A call by name that means a function of a class round this place, a template, or a function of an argument's namespace; `None`: what the
    /// name means otherwise.
    pub(super) fn cpp_call(
        &mut self,
        name: Symbol,
        name_span: Span,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> Option<hir::ExprId> {
        let call = Call { name_span, ..Call::new(arguments, span) };
        if let Some(found) = self.implicit_member_call(name, call) {
            return Some(found);
        }
        match self.lookup(name) {
            None | Some((Entity::Function(_), _)) if self.templates.by_name.contains_key(&name) => {
                return Some(self.call_overloads(name, call));
            }
            Some((Entity::Function(_), _)) if self.some_candidate_fits(name, arguments) => return None,
            None | Some((Entity::Function(_), _)) => {}
            Some(_) => return None,
        }
        let text = self.interner.text(name).to_owned();
        for space in self.spaces_of(arguments) {
            let Some(whole) = self.interner.get(&format!("{space}::{text}")) else { continue };
            if self.some_candidate_fits(whole, arguments) {
                return Some(self.call_overloads(whole, call));
            }
        }
        None
    }
    /// A call of a template by name, perhaps with some of its arguments.
    pub(super) fn template_call(&mut self, name: Symbol, call: Call<'_>) -> hir::ExprId {
        if let Some(found) = self.implicit_member_call(name, call) {
            return found;
        }
        if call.explicit.is_empty() && !self.templates.by_name.contains_key(&name) {
            return self.call(name, call.name_span, call.arguments, call.span);
        }
        self.call_overloads(name, call)
    }
    /// Whether a function is called on an object.
    pub(super) fn takes_this(&self, id: FunctionId) -> bool {
        let function = &self.program.functions[id];
        let first = function.parameters.first().and_then(|&first| function.variables[first].name);
        first.is_some_and(|name| self.interner.text(name) == "this")
    }
    /// Reports a call of a function that is defined as deleted.
    #[cold]
    pub(super) fn report_deleted(&mut self, id: FunctionId, deleted: Span, span: Span) -> hir::ExprId {
        let text = self.interner.text(self.program.functions[id].name);
        self.report(
            Diagnostic::new(codes::DELETED, span, format!("`{text}` is deleted and cannot be called"))
                .label(deleted, "deleted here")
                .help("use another function, or an object in another way"),
        );
        self.error_expression(span)
    }
    /// Reports an operator that only classes can define, outside of one (C++17 [over.ass], [over.call], [over.sub], [over.ref]).
    pub(super) fn check_operator(&mut self, name: Symbol, span: Span) {
        let text = self.interner.text(name);
        let text = text.rsplit("::").next().unwrap_or(text);
        if !self.is_cpp() || !["operator=", "operator()", "operator[]", "operator->"].contains(&text) {
            return;
        }
        let diagnostic = Diagnostic::new(
            ferrocl_base::codes::syntax::OPERATOR_NAME,
            span,
            format!("`{text}` has to be a member of a class"),
        )
        .help("write it in the class, without the parameter for the object");
        self.report(diagnostic);
    }
    /// Whether a type is the class of a lambda that does not change what it has captured.
    pub(super) fn is_constant_lambda(&self, ty: TypeId) -> bool {
        self.record_of(ty).is_some_and(|record| self.classes.constant_lambdas.contains(&record))
    }
    /// The type of `type(values)`, which of a class template may take its arguments from the values.
    pub(super) fn constructed_type(&mut self, name: &'a ast::TypeName, parts: &[hir::ExprId]) -> TypeId {
        if let ast::TypeSpecifier::Template(id) = &name.specifiers.ty
            && id.arguments.is_none()
            && self.enclosing_instance(id.name).is_none()
        {
            return self.class_for_values(id, parts).ty.ty;
        }
        self.type_name(name).ty
    }
    /// `decltype(expression)` (C++17 [dcl.type.simple]): of a name or member, its type as declared; of another object, a reference to it.
    pub(super) fn declared_type(&mut self, expr: ast::ExprId) -> Specified {
        let unit = self.unit;
        let is_name = matches!(
            unit.exprs[expr].kind,
            ast::ExprKind::Name(_) | ast::ExprKind::Member { .. } | ast::ExprKind::Scoped(_)
        );
        let found = self.expression(expr);
        let ty = self.type_of(found);
        let Some(place) = self.current.exprs[found].place else { return Specified::plain(ty) };
        let mut qualified = place.object_type(ty);
        if !is_name {
            return Specified::plain(self.program.types.intern(Type::Reference(qualified)));
        }
        if let ast::ExprKind::Name(name) = unit.exprs[expr].kind
            && let Some((Entity::Variable(id), _)) = self.lookup(name)
        {
            qualified = self.current.variables[id].ty;
        }
        let mut base = Specified::plain(qualified.ty);
        base.has_space = qualified.space != ferrocl_ir::AddressSpace::Private;
        base.ty = qualified;
        base
    }
}

/// Whether arguments fit without a warning.
fn fits_well(fits: &crate::builtins::fit::Fits) -> bool {
    fits.iter().all(|fit| *fit < crate::builtins::fit::Fit::LosesQualifier)
}
