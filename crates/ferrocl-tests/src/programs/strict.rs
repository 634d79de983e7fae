//! The forms that keep a strict program clear of what the specification leaves open: arithmetic of signed integers goes through
//! unsigned ones, divisors are fenced, floats become integers with saturation and never from NaN.
//!
//! The sections are those of the C standard that OpenCL C defers to: 6.5 (overflow of signed integers), 6.5.5 (division by zero), 6.3.1.4
//! (floats out of an integer's range).

use ferrocl_syntax::ast::ScalarName;

use super::calls::Call;
use super::places::Variable;
use super::types::{Type, UINT, element_size};
use super::whole::Generator;

impl Generator {
    /// `+`, `-` or `*` of two values of a type of integers, which may overflow; the right one may be the scalar of a vector's element.
    fn wrapped(&mut self, ty: Type, left: &str, operator: &str, right: &str, right_type: Type) -> String {
        if ty.is_unsigned() && !ty.is_small_scalar() {
            return format!("({left} {operator} {right})");
        }
        let unsigned = ty.integer_as_wide(false).name();
        if !ty.is_scalar() {
            let right_unsigned = right_type.integer_as_wide(false).name();
            return format!(
                "as_{}(as_{unsigned}({left}) {operator} as_{right_unsigned}({right}))",
                ty.name()
            );
        }
        // Small scalars are promoted to `int`, in which products of `ushort` overflow.
        let wide = if ty.is_small_scalar() { UINT.name() } else { unsigned };
        format!("(({})(({wide}){left} {operator} ({wide}){right}))", ty.name())
    }

    /// A quotient or remainder of integers: the divisor is from 1 to 63.
    fn divided(&mut self, ty: Type, left: &str, operator: &str, right: &str, right_type: Type) -> String {
        let name = right_type.name();
        // What is promoted may not stand beside a vector of small components.
        let cast = if right_type == ty { String::new() } else { format!("({name})") };
        let both = format!("({left} {operator} {cast}(({right} & ({name})63) | ({name})1))");
        if ty.is_small_scalar() { format!("(({}){both})", ty.name()) } else { both }
    }

    /// A quotient or remainder with any divisor but those that the standard leaves open.
    fn divided_by_function(&mut self, ty: Type, left: &str, operator: &str, right: &str) -> String {
        let name = ty.name();
        let function = format!("{}_{name}", if operator == "/" { "quotient" } else { "remainder" });
        let body = match (ty.is_scalar(), ty.is_signed_integer()) {
            (true, false) => format!("b == 0 ? ({name})0 : ({name})(a {operator} b)"),
            // No least number is divided by -1, nor any other by more than one question.
            (true, true) => format!("b == 0 || b == ({name})-1 ? ({name})0 : ({name})(a {operator} b)"),
            (false, false) => format!("a {operator} (b == ({name})(0) ? ({name})(1) : b)"),
            (false, true) => {
                format!("a {operator} (b == ({name})(0) || b == ({name})(-1) ? ({name})(1) : b)")
            }
        };
        self.prelude
            .insert(function.clone(), format!("{name} {function}({name} a, {name} b) {{ return {body}; }}"));
        format!("{function}({left}, {right})")
    }

