//! Every operator on every pair of operand types, in every form, against a small model of the rules.
//!
//! The model knows nothing of the analyser: it is written from the specification's sections "Usual Arithmetic
//! Conversions" and "Operators", and says for two types what the result's type is or which rule is broken. What it
//! accepts is put into large functions, whose typed trees are checked node by node too; what it rejects is expected to
//! give exactly one error with the rule's code.

use crate::checker::Checker;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bool,
    Signed,
    Unsigned,
    Float,
}

/// An element type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Element {
    name: &'static str,
    kind: Kind,
    bits: u32,
}

const fn element(name: &'static str, kind: Kind, bits: u32) -> Element {
    Element { name, kind, bits }
}
const BOOL: Element = element("bool", Kind::Bool, 8);
const INT: Element = element("int", Kind::Signed, 32);
const ELEMENTS: [Element; 11] = [
    element("char", Kind::Signed, 8),
    element("uchar", Kind::Unsigned, 8),
    element("short", Kind::Signed, 16),
    element("ushort", Kind::Unsigned, 16),
    INT,
    element("uint", Kind::Unsigned, 32),
    element("long", Kind::Signed, 64),
    element("ulong", Kind::Unsigned, 64),
    element("half", Kind::Float, 16),
    element("float", Kind::Float, 32),
    element("double", Kind::Float, 64),
];

impl Element {
    fn is_float(self) -> bool {
        self.kind == Kind::Float
    }
    /// The rank order of section "Usual Arithmetic Conversions".
    fn outranks(self, other: Element) -> bool {
        match (self.kind, other.kind) {
            // 5: bool is below any other type.
            (Kind::Bool, _) => false,
            (_, Kind::Bool) => true,
            // 1: among floats, the one that represents all values of the other.
            (Kind::Float, Kind::Float) => self.bits > other.bits,
            // 2: any float is above any integer.
            (Kind::Float, _) => true,
            (_, Kind::Float) => false,
            // 3 and 4: precision first, then unsigned above signed.
            _ => {
                self.bits > other.bits
                    || self.bits == other.bits && self.kind == Kind::Unsigned && other.kind == Kind::Signed
            }
        }
    }
    /// C99 6.3.1.1.
    fn promoted(self) -> Element {
        if !self.is_float() && self.bits < 32 { INT } else { self }
    }
    /// C99 6.3.1.8.
    fn common(self, other: Element) -> Element {
        if self.is_float() || other.is_float() {
            return match (self.is_float(), other.is_float()) {
                (true, true) if self.bits >= other.bits => self,
                (true, true) => other,
                (true, false) => self,
                _ => other,
            };
        }
        let (a, b) = (self.promoted(), other.promoted());
        if a.kind == b.kind {
            return if a.bits >= b.bits { a } else { b };
        }
        let (unsigned, signed) = if a.kind == Kind::Unsigned { (a, b) } else { (b, a) };
        // The signed type is only the common one where it holds every value of the unsigned one.
        if signed.bits > unsigned.bits { signed } else { unsigned }
    }
    /// The signed integer of the same width.
    fn mask(self) -> Element {
        *ELEMENTS.iter().find(|e| e.kind == Kind::Signed && e.bits == self.bits).expect("there is one")
    }
}

/// A scalar (`n` = 1) or vector type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ty {
    element: Element,
    n: u8,
}

impl Ty {
    fn scalar(element: Element) -> Ty {
        Ty { element, n: 1 }
    }
    fn is_vector(self) -> bool {
        self.n > 1
    }
    fn text(self) -> String {
        if self.n == 1 { self.element.name.to_string() } else { format!("{}{}", self.element.name, self.n) }
    }
    /// The name of the object of this type.
    fn object(self) -> String {
        format!("x_{}", self.text())
    }
}

/// The result's type, or the code of the rule that is broken.
type Expected = Result<Ty, &'static str>;

