//! Assignment (section "Assignment Operator"), compound assignment, `++` and `--` (section "Pre- and
//! Post-Operators"): what may stand on the left, and what happens to the value.

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast;

use super::Analyzer;
use super::operators::Operator;
use super::wording::rule;
use crate::hir::{self, BinaryOp, ConversionKind, ConversionReason};
use crate::types::arithmetic::{Arithmetic, Element, common_scalar, promoted};
use crate::types::{AddressSpace, Type, TypeId, TypeTable};

/// The section of the rules of assignments.
const SECTION: &str = "Assignment Operator";

/// How deep records are searched for a `const` member.
const MAX_RECORD_DEPTH: usize = 16;

impl Analyzer<'_> {
    /// `target = value`.
    pub(super) fn assign(
        &mut self,
        target: hir::ExprId,
        value: hir::ExprId,
        op_span: Span,
        span: Span,
    ) -> hir::ExprId {
        let value = self.value(value);
        if !self.check_assignable(target, op_span) {
            return self.error_expression(span);
        }
        let ty = self.type_of(target);
        let value = self.convert_implicitly(value, ty, ConversionReason::Assignment);
        if self.is_error(value) {
            return self.error_expression(span);
        }
        self.add_value(hir::ExprKind::Assign(target, value), ty, span)
    }
    /// `target op= value`: as `target = target op value`, with the target evaluated once.
    pub(super) fn compound_assign(
        &mut self,
        op: BinaryOp,
        target: hir::ExprId,
        value: hir::ExprId,
        op_span: Span,
        span: Span,
    ) -> hir::ExprId {
        let value = self.value(value);
        if !self.check_assignable(target, op_span) || self.is_error(value) {
            return self.error_expression(span);
        }
        let operator = Operator { text: compound_text(op), span: op_span };
        let ty = self.type_of(target);
        let types = &self.program.types;
        if types.pointee(ty).is_some() {
            return self.pointer_compound(op, target, value, operator, span);
        }
        let (Some(a), Some(b)) = (types.arithmetic(ty), types.arithmetic(self.type_of(value))) else {
            return self.report_operands(op, target, value, operator, span);
        };
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let integers_only =
            shift || matches!(op, BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
        if integers_only && (a.is_float() || b.is_float()) {
            return self.report_integer_operator(op, target, value, operator, span);
        }
        if !a.is_vector() && b.is_vector() {
            if shift {
                self.report_shift_shape(target, value, operator);
            } else {
                self.report_vector_into_scalar(target, value, operator);
            }
            return self.error_expression(span);
        }
        let Some((computation, value)) = self.compound_operand(a, b, target, value, shift, operator) else {
            return self.error_expression(span);
        };
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            self.warn_division_by_zero(op, value, operator);
        }
        let (mut before, mut after) = (Vec::new(), Vec::new());
        if computation != ty {
            let reason = match self.program.types.arithmetic(computation) {
                Some(Arithmetic { element: Element::Number(name), .. }) if promoted(a.element) == name => {
                    ConversionReason::IntegerPromotion
                }
                _ => ConversionReason::UsualArithmetic,
            };
            before.push((ConversionKind::Arithmetic, computation, reason));
            after.push((ConversionKind::Arithmetic, ty, ConversionReason::Assignment));
        }
        let kind = hir::ExprKind::CompoundAssign { op, place: target, before, value, computation, after };
        self.add_operator(kind, ty, computation, span)
    }
    /// The type in which a compound assignment computes, and its right operand in that type.
    fn compound_operand(
        &mut self,
        a: Arithmetic,
        b: Arithmetic,
        target: hir::ExprId,
        value: hir::ExprId,
        shift: bool,
        operator: Operator,
    ) -> Option<(TypeId, hir::ExprId)> {
        let ty = self.type_of(target);
        if a.is_vector() {
            if shift {
                let (_, count) = self.shift_operands(target, value, operator)?;
                return Some((ty, count));
            }
            if !b.is_vector() {
                return Some((ty, self.widen_beside(value, target, operator)?));
            }
            if self.type_of(value) != ty {
                self.report_vector_mismatch(target, value, operator);
                return None;
            }
            return Some((ty, value));
        }
        if shift {
            let name = promoted(a.element);
            let computation = self.program.types.scalar(name);
            self.warn_shift_count(target, value, name);
            return Some((
                computation,
                self.convert_arithmetic(value, computation, ConversionReason::ShiftCount),
            ));
        }
        let common = common_scalar(a.element, b.element);
        let computation = self.program.types.scalar(common);
        Some((computation, self.convert_operand(value, common)))
    }
    /// `pointer += index`, `pointer -= index`.
    fn pointer_compound(
        &mut self,
        op: BinaryOp,
        target: hir::ExprId,
        value: hir::ExprId,
        operator: Operator,
        span: Span,
    ) -> hir::ExprId {
        let ty = self.type_of(target);
        let integer = self.program.types.is_integer_scalar(self.type_of(value));
        if !matches!(op, BinaryOp::Add | BinaryOp::Sub) || !integer {
            return self.report_pointer_arithmetic(op, target, value, operator, span);
        }
        if !self.check_counted(target) {
            return self.error_expression(span);
        }
        let value = self.index_value(value);
        let kind = hir::ExprKind::CompoundAssign {
            op,
            place: target,
            before: Vec::new(),
            value,
            computation: ty,
            after: Vec::new(),
        };
        self.add_value(kind, ty, span)
    }
    /// `++` and `--`.
    pub(super) fn increment(
        &mut self,
        place: hir::ExprId,
        decrement: bool,
        prefix: bool,
        span: Span,
    ) -> hir::ExprId {
        let text = if decrement { "--" } else { "++" };
        let ty = self.type_of(place);
        if !self.check_assignable(place, span) {
            return self.error_expression(span);
        }
        let types = &self.program.types;
        let diagnostic = Diagnostic::new(
            codes::INVALID_INCREMENT,
            span,
            format!("`{text}` does not work on {}", self.quoted(ty)),
        );
        match types.arithmetic(ty) {
            Some(arithmetic) if arithmetic.is_float() && arithmetic.is_vector() => {
                let diagnostic = diagnostic.primary("a vector of floating-point numbers").note(rule(
                    "`++` and `--` work on integers, not on floating-point scalars and vectors",
                    "Pre- and Post-Operators",
                ));
                let diagnostic = self.suggest_one_more(diagnostic, "write", place, decrement, span);
                self.report(diagnostic);
                return self.error_expression(span);
            }
            Some(arithmetic) if arithmetic.is_float() => self.warn_float_increment(place, decrement, span),
            Some(_) => {}
            None if types.pointee(ty).is_some() => {
                if !self.check_counted(place) {
                    return self.error_expression(span);
                }
            }
            None => {
                self.report(diagnostic.primary(format!("this is {}", self.a_type(ty))));
                return self.error_expression(span);
            }
        }
        self.add_operator(hir::ExprKind::Increment { place, decrement, prefix }, ty, ty, span)
    }
    fn warn_float_increment(&mut self, place: hir::ExprId, decrement: bool, span: Span) {
        let text = if decrement { "--" } else { "++" };
        let ty = self.type_of(place);
        let diagnostic = Diagnostic::new(
            codes::FLOAT_INCREMENT,
            span,
            format!("`{text}` on {} is not OpenCL C, though compilers take it", self.a_type(ty)),
        )
        .primary("done here as adding or subtracting 1")
        .note(rule(
            "`++` and `--` work on integers, not on floating-point scalars and vectors",
            "Pre- and Post-Operators",
        ));
        let diagnostic = self.suggest_one_more(diagnostic, "to be portable, write", place, decrement, span);
        self.report(diagnostic);
    }

    fn suggest_one_more(
        &self,
        diagnostic: Diagnostic,
        message: &str,
        place: hir::ExprId,
        decrement: bool,
        span: Span,
    ) -> Diagnostic {
        let op = if decrement { "-= 1" } else { "+= 1" };
        match (self.source(span), self.source(self.span_of(place))) {
            (Some(_), Some(name)) => diagnostic.suggest(message, span, format!("{name} {op}")),
            _ => diagnostic.help(format!("{message} `x {op}`")),
        }
    }

    /// Checks that something can be assigned to.
    pub(super) fn check_assignable(&mut self, target: hir::ExprId, op_span: Span) -> bool {
        if self.keeps_values {
            // What is read so far was read before.
            self.fold_all();
            self.forget_value(target);
        }
        let ty = self.type_of(target);
        if ty == TypeTable::ERROR {
            return false;
        }
        let span = self.span_of(target);
        let Some(place) = self.current.exprs[target].place else {
            self.report_not_assignable(target, op_span);
            return false;
        };
        match self.program.types.get(ty) {
            Type::Array { .. } => {
                let diagnostic = Diagnostic::new(
                    codes::NOT_ASSIGNABLE,
                    op_span,
                    format!("an array cannot be assigned as a whole, and this is {}", self.a_type(ty)),
                )
                .label(span, "an array")
                .help("assign its elements one by one");
                self.report(diagnostic);
                return false;
            }
            Type::Image(..) | Type::Sampler => {
                self.report_assigned_object(ty, span);
                return false;
            }
            Type::Atomic(_) => {
                let diagnostic = Diagnostic::new(
                    codes::ATOMIC_ACCESS,
                    span,
                    format!("an object of type {} is only written by the atomic functions", self.quoted(ty)),
                )
                .primary("this would write it like an ordinary object")
                .help("write `atomic_store(&object, value)`, or `atomic_init` for its first value");
                self.report(diagnostic);
                return false;
            }
            _ if self.is_storage_only(ty) => {
                let diagnostic = Diagnostic::new(
                    codes::HALF_VALUE,
                    span,
                    "a `half` cannot be assigned: it is only a storage format here",
                )
                .primary("this would write a half")
                .note(rule("stores through a pointer to half go through `vstore_half`", "The half Data Type"))
                .help("write `vstore_half(value, index, pointer)`, or enable `cl_khr_fp16` with a pragma");
                self.report(diagnostic);
                return false;
            }
            _ if !self.program.types.is_complete(ty) => {
                let diagnostic = Diagnostic::new(
                    codes::INCOMPLETE_VALUE,
                    span,
                    format!("the type {} is not known completely here", self.quoted(ty)),
                )
                .primary("it is assigned to here");
                self.report(diagnostic);
                return false;
            }
            _ => {}
        }
        if place.space == AddressSpace::Constant {
            let diagnostic = Diagnostic::new(
                codes::CONSTANT_TARGET,
                op_span,
                format!("{} lies in constant memory, which cannot be written", self.source_or(span, "this")),
            )
            .label(span, "in the constant address space")
            .note(rule("objects in the constant address space are read-only", "constant"))
            .help("let it lie in global memory if kernels are to write it");
            self.report(diagnostic);
            return false;
        }
        if place.is_const {
            let mut diagnostic = Diagnostic::new(
                codes::CONSTANT_TARGET,
                op_span,
                format!("{} is const and cannot be written", self.source_or(span, "this")),
            )
            .label(span, format!("this is a const {}", self.quoted(ty)));
            if let Some(declared) = self.declaration_of(target) {
                diagnostic = diagnostic.label(declared, "declared here");
            }
            let diagnostic = diagnostic.help("leave out `const` where it is declared if it has to change");
            self.report(diagnostic);
            return false;
        }
        if self.has_const_member(ty) {
            let diagnostic = Diagnostic::new(
                codes::CONSTANT_TARGET,
                op_span,
                format!("{} has a const member, so it cannot be assigned as a whole", self.quoted(ty)),
            )
            .label(span, "one of its members is const")
            .help("assign the other members one by one");
            self.report(diagnostic);
            return false;
        }
        true
    }
    /// Where the variable under a place is declared.
    fn declaration_of(&self, place: hir::ExprId) -> Option<Span> {
        let mut id = place;
        loop {
            match self.current.exprs[id].kind {
                hir::ExprKind::Variable(variable) => return Some(self.current.variables[variable].span),
                hir::ExprKind::Global(global) => return Some(self.program.globals[global].span),
                hir::ExprKind::Member { base, .. }
                | hir::ExprKind::Swizzle { base, .. }
                | hir::ExprKind::ComponentIndex { base, .. } => id = base,
                _ => return None,
            }
        }
    }
    fn has_const_member(&self, ty: TypeId) -> bool {
        let mut pending = vec![(ty, 0)];
        while let Some((ty, depth)) = pending.pop() {
            let mut ty = ty;
            while let Type::Array { element, .. } = self.program.types.get(ty) {
                ty = element.ty;
            }
            let Type::Record(record) = *self.program.types.get(ty) else { continue };
            for field in self.program.types.records[record].fields.iter().flatten() {
                if field.ty.is_const {
                    return true;
                }
                if depth < MAX_RECORD_DEPTH {
                    pending.push((field.ty.ty, depth + 1));
                }
            }
        }
        false
    }
    /// Whether something is written as a cast. (One that changes nothing leaves no trace in the typed tree.)
    pub(super) fn is_cast(&self, mut syntax: ast::ExprId) -> bool {
        loop {
            match &self.unit.exprs[syntax].kind {
                ast::ExprKind::Paren(inner) => syntax = *inner,
                kind => return matches!(kind, ast::ExprKind::Cast { .. }),
            }
        }
    }
    /// Reports a cast that is assigned to.
    pub(super) fn report_cast_target(&mut self, target: ast::ExprId, span: Span) -> hir::ExprId {
        let mut syntax = target;
        while let ast::ExprKind::Paren(inner) = self.unit.exprs[syntax].kind {
            syntax = inner;
        }
        let ast::ExprKind::Cast { operand, .. } = self.unit.exprs[syntax].kind else {
            return self.error_expression(span);
        };
        let target_span = self.unit.exprs[syntax].span;
        let operand = self.source_or(self.unit.exprs[operand].span, "the object itself");
        let diagnostic = Diagnostic::new(
            codes::NOT_ASSIGNABLE,
            target_span,
            format!("{} cannot be assigned to: it is the result of a cast", self.source_or(target_span, "this")),
        )
        .primary("a copy of the value, converted")
        .note(rule(
            "variables, members, components that do not repeat, and what pointers and indices lead to are assignable",
            SECTION,
        ))
        .help(format!("assign to {operand}; the new value is converted to its type by itself"));
        self.report(diagnostic);
        self.error_expression(span)
    }
    fn report_not_assignable(&mut self, target: hir::ExprId, op_span: Span) {
        let span = self.span_of(target);
        let expr = &self.current.exprs[target];
        let (what, help) = match &expr.kind {
            hir::ExprKind::Swizzle { base, components } if self.current.exprs[*base].place.is_some() => {
                return self.report_repeated_component(target, &components.clone(), op_span);
            }
            hir::ExprKind::Constant(_) => ("a constant", None),
            hir::ExprKind::Call(..) | hir::ExprKind::BuiltinCall { .. } => {
                ("the result of a call", Some("assign it to a variable first"))
            }
            hir::ExprKind::Conditional(..) | hir::ExprKind::VectorSelect(..) => (
                "the result of `?:`",
                Some("choose a pointer instead, as in `*(c ? &a : &b) = x`, or use `if`"),
            ),
            hir::ExprKind::Convert { kind: ConversionKind::Widen | ConversionKind::Arithmetic, .. } => {
                ("a converted value", Some("assign to the object itself"))
            }
            hir::ExprKind::VectorLiteral(_) => ("a vector literal", Some("assign it to a variable first")),
            hir::ExprKind::Assign(..) | hir::ExprKind::CompoundAssign { .. } => {
                ("the result of an assignment", None)
            }
            hir::ExprKind::Increment { .. } => ("the result of `++` or `--`", None),
            hir::ExprKind::Swizzle { .. } | hir::ExprKind::Member { .. } => {
                ("a part of a value", Some("assign the value to a variable first"))
            }
            hir::ExprKind::Binary(..) | hir::ExprKind::Unary(..) | hir::ExprKind::ShortCircuit(..) => {
                ("the result of an operator", None)
            }
            _ => ("a value, not an object", None),
        };
        let mut diagnostic = Diagnostic::new(
            codes::NOT_ASSIGNABLE,
            op_span,
            format!("{} cannot be assigned to: it is {what}", self.source_or(span, "this")),
        )
        .label(span, what)
        .note(rule(
            "variables, members, components that do not repeat, and what pointers and indices lead to are assignable",
            SECTION,
        ));
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }
    fn report_repeated_component(&mut self, target: hir::ExprId, components: &[u8], op_span: Span) {
        let span = self.span_of(target);
        let repeated =
            components.iter().enumerate().find(|(i, c)| components[..*i].contains(c)).map(|(_, c)| *c);
        let diagnostic = match repeated {
            Some(component) => Diagnostic::new(
                codes::REPEATED_COMPONENT,
                op_span,
                format!("component {component} would be assigned twice"),
            )
            .label(span, format!("component {component} (`.{}`) stands here more than once", super::expressions_members::component_text(component))),
            None => Diagnostic::new(
                codes::REPEATED_COMPONENT,
                op_span,
                "these components cannot be assigned: they are picked from a selection with a repeated component",
            )
            .label(span, "not an lvalue"),
        };
        let diagnostic = diagnostic
            .note(rule("an lvalue has no component twice", "Vector Components"))
            .help("name each component once");
        self.report(diagnostic);
    }
    fn report_vector_into_scalar(&mut self, target: hir::ExprId, value: hir::ExprId, operator: Operator) {
        let (a, b) = (self.type_of(target), self.type_of(value));
        let diagnostic = Diagnostic::new(
            codes::INVALID_CONVERSION,
            operator.span,
            format!(
                "`{}` would give {}, which does not go into {}",
                operator.text,
                self.a_type(b),
                self.a_type(a)
            ),
        );
        let diagnostic = self.with_operand(self.with_operand(diagnostic, target), value);
        let diagnostic = diagnostic
            .note(rule("`a op= b` is `a = a op b`, and a vector is never converted to a scalar", SECTION));
        let diagnostic = self.suggest_after(diagnostic, self.span_of(value), "take one component", ".x");
        self.report(diagnostic);
    }
}

/// The spelling of a compound assignment.
fn compound_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+=",
        BinaryOp::Sub => "-=",
        BinaryOp::Mul => "*=",
        BinaryOp::Div => "/=",
        BinaryOp::Rem => "%=",
        BinaryOp::Shl => "<<=",
        BinaryOp::Shr => ">>=",
        BinaryOp::BitAnd => "&=",
        BinaryOp::BitXor => "^=",
        BinaryOp::BitOr => "|=",
        _ => op.text(),
    }
}
