//! `for (declaration : range)` and `if constexpr` of C++ for OpenCL (C++17 [stmt.ranged], [stmt.if]).

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast::{self, LoopHint};

use super::Analyzer;
use crate::hir::{self, ConversionReason, Stmt, StmtKind, VariableId};
use crate::types::{ScalarName, Type, TypeTable};

impl<'a> Analyzer<'a> {
    /// A loop over the elements of an array, or from `begin()` to `end()` of an object.
    pub(super) fn range_loop(
        &mut self,
        element: &'a ast::Declaration,
        range: ast::ExprId,
        body: ast::StmtId,
        hint: LoopHint,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        self.open_scope();
        let mut first = Vec::new();
        let found = self.expression(range);
        let found = self.selected_place(found);
        let ty = self.type_of(found);
        let turns = match *self.program.types.get(ty) {
            Type::Error => None,
            Type::Array { length, .. } => {
                Some(self.array_turns(found, length.unwrap_or(0), span, &mut first))
            }
            Type::Record(_) => self.iterator_turns(found, span, &mut first),
            _ => {
                let text = self.quoted(ty);
                self.report(
                    Diagnostic::new(
                        codes::RANGE,
                        self.span_of(found),
                        format!("there are no elements of {text} to go through"),
                    )
                    .primary("neither an array nor an object with `begin()` and `end()`")
                    .help("count: `for (int i = 0; i < n; i++)`"),
                );
                None
            }
        };
        if let Some((condition, step, value)) = turns {
            self.open_scope();
            let mut inner = Vec::new();
            self.range_element(element, value, &mut inner);
            let statement = self.loop_body(body);
            inner.push(statement);
            self.end_scope(span, &mut inner);
            self.close_scope();
            let body = Stmt { kind: StmtKind::Block(inner), span: self.unit.stmts[body].span };
            let hint = self.loop_hint(hint);
            out.push(Stmt {
                kind: StmtKind::For(first, Some(condition), Some(step), Box::new(body), hint),
                span,
            });
        }
        self.end_scope(span, out);
        self.close_scope();
    }
    /// A variable of the loop that no name means, with its value.
    fn hidden_variable(&mut self, value: hir::ExprId, span: Span, out: &mut Vec<Stmt>) -> VariableId {
        let ty = self.type_of(value);
        let variable = self.unnamed_variable(ty, span);
        out.push(Stmt { kind: StmtKind::Declare(variable, Some(hir::Initializer::Value(value))), span });
        variable
    }
    fn array_turns(
        &mut self,
        array: hir::ExprId,
        length: u64,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> (hir::ExprId, hir::ExprId, hir::ExprId) {
        let array = self.object_place(array, span);
        let pointer = self.value(array);
        let pointer = self.hidden_variable(pointer, span, out);
        let long = self.program.types.scalar(ScalarName::Long);
        let zero = self.integer_constant(0, long, span);
        let counter = self.hidden_variable(zero, span, out);
        let index = self.variable_place(counter, span);
        let index = self.value(index);
        let end = self.integer_constant(length, long, span);
        let condition = self.binary(ast::BinaryOp::Less, index, end, span, span);
        let place = self.variable_place(counter, span);
        let step = self.increment(place, false, true, span);
        let base = self.variable_place(pointer, span);
        let index = self.variable_place(counter, span);
        let element = self.index(base, index, span);
        (condition, step, element)
    }
    fn iterator_turns(
        &mut self,
        object: hir::ExprId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<(hir::ExprId, hir::ExprId, hir::ExprId)> {
        let object = match self.current.exprs[object].place {
            Some(_) => object,
            None => {
                let value = self.value(object);
                let variable = self.hidden_variable(value, span, out);
                self.variable_place(variable, span)
            }
        };
        let mut ends = [None, None];
        for (end, text) in ends.iter_mut().zip(["begin", "end"]) {
            let name = self.interner.intern(text);
            let Some(call) = self.member_call(object, false, (name, span), &[], &[], span) else {
                let ty = self.type_of(object);
                let class = self.quoted(ty);
                self.report(
                    Diagnostic::new(codes::RANGE, self.span_of(object), format!("{class} has no `{text}()`"))
                        .help("write functions `begin()` and `end()` of the class, or count"),
                );
                return None;
            };
            let value = self.value(call);
            if self.is_error(value) {
                return None;
            }
            *end = Some(self.hidden_variable(value, span, out));
        }
        let [Some(begin), Some(end)] = ends else { return None };
        let left = self.variable_place(begin, span);
        let right = self.variable_place(end, span);
        let condition = match self.overloaded_binary(ast::BinaryOp::NotEqual, false, [left, right], span) {
            Some(call) => call,
            None => self.binary(ast::BinaryOp::NotEqual, left, right, span, span),
        };
        let condition = self.value(condition);
        let condition = self.check_condition(condition, "the end of the range");
        let place = self.variable_place(begin, span);
        let step = match self.overloaded_unary(ast::UnaryOp::Increment, false, place, span) {
            Some(call) => call,
            None => self.increment(place, false, true, span),
        };
        let place = self.variable_place(begin, span);
        let element = match self.overloaded_unary(ast::UnaryOp::Dereference, false, place, span) {
            Some(call) => call,
            None => {
                let pointer = self.value(place);
                self.dereference(pointer, span)
            }
        };
        Some((condition, step, element))
    }
    /// Declares what names an element.
    fn range_element(&mut self, element: &'a ast::Declaration, value: hir::ExprId, out: &mut Vec<Stmt>) {
        let Some(declared) = element.declarators.first() else { return };
        self.declare_with_value(&element.specifiers, &declared.declarator, value, out);
    }
    /// The value of the condition of an `if constexpr`; what is not constant is reported.
    pub(super) fn constexpr_condition(&mut self, condition: ast::ExprId) -> Option<bool> {
        let value = self.condition(condition);
        if self.is_error(value) {
            return None;
        }
        let value = self.add_truth(value);
        match self.fold(value) {
            Some(bits) => Some(bits[0] != 0),
            None => {
                self.report_not_constant(
                    value,
                    "the condition of `if constexpr`",
                    ferrocl_base::codes::initialisers::NOT_CONSTANT,
                );
                None
            }
        }
    }
    /// A scalar as a truth value.
    fn add_truth(&mut self, value: hir::ExprId) -> hir::ExprId {
        if self.type_of(value) == TypeTable::BOOL {
            return value;
        }
        self.convert_implicitly(value, TypeTable::BOOL, ConversionReason::Condition)
    }
}
