//! `printf` (section "printf"): its format is known when the program is compiled, so that the arguments can be
//! checked against it. What does not fit is printed as `ferrocl_ir::format` says, after a warning.

use ferrocl_base::codes::calls as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_ir::format::{self, Length, Piece, Specification};

use super::Analyzer;
use super::wording::rule;
use crate::hir::{self, ConversionReason};
use crate::types::arithmetic::{Arithmetic, Element, is_float, is_unsigned, promoted};
use crate::types::size::scalar_size;
use crate::types::{AddressSpace, ScalarName, Type, TypeTable};

impl Analyzer<'_> {
    /// `printf(format, …)` (section "printf"): the format is a string literal, the other arguments are promoted as those of
    /// C's variadic functions, but for vectors.
    pub(super) fn printf(&mut self, arguments: &[hir::ExprId], name_span: Span, span: Span) -> hir::ExprId {
        let Some((&format, rest)) = arguments.split_first() else {
            let diagnostic = Diagnostic::new(codes::PRINTF_FORMAT, span, "`printf` needs a format string")
                .primary("no arguments")
                .help("write it as a string literal: `printf(\"%d\\n\", x)`");
            self.report(diagnostic);
            return self.error_expression(span);
        };
        let format = match self.current.exprs[format].kind {
            hir::ExprKind::Global(id) if self.is_constant_text(id) => Some(id),
            _ if self.is_error(format) => None,
            _ => {
                let diagnostic = Diagnostic::new(
                    codes::PRINTF_FORMAT,
                    self.span_of(format),
                    "the format of `printf` has to be a string literal",
                )
                .primary("not a literal")
                .label(name_span, "in this call")
                .note(super::wording::rule(
                    "the format is in the constant address space and known when the program is compiled",
                    "printf",
                ));
                self.report(diagnostic);
                None
            }
        };
        let mut promoted = Vec::with_capacity(rest.len());
        let mut wrong = false;
        for &argument in rest {
            let argument = self.value(argument);
            let argument = self.variadic_argument(argument);
            wrong |= self.is_error(argument);
            promoted.push(argument);
        }
        match format {
            Some(format) if !wrong => {
                self.check_format(format, rest, &promoted, span);
                self.add_value(hir::ExprKind::Printf { format, arguments: promoted }, TypeTable::INT, span)
            }
            _ => self.error_expression(span),
        }
    }
    /// Whether a global is text in constant space that is known here.
    fn is_constant_text(&self, id: hir::GlobalId) -> bool {
        let global = &self.program.globals[id];
        let Type::Array { element, .. } = self.program.types.get(global.ty.ty) else { return false };
        global.bytes.is_some()
            && global.ty.space == AddressSpace::Constant
            && matches!(self.program.types.get(element.ty), Type::Scalar(ScalarName::Char))
    }
    /// An argument that no parameter gives a type (C99 6.5.2.2): small integers as `int`, `float` as `double` where there is
    /// one; vectors as they are.
    fn variadic_argument(&mut self, value: hir::ExprId) -> hir::ExprId {
        let ty = self.type_of(value);
        let reason = ConversionReason::VariadicArgument;
        match self.program.types.arithmetic(ty) {
            Some(arithmetic) if !arithmetic.is_vector() => {
                let mut name = promoted(arithmetic.element);
                if matches!(arithmetic.element, Element::Number(ScalarName::Float | ScalarName::Half))
                    && self.double_available()
                {
                    name = ScalarName::Double;
                }
                let ty = self.program.types.scalar(name);
                self.convert_arithmetic(value, ty, reason)
            }
            Some(_) => value,
            None if self.program.types.pointee(ty).is_some() || ty == TypeTable::ERROR => value,
            None => {
                let span = self.span_of(value);
                let diagnostic = Diagnostic::new(
                    codes::PRINTF_ARGUMENT,
                    span,
                    format!("`printf` cannot print {}", self.a_type(ty)),
                )
                .primary("neither a scalar, nor a vector, nor a pointer")
                .help("print its members one by one");
                self.report(diagnostic);
                self.error_expression(span)
            }
        }
    }
    /// Warns of arguments that the format does not print, or not as what they are.
    fn check_format(
        &mut self,
        format: hir::GlobalId,
        arguments: &[hir::ExprId],
        promoted: &[hir::ExprId],
        span: Span,
    ) {
        let bytes = self.program.globals[format].bytes.clone().unwrap_or_default();
        let text = bytes.strip_suffix(&[0]).unwrap_or(&bytes);
        let pieces = match format::parse(text) {
            Ok(pieces) => pieces,
            Err(error) => {
                let near = text[error.at..text.len().min(error.at + 8)].escape_ascii();
                let diagnostic = Diagnostic::new(
                    codes::PRINTF_DIRECTIVE,
                    span,
                    format!("the format is not valid at `{near}`: {}", error.message),
                )
                .primary("prints nothing")
                .note(rule(
                    "flags, width, precision, `vn`, length and specifier follow the `%` in this order",
                    "printf Format String",
                ));
                self.report(diagnostic);
                return;
            }
        };
        let wanted: Vec<Specification> = pieces
            .into_iter()
            .filter_map(|piece| match piece {
                Piece::Argument(specification) => Some(specification),
                Piece::Text(_) => None,
            })
            .collect();
        if wanted.len() != arguments.len() {
            let (few, label) = if wanted.len() > arguments.len() {
                (true, "prints nothing, as an argument is missing")
            } else {
                (false, "prints only the first of them")
            };
            let mut diagnostic = Diagnostic::new(
                codes::PRINTF_MISMATCH,
                span,
                format!(
                    "the format prints {}, and {} given",
                    counted(wanted.len(), "argument"),
                    if arguments.len() == 1 { "1 is".into() } else { format!("{} are", arguments.len()) }
                ),
            )
            .primary(label);
            if !few && let Some(&extra) = arguments.get(wanted.len()) {
                diagnostic = diagnostic.label(self.span_of(extra), "not printed");
            }
            self.report(diagnostic);
        }
        for ((specification, &argument), &promoted) in wanted.iter().zip(arguments).zip(promoted) {
            let written = &text[specification.at..specification.at + specification.length_in_format];
            let written = written.escape_ascii().to_string();
            self.check_format_argument(specification, &written, argument, promoted);
        }
    }
    fn check_format_argument(
        &mut self,
        specification: &Specification,
        written: &str,
        argument: hir::ExprId,
        promoted: hir::ExprId,
    ) {
        let ty = self.type_of(promoted);
        let fitting = match self.program.types.arithmetic(ty) {
            Some(arithmetic) if fits(specification, arithmetic) => return,
            Some(arithmetic) => Some(fitting(specification, arithmetic)),
            None => {
                let pointee = self.program.types.pointee(ty).map(|pointee| pointee.ty);
                let text = pointee.is_some_and(|pointee| {
                    matches!(
                        self.program.types.get(pointee),
                        Type::Scalar(ScalarName::Char | ScalarName::Uchar)
                    )
                });
                match specification.conversion {
                    b's' if text => return,
                    b'p' => return,
                    _ if text => Some("%s".into()),
                    _ => Some("%p".into()),
                }
            }
        };
        let shown = self.type_of(argument);
        let diagnostic = Diagnostic::new(
            codes::PRINTF_MISMATCH,
            self.span_of(argument),
            format!("`{written}` does not print {}", self.a_type(shown)),
        )
        .primary(format!("this is {}", self.a_type(shown)))
        .note(rule(
            "the behavior is undefined where length modifier and argument do not match",
            "printf Format String",
        ));
        let diagnostic = match fitting {
            Some(fitting) => {
                diagnostic.help(format!("write `{fitting}` in the format, or convert the argument"))
            }
            None => diagnostic,
        };
        self.report(diagnostic);
    }
}

