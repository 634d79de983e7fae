//! Conversions: what is converted to what, implicitly, and what is not.
//!
//! Here stand the values of places, conversions as assignments do them, widening, and conditions; explicit
//! casts and vector literals are in `convert_casts`, `convert_T` and `as_T` in `convert_functions`. Only these files make
//! [`hir::ExprKind::Convert`] nodes. Which type two operands meet in is decided in `operators`.

use ferrocl_base::Diagnostic;
use ferrocl_base::codes::expressions as codes;
use ferrocl_syntax::ast::{self, ScalarName};

use super::Analyzer;
use super::wording::{article, place_of, rule};
use crate::hir::{self, ConversionKind, ConversionReason};
use crate::types::arithmetic::{Arithmetic, Element, integer_range, is_float, mask_element};
use crate::types::size::scalar_size;
use crate::types::{Type, TypeId, TypeTable};

impl Analyzer<'_> {
    /// The value of an expression: a place is read (C99 6.3.2.1), an array becomes a pointer to its first element,
    /// anything else stays what it is. What cannot be read is reported.
    pub fn value(&mut self, expr: hir::ExprId) -> hir::ExprId {
        let (ty, place) = (self.type_of(expr), self.current.exprs[expr].place);
        if let Type::Array { element, .. } = *self.program.types.get(ty) {
            let mut pointee = element;
            if let Some(place) = place {
                pointee.is_const |= place.is_const;
                pointee.is_volatile |= place.is_volatile;
                pointee.space = place.space;
            }
            let pointer = self.program.types.pointer(pointee);
            return self.add_conversion(
                ConversionKind::ArrayToPointer,
                expr,
                pointer,
                ConversionReason::ArrayDecay,
            );
        }
        if self.is_cpp()
            && place.is_some()
            && let Some(read) = self.atomic_read(expr)
        {
            return read;
        }
        if place.is_none() || ty == TypeTable::ERROR || !self.check_readable(expr, ty) {
            return if place.is_none() { expr } else { self.error_expression(self.span_of(expr)) };
        }
        self.add_conversion(ConversionKind::Load, expr, ty, ConversionReason::ValueOfPlace)
    }
    /// Whether a place of this type can be read.
    fn check_readable(&mut self, expr: hir::ExprId, ty: TypeId) -> bool {
        let span = self.span_of(expr);
        if self.is_storage_only(ty) {
            let diagnostic = Diagnostic::new(
                codes::HALF_VALUE,
                span,
                "a `half` cannot be read as a value: it is only a storage format here",
            )
            .primary("this reads a half")
            .note(rule("loads through a pointer to half go through `vload_half`", "The half Data Type"))
            .help("write `vload_half(index, pointer)`, which gives a float, or enable `cl_khr_fp16` with a pragma");
            self.report(diagnostic);
            return false;
        }
        if matches!(self.program.types.get(ty), Type::Atomic(_)) {
            let diagnostic = Diagnostic::new(
                codes::ATOMIC_ACCESS,
                span,
                format!("an object of type {} is only read by the atomic functions", self.quoted(ty)),
            )
            .primary("this reads it like an ordinary object")
            .note(rule("operators do not work on atomic types", "Atomic Functions"))
            .help("write `atomic_load(&object)`");
            self.report(diagnostic);
            return false;
        }
        if !self.program.types.is_complete(ty) {
            let diagnostic = Diagnostic::new(
                codes::INCOMPLETE_VALUE,
                span,
                format!("the type {} is not known completely here", self.quoted(ty)),
            )
            .primary("its value is used here")
            .help("define the type before this use");
            self.report(diagnostic);
            return false;
        }
        true
    }
    /// Whether values of this type are only stored, never computed with: `half` without `cl_khr_fp16`.
    pub(super) fn is_storage_only(&self, ty: TypeId) -> bool {
        matches!(
            self.program.types.get(ty),
            Type::Scalar(ScalarName::Half) | Type::Vector(ScalarName::Half, _)
        ) && !self.half_arithmetic()
    }
    /// Adds a conversion node over `operand`.
    pub(crate) fn add_conversion(
        &mut self,
        kind: ConversionKind,
        operand: hir::ExprId,
        ty: TypeId,
        reason: ConversionReason,
    ) -> hir::ExprId {
        let span = self.span_of(operand);
        self.add(hir::Expr {
            kind: hir::ExprKind::Convert { kind, operand, reason },
            ty,
            place: None,
            flags: Default::default(),
            span,
        })
    }
    /// A value of arithmetic type as another arithmetic type of as many components (or itself, where it has the type).
    pub(super) fn convert_arithmetic(
        &mut self,
        value: hir::ExprId,
        to: TypeId,
        reason: ConversionReason,
    ) -> hir::ExprId {
        if self.type_of(value) == to {
            return value;
        }
        self.add_conversion(ConversionKind::Arithmetic, value, to, reason)
    }
    /// A scalar of the element type (or converted to it) in every component of a vector.
    pub(super) fn widen(
        &mut self,
        value: hir::ExprId,
        element: ScalarName,
        components: u8,
        reason: ConversionReason,
    ) -> hir::ExprId {
        let scalar = self.program.types.scalar(element);
        let value = self.convert_arithmetic(value, scalar, reason);
        let vector = self.program.types.gentype(element, components);
        self.add_conversion(ConversionKind::Widen, value, vector, reason)
    }
    /// Converts a value to a type as an assignment, an argument, an initialiser or a returned value is converted (C99
    /// 6.5.16.1; sections "Implicit Conversions" and "Address Space Conversions"). What is not allowed is reported, and
    /// gives an error expression.
    pub fn convert_implicitly(
        &mut self,
        value: hir::ExprId,
        to: TypeId,
        reason: ConversionReason,
    ) -> hir::ExprId {
        let from = self.type_of(value);
        if from == to {
            let copies = self.is_cpp()
                && matches!(
                    reason,
                    ConversionReason::Initialization | ConversionReason::Argument | ConversionReason::Return
                );
            return if copies { self.copied(value).unwrap_or(value) } else { value };
        }
        if self.is_cpp()
            && self.is_list(value)
            && let Some(list) = self.list_value(value, to)
        {
            return self.convert_implicitly(list, to, reason);
        }
        if from == TypeTable::ERROR || to == TypeTable::ERROR {
            return self.error_expression(self.span_of(value));
        }
        let types = &self.program.types;
        match (types.arithmetic(from), types.arithmetic(to)) {
            (Some(_), Some(_))
                if reason != ConversionReason::Switch
                    && (self.is_scoped_enum(from) || self.is_scoped_enum(to)) =>
            {
                return self.report_no_conversion(value, to, reason);
            }
            (Some(source), Some(target)) => {
                if self.is_storage_only(to) {
                    return self.report_half_target(value);
                }
                if source.components == target.components && !source.is_vector() {
                    self.warn_lossy_constant(value, target, reason);
                    return self.convert_arithmetic(value, to, reason);
                }
                if let (false, true, Element::Number(element)) =
                    (source.is_vector(), target.is_vector(), target.element)
                {
                    self.warn_lossy_constant(value, Arithmetic { components: 1, ..target }, reason);
                    if source.element == Element::Bool {
                        self.warn_widened_bool(value, to);
                    }
                    return self.widen(value, element, target.components, reason);
                }
                return self.report_vector_conversion(value, to, reason);
            }
            (Some(_), None) if *types.get(to) == Type::Sampler => return self.sampler_value(value, reason),
            (Some(source), None) => {
                if let Type::Atomic(name) = *types.get(to)
                    && reason == ConversionReason::Initialization
                    && !source.is_vector()
                {
                    let scalar = self.program.types.scalar(name);
                    return self.convert_arithmetic(value, scalar, reason);
                }
                // "0 can be implicitly and explicitly cast to event_t type."
                let has_null = types.pointee(to).is_some() || *types.get(to) == Type::Event;
                if has_null && self.is_null_pointer_constant(value) {
                    return self.null_pointer(value, to, reason);
                }
            }
            (None, Some(_)) if to == TypeTable::BOOL && types.pointee(from).is_some() => {
                return self.add_conversion(ConversionKind::PointerToBool, value, to, reason);
            }
            _ => {
                if let (Some(source), Some(target)) = (types.pointee(from), types.pointee(to)) {
                    if self.is_null_pointer_constant(value) {
                        return self.null_pointer(value, to, reason);
                    }
                    if self.program.types.derives(source.ty, target.ty) {
                        let span = self.span_of(value);
                        let pointer = self.base_pointer(value, target.ty, span);
                        return self.convert_implicitly(pointer, to, reason);
                    }
                    if !self.check_pointer_conversion(value, source, target, to, reason) {
                        return self.error_expression(self.span_of(value));
                    }
                    return self.add_conversion(ConversionKind::Pointer, value, to, reason);
                }
            }
        }
        if let Some(converted) = self.convert_by_class(value, to, reason, false) {
            return converted;
        }
        self.report_no_conversion(value, to, reason)
    }
    /// The null pointer of a type, from a null pointer constant.
    pub(super) fn null_pointer(
        &mut self,
        value: hir::ExprId,
        to: TypeId,
        reason: ConversionReason,
    ) -> hir::ExprId {
        let zero = match self.current.exprs[value].kind {
            // `(void*)0`: the zero inside.
            hir::ExprKind::Convert { kind: ConversionKind::NullPointer, operand, .. } => operand,
            _ => value,
        };
        self.add_conversion(ConversionKind::NullPointer, zero, to, reason)
    }
    /// Whether a value is a null pointer constant (C99 6.3.2.3): the integer constant 0, or that cast to `void*`.
    pub(super) fn is_null_pointer_constant(&mut self, value: hir::ExprId) -> bool {
        let expr = &self.current.exprs[value];
        if let hir::ExprKind::Convert {
            kind: ConversionKind::NullPointer,
            reason: ConversionReason::Cast,
            ..
        } = expr.kind
        {
            // (No event is one too.)
            let Some(pointee) = self.program.types.pointee(expr.ty) else { return false };
            return pointee.ty == TypeTable::VOID && !pointee.is_const && !pointee.is_volatile;
        }
        self.program.types.is_integer_scalar(expr.ty)
            && (self.plain_integer(value) == Some(0)
                || self.is_small(value) && self.fold(value).is_some_and(|bits| bits[0] == 0))
    }
    /// Whether an expression is an operator on constants or the like, so that folding it costs little.
    fn is_small(&self, value: hir::ExprId) -> bool {
        let mut pending = vec![value];
        let mut seen = 0;
        while let Some(id) = pending.pop() {
            seen += 1;
            match &self.current.exprs[id].kind {
                hir::ExprKind::Constant(_) => {}
                hir::ExprKind::Convert { operand, .. } => pending.push(*operand),
                hir::ExprKind::Unary(_, operand) => pending.push(*operand),
                hir::ExprKind::Binary(_, left, right) => pending.extend([*left, *right]),
                _ => return false,
            }
            if seen > 32 {
                return false;
            }
        }
        true
    }
    /// The value of a scalar integer expression that is a constant on its face: a constant, its negative, and
    /// conversions of these between integer types.
    pub(super) fn plain_integer(&self, value: hir::ExprId) -> Option<i128> {
        let mut steps = Vec::new();
        let mut id = value;
        let mut number = loop {
            let expr = &self.current.exprs[id];
            let arithmetic = self.program.types.arithmetic(expr.ty)?;
            if arithmetic.is_vector() || arithmetic.is_float() || steps.len() > 8 {
                return None;
            }
            match &expr.kind {
                hir::ExprKind::Constant(bits) => {
                    break wrap(arithmetic.element, i128::from(*bits.first()?));
                }
                hir::ExprKind::Unary(hir::UnaryOp::Minus, operand) => {
                    steps.push((true, arithmetic.element));
                    id = *operand;
                }
                hir::ExprKind::Convert { kind: ConversionKind::Arithmetic, operand, .. } => {
                    steps.push((false, arithmetic.element));
                    id = *operand;
                }
                _ => return None,
            }
        };
        for &(negate, element) in steps.iter().rev() {
            number = wrap(element, if negate { -number } else { number });
        }
        Some(number)
    }
    /// The value of a `float` or `double` expression that is a constant on its face.
    fn plain_float(&self, value: hir::ExprId) -> Option<f64> {
        let expr = &self.current.exprs[value];
        match (&expr.kind, self.program.types.get(expr.ty)) {
            (hir::ExprKind::Constant(bits), Type::Scalar(ScalarName::Float)) => {
                Some(f32::from_bits(*bits.first()? as u32).into())
            }
            (hir::ExprKind::Constant(bits), Type::Scalar(ScalarName::Double)) => {
                Some(f64::from_bits(*bits.first()?))
            }
            (&hir::ExprKind::Unary(hir::UnaryOp::Minus, operand), _)
                if matches!(self.current.exprs[operand].kind, hir::ExprKind::Constant(_)) =>
            {
                self.plain_float(operand).map(|number| -number)
            }
            _ => None,
        }
    }
    /// Warns of a constant that an implicit conversion changes: a fraction that is lost, an integer that does not fit
    /// (neither as signed nor as unsigned number of the width).
    fn warn_lossy_constant(&mut self, value: hir::ExprId, to: Arithmetic, reason: ConversionReason) {
        let Element::Number(name) = to.element else { return };
        if is_float(name) {
            return;
        }
        let bits = scalar_size(name) * 8;
        let (least, greatest) = (-(1i128 << (bits - 1)), (1i128 << bits) - 1);
        let (given, becomes) = if let Some(number) = self.plain_integer(value) {
            if (least..=greatest).contains(&number) {
                return;
            }
            (number.to_string(), wrap(to.element, number).to_string())
        } else if let Some(number) = self.plain_float(value) {
            let (low, high) = integer_range(to.element);
            let cut = number.trunc();
            let fits = cut >= low as f64 && cut <= high as f64;
            if fits && cut == number {
                return;
            }
            let becomes =
                if fits { format!("{}", cut as i128) } else { "a value that is not defined".into() };
            let is_float = matches!(
                self.program.types.arithmetic(self.type_of(value)).map(|from| from.element),
                Some(Element::Number(ScalarName::Float))
            );
            // A float in the fewest digits that are read back as it.
            let given = if is_float { (number as f32).to_string() } else { number.to_string() };
            (given, becomes)
        } else {
            return;
        };
        let span = self.span_of(value);
        let to_text = crate::types::name::gentype_text(name, 1);
        let diagnostic = Diagnostic::new(
            codes::LOSSY_CONSTANT,
            span,
            format!(
                "the constant {given} becomes {becomes} as {} `{to_text}`{}",
                article(&to_text),
                place_of(reason)
            ),
        )
        .primary(format!("converted to `{to_text}` here"));
        let diagnostic = self.suggest_cast_to(diagnostic, span, "say that it is meant with a cast", &to_text);
        self.report(diagnostic);
    }
    /// Warns of a `bool` that becomes a vector without a cast.
    fn warn_widened_bool(&mut self, value: hir::ExprId, to: TypeId) {
        let span = self.span_of(value);
        let diagnostic = Diagnostic::new(
            codes::BOOL_WIDENED,
            span,
            format!("a `bool` becomes {} here: true is 1 in every component", self.a_type(to)),
        )
        .primary("widened implicitly")
        .note("other compilers make true -1 here, as an explicit cast does (OpenCL C, section \"Explicit Casts\")")
        .help("say which is meant: `(T)b` gives -1 in every component, `(T)((int)b)` gives 1");
        self.report(diagnostic);
    }
    /// A condition of `if`, loops, `&&`, `||` and `!`: a scalar value (an arithmetic type or a pointer) that is compared
    /// with zero.
    pub fn condition(&mut self, id: ast::ExprId) -> hir::ExprId {
        let expr = self.expression_value(id);
        self.warn_assignment_as_condition(id);
        self.check_condition(expr, "a condition")
    }
    /// Checks that a value can be compared with zero; `what` says what it is there for.
    pub(super) fn check_condition(&mut self, value: hir::ExprId, what: &str) -> hir::ExprId {
        let value = self.as_condition(value);
        let ty = self.type_of(value);
        let types = &self.program.types;
        let span = self.span_of(value);
        let diagnostic = match (types.arithmetic(ty), types.pointee(ty)) {
            (Some(arithmetic), _) if !arithmetic.is_vector() => return value,
            (_, Some(_)) => return value,
            _ if ty == TypeTable::ERROR => return value,
            (Some(arithmetic), _) => {
                // The two functions take signed integers only.
                let is_mask =
                    matches!(arithmetic.element, Element::Number(name) if mask_element(name) == name);
                let end = if is_mask { ")" } else { " != 0)" };
                let diagnostic = Diagnostic::new(
                    codes::INVALID_CONDITION,
                    span,
                    format!("{what} has to be a scalar, but this is {}", self.a_type(ty)),
                )
                .primary("a vector has a truth value for each component, not one")
                .note(rule(
                    "`any` and `all` test the sign bits of a comparison's result",
                    "Relational Functions",
                ));
                let diagnostic =
                    self.suggest_around(diagnostic, span, "whether one component is true", "any(", end);
                self.suggest_around(diagnostic, span, "whether all components are true", "all(", end)
            }
            _ => Diagnostic::new(
                codes::INVALID_CONDITION,
                span,
                format!("{what} has to be a scalar, but this is {}", self.a_type(ty)),
            )
            .primary("it cannot be compared with 0"),
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// Warns of `if (a = b)`; a second pair of parentheses says that it is meant.
    pub(super) fn warn_assignment_as_condition(&mut self, id: ast::ExprId) {
        let expr = &self.unit.exprs[id];
        let ast::ExprKind::Assign { op: None, op_span, .. } = expr.kind else { return };
        let diagnostic = Diagnostic::new(
            codes::ASSIGNMENT_AS_CONDITION,
            op_span,
            "this condition assigns; it does not compare",
        )
        .primary("`=` assigns")
        .suggest("to compare, write `==`", op_span, "==");
        let diagnostic = self.suggest_around(
            diagnostic,
            expr.span,
            "if the assignment is meant, put it in parentheses",
            "(",
            ")",
        );
        self.report(diagnostic);
    }
}

/// An integer as a value of a type: modulo 2^N; `bool` by comparison with zero.
pub(super) fn wrap(element: Element, number: i128) -> i128 {
    let (least, greatest) = integer_range(element);
    if element == Element::Bool {
        return i128::from(number != 0);
    }
    (number - least).rem_euclid(greatest - least + 1) + least
}
