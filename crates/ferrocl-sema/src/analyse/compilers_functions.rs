//! The built-in functions of Clang and GNU C that are no rows of `builtins.decl`: their names follow from those of C's maths
//! functions, or they take vectors of any type.

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast;

use super::Analyzer;
use crate::hir;
use crate::types::{ScalarName, Type, TypeTable};

/// The functions of `<math.h>` that OpenCL C has under the same name, with the number of their arguments.
const MATHS: &[(&str, usize)] = &[
    ("acos", 1),
    ("acosh", 1),
    ("asin", 1),
    ("asinh", 1),
    ("atan", 1),
    ("atan2", 2),
    ("atanh", 1),
    ("cbrt", 1),
    ("ceil", 1),
    ("copysign", 2),
    ("cos", 1),
    ("cosh", 1),
    ("erf", 1),
    ("erfc", 1),
    ("exp", 1),
    ("exp10", 1),
    ("exp2", 1),
    ("expm1", 1),
    ("fabs", 1),
    ("fdim", 2),
    ("floor", 1),
    ("fma", 3),
    ("fmax", 2),
    ("fmin", 2),
    ("fmod", 2),
    ("hypot", 2),
    ("lgamma", 1),
    ("log", 1),
    ("log10", 1),
    ("log1p", 1),
    ("log2", 1),
    ("logb", 1),
    ("nextafter", 2),
    ("pow", 2),
    ("remainder", 2),
    ("rint", 1),
    ("round", 1),
    ("sin", 1),
    ("sinh", 1),
    ("sqrt", 1),
    ("tan", 1),
    ("tanh", 1),
    ("tgamma", 1),
    ("trunc", 1),
];
/// Macros of `<math.h>` that are functions of OpenCL C.
const RELATIONS: &[&str] = &[
    "isfinite",
    "isgreater",
    "isgreaterequal",
    "isinf",
    "isless",
    "islessequal",
    "islessgreater",
    "isnan",
    "isnormal",
    "isunordered",
    "signbit",
];
/// What is done component by component: the name behind `__builtin_elementwise_`, and the function for floats and for integers.
const ELEMENTWISE: &[(&str, &str, &str)] = &[
    ("max", "fmax", "max"),
    ("min", "fmin", "min"),
    ("abs", "fabs", "abs"),
    ("add_sat", "", "add_sat"),
    ("sub_sat", "", "sub_sat"),
    ("popcount", "", "popcount"),
    ("bitreverse", "", "bit_reverse"),
    ("roundeven", "rint", ""),
    ("nearbyint", "rint", ""),
];
/// How the components of a vector are put together: the name behind `__builtin_reduce_`.
const REDUCTIONS: &[(&str, Reduction)] = &[
    ("add", Reduction::Operator(ast::BinaryOp::Add)),
    ("mul", Reduction::Operator(ast::BinaryOp::Mul)),
    ("and", Reduction::Operator(ast::BinaryOp::BitAnd)),
    ("or", Reduction::Operator(ast::BinaryOp::BitOr)),
    ("xor", Reduction::Operator(ast::BinaryOp::BitXor)),
    ("max", Reduction::Function("max")),
    ("min", Reduction::Function("min")),
];

/// How two components become one.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reduction {
    Operator(ast::BinaryOp),
    Function(&'static str),
}