/// `1 argument`, `2 arguments`.
fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Whether a conversion specification prints an argument of this type (after promotion) as what it is.
fn fits(specification: &Specification, argument: Arithmetic) -> bool {
    let Element::Number(element) = argument.element else { return false };
    if specification.vector.unwrap_or(1) != argument.components {
        return false;
    }
    if is_float(element) != specification.is_float() || specification.is_integer() == is_float(element) {
        return false;
    }
    let bits = scalar_size(element) * 8;
    match (specification.vector, specification.length) {
        (Some(_), Some(length)) => u64::from(length.bits()) == bits,
        (Some(_), None) => false,
        // Scalars of floating-point type are promoted to double where there is one, and `l` changes nothing then.
        (None, _) if is_float(element) => true,
        (None, Some(Length::Long)) => bits == 64,
        (None, _) => bits == 32,
    }
}

/// The conversion specification that prints an argument of this type, after the wish of the given one.
fn fitting(specification: &Specification, argument: Arithmetic) -> String {
    let Element::Number(element) = argument.element else { return "%d".into() };
    let float = is_float(element);
    let keeps = if float {
        specification.is_float()
    } else {
        specification.is_integer() && specification.conversion != b'c'
    };
    let conversion = match (keeps, float, is_unsigned(element)) {
        (true, ..) => char::from(specification.conversion),
        (false, true, _) => 'f',
        (false, false, true) => 'u',
        (false, false, false) => 'd',
    };
    let bits = scalar_size(element) * 8;
    if argument.is_vector() {
        let length = match bits {
            8 => "hh",
            16 => "h",
            32 => "hl",
            _ => "l",
        };
        return format!("%v{}{length}{conversion}", argument.components);
    }
    let length = if !float && bits == 64 { "l" } else { "" };
    format!("%{length}{conversion}")
}
