//! Operators on vectors: component by component, without promotion; a scalar beside a vector is converted to the component's type
//! and widened (section "Usual Arithmetic Conversions"); truth is all bits set.

use ferrocl_tests::engines::Engine;
use ferrocl_tests::exact::{BOOL, ELEMENTS, Element, Expected};

use crate::harness::{Case, Kernel, Operands, case, check, pairs};
use crate::model::{
    ARITHMETIC, INTEGER, LOGICAL, RELATIONS, SHIFTS, arithmetic, cast, logical, mask_type, negated, operands,
    relation, shift, then, truth,
};

/// What one binary operator gives of two components of one type.
#[derive(Clone, Copy)]
struct Binary {
    op: &'static str,
    ty: Element,
}

impl Binary {
    /// The type of a component of the result.
    fn result(self) -> Element {
        let gives_truth = RELATIONS.contains(&self.op) || LOGICAL.contains(&self.op);
        if gives_truth { mask_type(self.ty) } else { self.ty }
    }
    fn value(self, a: u64, b: u64) -> Expected {
        let Binary { op, ty } = self;
        let mask = |holds: bool| Expected::Bits(if holds { ty.mask() } else { 0 });
        if RELATIONS.contains(&op) {
            mask(relation(op, ty, a, b))
        } else if LOGICAL.contains(&op) {
            mask(logical(op, truth(ty, a), truth(ty, b)))
        } else if SHIFTS.contains(&op) {
            shift(op, ty, a, b)
        } else {
            arithmetic(op, ty, a, b)
        }
    }
}

/// A type of lower rank than this one, which may stand beside its vectors as a scalar.
fn below(ty: Element) -> Element {
    let number = ELEMENTS.iter().position(|element| *element == ty).unwrap_or(0);
    if number == 0 { BOOL } else { ELEMENTS[number - 1] }
}

fn binary_cases(ty: Element, n: usize) -> Vec<Case> {
    let narrow = below(ty);
    let vector = format!("{}{n}", ty.name);
    let mut operators: Vec<&'static str> = Vec::new();
    operators.extend(ARITHMETIC);
    if !ty.is_float() {
        operators.extend(INTEGER.iter().chain(&SHIFTS));
    }
    operators.extend(RELATIONS.iter().chain(&LOGICAL));
    let mut cases = Vec::new();
    for (turn, op) in operators.into_iter().enumerate() {
        let binary = Binary { op, ty };
        let result = binary.result();
        // A scalar that is another one in each work-item, and one that is the same in all.
        let (scalar, of): (_, fn(Operands) -> u64) =
            if turn % 2 == 0 { ("s", |o| o.s) } else { ("u", |o| o.u) };
        cases.push(case(format!("a {op} b"), result, move |o| binary.value(o.a, o.b)));
        cases.push(case(format!("a {op} {scalar}"), result, move |o| binary.value(o.a, of(o))));
        let narrowed = move |o: Operands| then(cast(ty, narrow, of(o)), narrow, |s| cast(narrow, ty, s));
        cases.push(case(format!("a {op} ({}){scalar}", narrow.name), result, move |o| {
            then(narrowed(o), ty, |s| binary.value(o.a, s))
        }));
        // A scalar cannot be shifted by a vector.
        if !SHIFTS.contains(&op) {
            cases.push(case(format!("{scalar} {op} a"), result, move |o| binary.value(of(o), o.a)));
        }
        if RELATIONS.contains(&op) || LOGICAL.contains(&op) {
            continue;
        }
        for (text, right) in [("b", None), (scalar, Some(of))] {
            let value = move |o: Operands| binary.value(o.a, right.map_or(o.b, |of| of(o)));
            let before = format!("{vector} x = a; {vector} y = (x {op}= {text});");
            cases.push(Case { before: before.clone(), ..case("x", ty, value) });
            cases.push(Case { before, ..case("y", ty, value) });
        }
    }
    cases
}

