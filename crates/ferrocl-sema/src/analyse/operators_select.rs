//! `?:` (section "Ternary Selection Operator"): by value on a scalar condition, of which one arm is evaluated; by the
//! sign bit of each component on a vector condition, as `select` does, with both arms evaluated.

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast::ScalarName;

use super::Analyzer;
use super::operators::Operator;
use super::wording::rule;
use crate::hir::{self, ConversionKind, ConversionReason};
use crate::types::arithmetic::{Element, common_scalar, is_float, is_unsigned, mask_element, rank};
use crate::types::name::gentype_text;
use crate::types::size::scalar_size;
use crate::types::{AddressSpace, QualifiedType, Type, TypeId, TypeTable};

/// The section of the rules of `?:`.
const SECTION: &str = "Ternary Selection Operator";

impl Analyzer<'_> {
    /// `condition ? then : otherwise`; GNU's `condition ?: otherwise` gives no `then`.
    pub(super) fn conditional(
        &mut self,
        condition: hir::ExprId,
        then: Option<hir::ExprId>,
        otherwise: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        let condition = self.value(condition);
        let otherwise = self.value(otherwise);
        // Without a `then`, the condition is evaluated once, into a variable without a name that is read twice.
        let (setup, condition, then) = match then {
            Some(then) => (None, condition, self.value(then)),
            None => {
                let (setup, first, second) = self.evaluated_once(condition);
                (setup, first, second)
            }
        };
        if [condition, then, otherwise].iter().any(|&expr| self.is_error(expr)) {
            return self.error_expression(span);
        }
        let ty = self.type_of(condition);
        let arithmetic = self.program.types.arithmetic(ty);
        let result = match arithmetic {
            // C++ takes its truth value ("Ternary selection operator" of C++ for OpenCL).
            Some(a) if a.is_float() && !a.is_vector() && self.is_cpp() => {
                self.scalar_select(condition, then, otherwise, span)
            }
            Some(a) if a.is_float() => self.report_float_condition(condition, span),
            Some(a) if a.is_vector() => self.vector_select(condition, then, otherwise, span),
            _ => {
                let condition = self.check_condition(condition, "the condition of `?:`");
                if self.is_error(condition) {
                    return condition;
                }
                self.scalar_select(condition, then, otherwise, span)
            }
        };
        match setup {
            Some(setup) if !self.is_error(result) => {
                let ty = self.type_of(result);
                self.add_value(hir::ExprKind::Comma(setup, result), ty, span)
            }
            _ => result,
        }
    }
    /// Two readings of a value that is evaluated once, and what has to be evaluated before. Outside of functions, where
    /// there are no effects, the value serves twice itself.
    pub(super) fn evaluated_once(
        &mut self,
        value: hir::ExprId,
    ) -> (Option<hir::ExprId>, hir::ExprId, hir::ExprId) {
        if self.current.id.is_none() || self.is_error(value) {
            return (None, value, value);
        }
        let (ty, span) = (self.type_of(value), self.span_of(value));
        let align = self.program.types.align_of(ty);
        let variable = self.current.variables.push(hir::Variable {
            name: None,
            ty: QualifiedType::new(ty, AddressSpace::Private),
            align,
            span,
        });
        let place =
            Some(hir::Place { is_const: false, is_volatile: false, space: AddressSpace::Private, align });
        let kind = hir::ExprKind::CompoundLiteral(variable, Box::new(hir::Initializer::Value(value)));
        let setup = self.add(hir::Expr { kind, ty, place, flags: Default::default(), span });
        let mut read = || {
            let kind = hir::ExprKind::Variable(variable);
            let variable = self.add(hir::Expr { kind, ty, place, flags: Default::default(), span });
            self.value(variable)
        };
        let (first, second) = (read(), read());
        (Some(setup), first, second)
    }
    /// A vector condition: both arms as vectors of as many components of the same width.
    fn vector_select(
        &mut self,
        condition: hir::ExprId,
        then: hir::ExprId,
        otherwise: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        let types = &self.program.types;
        let Some((mask, n)) = types.vector(self.type_of(condition)) else {
            return self.error_expression(span);
        };
        let (then_ty, otherwise_ty) = (self.type_of(then), self.type_of(otherwise));
        let (Some(a), Some(b)) = (types.arithmetic(then_ty), types.arithmetic(otherwise_ty)) else {
            return self.report_arms(
                then,
                otherwise,
                span,
                "a vector condition selects components of vectors",
            );
        };
        let operator = Operator { text: "?:", span };
        let (then, otherwise) = if a.is_vector() || b.is_vector() {
            match self.usual_conversions(then, otherwise, operator) {
                Some(arms) => arms,
                None => return self.error_expression(span),
            }
        } else {
            // Two scalars meet in the type of the greater rank and are widened. They are not promoted: beside vectors nothing
            // is, and `c4 ? c : c` could not match its condition otherwise.
            let element = match (a.element, b.element) {
                (Element::Number(x), Element::Number(y)) => {
                    if rank(x) >= rank(y) {
                        x
                    } else {
                        y
                    }
                }
                (Element::Number(x), Element::Bool) | (Element::Bool, Element::Number(x)) => x,
                (Element::Bool, Element::Bool) => {
                    return self.report_arms(then, otherwise, span, "there are no vectors of `bool`");
                }
            };
            if scalar_size(element) != scalar_size(mask) {
                return self.report_select_shape(condition, (element, n), then, otherwise, span);
            }
            let reason = ConversionReason::ConditionalArms;
            (self.widen(then, element, n, reason), self.widen(otherwise, element, n, reason))
        };
        let ty = self.type_of(then);
        match self.program.types.vector(ty) {
            Some((element, m)) if m != n || scalar_size(element) != scalar_size(mask) => {
                self.report_select_shape(condition, (element, m), then, otherwise, span)
            }
            _ => self.add_value(hir::ExprKind::VectorSelect(condition, then, otherwise), ty, span),
        }
    }
    /// A scalar condition.
    fn scalar_select(
        &mut self,
        condition: hir::ExprId,
        then: hir::ExprId,
        otherwise: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        let Some((then, otherwise)) = self.common_arms(then, otherwise, span) else {
            return self.error_expression(span);
        };
        let ty = self.type_of(then);
        self.add_value(hir::ExprKind::Conditional(condition, then, otherwise), ty, span)
    }
    /// The arms of a scalar condition in their common type (C99 6.5.15; vectors as under "Ternary Selection Operator").
    fn common_arms(
        &mut self,
        then: hir::ExprId,
        otherwise: hir::ExprId,
        span: Span,
    ) -> Option<(hir::ExprId, hir::ExprId)> {
        let reason = ConversionReason::ConditionalArms;
        let (a, b) = (self.type_of(then), self.type_of(otherwise));
        if a == b && self.is_scoped_enum(a) {
            return Some((then, otherwise));
        }
        let types = &self.program.types;
        if let (Some(x), Some(y)) = (types.arithmetic(a), types.arithmetic(b)) {
            if x.is_vector() || y.is_vector() {
                return self.usual_conversions(then, otherwise, Operator { text: "?:", span });
            }
            let common = common_scalar(x.element, y.element);
            let ty = self.program.types.scalar(common);
            return Some((
                self.convert_arithmetic(then, ty, reason),
                self.convert_arithmetic(otherwise, ty, reason),
            ));
        }
        if a == b && !matches!(types.get(a), Type::Image(..)) {
            return Some((then, otherwise));
        }
        if a == TypeTable::VOID || b == TypeTable::VOID {
            return Some((self.as_void(then, reason), self.as_void(otherwise, reason)));
        }
        let (p, q) = (types.pointee(a), types.pointee(b));
        if p.is_some() && self.is_null_pointer_constant(otherwise) {
            let otherwise = self.null_pointer(otherwise, a, reason);
            return Some((then, otherwise));
        }
        if q.is_some() && self.is_null_pointer_constant(then) {
            let then = self.null_pointer(then, b, reason);
            return Some((then, otherwise));
        }
        if let (Some(p), Some(q)) = (p, q) {
            let common = self.common_pointee(then, p, otherwise, q, Operator { text: "?:", span })?;
            let ty = self.program.types.pointer(common);
            return Some((self.as_pointer(then, ty, reason), self.as_pointer(otherwise, ty, reason)));
        }
        self.report_arms(then, otherwise, span, "the arms need a common type");
        None
    }
    /// An expression whose value is dropped.
    pub(super) fn as_void(&mut self, expr: hir::ExprId, reason: ConversionReason) -> hir::ExprId {
        if self.type_of(expr) == TypeTable::VOID {
            return expr;
        }
        self.add_conversion(ConversionKind::Void, expr, TypeTable::VOID, reason)
    }
    /// A pointer as one of another pointer type.
    pub(super) fn as_pointer(
        &mut self,
        pointer: hir::ExprId,
        ty: TypeId,
        reason: ConversionReason,
    ) -> hir::ExprId {
        if self.type_of(pointer) == ty {
            return pointer;
        }
        self.add_conversion(ConversionKind::Pointer, pointer, ty, reason)
    }
    fn report_float_condition(&mut self, condition: hir::ExprId, span: Span) -> hir::ExprId {
        let ty = self.type_of(condition);
        let condition_span = self.span_of(condition);
        let diagnostic = Diagnostic::new(
            codes::FLOAT_SELECTION,
            condition_span,
            format!("the condition of `?:` is {}, but may not be floating-point", self.a_type(ty)),
        )
        .primary("compare it, so that the condition is an integer")
        .note(rule("the first operand can be any scalar or vector but a floating-point one", SECTION));
        let diagnostic =
            self.suggest_after(diagnostic, condition_span, "to ask whether it is not zero", " != 0");
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// Reports arms of another shape than the vector condition.
    fn report_select_shape(
        &mut self,
        condition: hir::ExprId,
        arms: (ScalarName, u8),
        then: hir::ExprId,
        otherwise: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        let condition_ty = self.type_of(condition);
        let condition_span = self.span_of(condition);
        let Some((mask, n)) = self.program.types.vector(condition_ty) else {
            return self.error_expression(span);
        };
        let arms_text = gentype_text(arms.0, arms.1);
        let why = if arms.1 != n {
            format!("{n} conditions cannot select among {} components", arms.1)
        } else {
            format!(
                "conditions of {} bits cannot select components of {} bits",
                scalar_size(mask) * 8,
                scalar_size(arms.0) * 8
            )
        };
        let diagnostic = Diagnostic::new(
            codes::SELECTION_SHAPE,
            condition_span,
            format!(
                "the condition of `?:` is {}, which does not match the values of type `{arms_text}`",
                self.a_type(condition_ty)
            ),
        )
        .primary(why);
        let diagnostic = self.with_operand(self.with_operand(diagnostic, then), otherwise);
        let mut diagnostic = diagnostic.note(rule(
            "a vector condition selects as `select` does: as many components, of the same width",
            SECTION,
        ));
        let scalars = self.program.types.vector(self.type_of(then)).is_none();
        if arms.1 != n {
            diagnostic = diagnostic.help("give condition and arms the same number of components");
        } else if scalars {
            let arm = self.narrow_arm(mask, arms.0);
            diagnostic = diagnostic
                .help(format!("give the arms the width of the condition with a cast, as in `({arm})1`"));
        } else {
            // Sign bits survive a conversion between signed types only.
            let wanted =
                if is_unsigned(mask) { unsigned(mask_element(arms.0)) } else { mask_element(arms.0) };
            let wanted = gentype_text(wanted, n);
            diagnostic = self.suggest_around(
                diagnostic,
                condition_span,
                "convert the condition",
                &format!("convert_{wanted}("),
                ")",
            );
        }
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// The scalar type of the mask's width that is of the arm's kind.
    fn narrow_arm(&self, mask: ScalarName, arm: ScalarName) -> &'static str {
        let element = match (is_float(arm), scalar_size(mask)) {
            (true, 4) => ScalarName::Float,
            (true, 8) => ScalarName::Double,
            _ if is_unsigned(arm) => unsigned(mask_element(mask)),
            _ => mask_element(mask),
        };
        crate::types::name::scalar_text(element)
    }
    fn report_arms(
        &mut self,
        then: hir::ExprId,
        otherwise: hir::ExprId,
        span: Span,
        why: &str,
    ) -> hir::ExprId {
        let (a, b) = (self.type_of(then), self.type_of(otherwise));
        let diagnostic = Diagnostic::new(
            codes::SELECTION_ARMS,
            span,
            format!(
                "`?:` has to choose between {} and {}, which have no common type",
                self.quoted(a),
                self.quoted(b)
            ),
        )
        .primary(why.to_string());
        let diagnostic = self.with_operand(self.with_operand(diagnostic, then), otherwise);
        let diagnostic =
            diagnostic.note(rule("the arms have one type, or one that both convert to", SECTION));
        self.report(diagnostic);
        self.error_expression(span)
    }
}

/// The unsigned integer of the same width.
fn unsigned(name: ScalarName) -> ScalarName {
    match scalar_size(name) {
        1 => ScalarName::Uchar,
        2 => ScalarName::Ushort,
        4 => ScalarName::Uint,
        _ => ScalarName::Ulong,
    }
}