const ARITHMETIC: [&str; 5] = ["+", "-", "*", "/", "%"];
const BITWISE: [&str; 3] = ["&", "|", "^"];
const SHIFTS: [&str; 2] = ["<<", ">>"];
const COMPARISONS: [&str; 6] = ["<", ">", "<=", ">=", "==", "!="];
const LOGICAL: [&str; 2] = ["&&", "||"];

fn integers_only(op: &str) -> bool {
    op == "%" || BITWISE.contains(&op) || SHIFTS.contains(&op)
}

/// The type in which two operands meet.
fn usual(a: Ty, b: Ty) -> Expected {
    match (a.is_vector(), b.is_vector()) {
        (true, true) if a == b => Ok(a),
        (true, true) => Err("CL0402"),
        (true, false) if b.element.outranks(a.element) => Err("CL0403"),
        (true, false) => Ok(a),
        (false, true) => usual(b, a),
        (false, false) => Ok(Ty::scalar(a.element.common(b.element))),
    }
}

fn truth(operand: Ty) -> Ty {
    if operand.is_vector() { Ty { element: operand.element.mask(), n: operand.n } } else { Ty::scalar(INT) }
}

fn binary(op: &str, a: Ty, b: Ty) -> Expected {
    if integers_only(op) && (a.element.is_float() || b.element.is_float()) {
        return Err("CL0404");
    }
    if SHIFTS.contains(&op) {
        return match (a.n, b.n) {
            (1, 1) => Ok(Ty::scalar(a.element.promoted())),
            (1, _) => Err("CL0415"),
            (_, 1) => Ok(a),
            (n, m) if n == m => Ok(a),
            _ => Err("CL0415"),
        };
    }
    if LOGICAL.contains(&op) && !a.is_vector() && !b.is_vector() {
        return Ok(Ty::scalar(INT));
    }
    let common = usual(a, b)?;
    Ok(if COMPARISONS.contains(&op) || LOGICAL.contains(&op) { truth(common) } else { common })
}

fn assignment(a: Ty, b: Ty) -> Expected {
    if a == b || !b.is_vector() { Ok(a) } else { Err("CL0405") }
}

fn compound(op: &str, a: Ty, b: Ty) -> Expected {
    if integers_only(op) && (a.element.is_float() || b.element.is_float()) {
        return Err("CL0404");
    }
    let result = if !a.is_vector() && b.is_vector() && !SHIFTS.contains(&op) {
        // The result would be a vector, which is not assigned to a scalar.
        return Err("CL0405");
    } else {
        binary(op, a, b)?
    };
    assignment(a, result)
}

fn selection(condition: Ty, a: Ty, b: Ty) -> Expected {
    if condition.element.is_float() {
        return Err("CL0412");
    }
    if !condition.is_vector() {
        return usual(a, b);
    }
    let arms = if a.is_vector() || b.is_vector() {
        usual(a, b)?
    } else if a.element == BOOL && b.element == BOOL {
        return Err("CL0414");
    } else {
        let element = if a.element.outranks(b.element) { a.element } else { b.element };
        Ty { element, n: condition.n }
    };
    if arms.n != condition.n || arms.element.bits != condition.element.bits {
        Err("CL0413")
    } else {
        Ok(arms)
    }
}

fn unary(op: &str, a: Ty) -> Expected {
    match op {
        "!" => Ok(truth(a)),
        "~" if a.element.is_float() => Err("CL0404"),
        _ if a.is_vector() => Ok(a),
        _ => Ok(Ty::scalar(a.element.promoted())),
    }
}

fn increment(a: Ty) -> Expected {
    if a.is_vector() && a.element.is_float() { Err("CL0425") } else { Ok(a) }
}

fn cast(to: Ty, from: Ty) -> Expected {
    if from == to || !from.is_vector() { Ok(to) } else { Err("CL0406") }
}

/// All types of an OpenCL C with these elements.
fn types(with_half: bool) -> Vec<Ty> {
    let mut types = vec![Ty::scalar(BOOL)];
    for element in ELEMENTS {
        if element.name == "half" && !with_half {
            continue;
        }
        types.extend([1, 2, 3, 4, 8, 16].map(|n| Ty { element, n }));
    }
    types
}