/// A built-in function of Clang and GNU C, known by its name.
#[derive(Debug, Clone, Copy)]
pub(super) enum CompilerFunction {
    /// Whether its argument is known when the program is built.
    ConstantP,
    /// What the function of this name does, with arguments of this type (`None`: as they are).
    Call(&'static str, usize, Option<ScalarName>),
    /// Infinity.
    Infinity(ScalarName),
    /// A quiet NaN.
    Nan(ScalarName),
    /// What `fn.0` does to floats and `fn.1` to integers.
    Elementwise(&'static str, &'static str),
    /// The components of a vector put together.
    Reduce(Reduction),
    /// Components of two vectors.
    Shuffle,
}

/// The function of other compilers that has this name.
pub(super) fn compiler_function(text: &str) -> Option<CompilerFunction> {
    let name = text.strip_prefix("__builtin_")?;
    match name {
        "constant_p" => return Some(CompilerFunction::ConstantP),
        "shufflevector" => return Some(CompilerFunction::Shuffle),
        "inf" | "huge_val" => return Some(CompilerFunction::Infinity(ScalarName::Double)),
        "inff" | "huge_valf" => return Some(CompilerFunction::Infinity(ScalarName::Float)),
        "nan" => return Some(CompilerFunction::Nan(ScalarName::Double)),
        "nanf" => return Some(CompilerFunction::Nan(ScalarName::Float)),
        "nearbyint" => return Some(CompilerFunction::Call("rint", 1, Some(ScalarName::Double))),
        "nearbyintf" => return Some(CompilerFunction::Call("rint", 1, Some(ScalarName::Float))),
        _ => {}
    }
    if let Some(&relation) = RELATIONS.iter().find(|&&row| row == name) {
        let count =
            if name.starts_with("isg") || name.starts_with("isl") || name == "isunordered" { 2 } else { 1 };
        return Some(CompilerFunction::Call(relation, count, None));
    }
    if let Some(rest) = name.strip_prefix("elementwise_") {
        return match ELEMENTWISE.iter().find(|row| row.0 == rest) {
            Some(&(_, floats, integers)) => Some(CompilerFunction::Elementwise(floats, integers)),
            None => {
                let row = MATHS.iter().find(|row| row.0 == rest)?;
                Some(CompilerFunction::Elementwise(row.0, ""))
            }
        };
    }
    if let Some(rest) = name.strip_prefix("reduce_") {
        let row = REDUCTIONS.iter().find(|row| row.0 == rest)?;
        return Some(CompilerFunction::Reduce(row.1));
    }
    // `erf` and `fdim` end or begin with what the suffix is, so whole names come first.
    if let Some(&(row, count)) = MATHS.iter().find(|row| row.0 == name) {
        return Some(CompilerFunction::Call(row, count, Some(ScalarName::Double)));
    }
    let of_double = name.strip_suffix('f')?;
    let &(row, count) = MATHS.iter().find(|row| row.0 == of_double)?;
    Some(CompilerFunction::Call(row, count, Some(ScalarName::Float)))
}

impl Analyzer<'_> {
    /// A call of a function of other compilers.
    pub(super) fn compiler_function_call(
        &mut self,
        function: CompilerFunction,
        (name, name_span): (Symbol, Span),
        arguments: &[hir::ExprId],
        span: Span,
    ) -> hir::ExprId {
        let mut values: Vec<_> = arguments.iter().map(|&argument| self.value(argument)).collect();
        if values.iter().any(|&value| self.is_error(value)) {
            return self.error_expression(span);
        }
        let wanted = match function {
            CompilerFunction::ConstantP | CompilerFunction::Reduce(_) | CompilerFunction::Nan(_) => 1,
            CompilerFunction::Call(_, count, _) => count,
            CompilerFunction::Infinity(_) => 0,
            CompilerFunction::Elementwise(..) => values.len(),
            CompilerFunction::Shuffle => values.len().max(3),
        };
        if values.len() != wanted {
            let text = self.interner.text(name);
            let plural = if wanted == 1 { "" } else { "s" };
            let diagnostic = Diagnostic::new(
                ferrocl_base::codes::calls::ARGUMENT_COUNT,
                span,
                format!("`{text}` takes {wanted} argument{plural}, and is given {}", values.len()),
            );
            self.report(diagnostic);
            return self.error_expression(span);
        }
        match function {
            CompilerFunction::ConstantP => {
                let known = self.fold(values[0]).is_some();
                self.integer_constant(u64::from(known), TypeTable::INT, span)
            }
            CompilerFunction::Infinity(element) => {
                let bits = if element == ScalarName::Float { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 };
                self.float_bits(bits, element, span)
            }
            CompilerFunction::Nan(element) => {
                let bits = if element == ScalarName::Float { 0x7fc0_0000 } else { 0x7ff8_0000_0000_0000 };
                self.float_bits(bits, element, span)
            }
            CompilerFunction::Call(name, _, element) => {
                if let Some(element) = element {
                    let ty = self.program.types.scalar(element);
                    for value in &mut values {
                        *value = self.convert_implicitly(*value, ty, hir::ConversionReason::Argument);
                    }
                }
                let name = self.interner.intern(name);
                self.call_of_builtin(name, name_span, &values, span)
            }
            CompilerFunction::Elementwise(floats, integers) => {
                let is_float = values.first().is_some_and(|&value| {
                    let ty = self.type_of(value);
                    self.program.types.arithmetic(ty).is_some_and(|arithmetic| arithmetic.is_float())
                });
                let called = match if is_float { floats } else { integers } {
                    "" => name,
                    text => self.interner.intern(text),
                };
                self.call_of_builtin(called, name_span, &values, span)
            }
            CompilerFunction::Reduce(reduction) => {
                self.reduce_vector(reduction, (name, name_span), values[0], span)
            }
            CompilerFunction::Shuffle => self.shuffle_vectors(&values, span),
        }
    }
    fn float_bits(&mut self, bits: u64, element: ScalarName, span: Span) -> hir::ExprId {
        let ty = self.program.types.scalar(element);
        self.add_value(hir::ExprKind::Constant(ferrocl_ir::Bits::from_elem(bits, 1)), ty, span)
    }
    /// `value` after what evaluates its operands.
    fn after(&mut self, first: Option<hir::ExprId>, value: hir::ExprId, span: Span) -> hir::ExprId {
        match first {
            Some(first) => self.comma(first, value, span),
            None => value,
        }
    }
    fn reduce_vector(
        &mut self,
        reduction: Reduction,
        (name, name_span): (Symbol, Span),
        vector: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        let ty = self.type_of(vector);
        let &Type::Vector(element, n) = self.program.types.get(ty) else {
            return self.report_no_vector(name, vector, span);
        };
        let (first, vector, _) = self.evaluated_once(vector);
        let scalar = self.program.types.scalar(element);
        let mut total = None;
        for component in 0..n {
            let place = self.swizzle(vector, element, vec![component], span);
            let value = self.value(place);
            total = Some(match (total, reduction) {
                (None, _) => value,
                (Some(total), Reduction::Operator(op)) => {
                    let sum = self.binary(op, total, value, name_span, span);
                    // The operators promote narrow integers.
                    self.convert_implicitly(sum, scalar, hir::ConversionReason::Argument)
                }
                (Some(total), Reduction::Function(name)) => {
                    let name = self.interner.intern(name);
                    self.call_of_builtin(name, name_span, &[total, value], span)
                }
            });
        }
        match total {
            Some(total) => self.after(first, total, span),
            None => self.error_expression(span),
        }
    }
    /// `__builtin_shufflevector(first, second, indices…)`: components of both, counted through; -1 is any.
    fn shuffle_vectors(&mut self, arguments: &[hir::ExprId], span: Span) -> hir::ExprId {
        let vectors = [arguments[0], arguments[1]];
        let shape = |this: &Self, value| match *this.program.types.get(this.type_of(value)) {
            Type::Vector(element, n) => Some((element, n)),
            _ => None,
        };
        let (Some((element, first_size)), Some((other, second_size))) =
            (shape(self, vectors[0]), shape(self, vectors[1]))
        else {
            let name = self.interner.intern("__builtin_shufflevector");
            let wrong = if shape(self, vectors[0]).is_none() { vectors[0] } else { vectors[1] };
            return self.report_no_vector(name, wrong, span);
        };
        let indices = &arguments[2..];
        let mut problem = match indices.len() {
            _ if element != other => Some("the vectors have components of two types".to_string()),
            2 | 3 | 4 | 8 | 16 => None,
            n => Some(format!("a vector of {n} components does not exist")),
        };
        let mut chosen = Vec::new();
        for &index in indices {
            let ty = self.type_of(index);
            let value = match self.fold(index) {
                Some(bits) if self.integer_name(ty).is_some() => self.integer_value(ty, bits[0]),
                _ => {
                    problem = Some("the numbers of components have to be integer constants".to_string());
                    break;
                }
            };
            match value {
                -1 => chosen.push(0),
                value if value >= 0 && value < i128::from(first_size + second_size) => {
                    chosen.push(value as u8)
                }
                value => problem = Some(format!("there is no component {value}")),
            }
        }
        if let Some(problem) = problem {
            let diagnostic = Diagnostic::new(codes::VECTOR_LITERAL, span, problem).help(
                "write two vectors and 2, 3, 4, 8 or 16 numbers of their components, counted through both",
            );
            self.report(diagnostic);
            return self.error_expression(span);
        }
        let (before_first, first, _) = self.evaluated_once(vectors[0]);
        let (before_second, second, _) = self.evaluated_once(vectors[1]);
        let mut parts = Vec::new();
        for component in chosen {
            let (vector, component) =
                if component < first_size { (first, component) } else { (second, component - first_size) };
            let place = self.swizzle(vector, element, vec![component], span);
            parts.push(self.value(place));
        }
        let ty = self.program.types.gentype(element, parts.len() as u8);
        let result = self.add_value(hir::ExprKind::VectorLiteral(parts), ty, span);
        let result = self.after(before_second, result, span);
        self.after(before_first, result, span)
    }
    fn report_no_vector(&mut self, name: Symbol, value: hir::ExprId, span: Span) -> hir::ExprId {
        let text = self.interner.text(name).to_string();
        let diagnostic = Diagnostic::new(
            ferrocl_base::codes::calls::NO_MATCHING_OVERLOAD,
            span,
            format!("`{text}` takes vectors, not {}", self.a_type(self.type_of(value))),
        )
        .label(self.span_of(value), "this is none");
        self.report(diagnostic);
        self.error_expression(span)
    }
}
