//! `convert_T` with its modifiers (section "Explicit Conversions"), and `as_T` (section "Reinterpreting Types Using
//! as_type() and as_typen()").

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_ir::Rounding;
use ferrocl_syntax::ast::ScalarName;

use super::Analyzer;
use super::wording::rule;
use crate::builtins::table::ELEMENTS;
use crate::hir::{self, ConversionKind, ConversionReason};
use crate::types::arithmetic::{Element, is_float};
use crate::types::name::{gentype_text, scalar_text};
use crate::types::size::scalar_size;
use crate::types::{Type, TypeId, TypeTable};

/// The section of the rules of conversion functions.
const CONVERSIONS: &str = "Explicit Conversions";
/// The section of the rules of reinterpretation.
const REINTERPRETING: &str = "Reinterpreting Types Using as_type() and as_typen()";

/// What the name of a conversion function says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ConvertName {
    element: ScalarName,
    components: u8,
    saturate: bool,
    rounding: Option<Rounding>,
}

/// A name that begins like a conversion function's.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ConversionCall {
    /// `convert_…`.
    Convert(ConvertName),
    /// `as_…`: element and components.
    Reinterpret(ScalarName, u8),
    /// `convert_…` or `as_…` of something that has none: why, and what to write instead.
    Unknown(String, Option<String>),
}

/// A scalar or vector type at the start of a text, and the rest.
fn leading_type(text: &str) -> Option<(ScalarName, u8, &str)> {
    ELEMENTS.into_iter().find_map(|name| {
        let rest = text.strip_prefix(scalar_text(name))?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let components = match &rest[..digits] {
            "" => 1,
            "2" => 2,
            "3" => 3,
            "4" => 4,
            "8" => 8,
            "16" => 16,
            _ => return None,
        };
        Some((name, components, &rest[digits..]))
    })
}

/// Reads a function's name; `None` where it is not one of a conversion.
pub(super) fn conversion_call(name: &str) -> Option<ConversionCall> {
    if let Some(rest) = name.strip_prefix("as_") {
        return match leading_type(rest) {
            Some((element, components, "")) => Some(ConversionCall::Reinterpret(element, components)),
            _ => reserved_target(rest).map(|instead| {
                ConversionCall::Unknown(format!("`{rest}` is not reinterpreted"), Some(instead))
            }),
        };
    }
    let rest = name.strip_prefix("convert_")?;
    let Some((element, components, modifiers)) = leading_type(rest) else {
        let instead = reserved_target(rest);
        let word = if instead.is_some() { rest } else { rest.split('_').next().unwrap_or(rest) };
        return Some(ConversionCall::Unknown(format!("`{word}` is not a type to convert to"), instead));
    };
    let (saturate, mode) = match modifiers.strip_prefix("_sat") {
        Some(mode) => (true, mode),
        None => (false, modifiers),
    };
    let ty = gentype_text(element, components);
    let rounding = match mode {
        "" => None,
        "_rte" => Some(Rounding::NearestEven),
        "_rtz" => Some(Rounding::TowardZero),
        "_rtp" => Some(Rounding::Upward),
        "_rtn" => Some(Rounding::Downward),
        _ if mode.ends_with("_sat") && ["_rte_sat", "_rtz_sat", "_rtp_sat", "_rtn_sat"].contains(&mode) => {
            return Some(ConversionCall::Unknown(
                "`_sat` stands before the rounding mode".into(),
                Some(format!("write `convert_{ty}_sat{}`", &mode[..4])),
            ));
        }
        _ => {
            return Some(ConversionCall::Unknown(
                format!("`{modifiers}` is not a modifier"),
                Some("the modifiers are `_sat`, and one of `_rte`, `_rtz`, `_rtp`, `_rtn` after it".into()),
            ));
        }
    };
    if saturate && is_float(element) {
        return Some(ConversionCall::Unknown(
            "conversions to floating-point types do not saturate".into(),
            Some(format!("write `convert_{ty}{mode}`")),
        ));
    }
    Some(ConversionCall::Convert(ConvertName { element, components, saturate, rounding }))
}

