//! Expressions of a wanted type. None has a side effect but where `effect` puts one, on a variable that nothing
//! else in the statement reads.

use ferrocl_sema::builtins::table::WIDTHS;
use ferrocl_syntax::ast::ScalarName;

use super::calls::Call;
use super::places::{Access, Variable};
use super::types::{INT, Type, element_size};
use super::whole::Generator;

impl Generator {
    /// An expression of this type, in parentheses or of one piece.
    pub(super) fn expression(&mut self, ty: Type, depth: usize, uniform: bool) -> String {
        if depth == 0 || self.random.chance(12) {
            return self.leaf(ty, uniform);
        }
        for _ in 0..6 {
            if let Some(text) = self.production(ty, depth - 1, uniform) {
                return text;
            }
        }
        self.leaf(ty, uniform)
    }

    fn leaf(&mut self, ty: Type, uniform: bool) -> String {
        if self.random.chance(80)
            && let Some(text) = self.read(ty, 1, uniform)
        {
            return text;
        }
        match self.random.below(5) {
            // The same number of components of another type.
            0 | 1 => {
                if let Some(other) = self.read_any(uniform, |other| other.width == ty.width) {
                    let value = self
                        .read(other, 0, uniform)
                        .unwrap_or_else(|| other.literal(&mut self.random, self.dialect));
                    return self.converted(ty, other, &value);
                }
            }
            2 => {
                if let Some(other) = self.read_any(uniform, |other| other.is_scalar()) {
                    let value = self
                        .read(other, 0, uniform)
                        .unwrap_or_else(|| other.literal(&mut self.random, self.dialect));
                    return self.cast(ty, other, &value);
                }
            }
            _ => {}
        }
        ty.literal(&mut self.random, self.dialect)
    }

    /// A value of one type as another with as many components.
    fn converted(&mut self, ty: Type, from: Type, value: &str) -> String {
        if self.dialect.is_strict && from.is_float() && !ty.is_float() {
            return self.integral(ty, from, value);
        }
        if ty.is_scalar() && self.random.chance(50) {
            return format!("(({})({value}))", ty.name());
        }
        let saturates = if !ty.is_float() && self.random.chance(40) { "_sat" } else { "" };
        let rounding = self.random.pick(&["", "", "", "_rte", "_rtz", "_rtp", "_rtn"]);
        debug_assert_eq!(ty.width, from.width);
        format!("convert_{}{saturates}{rounding}({value})", ty.name())
    }

    fn production(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        match self.random.below(33) {
            0..=7 => self.arithmetic(ty, depth, uniform),
            8 | 9 => self.relation(ty, depth, uniform),
            10 | 11 => self.unary(ty, depth, uniform),
            12 | 13 => self.selection(ty, depth, uniform),
            14 | 15 => {
                let from = Type::new(self.any_element(), ty.width);
                let value = self.expression(from, depth, uniform);
                Some(self.converted(ty, from, &value))
            }
            16 => {
                let from = self.any_type().scalar();
                let value = self.expression(from, depth, uniform);
                // Beside a vector of floats, the specification does not say whether `true` is 1 or -1.
                let is_clear = ty.is_scalar() || !ty.is_float() || !self.dialect.is_strict;
                if is_clear && self.random.chance(15) {
                    return Some(format!("(({})(bool)({value}))", ty.name()));
                }
                Some(self.cast(ty, from, &value))
            }
            17 => self.reinterpreted(ty, depth, uniform),
            18..=20 => self.components(ty, depth, uniform),
            21 | 22 => self.vector_literal(ty, depth, uniform),
            23..=27 => self.builtin(ty, depth, uniform),
            28 => self.vector_load(ty, depth, uniform),
            29 if !uniform => self.function_call(ty, depth),
            30 if !uniform => self.work_item(ty),
            32 => self.image_read(ty, depth, uniform),
            31 => self.oddity(ty, depth, uniform),
            _ => None,
        }
    }

