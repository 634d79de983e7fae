//! The type of every operator with values as operands (section "Operators"): the common type of two operands, binary
//! and unary operators. `?:` is in `operators_select`, what pointers do in `operators_pointers`, assignments and `++` in
//! `operators_assign`.

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_ir::MathFlags;
use ferrocl_syntax::ast::ScalarName;

use super::Analyzer;
use super::wording::{article, rule};
use crate::hir::{self, BinaryOp, ConversionReason, UnaryOp};
use crate::types::arithmetic::{Arithmetic, Element, common_scalar, is_float, mask_element, promoted, rank};
use crate::types::name::{gentype_text, scalar_text};
use crate::types::size::scalar_size;
use crate::types::{Type, TypeId, TypeTable};

/// The operator of an expression, for messages: its spelling and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Operator {
    /// `+`, `<<=`, `?:`.
    pub text: &'static str,
    /// Its token.
    pub span: Span,
}

/// Whether an operator compares.
pub(super) fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Less
            | BinaryOp::Greater
            | BinaryOp::LessEqual
            | BinaryOp::GreaterEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual
    )
}

/// The section that describes an operator.
pub(super) fn section_of(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
            "Arithmetic Operators"
        }
        BinaryOp::Shl | BinaryOp::Shr => "Shift Operators",
        BinaryOp::Less | BinaryOp::Greater | BinaryOp::LessEqual | BinaryOp::GreaterEqual => {
            "Relational Operators"
        }
        BinaryOp::Equal | BinaryOp::NotEqual => "Equality Operators",
        BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr => "Bitwise Operators",
        BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::LogicalXor => "Logical Operators",
    }
}

