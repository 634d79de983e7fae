//! What compilers of the field take besides OpenCL C: statement expressions, selections by type, offsets of members.
//! `ferrocl_syntax::parse` has their grammar, `compilers_functions` what is called.

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::codes::syntax::UNSUPPORTED_CONSTRUCT;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast;

use super::Analyzer;
use crate::hir;
use crate::types::{Type, TypeId, TypeTable};

impl<'a> Analyzer<'a> {
    /// `({ … })` (GNU C): the value is that of the last statement, if it is an expression.
    pub(super) fn statement_expression(&mut self, block: ast::StmtId, span: Span) -> hir::ExprId {
        let unit = self.unit;
        let ast::StmtKind::Block { stmts, fp_contract } = &unit.stmts[block].kind else {
            return self.error_expression(span);
        };
        if self.current.id.is_none() {
            let diagnostic =
                Diagnostic::new(UNSUPPORTED_CONSTRUCT, span, "statements cannot stand outside of functions")
                    .primary("a value is needed that is known when the program is built")
                    .help("write the value as one expression");
            self.report(diagnostic);
            return self.error_expression(span);
        }
        let (value, stmts) = match stmts.split_last() {
            Some((&last, rest)) if let ast::StmtKind::Expr(value) = unit.stmts[last].kind => {
                (Some(value), rest)
            }
            _ => (None, &stmts[..]),
        };
        // Jumps stay inside.
        let loops = std::mem::take(&mut self.current.loops);
        let breakable = std::mem::take(&mut self.current.breakable);
        let switches = std::mem::take(&mut self.current.switches);
        self.current.statement_expressions += 1;
        self.open_scope();
        let mut out = Vec::new();
        self.block_contents(stmts, *fp_contract, &mut out);
        let value = value.map(|value| self.expression_value(value));
        self.close_scope();
        self.current.statement_expressions -= 1;
        self.current.switches = switches;
        self.current.breakable = breakable;
        self.current.loops = loops;
        let ty = value.map_or(TypeTable::VOID, |value| self.type_of(value));
        if ty == TypeTable::ERROR {
            return self.error_expression(span);
        }
        self.add_value(hir::ExprKind::Statements(out, value), ty, span)
    }
    /// Says that a statement would jump into or out of a statement expression, if it stands in one.
    pub(super) fn leaves_statement_expression(&mut self, what: &str, span: Span) -> bool {
        if self.current.statement_expressions == 0 {
            return false;
        }
        let diagnostic = Diagnostic::new(
            UNSUPPORTED_CONSTRUCT,
            span,
            format!("{what} cannot stand in a statement expression `({{ … }})`"),
        )
        .primary("nothing jumps into or out of one, but by `return`")
        .help("write a loop or `switch` inside of it, or a statement instead of the expression");
        self.report(diagnostic);
        true
    }

    /// `_Generic(control, …)` (C11 6.5.1.1). What is not chosen is not looked at.
    pub(super) fn generic_selection(
        &mut self,
        control: hir::ExprId,
        associations: &'a [(Option<Box<ast::TypeName>>, ast::ExprId)],
        span: Span,
    ) -> hir::ExprId {
        let control = self.value(control);
        let wanted = self.type_of(control);
        let mut default = None;
        let mut chosen = None;
        for (ty, value) in associations {
            match ty {
                None => default = Some(*value),
                Some(ty) => {
                    if self.type_name(ty).ty == wanted {
                        chosen.get_or_insert(*value);
                    }
                }
            }
        }
        if wanted == TypeTable::ERROR {
            return self.error_expression(span);
        }
        match chosen.or(default) {
            Some(value) => self.expression(value),
            None => {
                let diagnostic = Diagnostic::new(
                    codes::NO_ASSOCIATION,
                    span,
                    format!("this selection has nothing for the type {}", self.quoted(wanted)),
                )
                .label(self.span_of(control), format!("this is {}", self.a_type(wanted)))
                .help("add the type, or `default:`");
                self.report(diagnostic);
                self.error_expression(span)
            }
        }
    }

    /// `__builtin_offsetof(type, member.path[index])`: the distance in bytes, a constant.
    pub(super) fn offset_of(&mut self, ty: TypeId, path: &[ast::Designator], span: Span) -> hir::ExprId {
        let mut ty = ty;
        let mut offset: i128 = 0;
        for step in path {
            if ty == TypeTable::ERROR {
                return self.error_expression(span);
            }
            match (step, self.program.types.get(ty)) {
                (ast::Designator::Member(name, name_span), &Type::Record(record)) => {
                    let Some(members) = self.find_member(record, *name) else {
                        let diagnostic = Diagnostic::new(
                            codes::NO_MEMBER,
                            *name_span,
                            format!("{} has no member `{}`", self.quoted(ty), self.interner.text(*name)),
                        )
                        .help("write a member of the type, or define the type before this place");
                        self.report(diagnostic);
                        return self.error_expression(span);
                    };
                    for (record, field) in members {
                        let fields = self.program.types.records[record].fields.as_ref();
                        let field = &fields.expect("it was found")[field as usize];
                        offset += i128::from(field.offset);
                        ty = field.ty.ty;
                    }
                }
                (ast::Designator::Index { first, .. }, &Type::Array { element, .. }) => {
                    let Some(index) = self.constant_integer(*first, "an index in `offsetof`") else {
                        return self.error_expression(span);
                    };
                    ty = element.ty;
                    offset += index * i128::from(self.program.types.size_of(ty));
                }
                (ast::Designator::Member(_, step_span), _) => {
                    return self.report_no_such_part("member", ty, *step_span, span);
                }
                (ast::Designator::Index { span: step_span, .. }, _) => {
                    return self.report_no_such_part("element", ty, *step_span, span);
                }
            }
        }
        self.integer_constant(offset as u64, TypeTable::SIZE, span)
    }
    fn report_no_such_part(&mut self, part: &str, ty: TypeId, step: Span, span: Span) -> hir::ExprId {
        let diagnostic =
            Diagnostic::new(codes::MEMBER_ACCESS, step, format!("{} has no {part}s", self.quoted(ty)))
                .help("name a member of a struct or union, and elements of arrays in it");
        self.report(diagnostic);
        self.error_expression(span)
    }
}