    fn arithmetic(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        if self.dialect.is_strict {
            return self.strict_arithmetic(ty, depth, uniform);
        }
        let operators: &[&str] = match ty.is_float() {
            true => &["+", "-", "*", "/", "+", "*"],
            false => &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "+", "*"],
        };
        let operator = self.random.pick(operators);
        let left = self.expression(ty, depth, uniform);
        if ty.is_scalar() && self.random.chance(35) {
            // Operands of different types meet in the usual arithmetic conversions.
            let integers_only = matches!(operator, "%" | "&" | "|" | "^" | "<<" | ">>");
            let other = Type::new(self.any_element(), 1);
            if !(integers_only && other.is_float()) {
                let right = self.expression(other, depth, uniform);
                let (a, b) = if self.random.chance(50) { (left, right) } else { (right, left) };
                return Some(format!("({})({a} {operator} {b})", ty.name()));
            }
            return None;
        }
        let scalar_right = !ty.is_scalar() && self.random.chance(25);
        let right = self.expression(if scalar_right { ty.scalar() } else { ty }, depth, uniform);
        let both = match (scalar_right, matches!(operator, "<<" | ">>")) {
            (true, false) if self.random.chance(40) => format!("({right} {operator} {left})"),
            _ => format!("({left} {operator} {right})"),
        };
        // Small scalars are promoted.
        Some(if ty.is_small_scalar() { format!("(({}){both})", ty.name()) } else { both })
    }

    /// Comparisons and logical operators: `int` for scalars, masks as wide as the operands for vectors.
    fn relation(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        let operator = self.random.pick(&["<", ">", "<=", ">=", "==", "!=", "&&", "||"]);
        let operand = if ty.is_scalar() {
            self.any_type().scalar()
        } else {
            if !ty.is_signed_integer() {
                return None;
            }
            self.as_wide(ty)
        };
        // Vectors of floats are compared, but have no logical operators before they are compared.
        let operator = if operand.is_float()
            && !ty.is_scalar()
            && operator.len() == 2
            && "&|".contains(&operator[..1])
        {
            "<"
        } else {
            operator
        };
        let left = self.expression(operand, depth, uniform);
        let right = self.expression(operand, depth, uniform);
        let both = format!("({left} {operator} {right})");
        Some(if ty.is_scalar() && ty != INT { format!("({}){both}", ty.name()) } else { both })
    }

    /// A type with as many components of the same size.
    fn as_wide(&mut self, ty: Type) -> Type {
        let size = element_size(ty.element);
        let elements: Vec<ScalarName> =
            self.dialect.elements().into_iter().filter(|&e| element_size(e) == size).collect();
        Type::new(self.random.pick(&elements), ty.width)
    }

    fn unary(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        let cast = if ty.is_small_scalar() { format!("({})", ty.name()) } else { String::new() };
        match self.random.below(4) {
            0 => {
                let value = self.expression(ty, depth, uniform);
                if self.dialect.is_strict {
                    return Some(self.strict_negative(ty, &value));
                }
                Some(format!("({cast}(- {value}))"))
            }
            1 if !ty.is_float() => {
                let value = self.expression(ty, depth, uniform);
                Some(format!("({cast}(~{value}))"))
            }
            2 if ty == INT => {
                let operand = self.any_type().scalar();
                let value = self.expression(operand, depth, uniform);
                Some(format!("(!{value})"))
            }
            2 if !ty.is_scalar() && ty.is_signed_integer() => {
                let operand = self.as_wide(ty);
                if operand.is_float() {
                    return None;
                }
                let value = self.expression(operand, depth, uniform);
                Some(format!("(!{value})"))
            }
            3 => {
                let value = self.expression(ty, depth, uniform);
                Some(format!("({cast}(+ {value}))"))
            }
            _ => None,
        }
    }

    fn selection(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        let a = self.expression(ty, depth, uniform);
        let b = self.expression(ty, depth, uniform);
        if !ty.is_scalar() {
            let condition = ty.integer_as_wide(self.random.chance(75));
            let condition = self.expression(condition, depth, uniform);
            return Some(format!("({condition} ? {a} : {b})"));
        }
        // The first operand may not be floating-point (6.4.8, "Ternary Selection Operator").
        let condition = self.any_type().scalar().integer_as_wide(true);
        let condition = self.expression(condition, depth, uniform);
        // Small types are promoted here too.
        Some(format!("({})({condition} ? {a} : {b})", ty.name()))
    }

    fn reinterpreted(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        let mut from = self.any_type();
        for _ in 0..20 {
            // The fourth component of what was a 3-vector is open.
            if from.size() == ty.size() && from != ty && (from.width != 3 || ty.width == 3) {
                let value = self.expression(from, depth, uniform);
                let value = self.canonical(from, value);
                let bits = format!("as_{}({value})", ty.name());
                // What comes out may be a signalling NaN, which operations may or may not quieten.
                return Some(if ty.is_float() { self.canonical(ty, bits) } else { bits });
            }
            from = self.any_type();
        }
        None
    }

    /// The value with 0 for NaN.
    pub(super) fn canonical(&mut self, ty: Type, value: String) -> String {
        if !ty.is_float() {
            return value;
        }
        let name = ty.name();
        let body = match ty.width {
            1 => format!("isnan(x) ? ({name})0 : x"),
            _ => format!("select(x, ({name})(0), isnan(x))"),
        };
        let function = format!("canonical_{name}");
        self.prelude.insert(function.clone(), format!("{name} {function}({name} x) {{ return {body}; }}"));
        format!("{function}({value})")
    }

    fn components(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        let wide: Vec<u8> = WIDTHS.into_iter().filter(|&w| w > 1).collect();
        let width = self.random.pick(&wide);
        let from = Type::new(ty.element, width);
        let selector = self.selector(width, ty.width, true)?;
        let value = self.expression(from, depth, uniform);
        Some(format!("(({value}).{selector})"))
    }

    /// Names of `count` components of a vector with `width` of them, all different where that is asked for.
    pub(super) fn selector(&mut self, width: u8, count: u8, repeats: bool) -> Option<String> {
        if width == 2 * count && self.random.chance(50) {
            return Some(self.random.pick(&["lo", "hi", "even", "odd"]).to_owned());
        }
        let mut left: Vec<u8> = (0..width).collect();
        let mut chosen = Vec::new();
        for _ in 0..count {
            if left.is_empty() {
                return None;
            }
            let at = self.random.below(left.len());
            chosen.push(if repeats { left[at] } else { left.swap_remove(at) });
        }
        let style = self.random.below(if width <= 4 { 3 } else { 2 });
        let text = |digits: &[u8]| chosen.iter().map(|&c| digits[usize::from(c)] as char).collect::<String>();
        Some(match style {
            0 => format!("s{}", text(b"0123456789abcdef")),
            1 => format!("S{}", text(b"0123456789ABCDEF")),
            _ => text(b"xyzw"),
        })
    }

    fn vector_literal(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        if ty.is_scalar() {
            return None;
        }
        let mut left = ty.width;
        let mut parts = Vec::new();
        while left > 0 {
            let widths: Vec<u8> = WIDTHS.into_iter().filter(|&w| w <= left && w < ty.width).collect();
            let width = self.random.pick(&widths);
            left -= width;
            parts.push(self.expression(Type::new(ty.element, width), depth.saturating_sub(1), uniform));
        }
        Some(format!("({})({})", ty.name(), parts.join(", ")))
    }

    fn builtin(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        let count = self.calls.giving(ty).len();
        if count == 0 {
            return None;
        }
        let call = self.calls.giving(ty)[self.random.below(count)].clone();
        self.may_call(&call).then(|| self.call(&call, depth, uniform, None))
    }

    /// Library functions take time to compile: a program has few of them.
    pub(super) fn may_call(&mut self, call: &Call) -> bool {
        if call.is_library {
            if self.library_calls == 0 {
                return false;
            }
            self.library_calls -= 1;
        }
        true
    }

    pub(super) fn call(&mut self, call: &Call, depth: usize, uniform: bool, pointer: Option<&str>) -> String {
        let mut arguments: Vec<String> = Vec::new();
        let values = call.parameters.len() - usize::from(call.has_result_pointer);
        for &parameter in &call.parameters[..values] {
            let value = self.expression(parameter, depth.min(2), uniform);
            arguments.push(if call.sees_nan_bits { self.canonical(parameter, value) } else { value });
        }
        self.fence_arguments(call, &mut arguments);
        arguments.extend(pointer.map(str::to_owned));
        format!("{}({})", call.name, arguments.join(", "))
    }

    /// `vloadn` from an array of components.
    fn vector_load(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        if ty.is_scalar() {
            return None;
        }
        let width = usize::from(ty.width);
        // Halves become floats on the way.
        let as_halves = ty.element == ScalarName::Float && self.dialect.has_half && self.random.chance(40);
        let element = if as_halves { Type::new(ScalarName::Half, 1) } else { ty.scalar() };
        let found: Vec<(String, usize)> = self
            .variables
            .iter()
            .filter(|v| v.ty == element && !v.is_packed && !self.excluded.contains(&v.name))
            .filter(|v| !uniform || v.is_uniform)
            .filter_map(|v| match v.access {
                Access::Elements(count) if count >= width => Some((v.name.clone(), count / width)),
                Access::Input => Some((v.name.clone(), super::places::INPUT_ROOM / width)),
                _ => None,
            })
            .collect();
        if found.is_empty() {
            return None;
        }
        let (name, count) = found[self.random.below(found.len())].clone();
        let index = self.index(count, depth, uniform);
        let half = if as_halves { "_half" } else { "" };
        Some(format!("vload{half}{width}({index}, {name})"))
    }

    fn work_item(&mut self, ty: Type) -> Option<String> {
        // PoCL has 0 where there is no such dimension and the specification has 1.
        let dimension = self.random.below(if self.dialect.is_strict { 3 } else { 4 });
        let linear: &[&str] = match self.standard >= ferrocl_syntax::options::Standard::Cl20 {
            true => &["get_global_linear_id()", "get_local_linear_id()"],
            false => &["get_global_id(0)"],
        };
        let name = self.random.pick(&[
            "get_global_id",
            "get_global_id",
            "get_local_id",
            "get_group_id",
            "get_global_size",
            "get_local_size",
            "get_num_groups",
            "get_global_offset",
        ]);
        let query = match self.random.below(8) {
            0 => self.random.pick(linear).to_owned(),
            1 => "get_work_dim()".to_owned(),
            _ => format!("{name}({dimension})"),
        };
        Some(format!("(({}){query})", ty.name()))
    }

    /// What is rarely written: commas, `sizeof`, compound literals, differences and comparisons of pointers, assignments as values.
    fn oddity(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        match self.random.below(5) {
            0 => {
                let other = self.any_type();
                let first = self.expression(other, depth.min(1), uniform);
                let second = self.expression(ty, depth, uniform);
                Some(format!("({first}, {second})"))
            }
            1 => {
                let other = self.any_type();
                let value = self.expression(other, depth.min(1), uniform);
                Some(format!("(({})sizeof({value}))", ty.name()))
            }
            2 => {
                let name = ty.name();
                let parts: Vec<String> = (0..4).map(|_| self.expression(ty, depth.min(1), uniform)).collect();
                let index = self.index(4, depth, uniform);
                Some(format!("(({name}[4]){{{}}})[{index}]", parts.join(", ")))
            }
            3 => {
                let arrays: Vec<Variable> = self
                    .variables
                    .iter()
                    .filter(|v| !v.is_packed && matches!(v.access, Access::Elements(count) if count > 1))
                    .cloned()
                    .collect();
                if arrays.is_empty() {
                    return None;
                }
                let array = &arrays[self.random.below(arrays.len())];
                let Access::Elements(count) = array.access else { return None };
                let (a, b) =
                    (self.index(count, depth.min(1), uniform), self.index(count, depth.min(1), uniform));
                let operator = self.random.pick(&["-", "<", ">=", "==", "!="]);
                Some(format!("(({})(&{}[{a}] {operator} &{}[{b}]))", ty.name(), array.name, array.name))
            }
            _ => self.effect(ty, depth, uniform),
        }
    }

    /// An assignment, increment or decrement as a value: at most one in a statement, of the variable that was chosen for it.
    fn effect(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        let name = self.effect_target.take_if(|target| target.ty == ty && !uniform)?.name;
        // There is no `++` for floats.
        let first = match ty.is_float() {
            true => 4,
            false if !self.may_count(ty) => 5,
            false => 0,
        };
        Some(match first + self.random.below(6 - first) {
            0 => format!("({name}++)"),
            1 => format!("(--{name})"),
            2 => format!("({name}--)"),
            3 => format!("(++{name})"),
            4 => format!("({name} += {})", self.expression(ty, depth.min(2), false)),
            _ => format!("({name} = {})", self.expression(ty, depth.min(2), false)),
        })
    }
}