fn other_cases(ty: Element, n: usize) -> Vec<Case> {
    let mask = mask_type(ty);
    let vector = format!("{}{n}", ty.name);
    let known =
        |bits: u64| move |ty: Element| if ty.is_nan(bits) { Expected::Nan } else { Expected::Bits(bits) };
    let condition = format!("as_{}{n}(c)", mask.name);
    // `?:` on vectors goes by the sign bit of each component (section "Ternary Selection Operator", `select`).
    let sign = move |bits: u64| bits & ty.sign() != 0;
    let mut cases = vec![
        case("+a", ty, move |o| known(o.a)(ty)),
        case("-a", ty, move |o| negated(ty, o.a)),
        case("!a", mask, move |o| Expected::Bits(if truth(ty, o.a) { 0 } else { ty.mask() })),
        case("(a, b)", ty, move |o| known(o.b)(ty)),
        case(format!("{condition} ? a : b"), ty, move |o| known(if sign(o.c) { o.a } else { o.b })(ty)),
        case(format!("{condition} ? s : b"), ty, move |o| known(if sign(o.c) { o.s } else { o.b })(ty)),
        case(format!("{condition} ? a : u"), ty, move |o| known(if sign(o.c) { o.a } else { o.u })(ty)),
        case("(a < b) ? a : b", ty, move |o| known(if relation("<", ty, o.a, o.b) { o.a } else { o.b })(ty)),
        // A scalar condition chooses whole vectors, by its value.
        case("(s != u) ? a : b", ty, move |o| {
            known(if relation("!=", ty, o.s, o.u) { o.a } else { o.b })(ty)
        }),
    ];
    if ty.is_float() {
        return cases;
    }
    cases.push(case("~a", ty, move |o| Expected::Bits(!o.a & ty.mask())));
    for (text, step, is_before) in
        [("++x", 1, true), ("--x", -1, true), ("x++", 1, false), ("x--", -1, false)]
    {
        let stepped = move |a| Expected::Bits(ty.wrap(ty.integer(a) + step));
        let before = format!("{vector} x = a; {vector} y = {text};");
        cases.push(Case { before: before.clone(), ..case("x", ty, move |o| stepped(o.a)) });
        cases.push(Case {
            before,
            ..case("y", ty, move |o| if is_before { stepped(o.a) } else { Expected::Bits(o.a) })
        });
    }
    cases
}

/// All operators of a type at every width: all of them on vectors of two to four components at every number of lanes; of wider
/// ones a third each, which is another one for every type, at one number of lanes that changes too.
fn all_widths(number: usize) {
    let ty = ELEMENTS[number];
    let engines = Engine::all();
    let kernels: Vec<(Kernel, Vec<Engine>)> = [2, 3, 4, 8, 16]
        .into_iter()
        .enumerate()
        .map(|(turn, n)| {
            let mut cases = binary_cases(ty, n);
            cases.extend(other_cases(ty, n));
            let mut engines = engines.clone();
            if n != 3 {
                let native = engines.get(1 + (number + turn) % 4).copied();
                engines = [Engine::Interpreter].into_iter().chain(native).collect();
            }
            if n > 4 {
                let mut index = number + turn;
                cases.retain(|_| {
                    index += 1;
                    index.is_multiple_of(3)
                });
            }
            let values = operands(ty, 18);
            let name = format!("{}{n}_", ty.name);
            (Kernel { name, components: n, a: ty, b: ty, values: pairs(&values, &values), cases }, engines)
        })
        .collect();
    check(&kernels);
}

macro_rules! vectors {
    ($($test:ident: $number:expr;)*) => { $(#[test] fn $test() { all_widths($number) })* };
}
vectors! {
    char: 0;
    uchar: 1;
    short: 2;
    ushort: 3;
    int: 4;
    uint: 5;
    long: 6;
    ulong: 7;
    half: 8;
    float: 9;
    double: 10;
}