/// A checker with an object of each type.
fn checker(types: &[Ty], with_half: bool) -> Checker {
    let mut before = String::new();
    if with_half {
        before.push_str("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    }
    let objects: String = types.iter().map(|ty| format!("{} {}; ", ty.text(), ty.object())).collect();
    Checker::new(&before, &objects)
}

/// Every pair of operands, in every form of every operator.
fn check_pairs(with_half: bool, interesting: impl Fn(Ty, Ty) -> bool) -> usize {
    let types = types(with_half);
    let mut checker = checker(&types, with_half);
    for &a in &types {
        for &b in &types {
            if !interesting(a, b) {
                continue;
            }
            let (x, y) = (a.object(), b.object());
            for op in ARITHMETIC.iter().chain(&BITWISE).chain(&SHIFTS) {
                checker.expect(format!("{x} {op} {y}"), binary(op, a, b).map(Ty::text));
                checker.expect(format!("{x} {op}= {y}"), compound(op, a, b).map(Ty::text));
            }
            for op in COMPARISONS.iter().chain(&LOGICAL) {
                checker.expect(format!("{x} {op} {y}"), binary(op, a, b).map(Ty::text));
            }
            checker.expect(format!("{x} = {y}"), assignment(a, b).map(Ty::text));
            checker.expect(format!("{x}, {y}"), Ok(b.text()));
            checker.expect(format!("({}){y}", a.text()), cast(a, b).map(Ty::text));
            checker.expect(format!("x_int ? {x} : {y}"), selection(Ty::scalar(INT), a, b).map(Ty::text));
            checker.expect(format!("{x} ? {y} : {y}"), selection(a, b, b).map(Ty::text));
        }
    }
    checker.finish()
}

#[test]
fn every_operator_on_every_pair_of_types() {
    let checked = check_pairs(false, |_, _| true);
    assert!(checked > 100_000, "{checked}");
}

/// With `cl_khr_fp16`, half takes part like the other floats.
#[test]
fn every_operator_on_half() {
    let checked = check_pairs(true, |a, b| a.element.name == "half" || b.element.name == "half");
    assert!(checked > 10_000, "{checked}");
}

/// Unary operators on every type.
#[test]
fn every_unary_operator_on_every_type() {
    for with_half in [false, true] {
        let types = types(with_half);
        let mut checker = checker(&types, with_half);
        for &a in &types {
            let x = a.object();
            for op in ["+", "-", "~", "!"] {
                checker.expect(format!("{op}{x}"), unary(op, a).map(Ty::text));
                checker.expect(format!("{op}({x}, {x})"), unary(op, a).map(Ty::text));
            }
            for form in ["++x", "--x", "x++", "x--"] {
                checker.expect(form.replace('x', &x), increment(a).map(Ty::text));
            }
            checker.expect(format!("*&{x}"), Ok(a.text()));
            checker.expect(format!("sizeof({x})"), Ok(Ty::scalar(ELEMENTS[7]).text()));
            checker.expect(format!("vec_step({x})"), Ok(Ty::scalar(INT).text()));
        }
        checker.finish();
    }
}

/// Vector conditions on every pair of arms: masks of each width and some counts.
#[test]
fn vector_conditions_on_every_pair_of_arms() {
    let types: Vec<Ty> = types(false).into_iter().filter(|ty| matches!(ty.n, 1 | 2 | 4)).collect();
    let mut checker = checker(&types, false);
    for condition in types.iter().copied().filter(|ty| matches!(ty.n, 2 | 4) && !ty.element.is_float()) {
        for &a in &types {
            for &b in &types {
                let (c, x, y) = (condition.object(), a.object(), b.object());
                checker.expect(format!("{c} ? {x} : {y}"), selection(condition, a, b).map(Ty::text));
            }
        }
    }
    checker.finish();
}
