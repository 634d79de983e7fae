//! An expression's evaluation in steps, for people: what each part is, every conversion and why it happens.
//!
//! The steps are read off the typed tree, where each implicit conversion is a node with its reason; nothing is typed again here.
//! A scalar that is converted and widened in one go is one step. Values are told where analysis knows them.

use ferrocl_base::{Interner, SourceMap, Span};
use ferrocl_ir::{Bits, Scalar, eval};

use crate::hir::{ConversionKind, ConversionReason, Expr, ExprId, ExprKind, Function, Program, UnaryOp};
use crate::operation::Element;
use crate::types::{Type, TypeId};

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The source text that it is about.
    pub text: String,
    /// What happens, with the types.
    pub what: String,
    /// Why, with the section of the specification; empty where there is nothing to explain.
    pub why: String,
    /// The value, where it is known without running the program: `1`, `(7, -3, -2, 5)`.
    pub value: Option<String>,
    /// Where the text stands.
    pub span: Span,
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` {}", self.text, self.what)?;
        if !self.why.is_empty() {
            write!(f, ": {}", self.why)?;
        }
        if let Some(value) = &self.value {
            write!(f, " → {value}")?;
        }
        Ok(())
    }
}

/// How many steps are told at most; an expression of a program-sized text has more than anybody reads.
const MAX_STEPS: usize = 10_000;

/// The type of an expression as a value: what is dropped at the end of an expression statement does not count.
pub fn value_type(function: &Function, expression: ExprId) -> TypeId {
    function.exprs[value_of(function, expression)].ty
}

/// The expression without the conversion to `void` round it.
fn value_of(function: &Function, mut expression: ExprId) -> ExprId {
    while let ExprKind::Convert { kind: ConversionKind::Void, operand, .. } = function.exprs[expression].kind
    {
        expression = operand;
    }
    expression
}

/// The steps of an expression of a function, in the order in which they happen. `known` gives the bits of what is constant.
pub fn steps(
    program: &Program,
    function: &Function,
    expression: ExprId,
    map: &SourceMap,
    interner: &Interner,
    known: &dyn Fn(ExprId) -> Option<Bits>,
) -> Vec<Step> {
    let narrator = Narrator { program, function, map, interner, known };
    let mut steps = Vec::new();
    // Operands first; long left spines need no stack of ours.
    let mut pending = vec![(value_of(function, expression), false)];
    while let Some((id, operands_done)) = pending.pop() {
        if steps.len() >= MAX_STEPS {
            break;
        }
        let expr = &function.exprs[id];
        if operands_done {
            match narrator.step(expr) {
                Some(step) => steps.push(Step { value: narrator.value(id), ..step }),
                // Reading a place is no step of its own: what is read is told with the place.
                None => {
                    if let Some(last) = steps.last_mut()
                        && last.value.is_none()
                    {
                        last.value = narrator.value(id);
                    }
                }
            }
            continue;
        }
        pending.push((id, true));
        let first = pending.len();
        match narrator.widened_from(expr) {
            Some(scalar) => pending.push((scalar, false)),
            None => expr.kind.for_each_operand(|operand| pending.push((operand, false))),
        }
        pending[first..].reverse();
    }
    steps
}

struct Narrator<'a> {
    program: &'a Program,
    function: &'a Function,
    map: &'a SourceMap,
    interner: &'a Interner,
    known: &'a dyn Fn(ExprId) -> Option<Bits>,
}

impl Narrator<'_> {
    /// The scalar that a widening starts from, where it is converted to the element type first.
    fn widened_from(&self, expr: &Expr) -> Option<ExprId> {
        let ExprKind::Convert { kind: ConversionKind::Widen, operand, reason } = expr.kind else {
            return None;
        };
        match self.expr(operand).kind {
            ExprKind::Convert { kind: ConversionKind::Arithmetic, operand: scalar, reason: same }
                if same == reason =>
            {
                Some(scalar)
            }
            _ => None,
        }
    }
    /// A known value in the notation of the language, as far as it has components.
    fn value(&self, id: ExprId) -> Option<String> {
        let ty = self.expr(id).ty;
        if !matches!(
            self.program.types.get(ty),
            Type::Bool | Type::Scalar(_) | Type::Vector(..) | Type::Enum(_)
        ) {
            return None;
        }
        let bits = (self.known)(id)?;
        let element = Element::of(&self.program.types, ty)?;
        let words: Vec<String> = bits.iter().map(|&word| component_text(element, word)).collect();
        Some(match &words[..] {
            [word] => word.clone(),
            _ => format!("({})", words.join(", ")),
        })
    }
    fn name(&self, ty: TypeId) -> String {
        self.program.types.name(self.interner, ty)
    }
    fn expr(&self, id: ExprId) -> &Expr {
        &self.function.exprs[id]
    }
    fn named(&self, id: ExprId) -> String {
        self.name(self.expr(id).ty)
    }
    fn text(&self, span: Span) -> String {
        let text = self.map.text(self.map.outermost(span));
        let words: Vec<&str> = text.split_whitespace().collect();
        let line = words.join(" ");
        match line.char_indices().nth(60) {
            Some((cut, _)) => format!("{}…", &line[..cut]),
            None => line,
        }
    }
    fn components(&self, ty: TypeId) -> Option<u8> {
        match self.program.types.get(ty) {
            Type::Vector(_, n) => Some(*n),
            _ => None,
        }
    }
    /// How an operator on this type works.
    fn by_component(&self, ty: TypeId) -> &'static str {
        if self.components(ty).is_some() { ", component by component" } else { "" }
    }

    fn step(&self, expr: &Expr) -> Option<Step> {
        let result = self.name(expr.ty);
        let is = |rest: &str| (format!("is `{result}`{rest}"), String::new());
        let (what, why) = match &expr.kind {
            ExprKind::Convert { kind, operand, reason } => return self.conversion(expr, *kind, *operand, *reason),
            ExprKind::Error => return None,
            ExprKind::Constant(_) => is(""),
            ExprKind::Variable(_) | ExprKind::Global(_) => is(" (a place)"),
            ExprKind::Dereference(_) => is(", what the pointer points to (a place)"),
            ExprKind::Member { .. } => is(", a member"),
            ExprKind::Swizzle { components, .. } if components.len() == 1 => is(", a component"),
            ExprKind::Swizzle { .. } => is(", these components in this order (\"Vector Components\")"),
            ExprKind::ComponentIndex { .. } => is(", the component of this number"),
            ExprKind::AddressOf(_) => is(", the address"),
            ExprKind::Unary(UnaryOp::LogicalNot, operand) => (
                format!("gives `{result}`: whether `{}` is zero{}", self.named(*operand), self.by_component(expr.ty)),
                self.truth(expr.ty),
            ),
            ExprKind::Unary(_, _) => {
                (format!("is computed as `{result}`{}", self.by_component(expr.ty)), String::new())
            }
            ExprKind::Binary(op, left, _) => {
                let operands = self.expr(*left).ty;
                let computed = format!("`{}` is computed on `{}`{}", op.text(), self.name(operands), self.by_component(operands));
                if operands == expr.ty {
                    (format!("gives `{result}`: {computed}"), String::new())
                } else {
                    (format!("gives `{result}`: {computed}"), self.truth(expr.ty))
                }
            }
            ExprKind::ShortCircuit(and, _, _) => {
                let counts = if *and { "only where the left one is not zero" } else { "only where the left one is zero" };
                (format!("gives `{result}`, 0 or 1"), format!("on scalars the right operand is evaluated {counts} (\"Logical Operators\")"))
            }
            ExprKind::Conditional(..) => (
                format!("gives `{result}`"),
                "a scalar condition chooses by not being zero, and only the chosen operand is evaluated (\"Ternary Selection Operator\")".to_owned(),
            ),
            ExprKind::VectorSelect(..) => (
                format!("gives `{result}`, component by component"),
                "a vector condition chooses by the most significant bit of each component, and both operands are evaluated (\"Ternary Selection Operator\")".to_owned(),
            ),
            ExprKind::PointerAdd { .. } => is(", so many elements further"),
            ExprKind::PointerDifference(..) => is(", the distance in elements"),
            ExprKind::Assign(..) => is(", the assigned value"),
            ExprKind::CompoundAssign { before, computation, after, .. } => {
                let mut why = Vec::new();
                if !before.is_empty() {
                    why.push(format!("the target's value is converted to `{}` first", self.name(*computation)));
                }
                if !after.is_empty() {
                    why.push(format!("the result is converted back to `{result}`"));
                }
                (format!("is `{result}`, computed in `{}`", self.name(*computation)), why.join(", and "))
            }
            ExprKind::Increment { prefix, .. } => {
                is(if *prefix { ", the new value" } else { ", the value from before" })
            }
            ExprKind::Comma(..) => is(", the right operand; the left one was evaluated for its effects (\"Comma Operator\")"),
            ExprKind::VectorLiteral(parts) => {
                is(&format!(", put together from {} parts in order (\"Vector Literals\")", parts.len()))
            }
            ExprKind::CompoundLiteral(..) => is(", an unnamed variable"),
            ExprKind::AsType(operand) => self.reinterpretation(*operand, expr.ty),
            ExprKind::Call(..)
            | ExprKind::BuiltinCall { .. }
            | ExprKind::Statements(..)
            | ExprKind::Printf { .. }
            | ExprKind::FenceFlags(_) => {
                (format!("gives `{result}`"), String::new())
            }
        };
        Some(Step { text: self.text(expr.span), what, why, value: None, span: expr.span })
    }

    /// What truth looks like in a result of this type.
    fn truth(&self, ty: TypeId) -> String {
        if self.components(ty).is_some() {
            "true is -1 (all bits set) in vectors, false is 0".to_owned()
        } else {
            "true is 1 for scalars, false is 0".to_owned()
        }
    }

    fn reinterpretation(&self, operand: ExprId, to: TypeId) -> (String, String) {
        let from = self.expr(operand).ty;
        let what = format!("takes the bits of `{}` as `{}`", self.name(from), self.name(to));
        let why = if self.components(from) == self.components(to) {
            "the bits stay as they are (\"Reinterpreting Types Using as_type() and as_typen()\")"
        } else {
            "with another number of components the result is implementation-defined; here the first component is in the lowest bits"
        };
        (what, why.to_owned())
    }

    fn conversion(
        &self,
        expr: &Expr,
        kind: ConversionKind,
        operand: ExprId,
        reason: ConversionReason,
    ) -> Option<Step> {
        let (from, to) = (self.named(operand), self.name(expr.ty));
        let what = match kind {
            ConversionKind::Load => return None,
            ConversionKind::Void => "is dropped".to_owned(),
            ConversionKind::ArrayToPointer => format!("is `{to}`, the address of its first element"),
            ConversionKind::Widen => match self.widened_from(expr) {
                Some(scalar) => format!(
                    "is converted from `{}` to `{from}` and widened to `{to}`, the same in every component",
                    self.named(scalar)
                ),
                None => format!("is widened from `{from}` to `{to}`, the same in every component"),
            },
            ConversionKind::Explicit { rounding, saturate } => {
                let mut how = String::new();
                if let Some(rounding) = rounding {
                    how.push_str(match rounding {
                        crate::hir::Rounding::NearestEven => ", rounded to nearest even",
                        crate::hir::Rounding::TowardZero => ", rounded towards zero",
                        crate::hir::Rounding::Upward => ", rounded up",
                        crate::hir::Rounding::Downward => ", rounded down",
                    });
                }
                if saturate {
                    how.push_str(", clamped to the range of the result");
                }
                format!("is converted from `{from}` to `{to}`{how}")
            }
            ConversionKind::AddressSpace => {
                format!("is converted from `{from}` to `{to}`, null where it points elsewhere")
            }
            ConversionKind::NullPointer if to == "event_t" => "is no event".into(),
            ConversionKind::NullPointer => format!("is the null pointer `{to}`"),
            ConversionKind::Arithmetic
            | ConversionKind::Pointer
            | ConversionKind::PointerToInteger
            | ConversionKind::IntegerToPointer
            | ConversionKind::PointerToBool => format!("is converted from `{from}` to `{to}`"),
        };
        let why = reason_text(reason).to_owned();
        Some(Step { text: self.text(expr.span), what, why, value: None, span: expr.span })
    }
}

/// One component: integers in decimal, floats in the fewest digits that are read back as the same.
fn component_text(element: Element, word: u64) -> String {
    match element.scalar {
        Scalar::F32 => format!("{:?}", f32::from_bits(word as u32)),
        Scalar::F16 | Scalar::F64 => format!("{:?}", eval::scalar::float_to_f64(element.scalar, word)),
        Scalar::Bool => (if word == 0 { "false" } else { "true" }).into(),
        scalar if element.signed => eval::scalar::signed(scalar, word).to_string(),
        _ => word.to_string(),
    }
}

/// A reason in words.
fn reason_text(reason: ConversionReason) -> &'static str {
    match reason {
        ConversionReason::ValueOfPlace => "its value is used",
        ConversionReason::ArrayDecay => "an array is used as a pointer",
        ConversionReason::IntegerPromotion => {
            "scalars narrower than `int` are promoted before they are computed with (C99 6.3.1.1)"
        }
        ConversionReason::UsualArithmetic => {
            "two scalars are computed with in one common type (\"Usual Arithmetic Conversions\")"
        }
        ConversionReason::ScalarToVector => {
            "a scalar beside a vector gets the vector's element type and is widened (\"Usual Arithmetic Conversions\")"
        }
        ConversionReason::ShiftCount => {
            "a shift count counts modulo the width of what is shifted (\"Shift Operators\")"
        }
        ConversionReason::Assignment => "an assigned value gets the target's type (\"Assignment Operator\")",
        ConversionReason::Initialization => "an initialiser gets the type of what it initialises",
        ConversionReason::Argument => "an argument gets the parameter's type",
        ConversionReason::Return => "a returned value gets the function's type",
        ConversionReason::VectorLiteralPart => {
            "the parts of a vector literal get its element type (\"Vector Literals\")"
        }
        ConversionReason::Cast => "the cast asks for it (\"Explicit Casts\")",
        ConversionReason::ConvertFunction => "the function asks for it (\"Explicit Conversions\")",
        ConversionReason::AddressSpaceFunction => {
            "the function asks for it (\"Address Space Qualifier Functions\")"
        }
        ConversionReason::Condition => "a condition is compared with zero",
        ConversionReason::ConditionalArms => "both results of `?:` get a common type",
        ConversionReason::Index => "an index is a 64-bit integer",
        ConversionReason::Switch => "`switch` compares promoted integers",
        ConversionReason::VariadicArgument => "an argument of `printf` is promoted (C99 6.5.2.2)",
    }
}
