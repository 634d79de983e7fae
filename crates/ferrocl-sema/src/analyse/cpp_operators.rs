//! Operators that a program defines for its structs and enumerations (C++17 [over.oper]): functions named `operator+` and so on,
//! members of classes or not.

use ferrocl_base::{Span, Symbol};
use ferrocl_syntax::ast;

use super::{Analyzer, Entity};
use crate::builtins::fit::Argument;
use crate::hir;
use crate::types::{Type, TypeId, TypeTable};

impl Analyzer<'_> {
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
    fn is_of_class(&self, operand: hir::ExprId) -> bool {
        matches!(self.program.types.get(self.type_of(operand)), Type::Record(_) | Type::Enum(_))
    }
    /// The same by the operator's function; one of the operands is of a class.
    fn overloaded(&mut self, name: &str, operands: &[hir::ExprId], span: Span) -> Option<hir::ExprId> {
        if let Type::Record(record) = *self.program.types.get(self.type_of(operands[0]))
            && let Some(name) = self.interner.get(name)
            && let Some(whole) = self.member_function_name(record, name)
        {
            return Some(self.call_on(operands[0], whole, span, &operands[1..], span));
        }
        // The namespaces of the operands are looked at too (C++17 [basic.lookup.argdep]).
        let mut names: Vec<String> = vec![name.to_owned()];
        for &operand in operands {
            let mut space = self.tag_text(self.type_of(operand));
            while let Some(at) = space.rfind("::") {
                space.truncate(at);
                names.push(format!("{space}::{name}"));
            }
        }
        let name = names.iter().find_map(|name| {
            let name = self.interner.get(name)?;
            let is_function = matches!(self.lookup(name), Some((Entity::Function(_), _)));
            (is_function && self.some_overload_fits(name, operands)).then_some(name)
        })?;
        Some(self.call(name, span, operands, span))
    }
    fn tag_text(&self, ty: TypeId) -> String {
        let tag = match *self.program.types.get(ty) {
            Type::Record(id) => self.program.types.records[id].tag,
            Type::Enum(id) => self.program.types.enums[id].tag,
            _ => None,
        };
        tag.map_or(String::new(), |tag| self.interner.text(tag).to_owned())
    }
    fn some_overload_fits(&self, name: Symbol, operands: &[hir::ExprId]) -> bool {
        self.overloads(name).iter().any(|&id| {
            let parameters = self.parameter_types(id);
            parameters.len() == operands.len()
                && parameters.iter().zip(operands).all(|(&ty, &operand)| {
                    let shape = Argument::of(&self.program.types, self.type_of(operand));
                    let wanted = self.referent(ty).map_or(ty, |to| to.ty);
                    shape.fit(&self.program.types, wanted).is_some()
                        && self.referent(ty).is_none_or(|to| self.can_bind(operand, to))
                })
        })
    }
}
