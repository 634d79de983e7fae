//! Expressions: from syntax to typed nodes.
//!
//! [`Analyzer::expression`] walks a tree with a stack of its own, children first, so that neither a sum of a million terms
//! nor a deep nest of parentheses needs the machine's stack. What each kind of node becomes stands in the files named
//! here: literals, places (names, `*`, `[]`, `&`), members and components, operators, calls, casts.

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast;

use super::Analyzer;
use super::cpp_templates::Call;
use super::wording::rule;
use crate::hir;
use crate::types::{QualifiedType, Type, TypeTable};

/// One step of the walk.
enum Step {
    /// The children of this node come next, then the node.
    Enter(ast::ExprId),
    /// The children of this node are done.
    Finish(ast::ExprId),
}

impl<'a> Analyzer<'a> {
    /// Analyses an expression. The result may be a place (an lvalue): use [`value`](Self::value) where a value is needed.
    /// What is wrong is reported and gives [`hir::ExprKind::Error`] of type [`TypeTable::ERROR`], about which nothing more
    /// is said.
    pub fn expression(&mut self, id: ast::ExprId) -> hir::ExprId {
        let mut steps = vec![Step::Enter(id)];
        let mut done: Vec<hir::ExprId> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(id) => {
                    steps.push(Step::Finish(id));
                    let first = steps.len();
                    self.for_each_child(id, |child| steps.push(Step::Enter(child)));
                    // The first child is to come off the stack first.
                    steps[first..].reverse();
                }
                Step::Finish(id) => {
                    let mut count = 0;
                    self.for_each_child(id, |_| count += 1);
                    let children = done.split_off(done.len() - count);
                    let expr = self.finish(id, &children);
                    done.push(expr);
                }
            }
        }
        done.pop().expect("each expression leaves one result")
    }
    /// Analyses an expression and takes its value: places are read, arrays become pointers.
    pub fn expression_value(&mut self, id: ast::ExprId) -> hir::ExprId {
        let expr = self.expression(id);
        self.value(expr)
    }
    /// An expression that stands for something reported.
    pub fn error_expression(&mut self, span: Span) -> hir::ExprId {
        self.add_value(hir::ExprKind::Error, TypeTable::ERROR, span)
    }
    /// The operands of an expression that are analysed before it, in order.
    fn for_each_child(&self, id: ast::ExprId, mut visit: impl FnMut(ast::ExprId)) {
        match &self.unit.exprs[id].kind {
            ast::ExprKind::Name(_)
            | ast::ExprKind::Integer(_)
            | ast::ExprKind::Float(_)
            | ast::ExprKind::Character(_)
            | ast::ExprKind::String(_)
            | ast::ExprKind::SizeofType(_)
            | ast::ExprKind::AlignofType(_)
            | ast::ExprKind::VecStepType(_)
            | ast::ExprKind::CompoundLiteral { .. }
            | ast::ExprKind::Nullptr
            | ast::ExprKind::TemplateName { .. }
            | ast::ExprKind::Statements(_)
            | ast::ExprKind::Choose { .. }
            | ast::ExprKind::Offsetof { .. }
            | ast::ExprKind::SameTypes(..)
            | ast::ExprKind::Scoped(_)
            | ast::ExprKind::Lambda(_)
            | ast::ExprKind::Braces(_)
            | ast::ExprKind::Expansion(_)
            | ast::ExprKind::PackSize(_)
            | ast::ExprKind::Fold { .. }
            | ast::ExprKind::Error => {}
            ast::ExprKind::Paren(inner)
            | ast::ExprKind::Generic { control: inner, .. }
            | ast::ExprKind::SizeofExpr(inner)
            | ast::ExprKind::AlignofExpr(inner)
            | ast::ExprKind::VecStepExpr(inner) => visit(*inner),
            ast::ExprKind::Member { base: operand, .. }
            | ast::ExprKind::MemberTemplate { base: operand, .. }
            | ast::ExprKind::Postfix { operand, .. }
            | ast::ExprKind::Unary { operand, .. }
            | ast::ExprKind::Cast { operand, .. }
            | ast::ExprKind::NamedCast { operand, .. }
            | ast::ExprKind::ConvertVector { operand, .. }
            | ast::ExprKind::AsType { operand, .. } => visit(*operand),
            ast::ExprKind::Index { base: first, index: second }
            | ast::ExprKind::Binary { left: first, right: second, .. }
            | ast::ExprKind::Assign { target: first, value: second, .. }
            | ast::ExprKind::Comma { left: first, right: second } => {
                visit(*first);
                visit(*second);
            }
            ast::ExprKind::Conditional { condition, then, otherwise } => {
                visit(*condition);
                if let Some(then) = then {
                    visit(*then);
                }
                visit(*otherwise);
            }
            ast::ExprKind::Call { callee, arguments } => {
                match &self.unit.exprs[*callee].kind {
                    // A member function, or a fault.
                    ast::ExprKind::Member { base, .. } | ast::ExprKind::MemberTemplate { base, .. }
                        if self.is_cpp() =>
                    {
                        visit(*base)
                    }
                    // What is called by name is looked up by the call.
                    ast::ExprKind::TemplateName { .. } | ast::ExprKind::Scoped(_) => {}
                    _ if self.called_name(*callee).is_some() => {}
                    _ => visit(*callee),
                }
                if !self.has_expansion(arguments) {
                    arguments.iter().for_each(|&argument| visit(argument));
                }
            }
            ast::ExprKind::Construct { parts, .. } if self.has_expansion(parts) => {}
            ast::ExprKind::VectorLiteral { parts, .. } | ast::ExprKind::Construct { parts, .. } => {
                parts.iter().for_each(|&part| visit(part))
            }
        }
    }
    /// An expression whose operands are analysed.
    fn finish(&mut self, id: ast::ExprId, children: &[hir::ExprId]) -> hir::ExprId {
        let unit: &'a ast::TranslationUnit = self.unit;
        let ast::Expr { kind, span } = &unit.exprs[id];
        let span = *span;
        match (kind, children) {
            (ast::ExprKind::Name(name), _) => self.name_expression(*name, span),
            (ast::ExprKind::Integer(literal), _) => self.integer_literal(*literal, span),
            (ast::ExprKind::Float(literal), _) => self.float_literal(literal, span),
            (ast::ExprKind::Character(value), _) => self.character_literal(*value, span),
            (ast::ExprKind::String(text), _) => self.string_constant(text, span),
            (ast::ExprKind::Paren(_), &[inner]) => inner,
            (ast::ExprKind::Index { .. }, &[base, index]) => match self.overloaded_index(base, index, span) {
                Some(call) => call,
                None => self.index(base, index, span),
            },
            (ast::ExprKind::Member { arrow, name, name_span, .. }, &[base]) => {
                let base = if *arrow && self.is_cpp() { self.arrow_operand(base, span) } else { base };
                self.member(base, *arrow, *name, *name_span, span)
            }
            (
                ast::ExprKind::Assign { target: syntax, .. }
                | ast::ExprKind::Postfix { operand: syntax, .. }
                | ast::ExprKind::Unary {
                    op: ast::UnaryOp::Increment | ast::UnaryOp::Decrement,
                    operand: syntax,
                },
                _,
            ) if self.is_cast(*syntax) => self.report_cast_target(*syntax, span),
            (ast::ExprKind::Postfix { increment, .. }, &[place]) => {
                let op = if *increment { ast::UnaryOp::Increment } else { ast::UnaryOp::Decrement };
                if let Some(call) = self.overloaded_unary(op, true, place, span) {
                    return call;
                }
                if let Some(call) = self.atomic_step(place, !*increment, false, span) {
                    return call;
                }
                self.increment(place, !*increment, false, span)
            }
            (ast::ExprKind::Unary { op, operand: syntax }, &[operand]) => {
                if let Some(call) = self.overloaded_unary(*op, false, operand, span) {
                    return call;
                }
                if let ast::UnaryOp::Increment | ast::UnaryOp::Decrement = op
                    && let Some(call) = self.atomic_step(operand, *op == ast::UnaryOp::Decrement, true, span)
                {
                    return call;
                }
                let operand = match op {
                    ast::UnaryOp::AddressOf => operand,
                    ast::UnaryOp::LogicalNot => self.as_condition(operand),
                    _ => self.as_operand(operand),
                };
                self.prefix(*op, *syntax, operand, span)
            }
            (ast::ExprKind::SizeofExpr(_), &[operand]) => {
                let ty = self.type_of(operand);
                self.size_of(ty, "sizeof", span)
            }
            (ast::ExprKind::SizeofType(name), _) => {
                let ty = self.type_name(name).ty;
                self.size_of(ty, "sizeof", span)
            }
            (ast::ExprKind::AlignofExpr(_), &[operand]) => {
                let ty = self.type_of(operand);
                let align = self.current.exprs[operand].place.map(|place| place.align);
                self.align_of(QualifiedType::new(ty, ferrocl_ir::AddressSpace::Private), align, span)
            }
            (ast::ExprKind::AlignofType(name), _) => {
                let ty = self.type_name(name);
                self.align_of(ty, None, span)
            }
            (ast::ExprKind::VecStepExpr(_), &[operand]) => {
                let ty = self.type_of(operand);
                self.vec_step(ty, span)
            }
            (ast::ExprKind::VecStepType(name), _) => {
                let ty = self.type_name(name).ty;
                self.vec_step(ty, span)
            }
            (ast::ExprKind::Cast { ty: name, operand: syntax }, &[operand]) => {
                let in_parentheses = matches!(unit.exprs[*syntax].kind, ast::ExprKind::Paren(_));
                let ty = self.type_name(name).ty;
                self.cast(operand, ty, in_parentheses, span)
            }
            (ast::ExprKind::VectorLiteral { ty: name, list_span, .. }, parts) => {
                let ty = self.type_name(name).ty;
                self.cast_of_list(ty, parts, *list_span, span)
            }
            (ast::ExprKind::CompoundLiteral { ty, initializer }, _) => {
                self.compound_literal(ty, initializer, span)
            }
            (ast::ExprKind::Binary { op, op_span, .. }, &[left, right]) => {
                if let Some(call) = self.overloaded_binary(*op, false, [left, right], span) {
                    return call;
                }
                let [left, right] = [left, right].map(|operand| self.as_operand(operand));
                self.binary(*op, left, right, *op_span, span)
            }
            (ast::ExprKind::Assign { op: None, op_span, .. }, &[target, value]) => {
                if let Some(call) = self.overloaded_assignment(target, value, span) {
                    return call;
                }
                if let Some(call) = self.atomic_write(None, target, value, span) {
                    return call;
                }
                let ty = self.type_of(target);
                let value = self.list_value(value, ty).unwrap_or(value);
                let target = self.selected_place(target);
                self.assign(target, value, *op_span, span)
            }
            (ast::ExprKind::Assign { op: Some(op), op_span, .. }, &[target, value]) => {
                if let Some(call) = self.overloaded_binary(*op, true, [target, value], span) {
                    return call;
                }
                if let Some(call) = self.atomic_write(Some(*op), target, value, span) {
                    return call;
                }
                let target = self.selected_place(target);
                self.compound_assign(*op, target, value, *op_span, span)
            }
            (ast::ExprKind::Conditional { condition: syntax, .. }, &[condition, then, otherwise]) => {
                self.warn_assignment_as_condition(*syntax);
                self.conditional(condition, Some(then), otherwise, span)
            }
            (ast::ExprKind::Conditional { .. }, &[condition, otherwise]) => {
                self.conditional(condition, None, otherwise, span)
            }
            (ast::ExprKind::Comma { .. }, &[left, right]) => self.comma(left, right, span),
            (ast::ExprKind::Construct { ty: name, parts, list_span }, children) => {
                let parts = self.expanded_arguments(parts, children);
                let ty = self.constructed_type(name, &parts);
                self.construct(ty, &parts, *list_span, span)
            }
            (ast::ExprKind::ConvertVector { ty: name, .. }, &[operand]) => {
                let ty = self.type_name(name).ty;
                let value = self.value(operand);
                self.convert_vector(value, ty, span)
            }
            (ast::ExprKind::NamedCast { cast, ty: name, .. }, &[operand]) => {
                let ty = self.type_name(name).ty;
                self.named_cast(*cast, operand, ty, span)
            }
            (ast::ExprKind::Statements(block), _) => self.statement_expression(*block, span),
            (ast::ExprKind::Generic { associations, .. }, &[control]) => {
                self.generic_selection(control, associations, span)
            }
            (ast::ExprKind::Choose { condition, then, otherwise }, _) => {
                match self.constant_integer(*condition, "the condition of `__builtin_choose_expr`") {
                    Some(condition) => self.expression(if condition != 0 { *then } else { *otherwise }),
                    None => self.error_expression(span),
                }
            }
            (ast::ExprKind::Offsetof { ty, path }, _) => {
                let ty = self.type_name(ty).ty;
                self.offset_of(ty, path, span)
            }
            (ast::ExprKind::SameTypes(first, second), _) => {
                let same = self.type_name(first).ty == self.type_name(second).ty;
                self.integer_constant(u64::from(same), TypeTable::INT, span)
            }
            (ast::ExprKind::Nullptr, _) => self.null_constant(span),
            (ast::ExprKind::TemplateName { name, arguments }, _) => {
                match self.template_constant(*name, arguments, span) {
                    Some(constant) => constant,
                    None => self.report_function_value(*name, span),
                }
            }
            (ast::ExprKind::Scoped(name), _) => self.scoped_expression(name),
            (ast::ExprKind::Lambda(lambda), _) => self.lambda(lambda, span),
            (ast::ExprKind::Braces(_), _) => self.braces(id, span),
            (ast::ExprKind::PackSize(name), _) => self.pack_size(*name, span),
            (ast::ExprKind::Fold { op, pattern, start, from_left, comma, op_span }, _) => {
                self.fold_pack(*op, *pattern, *start, *from_left, *comma, *op_span, span)
            }
            (ast::ExprKind::Expansion(_), _) => self.report_expansion(span),
            (ast::ExprKind::Call { callee, arguments }, children) if self.has_expansion(arguments) => {
                self.call_with_packs(*callee, arguments, children, span)
            }
            (ast::ExprKind::Call { callee, .. }, operands)
                if let ast::ExprKind::Scoped(name) = &unit.exprs[*callee].kind =>
            {
                self.scoped_call(name, operands, span)
            }
            (ast::ExprKind::Call { callee, .. }, operands)
                if let ast::ExprKind::TemplateName { name, arguments } = &unit.exprs[*callee].kind =>
            {
                let name_span = unit.exprs[*callee].span;
                self.template_call(*name, Call { explicit: arguments, name_span, arguments: operands, span })
            }
            (ast::ExprKind::Call { callee, .. }, &[base, ref arguments @ ..])
                if self.is_cpp()
                    && let ast::ExprKind::Member { arrow, name, name_span, .. } =
                        &unit.exprs[*callee].kind =>
            {
                match self.member_call(base, *arrow, (*name, *name_span), &[], arguments, span) {
                    Some(call) => call,
                    None => {
                        let member = self.member(base, *arrow, *name, *name_span, unit.exprs[*callee].span);
                        self.report_not_callable(member, span)
                    }
                }
            }
            (ast::ExprKind::Call { callee, .. }, &[base, ref operands @ ..])
                if let ast::ExprKind::MemberTemplate { arrow, name, name_span, arguments, .. } =
                    &unit.exprs[*callee].kind =>
            {
                match self.member_call(base, *arrow, (*name, *name_span), arguments, operands, span) {
                    Some(call) => call,
                    None => self.report_function_value(*name, span),
                }
            }
            (ast::ExprKind::MemberTemplate { name, .. }, _) => self.report_function_value(*name, span),
            (ast::ExprKind::Call { callee, .. }, operands) => match self.called_name(*callee) {
                Some((name, name_span)) => self.call(name, name_span, operands, span),
                None => self.call_value(operands[0], &operands[1..], span),
            },
            (ast::ExprKind::AsType { ty: name, template, .. }, &[operand]) => {
                let ty = self.type_name(name).ty;
                let written = if *template { "as_type" } else { "__builtin_astype" };
                self.as_type(operand, ty, written, span)
            }
            // `Error` was reported by the parser.
            _ => self.error_expression(span),
        }
    }
    /// A prefix operator.
    fn prefix(
        &mut self,
        op: ast::UnaryOp,
        syntax: ast::ExprId,
        operand: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        match op {
            ast::UnaryOp::Increment => self.increment(operand, false, true, span),
            ast::UnaryOp::Decrement => self.increment(operand, true, true, span),
            ast::UnaryOp::AddressOf => {
                let operand = self.selected_place(operand);
                self.address_of(operand, span)
            }
            ast::UnaryOp::Dereference => {
                let pointer = self.value(operand);
                self.dereference(pointer, span)
            }
            ast::UnaryOp::LogicalNot => {
                self.warn_assignment_as_condition(syntax);
                self.unary(op, operand, span)
            }
            ast::UnaryOp::Plus | ast::UnaryOp::Minus | ast::UnaryOp::BitNot => self.unary(op, operand, span),
        }
    }
    /// `left, right`: the value of the right.
    pub(super) fn comma(&mut self, left: hir::ExprId, right: hir::ExprId, span: Span) -> hir::ExprId {
        let right = self.value(right);
        if self.is_error(left) || self.is_error(right) {
            return self.error_expression(span);
        }
        let ty = self.type_of(right);
        self.add_value(hir::ExprKind::Comma(left, right), ty, span)
    }
    /// The address space of a compound literal: in a function it is a variable; outside, it lies where program-scope variables lie
    /// (C99 6.5.2.5, 6), and its address and contents are constant.
    fn literal_space(&self, written: ferrocl_ir::AddressSpace) -> ferrocl_ir::AddressSpace {
        use ferrocl_ir::AddressSpace::{Constant, Global, Private};
        match (self.current.id, written) {
            (Some(_), _) => Private,
            (None, Constant) => Constant,
            (None, _) if self.program_scope_globals() => Global,
            (None, _) => Constant,
        }
    }
    /// `(type){ … }`: an object without a name; of a vector type, the vector itself.
    fn compound_literal(
        &mut self,
        name: &'a ast::TypeName,
        initializer: &'a ast::Initializer,
        span: Span,
    ) -> hir::ExprId {
        let mut ty = self.type_name(name);
        if ty.ty == TypeTable::ERROR {
            return self.error_expression(span);
        }
        let initializer = self.initializer(initializer, &mut ty);
        if let hir::Initializer::Value(value) = initializer
            && (self.is_error(value) || self.program.types.vector(ty.ty).is_some())
        {
            return value;
        }
        ty = self.with_space(ty, self.literal_space(ty.space));
        let align = self.alignment(ty);
        let variable = self.current.variables.push(hir::Variable { name: None, ty, align, span });
        let place =
            Some(hir::Place { is_const: ty.is_const, is_volatile: ty.is_volatile, space: ty.space, align });
        let kind = hir::ExprKind::CompoundLiteral(variable, Box::new(initializer));
        self.add(hir::Expr { kind, ty: ty.ty, place, flags: Default::default(), span })
    }

    /// `sizeof`: a `size_t` (section "Sizeof Operator").
    fn size_of(&mut self, ty: crate::types::TypeId, operator: &str, span: Span) -> hir::ExprId {
        if !self.check_sized(ty, operator, span) {
            return self.error_expression(span);
        }
        if let Type::Image(..) | Type::Sampler | Type::Event | Type::Opaque(_) = self.program.types.get(ty) {
            let diagnostic = Diagnostic::new(
                codes::OPAQUE_SIZE,
                span,
                format!("the size of {} says nothing about the object", self.quoted(ty)),
            )
            .primary("the size of a handle to it")
            .note(rule("what it gives is left to the implementation", "Sizeof Operator"));
            self.report(diagnostic);
        }
        let size = self.program.types.size_of(ty);
        self.integer_constant(size, TypeTable::SIZE, span)
    }
    fn align_of(&mut self, ty: QualifiedType, known: Option<u32>, span: Span) -> hir::ExprId {
        if !self.check_sized(ty.ty, "__alignof__", span) {
            return self.error_expression(span);
        }
        let align = match (known, ty.align_log2) {
            (Some(align), _) => align,
            (None, Some(log2)) => 1 << log2.min(31),
            (None, None) => self.program.types.align_of(ty.ty),
        };
        self.integer_constant(align.into(), TypeTable::SIZE, span)
    }
    fn check_sized(&mut self, ty: crate::types::TypeId, operator: &str, span: Span) -> bool {
        if ty == TypeTable::ERROR {
            return false;
        }
        if self.program.types.is_complete(ty) {
            return true;
        }
        let why = match self.program.types.get(ty) {
            Type::Void => "`void` has no values",
            Type::Function { .. } => "a function is not an object",
            _ => "the type is not known completely here",
        };
        let diagnostic = Diagnostic::new(
            codes::INVALID_SIZEOF,
            span,
            format!("`{operator}` of {}: {why}", self.quoted(ty)),
        )
        .primary("has no size")
        .note(rule("the operand may not have function type or an incomplete type", "Sizeof Operator"));
        self.report(diagnostic);
        false
    }
    /// `vec_step`: how many components a value counts, 4 for a 3-vector (section "Miscellaneous Vector Functions").
    fn vec_step(&mut self, ty: crate::types::TypeId, span: Span) -> hir::ExprId {
        if ty == TypeTable::ERROR {
            return self.error_expression(span);
        }
        let step = match self.program.types.get(ty) {
            Type::Bool | Type::Scalar(_) | Type::Enum(_) => 1,
            Type::Vector(_, 3) => 4,
            Type::Vector(_, n) => u64::from(*n),
            _ => {
                let diagnostic = Diagnostic::new(
                    codes::INVALID_SIZEOF,
                    span,
                    format!(
                        "`vec_step` counts the components of scalars and vectors, not of {}",
                        self.quoted(ty)
                    ),
                )
                .primary("neither a scalar nor a vector")
                .note(rule("it takes a built-in scalar or vector type", "Miscellaneous Vector Functions"));
                self.report(diagnostic);
                return self.error_expression(span);
            }
        };
        self.integer_constant(step, TypeTable::INT, span)
    }
}