    /// An operator on two values of this type, or of another one that meets it in the usual arithmetic conversions.
    pub(super) fn strict_arithmetic(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        if ty.is_scalar() && self.random.chance(35) {
            return self.strict_mixture(ty, depth, uniform);
        }
        let operators: &[&str] = match ty.element {
            ScalarName::Double => &["+", "-", "*", "/", "+", "*"],
            // Quotients of other floats have an error bound.
            ScalarName::Float | ScalarName::Half => &["+", "-", "*"],
            _ => &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "+", "*"],
        };
        let operator = self.random.pick(operators);
        let left = self.expression(ty, depth, uniform);
        let right_type = if !ty.is_scalar() && self.random.chance(25) { ty.scalar() } else { ty };
        let right = self.expression(right_type, depth, uniform);
        Some(match operator {
            _ if ty.is_float() => format!("({left} {operator} {right})"),
            "+" | "-" | "*" => self.wrapped(ty, &left, operator, &right, right_type),
            "/" | "%" if right_type == ty && self.random.chance(50) => {
                self.divided_by_function(ty, &left, operator, &right)
            }
            "/" | "%" => self.divided(ty, &left, operator, &right, right_type),
            _ if ty.is_small_scalar() => {
                format!("(({})({left} {operator} {right}))", ty.name())
            }
            _ => format!("({left} {operator} {right})"),
        })
    }

    /// An operator on scalars of two types.
    fn strict_mixture(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        let other = Type::new(self.any_element(), 1);
        let common = common_type(ty, other);
        let operators: &[&str] = match (common.is_float(), common.is_unsigned()) {
            (true, _) => &["+", "-", "*"],
            (false, true) => &["+", "-", "*", "&", "|", "^", "<<", ">>"],
            (false, false) => &["&", "|", "^", "<<", ">>"],
        };
        let operator = self.random.pick(operators);
        let (left, right) = (self.expression(ty, depth, uniform), self.expression(other, depth, uniform));
        // A shift has the type of its left operand.
        let is_shift = operator.len() == 2;
        let (a, b) = if is_shift || self.random.chance(50) { (left, right) } else { (right, left) };
        let from = if is_shift { ty } else { common };
        let both = format!("({a} {operator} {b})");
        Some(self.cast(ty, from, &both))
    }

    /// A scalar cast to a type.
    pub(super) fn cast(&mut self, ty: Type, from: Type, value: &str) -> String {
        if !self.dialect.is_strict || !from.is_float() || ty.is_float() {
            return format!("(({})({value}))", ty.name());
        }
        let value = self.integral(ty.scalar(), from, value);
        if ty.is_scalar() { value } else { format!("(({})({value}))", ty.name()) }
    }

    /// Floats as integers of a type.
    pub(super) fn integral(&mut self, ty: Type, from: Type, value: &str) -> String {
        let value = self.canonical(from, value.to_owned());
        let rounding = self.random.pick(&["", "", "", "_rte", "_rtz", "_rtp", "_rtn"]);
        format!("convert_{}_sat{rounding}({value})", ty.name())
    }

    /// A negative, which the least number does not have.
    pub(super) fn strict_negative(&mut self, ty: Type, value: &str) -> String {
        let unsigned = ty.integer_as_wide(false).name();
        match (ty.is_float(), ty.is_scalar()) {
            (true, _) => format!("(- {value})"),
            (false, true) if ty.is_small_scalar() => format!("(({})(- {value}))", ty.name()),
            (false, _) => format!("as_{}(- as_{unsigned}({value}))", ty.name()),
        }
    }

    /// Whether `++` and `--` of this type have a result for each value.
    pub(super) fn may_count(&self, ty: Type) -> bool {
        // What is promoted does not overflow, and the way back is a conversion.
        !self.dialect.is_strict || ty.is_unsigned() || ty.is_small_scalar()
    }

    /// Assignments with an operator that have a result for each value, with an operand of the same type or its scalar.
    pub(super) fn strict_compound_operators(&self, ty: Type) -> &'static [&'static str] {
        match ty.element {
            ScalarName::Double => &["+=", "-=", "*=", "/="],
            ScalarName::Float | ScalarName::Half => &["+=", "-=", "*="],
            ScalarName::Ushort if ty.is_scalar() => &["+=", "-=", "&=", "|=", "^=", "<<=", ">>="],
            _ if ty.is_unsigned() => &["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>="],
            _ => &["&=", "|=", "^=", "<<=", ">>="],
        }
    }

    /// Operators for an assignment to components of a variable.
    pub(super) fn component_operators(&self, variable: &Variable) -> &'static [&'static str] {
        let ty = variable.ty;
        let is_wide_unsigned = ty.is_unsigned() && element_size(ty.element) >= 4;
        if !self.dialect.is_strict || ty.is_float() || is_wide_unsigned {
            &["=", "=", "=", "+=", "*=", "-="]
        } else {
            &["="]
        }
    }

    /// Arguments of a built-in function, where some have no result.
    pub(super) fn fence_arguments(&mut self, call: &Call, arguments: &mut [String]) {
        if !self.dialect.is_strict {
            return;
        }
        match (call.name, arguments) {
            // Undefined if the least is greater than the greatest.
            ("clamp", [_, low, high]) => {
                (*low, *high) = (format!("min({low}, {high})"), format!("max({low}, {high})"));
            }
            // A field that reaches beyond the number is undefined.
            (name, [.., offset, count]) if name.starts_with("bitfield_") => {
                let half = 4 * element_size(call.parameters[0].element) - 1;
                (*offset, *count) = (format!("({offset} & {half})"), format!("({count} & {half})"));
            }
            _ => {}
        }
    }
}

/// What two scalars meet in (C11 6.3.1.8).
fn common_type(a: Type, b: Type) -> Type {
    for element in [ScalarName::Double, ScalarName::Float, ScalarName::Half] {
        if a.element == element || b.element == element {
            return Type::new(element, 1);
        }
    }
    let rank = |ty: Type| match ty.element {
        ScalarName::Ulong => 3,
        ScalarName::Long => 2,
        ScalarName::Uint => 1,
        _ => 0,
    };
    let elements = [ScalarName::Int, ScalarName::Uint, ScalarName::Long, ScalarName::Ulong];
    Type::new(elements[rank(a).max(rank(b))], 1)
}