impl Analyzer<'_> {
    /// Adds a node that is a value.
    pub(super) fn add_value(&mut self, kind: hir::ExprKind, ty: TypeId, span: Span) -> hir::ExprId {
        self.add(hir::Expr { kind, ty, place: None, flags: MathFlags::empty(), span })
    }
    /// Adds an operator node computed in type `computation`: where that is a floating-point type, it carries what
    /// the source and the build options allow engines to do with it.
    pub(super) fn add_operator(
        &mut self,
        kind: hir::ExprKind,
        ty: TypeId,
        computation: TypeId,
        span: Span,
    ) -> hir::ExprId {
        let flags = self.math_flags(computation);
        self.add(hir::Expr { kind, ty, place: None, flags, span })
    }
    /// What engines may do with an operator computed in this type.
    pub(super) fn math_flags(&self, ty: TypeId) -> MathFlags {
        let mut flags = MathFlags::empty();
        if !self.program.types.arithmetic(ty).is_some_and(Arithmetic::is_float) {
            return flags;
        }
        flags.set(MathFlags::CONTRACT, self.fp_contract);
        flags.set(MathFlags::FINITE, self.options.finite_math_only);
        flags.set(MathFlags::NO_SIGNED_ZEROS, self.options.no_signed_zeros);
        flags.set(MathFlags::REASSOCIATE, self.options.unsafe_math);
        flags.set(MathFlags::APPROXIMATE_DIVIDE, !self.options.correctly_rounded_divide_sqrt);
        flags
    }
    /// Whether an operand was wrong and is reported.
    pub(super) fn is_error(&self, expr: hir::ExprId) -> bool {
        self.type_of(expr) == TypeTable::ERROR
    }
    /// The type of a comparison or logical operator on values of this type: `int` for scalars, for vectors the signed
    /// integers of the same width.
    pub(super) fn truth_type(&mut self, operand: TypeId) -> TypeId {
        match self.program.types.vector(operand) {
            Some((element, n)) => self.program.types.gentype(mask_element(element), n),
            None => TypeTable::INT,
        }
    }

    /// A binary operator on two expressions.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: hir::ExprId,
        right: hir::ExprId,
        op_span: Span,
        span: Span,
    ) -> hir::ExprId {
        let (left, right) = (self.value(left), self.value(right));
        let operator = Operator { text: op.text(), span: op_span };
        if op == BinaryOp::LogicalXor {
            return self.report_logical_xor(left, right, op_span, span);
        }
        if self.is_error(left) || self.is_error(right) {
            return self.error_expression(span);
        }
        if matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) {
            return self.logical(op, left, right, operator, span);
        }
        let types = &self.program.types;
        let (left_ty, right_ty) = (self.type_of(left), self.type_of(right));
        if types.pointee(left_ty).is_some() || types.pointee(right_ty).is_some() {
            return self.pointer_binary(op, left, right, operator, span);
        }
        let (Some(a), Some(b)) = (types.arithmetic(left_ty), types.arithmetic(right_ty)) else {
            return self.report_operands(op, left, right, operator, span);
        };
        let integers_only = matches!(
            op,
            BinaryOp::Rem
                | BinaryOp::BitAnd
                | BinaryOp::BitOr
                | BinaryOp::BitXor
                | BinaryOp::Shl
                | BinaryOp::Shr
        );
        if integers_only && (a.is_float() || b.is_float()) {
            return self.report_integer_operator(op, left, right, operator, span);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let Some((left, right)) = self.shift_operands(left, right, operator) else {
                return self.error_expression(span);
            };
            let ty = self.type_of(left);
            return self.add_value(hir::ExprKind::Binary(op, left, right), ty, span);
        }
        if is_comparison(op) && !a.is_vector() && !b.is_vector() {
            self.warn_constant_comparison(op, left, right, operator);
        }
        let Some((left, right)) = self.usual_conversions(left, right, operator) else {
            return self.error_expression(span);
        };
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            self.warn_division_by_zero(op, right, operator);
        }
        let computation = self.type_of(left);
        let ty = if is_comparison(op) {
            self.warn_mask_comparison(op, left, right, operator);
            self.truth_type(computation)
        } else {
            computation
        };
        self.add_operator(hir::ExprKind::Binary(op, left, right), ty, computation, span)
    }
    /// `&&` and `||`: scalars decide one after the other, vectors component by component with both sides evaluated
    /// (section "Logical Operators").
    fn logical(
        &mut self,
        op: BinaryOp,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
        span: Span,
    ) -> hir::ExprId {
        let types = &self.program.types;
        let (left_ty, right_ty) = (self.type_of(left), self.type_of(right));
        if types.vector(left_ty).is_none() && types.vector(right_ty).is_none() {
            let scalar = |ty: TypeId| types.arithmetic(ty).is_some() || types.pointee(ty).is_some();
            if !scalar(left_ty) || !scalar(right_ty) {
                return self.report_operands(op, left, right, operator, span);
            }
            let kind = hir::ExprKind::ShortCircuit(op == BinaryOp::LogicalAnd, left, right);
            return self.add_value(kind, TypeTable::INT, span);
        }
        if types.arithmetic(left_ty).is_none() || types.arithmetic(right_ty).is_none() {
            return self.report_operands(op, left, right, operator, span);
        }
        let Some((left, right)) = self.usual_conversions(left, right, operator) else {
            return self.error_expression(span);
        };
        let computation = self.type_of(left);
        let ty = self.truth_type(computation);
        self.add_operator(hir::ExprKind::Binary(op, left, right), ty, computation, span)
    }
    /// Brings two arithmetic operands to one type (section "Usual Arithmetic Conversions"): two scalars as in C99
    /// 6.3.1.8; a scalar beside a vector gets its element type and is widened; two vectors have one type
    /// already, or it is an error.
    pub(super) fn usual_conversions(
        &mut self,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
    ) -> Option<(hir::ExprId, hir::ExprId)> {
        let types = &self.program.types;
        let (left_ty, right_ty) = (self.type_of(left), self.type_of(right));
        let (a, b) = (types.arithmetic(left_ty)?, types.arithmetic(right_ty)?);
        match (a.is_vector(), b.is_vector()) {
            (true, true) => {
                if left_ty == right_ty {
                    return Some((left, right));
                }
                self.report_vector_mismatch(left, right, operator);
                None
            }
            (true, false) => Some((left, self.widen_beside(right, left, operator)?)),
            (false, true) => Some((self.widen_beside(left, right, operator)?, right)),
            (false, false) => {
                let common = common_scalar(a.element, b.element);
                Some((self.convert_operand(left, common), self.convert_operand(right, common)))
            }
        }
    }
    /// A scalar operand in the common type of two scalars.
    pub(super) fn convert_operand(&mut self, operand: hir::ExprId, common: ScalarName) -> hir::ExprId {
        let ty = self.program.types.scalar(common);
        let element = match self.program.types.arithmetic(self.type_of(operand)) {
            Some(arithmetic) => arithmetic.element,
            None => return operand,
        };
        let reason = if promoted(element) == common {
            ConversionReason::IntegerPromotion
        } else {
            ConversionReason::UsualArithmetic
        };
        self.convert_arithmetic(operand, ty, reason)
    }
    /// A scalar operand after integer promotion; a vector as it is.
    pub(super) fn promote(&mut self, operand: hir::ExprId) -> hir::ExprId {
        match self.program.types.arithmetic(self.type_of(operand)) {
            Some(a) if !a.is_vector() => self.convert_operand(operand, promoted(a.element)),
            _ => operand,
        }
    }
    /// A scalar operand as a vector of the type of the vector beside it.
    pub(super) fn widen_beside(
        &mut self,
        scalar: hir::ExprId,
        vector: hir::ExprId,
        operator: Operator,
    ) -> Option<hir::ExprId> {
        let (element, components) = self.program.types.vector(self.type_of(vector))?;
        let arithmetic = self.program.types.arithmetic(self.type_of(scalar))?;
        if arithmetic.rank() > rank(element) {
            self.report_rank(scalar, vector, operator);
            return None;
        }
        Some(self.widen(scalar, element, components, ConversionReason::ScalarToVector))
    }
    /// The operands of a shift (section "Shift Operators"): the result has the left one's type after promotion; the
    /// count, of which only the low bits matter, is brought to that type.
    pub(super) fn shift_operands(
        &mut self,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
    ) -> Option<(hir::ExprId, hir::ExprId)> {
        let left = self.promote(left);
        let (left_ty, right_ty) = (self.type_of(left), self.type_of(right));
        let (a, b) = (self.program.types.arithmetic(left_ty)?, self.program.types.arithmetic(right_ty)?);
        let Element::Number(element) = a.element else { return None };
        if !b.is_vector() {
            self.warn_shift_count(left, right, element);
        }
        let right = match (a.is_vector(), b.is_vector()) {
            (true, false) => self.widen(right, element, a.components, ConversionReason::ShiftCount),
            (false, true) => {
                self.report_shift_shape(left, right, operator);
                return None;
            }
            _ if a.components != b.components => {
                self.report_shift_shape(left, right, operator);
                return None;
            }
            _ => self.convert_arithmetic(right, left_ty, ConversionReason::ShiftCount),
        };
        Some((left, right))
    }

    /// `+`, `-`, `~` and `!` on an expression.
    pub(super) fn unary(
        &mut self,
        op: ferrocl_syntax::ast::UnaryOp,
        operand: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        use ferrocl_syntax::ast::UnaryOp as Syntax;
        let operand = self.value(operand);
        if self.is_error(operand) {
            return self.error_expression(span);
        }
        let ty = self.type_of(operand);
        let types = &self.program.types;
        let arithmetic = types.arithmetic(ty);
        if op == Syntax::LogicalNot && (arithmetic.is_some() || types.pointee(ty).is_some()) {
            let result = self.truth_type(ty);
            let kind = hir::ExprKind::Unary(UnaryOp::LogicalNot, operand);
            return self.add_operator(kind, result, ty, span);
        }
        let Some(arithmetic) = arithmetic else {
            return self.report_unary_operand(op, operand, span);
        };
        let op = match op {
            Syntax::Plus => return self.promote(operand),
            Syntax::Minus => UnaryOp::Minus,
            _ if arithmetic.is_float() => return self.report_bit_not(operand, span),
            _ => UnaryOp::BitNot,
        };
        let operand = self.promote(operand);
        let ty = self.type_of(operand);
        self.add_operator(hir::ExprKind::Unary(op, operand), ty, ty, span)
    }

    /// The start of a report that an operator does not work on these types, with both operands shown. A `void` operand is reported for
    /// itself; the erroneous expression comes back then.
    pub(super) fn does_not_work(
        &mut self,
        code: ferrocl_base::Code,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
        span: Span,
    ) -> Result<Diagnostic, hir::ExprId> {
        for operand in [left, right] {
            if self.type_of(operand) == TypeTable::VOID {
                return Err(self.report_void(operand, span));
            }
        }
        let (a, b) = (self.type_of(left), self.type_of(right));
        let text = format!("`{}` does not work on {} and {}", operator.text, self.quoted(a), self.quoted(b));
        let diagnostic = Diagnostic::new(code, operator.span, text);
        Ok(self.with_operand(self.with_operand(diagnostic, left), right))
    }

    /// Reports operands that an operator does not have at all.
    pub(super) fn report_operands(
        &mut self,
        op: BinaryOp,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
        span: Span,
    ) -> hir::ExprId {
        let diagnostic = match self.does_not_work(codes::INVALID_OPERANDS, left, right, operator, span) {
            Ok(diagnostic) => diagnostic,
            Err(reported) => return reported,
        };
        let (a, b) = (self.type_of(left), self.type_of(right));
        let diagnostic = match (self.program.types.get(a), self.program.types.get(b)) {
            (Type::Record(_), _) | (_, Type::Record(_)) => {
                diagnostic.help("operators work on scalars and vectors: name the members")
            }
            _ => diagnostic.note(rule("operators work on scalars and vectors", section_of(op))),
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// Reports a value that does not exist.
    pub(super) fn report_void(&mut self, operand: hir::ExprId, span: Span) -> hir::ExprId {
        let diagnostic = Diagnostic::new(
            codes::VOID_VALUE,
            self.span_of(operand),
            "`void` has no value that could be used here",
        )
        .primary("this gives nothing");
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// Reports two vectors of different types.
    pub(super) fn report_vector_mismatch(
        &mut self,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
    ) {
        let (a, b) = (self.type_of(left), self.type_of(right));
        let diagnostic = Diagnostic::new(
            codes::VECTOR_TYPE_MISMATCH,
            operator.span,
            format!(
                "`{}` cannot mix two vector types, {} and {}",
                operator.text,
                self.quoted(a),
                self.quoted(b)
            ),
        );
        let diagnostic = self.with_operand(self.with_operand(diagnostic, left), right);
        let mut diagnostic = diagnostic.note(rule(
            "two vectors have to have the same type, as vectors are never converted implicitly",
            "Usual Arithmetic Conversions",
        ));
        if let (Some(from), Some(to)) = (self.program.types.vector(b), self.program.types.vector(a)) {
            // The operand of lower rank is the one to convert; where the widths differ, the wider one.
            let (operand, from, to) =
                if (from.1, rank(from.0)) < (to.1, rank(to.0)) && from.1 == to.1 || from.1 > to.1 {
                    (right, from, to)
                } else {
                    (left, to, from)
                };
            diagnostic = self.suggest_vector_conversion(diagnostic, self.span_of(operand), from, to);
        }
        self.report(diagnostic);
    }
    /// Reports a scalar of greater rank than the components of the vector beside it.
    fn report_rank(&mut self, scalar: hir::ExprId, vector: hir::ExprId, operator: Operator) {
        let (scalar_ty, vector_ty) = (self.type_of(scalar), self.type_of(vector));
        let Some((element, n)) = self.program.types.vector(vector_ty) else { return };
        let span = self.span_of(scalar);
        let element_text = scalar_text(element);
        let diagnostic = Diagnostic::new(
            codes::SCALAR_RANK,
            span,
            format!(
                "`{}` cannot take {} beside {}, whose components cannot hold its values",
                operator.text,
                self.a_type(scalar_ty),
                self.a_type(vector_ty)
            ),
        )
        .primary(format!(
            "this is {}, which would have to become {} `{element_text}`",
            self.a_type(scalar_ty),
            article(element_text)
        ));
        let diagnostic = self.with_operand(diagnostic, vector).note(rule(
            "a scalar beside a vector gets the type of the components, and may not have a greater rank than that",
            "Usual Arithmetic Conversions",
        ));
        let literal = matches!(self.current.exprs[scalar].kind, hir::ExprKind::Constant(_));
        let digits =
            self.source(span).is_some_and(|text| text.ends_with(|c: char| c.is_ascii_digit() || c == '.'));
        let scalar_element = self.program.types.arithmetic(scalar_ty).map(|a| a.element);
        let diagnostic = match (scalar_element, element) {
            (Some(Element::Number(ScalarName::Double)), ScalarName::Float) if literal && digits => {
                self.suggest_around(diagnostic, span, "write a float constant", "", "f")
            }
            _ => self.suggest_cast_to(diagnostic, span, "convert the scalar", element_text),
        };
        let diagnostic = match scalar_element {
            Some(Element::Number(name)) if !literal => self.suggest_around(
                diagnostic,
                self.span_of(vector),
                "or convert the vector",
                &format!("convert_{}(", gentype_text(name, n)),
                ")",
            ),
            _ => diagnostic,
        };
        self.report(diagnostic);
    }
    /// Reports an integer operator on floats.
    pub(super) fn report_integer_operator(
        &mut self,
        op: BinaryOp,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
        span: Span,
    ) -> hir::ExprId {
        let is_float =
            |expr| self.program.types.arithmetic(self.type_of(expr)).is_some_and(Arithmetic::is_float);
        let float = if is_float(left) { left } else { right };
        let float_ty = self.type_of(float);
        let diagnostic = Diagnostic::new(
            codes::INTEGER_OPERATOR,
            operator.span,
            format!("`{}` works on integers only, not on {}", operator.text, self.quoted(float_ty)),
        );
        let diagnostic = self.with_operand(self.with_operand(diagnostic, left), right);
        let diagnostic = diagnostic
            .note(rule("the operator is not defined for floating-point scalars and vectors", section_of(op)));
        let (left_span, right_span, float_span) =
            (self.span_of(left), self.span_of(right), self.span_of(float));
        let diagnostic = match (op, self.source(left_span), self.source(right_span)) {
            (BinaryOp::Rem, Some(a), Some(b)) if self.source(span).is_some() => diagnostic.suggest(
                "for the remainder of a division of floats",
                span,
                format!("fmod({a}, {b})"),
            ),
            (BinaryOp::Rem, ..) => diagnostic.help("for the remainder of a division of floats: `fmod(a, b)`"),
            (BinaryOp::Shl | BinaryOp::Shr, ..) if float == right => {
                let diagnostic = diagnostic.help("a shift count is an integer");
                match self.float_type(float) {
                    Some((_, components @ 2..)) => {
                        let start = format!("convert_int{components}(");
                        self.suggest_around(diagnostic, float_span, "convert it", &start, ")")
                    }
                    _ => self.suggest_cast_to(diagnostic, float_span, "convert it", "int"),
                }
            }
            (BinaryOp::Shl | BinaryOp::Shr, ..) => {
                let diagnostic = diagnostic.help("to scale by a power of two: `ldexp(x, n)`");
                self.suggest_bits_of_operands(diagnostic, left, right, operator, span)
            }
            _ => self.suggest_bits_of_operands(diagnostic, left, right, operator, span),
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// The element and the number of components of a float or vector of floats.
    fn float_type(&self, expr: hir::ExprId) -> Option<(ScalarName, u8)> {
        match self.program.types.arithmetic(self.type_of(expr))? {
            Arithmetic { element: Element::Number(name), components } if is_float(name) => {
                Some((name, components))
            }
            _ => None,
        }
    }
    /// Suggests `as_int4(x)` for the bits of a float.
    fn suggest_bits(&self, diagnostic: Diagnostic, float: hir::ExprId) -> Diagnostic {
        let Some((name, components)) = self.float_type(float) else { return diagnostic };
        let start = format!("as_{}(", gentype_text(mask_element(name), components));
        self.suggest_around(diagnostic, self.span_of(float), "to work on its bits", &start, ")")
    }
    /// Suggests `as_int4(x) & as_int4(y)`, or `x = as_float4(as_int4(x) & y)`, for an operator on the bits of floats.
    fn suggest_bits_of_operands(
        &self,
        diagnostic: Diagnostic,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
        span: Span,
    ) -> Diagnostic {
        let compound = operator.text.strip_suffix('=');
        let Some((name, components)) = self.float_type(left) else {
            return self.suggest_bits(diagnostic, right);
        };
        let right_float = self.float_type(right);
        if compound.is_none() && right_float.is_none() {
            return self.suggest_bits(diagnostic, left);
        }
        let sources = (self.source(self.span_of(left)), self.source(self.span_of(right)), self.source(span));
        let (Some(a), Some(b), Some(_)) = sources else { return diagnostic };
        let x = format!("as_{}({a})", gentype_text(mask_element(name), components));
        let y = match right_float {
            Some((name, components)) => format!("as_{}({b})", gentype_text(mask_element(name), components)),
            None => b.to_owned(),
        };
        match compound {
            Some(op) => {
                let text = format!("{a} = as_{}({x} {op} {y})", gentype_text(name, components));
                diagnostic.suggest("to work on its bits", span, text)
            }
            None => diagnostic.suggest("to work on their bits", span, format!("{x} {} {y}", operator.text)),
        }
    }
    fn report_bit_not(&mut self, operand: hir::ExprId, span: Span) -> hir::ExprId {
        let diagnostic = Diagnostic::new(
            codes::INTEGER_OPERATOR,
            self.span_of(operand),
            format!("`~` works on integers only, not on {}", self.quoted(self.type_of(operand))),
        )
        .primary(format!("this is {}", self.a_type(self.type_of(operand))))
        .note(rule(
            "the operator is not defined for floating-point scalars and vectors",
            "Bitwise Operators",
        ));
        let diagnostic = self.suggest_bits(diagnostic, operand);
        self.report(diagnostic);
        self.error_expression(span)
    }
    fn report_unary_operand(
        &mut self,
        op: ferrocl_syntax::ast::UnaryOp,
        operand: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        let ty = self.type_of(operand);
        if ty == TypeTable::VOID {
            return self.report_void(operand, span);
        }
        let diagnostic = Diagnostic::new(
            codes::INVALID_OPERANDS,
            self.span_of(operand),
            format!("`{}` does not work on {}", op.text(), self.quoted(ty)),
        )
        .primary(format!("this is {}", self.a_type(ty)))
        .note(rule("unary operators work on scalars and vectors", "Unary Operators"));
        self.report(diagnostic);
        self.error_expression(span)
    }
    pub(super) fn report_shift_shape(&mut self, left: hir::ExprId, right: hir::ExprId, operator: Operator) {
        let (a, b) = (self.type_of(left), self.type_of(right));
        let scalar = self.program.types.vector(a).is_none();
        let diagnostic = Diagnostic::new(
            codes::SHIFT_OPERANDS,
            operator.span,
            format!("{} cannot be shifted by {}", self.a_type(a), self.a_type(b)),
        );
        let diagnostic = self.with_operand(self.with_operand(diagnostic, left), right);
        let diagnostic = diagnostic.note(rule(
            "a scalar is shifted by a scalar; a vector by a scalar or by a vector of as many components",
            "Shift Operators",
        ));
        let types = &self.program.types;
        let diagnostic = match (types.arithmetic(a), types.vector(b)) {
            (Some(Arithmetic { element: Element::Number(name), .. }), Some((_, n))) if scalar => {
                let widened = gentype_text(name, n);
                self.suggest_around(
                    diagnostic,
                    self.span_of(left),
                    "shift the scalar in every component",
                    &format!("({widened})("),
                    ")",
                )
            }
            (Some(Arithmetic { components, .. }), Some(from)) => {
                self.suggest_vector_conversion(diagnostic, self.span_of(right), from, (from.0, components))
            }
            _ => diagnostic,
        };
        self.report(diagnostic);
    }
    fn report_logical_xor(
        &mut self,
        left: hir::ExprId,
        right: hir::ExprId,
        op_span: Span,
        span: Span,
    ) -> hir::ExprId {
        let diagnostic = Diagnostic::new(
            codes::RESERVED_OPERATOR,
            op_span,
            "`^^` is reserved: OpenCL C has no logical exclusive or",
        )
        .primary("not an operator that can be used")
        .note(rule("the operator is reserved", "Logical Operators"));
        let (left_span, right_span) = (self.span_of(left), self.span_of(right));
        let diagnostic = match (self.source(left_span), self.source(right_span)) {
            (Some(a), Some(b)) if self.source(span).is_some() => {
                diagnostic.suggest("compare the truth values", span, format!("!({a}) != !({b})"))
            }
            _ => diagnostic.help("compare the truth values: `!(a) != !(b)`"),
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// Warns of a shift by a constant that is not below the width: OpenCL C takes the low bits, C and other compilers
    /// do not.
    pub(super) fn warn_shift_count(&mut self, left: hir::ExprId, count: hir::ExprId, element: ScalarName) {
        let Some(number) = self.plain_integer(count) else { return };
        let width = i128::from(scalar_size(element) * 8);
        if (0..width).contains(&number) {
            return;
        }
        let diagnostic = Diagnostic::new(
            codes::SHIFT_COUNT,
            self.span_of(count),
            format!("a shift of {width} bits by {number} is a shift by {}", number.rem_euclid(width)),
        )
        .primary("not a count from 0 to the width")
        .note(rule(
            &format!("only the low {} bits of the count matter", width.trailing_zeros()),
            "Shift Operators",
        ));
        let diagnostic = self.with_operand(diagnostic, left);
        self.report(diagnostic);
    }
    /// Warns of an integer division by the constant zero.
    pub(super) fn warn_division_by_zero(&mut self, op: BinaryOp, divisor: hir::ExprId, operator: Operator) {
        let scalar = match self.current.exprs[divisor].kind {
            hir::ExprKind::Convert { kind: hir::ConversionKind::Widen, operand, .. } => operand,
            _ => divisor,
        };
        if self.plain_integer(scalar) != Some(0) {
            return;
        }
        let result = if op == BinaryOp::Rem { "remainder" } else { "quotient" };
        let diagnostic = Diagnostic::new(
            codes::DIVISION_BY_ZERO,
            operator.span,
            format!("this divides by zero: the {result} may be any number"),
        )
        .primary("divides by zero")
        .label(self.span_of(divisor), "this is 0")
        .note(rule("the division does not trap, but its value may be anything", "Arithmetic Operators"));
        self.report(diagnostic);
    }
}