/// What to write instead of a conversion to a type that has none.
fn reserved_target(word: &str) -> Option<String> {
    let word = word.split('_').next().filter(|first| *first == "bool").unwrap_or(word);
    match word {
        "bool" => Some("to ask whether it is not zero, write `x != 0`".into()),
        "size_t" | "uintptr_t" => Some("it is a `ulong` here: cast with `(size_t)x`".into()),
        "ptrdiff_t" | "intptr_t" => Some("it is a `long` here: cast with `(ptrdiff_t)x`".into()),
        _ => None,
    }
}

impl Analyzer<'_> {
    /// A call of `convert_…` or `as_…`; the arguments are values.
    pub(super) fn conversion_function(
        &mut self,
        name: &str,
        call: ConversionCall,
        arguments: &[hir::ExprId],
        name_span: Span,
        span: Span,
    ) -> hir::ExprId {
        if let ConversionCall::Unknown(why, instead) = call {
            let mut diagnostic = Diagnostic::new(
                codes::CONVERT_NAME,
                name_span,
                format!("there is no function `{name}`: {why}"),
            )
            .primary("not a conversion of OpenCL C")
            .note(rule("they are named `convert_type[_sat][_rounding]` and `as_type`", CONVERSIONS));
            if let Some(instead) = instead {
                diagnostic = diagnostic.help(instead);
            }
            self.report(diagnostic);
            return self.error_expression(span);
        }
        if arguments.iter().any(|&argument| self.is_error(argument)) {
            return self.error_expression(span);
        }
        let &[argument] = arguments else {
            let diagnostic = Diagnostic::new(
                codes::CONVERT_OPERAND,
                span,
                format!("`{name}` takes one argument, and is given {}", arguments.len()),
            )
            .primary("wrong number of arguments")
            .help("put the parts of a vector together first: `(int4)(a, b, c, d)`");
            self.report(diagnostic);
            return self.error_expression(span);
        };
        match call {
            ConversionCall::Convert(to) => self.convert_function(name, to, argument, span),
            ConversionCall::Reinterpret(element, components) => {
                let ty = self.program.types.gentype(element, components);
                self.as_type(argument, ty, name, span)
            }
            ConversionCall::Unknown(..) => self.error_expression(span),
        }
    }
    /// `__builtin_convertvector(argument, T)`: what `convert_T` does.
    pub(super) fn convert_vector(&mut self, argument: hir::ExprId, to: TypeId, span: Span) -> hir::ExprId {
        match self.program.types.vector(to) {
            Some((element, components)) if !self.is_error(argument) => {
                let name = ConvertName { element, components, saturate: false, rounding: None };
                self.convert_function("__builtin_convertvector", name, argument, span)
            }
            _ => self.cast(argument, to, true, span),
        }
    }
    /// `convert_T…(argument)`.
    fn convert_function(
        &mut self,
        name: &str,
        to: ConvertName,
        argument: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        let ty = self.program.types.gentype(to.element, to.components);
        let argument_ty = self.type_of(argument);
        if !self.check_element(to.element, argument) {
            return self.error_expression(span);
        }
        let Some(source) = self.program.types.arithmetic(argument_ty) else {
            return self.report_convert_operand(name, to, argument, span);
        };
        if source.components != to.components {
            return self.report_convert_operand(name, to, argument, span);
        }
        // `bool` and enumerations arrive as the integers that they are.
        let own = match source.element {
            Element::Bool => ScalarName::Int,
            Element::Number(element) => element,
        };
        let argument = if source.is_vector() {
            argument
        } else {
            let scalar = self.program.types.scalar(own);
            self.convert_arithmetic(argument, scalar, ConversionReason::Argument)
        };
        if self.type_of(argument) == ty {
            return argument;
        }
        let exact = !is_float(own) && !is_float(to.element);
        let kind = ConversionKind::Explicit {
            rounding: if exact { None } else { to.rounding },
            saturate: to.saturate,
        };
        let converted = self.add_conversion(kind, argument, ty, ConversionReason::ConvertFunction);
        self.current.exprs[converted].span = span;
        converted
    }
    /// Whether values of this element exist here; reports where not.
    fn check_element(&mut self, element: ScalarName, argument: hir::ExprId) -> bool {
        match element {
            ScalarName::Half if !self.half_arithmetic() => {
                self.report_half_target(argument);
                false
            }
            _ => true,
        }
    }
    fn report_convert_operand(
        &mut self,
        name: &str,
        to: ConvertName,
        argument: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        let ty = self.type_of(argument);
        let argument_span = self.span_of(argument);
        let to_text = gentype_text(to.element, to.components);
        if ty == TypeTable::VOID {
            return self.report_void(argument, span);
        }
        let diagnostic = Diagnostic::new(
            codes::CONVERT_OPERAND,
            argument_span,
            format!("`{name}` does not take {}", self.a_type(ty)),
        );
        let diagnostic = match self.program.types.arithmetic(ty) {
            Some(source) => {
                let components =
                    |n: u8| if n == 1 { "one component".into() } else { format!("{n} components") };
                let diagnostic = diagnostic
                    .primary(format!(
                        "this has {}, and `{to_text}` {}",
                        components(source.components),
                        components(to.components)
                    ))
                    .note(rule("the number of components stays the same", CONVERSIONS));
                match source.element {
                    _ if source.components == 1 => self.suggest_whole_call(
                        diagnostic,
                        span,
                        argument_span,
                        "fill a vector with the scalar",
                        &format!("({to_text})"),
                    ),
                    Element::Number(element) => {
                        let diagnostic = diagnostic.help(format!(
                            "convert all of it with `convert_{}`",
                            gentype_text(to.element, source.components)
                        ));
                        self.suggest_vector_conversion(
                            diagnostic,
                            argument_span,
                            (element, source.components),
                            (element, to.components),
                        )
                    }
                    Element::Bool => diagnostic,
                }
            }
            None => {
                let diagnostic = diagnostic.primary("neither a scalar nor a vector");
                if self.program.types.pointee(ty).is_some() {
                    self.suggest_around(
                        diagnostic,
                        argument_span,
                        "convert the object that it points to",
                        "*",
                        "",
                    )
                } else {
                    diagnostic
                }
            }
        };
        self.report(diagnostic);
        self.error_expression(span)
    }

    /// `as_T(operand)` or `__builtin_astype(operand, T)`: the same bits as another type of the same size.
    pub(super) fn as_type(
        &mut self,
        operand: hir::ExprId,
        to: TypeId,
        name: &str,
        span: Span,
    ) -> hir::ExprId {
        let operand = self.value(operand);
        if self.is_error(operand) || to == TypeTable::ERROR {
            return self.error_expression(span);
        }
        let from = self.type_of(operand);
        let types = &self.program.types;
        let has_bits = |ty| matches!(types.get(ty), Type::Scalar(_) | Type::Vector(..));
        if !has_bits(from) && !matches!(types.get(from), Type::Enum(_)) || !has_bits(to) {
            return self.report_as_type_operand(operand, to, name, span);
        }
        if self.is_storage_only(to) {
            return self.report_half_target(operand);
        }
        if from == to {
            return operand;
        }
        if types.size_of(from) != types.size_of(to) {
            return self.report_as_type_size(operand, to, name, span);
        }
        self.add_value(hir::ExprKind::AsType(operand), to, span)
    }
    fn report_as_type_size(
        &mut self,
        operand: hir::ExprId,
        to: TypeId,
        name: &str,
        span: Span,
    ) -> hir::ExprId {
        let from = self.type_of(operand);
        let operand_span = self.span_of(operand);
        let types = &self.program.types;
        let bytes = |ty| {
            let size = types.size_of(ty);
            if size == 1 { "1 byte".to_string() } else { format!("{size} bytes") }
        };
        let mut diagnostic = Diagnostic::new(
            codes::AS_TYPE_SIZE,
            span,
            format!(
                "`{name}` cannot make {} of {} out of {} of {}",
                self.a_type(to),
                bytes(to),
                self.a_type(from),
                bytes(from)
            ),
        )
        .primary("the sizes have to be equal")
        .label(operand_span, format!("{}: {}", self.quoted(from), bytes(from)))
        .note(rule(
            "only a type of the same number of bytes can take the bits; a 3-component vector counts as four components",
            REINTERPRETING,
        ));
        if let (Some(source), Some(target)) = (types.arithmetic(from), types.arithmetic(to))
            && let (Element::Number(element), Element::Number(own)) = (target.element, source.element)
        {
            let to_text = gentype_text(element, target.components);
            if source.components == target.components {
                diagnostic = self.suggest_whole_call(
                    diagnostic,
                    span,
                    operand_span,
                    "to convert the values",
                    &format!("convert_{to_text}"),
                );
            }
            // The type of as many bytes with the wanted element.
            let count = types.size_of(from) / scalar_size(element);
            if matches!(count, 1 | 2 | 4 | 8 | 16) && element != own {
                let fitting = gentype_text(element, count as u8);
                diagnostic = self.suggest_whole_call(
                    diagnostic,
                    span,
                    operand_span,
                    "to take over all bits",
                    &format!("as_{fitting}"),
                );
            }
        }
        self.report(diagnostic);
        self.error_expression(span)
    }
    fn suggest_whole_call(
        &self,
        diagnostic: Diagnostic,
        span: Span,
        operand: Span,
        message: &str,
        function: &str,
    ) -> Diagnostic {
        match (self.source(span), self.source(operand)) {
            (Some(_), Some(text)) => diagnostic.suggest(message, span, format!("{function}({text})")),
            _ => diagnostic.help(format!("{message}: `{function}(…)`")),
        }
    }
    fn report_as_type_operand(
        &mut self,
        operand: hir::ExprId,
        to: TypeId,
        name: &str,
        span: Span,
    ) -> hir::ExprId {
        let from = self.type_of(operand);
        if from == TypeTable::VOID {
            return self.report_void(operand, span);
        }
        let types = &self.program.types;
        let operand_span = self.span_of(operand);
        let diagnostic = Diagnostic::new(
            codes::AS_TYPE_OPERAND,
            span,
            format!("`{name}` cannot reinterpret {} as {}", self.a_type(from), self.a_type(to)),
        )
        .label(operand_span, format!("this is {}", self.a_type(from)))
        .note(rule("scalars and vectors of numbers are reinterpreted, `bool` is not", REINTERPRETING));
        let scalar = types.arithmetic(to).is_some_and(|to| to.components == 1 && to.is_integer());
        let castable = types.pointee(from).is_some() || from == TypeTable::BOOL;
        let diagnostic = if scalar && castable {
            let to_text = types.name(self.interner, to);
            self.suggest_whole_call(
                diagnostic,
                span,
                operand_span,
                "convert it by a cast",
                &format!("({to_text})"),
            )
        } else {
            diagnostic
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_conversion_function_has_a_name() {
        for element in ELEMENTS {
            for components in [1, 2, 3, 4, 8, 16] {
                let ty = gentype_text(element, components);
                assert_eq!(
                    conversion_call(&format!("as_{ty}")),
                    Some(ConversionCall::Reinterpret(element, components))
                );
                for saturate in [false, true] {
                    for (mode, rounding) in [
                        ("", None),
                        ("_rte", Some(Rounding::NearestEven)),
                        ("_rtz", Some(Rounding::TowardZero)),
                        ("_rtp", Some(Rounding::Upward)),
                        ("_rtn", Some(Rounding::Downward)),
                    ] {
                        let sat = if saturate { "_sat" } else { "" };
                        let call = conversion_call(&format!("convert_{ty}{sat}{mode}"));
                        let name = ConvertName { element, components, saturate, rounding };
                        if saturate && is_float(element) {
                            assert!(matches!(call, Some(ConversionCall::Unknown(..))), "{ty}");
                        } else {
                            assert_eq!(call, Some(ConversionCall::Convert(name)));
                        }
                    }
                }
            }
        }
    }
    #[test]
    fn names_that_are_none() {
        for name in [
            "convert_int5",
            "convert_int_rte_sat",
            "convert_bool",
            "convert_size_t",
            "convert_float_sat",
            "convert_int_round",
            "as_bool",
            "as_size_t",
        ] {
            assert!(matches!(conversion_call(name), Some(ConversionCall::Unknown(..))), "{name}");
        }
        for name in ["as_matrix", "assert", "converted", "as_int5"] {
            assert_eq!(conversion_call(name), None, "{name}");
        }
    }
}
