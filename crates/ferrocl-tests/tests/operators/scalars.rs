//! Operators on scalars: integer promotion, the common type of two operands, and what compound assignment stores back, for all
//! pairs of types.

use ferrocl_tests::engines::Engine;
use ferrocl_tests::exact::{BOOL, ELEMENTS, Element, Expected, INT};

use crate::harness::{Case, Kernel, case, check, pairs};
use crate::model::{
    ARITHMETIC, INTEGER, LOGICAL, RELATIONS, SHIFTS, arithmetic, cast, common, logical, negated, operands,
    promoted, relation, shift, then, truth,
};

/// Both operands in their common type, and what becomes of them.
fn in_common(
    left: Element,
    right: Element,
    a: u64,
    b: u64,
    next: impl FnOnce(Element, u64, u64) -> Expected,
) -> Expected {
    let ty = common(left, right);
    then(cast(left, ty, a), ty, |a| then(cast(right, ty, b), ty, |b| next(ty, a, b)))
}

fn binary_cases(left: Element, right: Element) -> Vec<Case> {
    let ty = common(left, right);
    let integers = !left.is_float() && !right.is_float();
    let mut cases = Vec::new();
    // `x op= y` is `x = x op y`, but for evaluating `x` once (C99 6.5.16.2): the result is converted to x's type.
    let compound =
        |op: &str| (format!("{0} x = a; {0} y = (x {op}= b);", left.name), "x".to_owned(), "y".to_owned());
    let operators = ARITHMETIC.iter().chain(INTEGER.iter().filter(|_| integers));
    for &op in operators {
        let value = move |a, b| in_common(left, right, a, b, |ty, a, b| arithmetic(op, ty, a, b));
        cases.push(case(format!("a {op} b"), ty, move |o| value(o.a, o.b)));
        cases.push(case(format!("b {op} u"), common(right, right), move |o| {
            in_common(right, right, o.b, o.u, |ty, a, b| arithmetic(op, ty, a, b))
        }));
        let (before, object, result) = compound(op);
        for text in [object, result] {
            let stored = move |bits| cast(ty, left, bits);
            cases.push(Case {
                before: before.clone(),
                ..case(text, left, move |o| then(value(o.a, o.b), ty, stored))
            });
        }
    }
    for op in SHIFTS.into_iter().filter(|_| integers) {
        let result = promoted(left);
        let value = move |a, b| then(cast(left, result, a), result, |a| shift(op, result, a, b));
        cases.push(case(format!("a {op} b"), result, move |o| value(o.a, o.b)));
        cases.push(case(format!("a {op} u"), result, move |o| value(o.a, o.u)));
        let (before, object, _) = compound(op);
        let stored = move |bits| cast(result, left, bits);
        cases.push(Case { before, ..case(object, left, move |o| then(value(o.a, o.b), result, stored)) });
    }
    let int = |truth: bool| Expected::Bits(truth.into());
    for op in RELATIONS {
        let value = move |a, b| in_common(left, right, a, b, |ty, a, b| int(relation(op, ty, a, b)));
        cases.push(case(format!("a {op} b"), INT, move |o| value(o.a, o.b)));
        cases.push(case(format!("(a {op} u) ? a : b"), ty, move |o| {
            then(value(o.a, o.u), INT, |holds| match holds {
                0 => cast(right, ty, o.b),
                _ => cast(left, ty, o.a),
            })
        }));
    }
    for op in LOGICAL {
        cases.push(case(format!("a {op} b"), INT, move |o| {
            int(logical(op, truth(left, o.a), truth(right, o.b)))
        }));
        // The right operand is evaluated only where it decides.
        cases.push(Case {
            before: format!("int n = 0; (void)(a {op} n++);"),
            ..case("n", INT, move |o| int(truth(left, o.a) == (op == "&&")))
        });
    }
    cases.push(case("(a, b)", right, move |o| cast(right, right, o.b)));
    cases
}

fn unary_cases(ty: Element) -> Vec<Case> {
    let wide = promoted(ty);
    let promote = move |bits| cast(ty, wide, bits);
    let mut cases = vec![
        case("+a", wide, move |o| promote(o.a)),
        case("-a", wide, move |o| then(promote(o.a), wide, |a| negated(wide, a))),
        case("!a", INT, move |o| Expected::Bits((!truth(ty, o.a)).into())),
        case("(bool)a ? 1 : 0", INT, move |o| Expected::Bits(truth(ty, o.a).into())),
    ];
    if ty.is_float() {
        return cases;
    }
    cases.push(case("~a", wide, move |o| {
        then(promote(o.a), wide, |a| Expected::Bits(wide.wrap(!wide.integer(a))))
    }));
    // `++x` is `x += 1` (C99 6.5.3.1).
    for (text, step, is_before) in
        [("++x", 1, true), ("--x", -1, true), ("x++", 1, false), ("x--", -1, false)]
    {
        let stepped = move |a| match ty {
            BOOL => Expected::Bits((ty.integer(a) + step != 0).into()),
            _ => Expected::Bits(ty.wrap(ty.integer(a) + step)),
        };
        let before = format!("{0} x = a; {0} y = {text};", ty.name);
        cases.push(Case { before: before.clone(), ..case("x", ty, move |o| stepped(o.a)) });
        cases.push(Case {
            before,
            ..case("y", ty, move |o| if is_before { stepped(o.a) } else { Expected::Bits(o.a) })
        });
    }
    cases
}

fn kernel(left: Element, right: Element, cases: Vec<Case>) -> Kernel {
    Kernel {
        name: format!("{}_{}", left.name, right.name),
        components: 1,
        a: left,
        b: right,
        values: pairs(&operands(left, 17), &operands(right, 17)),
        cases,
    }
}

/// A type with all others on its right. Two of one type run at every width, other pairs at one of them.
fn with_all(left: Element) {
    let types: Vec<Element> = [BOOL].into_iter().chain(ELEMENTS).collect();
    let number = types.iter().position(|ty| *ty == left).unwrap_or(0);
    let kernels: Vec<(Kernel, Vec<Engine>)> = types
        .iter()
        .enumerate()
        .map(|(other, &right)| {
            let mut cases = binary_cases(left, right);
            if right == left {
                cases.extend(unary_cases(left));
                return (kernel(left, right, cases), Engine::all());
            }
            let engines = Engine::all();
            let native = engines.get(1 + (number + other) % 4).copied();
            (kernel(left, right, cases), [Engine::Interpreter].into_iter().chain(native).collect())
        })
        .collect();
    check(&kernels);
}

macro_rules! scalars {
    ($($test:ident: $ty:expr;)*) => { $(#[test] fn $test() { with_all($ty) })* };
}
scalars! {
    bool: BOOL;
    char: ELEMENTS[0];
    uchar: ELEMENTS[1];
    short: ELEMENTS[2];
    ushort: ELEMENTS[3];
    int: ELEMENTS[4];
    uint: ELEMENTS[5];
    long: ELEMENTS[6];
    ulong: ELEMENTS[7];
    half: ELEMENTS[8];
    float: ELEMENTS[9];
    double: ELEMENTS[10];
}
