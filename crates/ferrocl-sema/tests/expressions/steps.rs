//! What `ferrocl eval --steps` tells: every conversion with its reason, and values where they are known.

use expect_test::{Expect, expect};
use ferrocl_sema::analyse::analyse_keeping_values;
use ferrocl_sema::hir::Stmt;
use ferrocl_sema::{Compiler, steps};
use ferrocl_syntax::BuildOptions;
use ferrocl_syntax::preprocess::NoIncludes;

fn check(declarations: &str, expression: &str, expected: Expect) {
    let source = format!("void probe(void)\n{{\n{declarations}\n{expression};\n}}\n");
    let options = BuildOptions::parse("").0;
    let mut compiler = Compiler::new(&options);
    let tokens = compiler.preprocess("steps.cl", source.as_bytes(), &mut NoIncludes);
    let unit = compiler.parse(&tokens);
    let Compiler { map, interner, diagnostics, .. } = &mut compiler;
    let (program, values) = analyse_keeping_values(&unit, map, interner, &options, diagnostics);
    assert!(!diagnostics.has_errors(), "{:?}", diagnostics.list());
    let name = interner.intern("probe");
    let (id, function) =
        program.functions.iter_enumerated().find(|(_, f)| f.name == name).expect("it is defined");
    let mut last = None;
    Stmt::for_each_expr(function.body.as_deref().unwrap_or_default(), |expr| last = Some(expr));
    let known = |expr| values.get(&(id, expr)).cloned();
    let told = steps::steps(&program, function, last.expect("an expression"), map, interner, &known);
    let text: String = told.iter().map(|step| format!("{step}\n")).collect();
    expected.assert_eq(&text);
}

#[test]
fn a_scalar_beside_a_vector() {
    check(
        "float4 v = (float4)(3.0f, -1.0f, 1.0f, -2.0f);",
        "v * 2",
        expect![[r#"
        `v` is `float4` (a place) → (3.0, -1.0, 1.0, -2.0)
        `2` is `int` → 2
        `2` is converted from `int` to `float` and widened to `float4`, the same in every component: a scalar beside a vector gets the vector's element type and is widened ("Usual Arithmetic Conversions") → (2.0, 2.0, 2.0, 2.0)
        `v * 2` gives `float4`: `*` is computed on `float4`, component by component → (6.0, -2.0, 2.0, -4.0)
    "#]],
    );
}

#[test]
fn two_scalars() {
    check(
        "uchar c = 200;",
        "c + 'a' < 5u",
        expect![[r#"
        `c` is `uchar` (a place) → 200
        `c` is converted from `uchar` to `int`: scalars narrower than `int` are promoted before they are computed with (C99 6.3.1.1) → 200
        `'a'` is `int` → 97
        `c + 'a'` gives `int`: `+` is computed on `int` → 297
        `c + 'a'` is converted from `int` to `uint`: two scalars are computed with in one common type ("Usual Arithmetic Conversions") → 297
        `5u` is `uint` → 5
        `c + 'a' < 5u` gives `int`: `<` is computed on `uint`: true is 1 for scalars, false is 0 → 0
    "#]],
    );
}

#[test]
fn vectors_and_masks() {
    check(
        "int4 a = (int4)(1, 2, 3, 4);",
        "(a > 2) ? a : -1",
        expect![[r#"
        `a` is `int4` (a place) → (1, 2, 3, 4)
        `2` is `int` → 2
        `2` is widened from `int` to `int4`, the same in every component: a scalar beside a vector gets the vector's element type and is widened ("Usual Arithmetic Conversions") → (2, 2, 2, 2)
        `a > 2` gives `int4`: `>` is computed on `int4`, component by component → (0, 0, -1, -1)
        `a` is `int4` (a place) → (1, 2, 3, 4)
        `1` is `int` → 1
        `-1` is computed as `int` → -1
        `-1` is widened from `int` to `int4`, the same in every component: a scalar beside a vector gets the vector's element type and is widened ("Usual Arithmetic Conversions") → (-1, -1, -1, -1)
        `(a > 2) ? a : -1` gives `int4`, component by component: a vector condition chooses by the most significant bit of each component, and both operands are evaluated ("Ternary Selection Operator") → (-1, -1, 3, 4)
    "#]],
    );
}

#[test]
fn explicit_conversions() {
    check(
        "",
        "convert_uchar4_sat_rte((float4)(-1.0f, 2.5f, 300.0f, 3.5f)) << 9",
        expect![[r#"
        `1.0f` is `float` → 1.0
        `-1.0f` is computed as `float` → -1.0
        `2.5f` is `float` → 2.5
        `300.0f` is `float` → 300.0
        `3.5f` is `float` → 3.5
        `(float4)(-1.0f, 2.5f, 300.0f, 3.5f)` is `float4`, put together from 4 parts in order ("Vector Literals") → (-1.0, 2.5, 300.0, 3.5)
        `convert_uchar4_sat_rte((float4)(-1.0f, 2.5f, 300.0f, 3.5f))` is converted from `float4` to `uchar4`, rounded to nearest even, clamped to the range of the result: the function asks for it ("Explicit Conversions") → (0, 2, 255, 4)
        `9` is `int` → 9
        `9` is converted from `int` to `uchar` and widened to `uchar4`, the same in every component: a shift count counts modulo the width of what is shifted ("Shift Operators") → (9, 9, 9, 9)
        `convert_uchar4_sat_rte((float4)(-1.0f, 2.5f, 300.0f, 3.5f)) …` gives `uchar4`: `<<` is computed on `uchar4`, component by component → (0, 4, 254, 8)
    "#]],
    );
    check(
        "",
        "as_float(0x3f800000) + (float)(short)70000",
        expect![[r#"
        `0x3f800000` is `int` → 1065353216
        `as_float(0x3f800000)` takes the bits of `int` as `float`: the bits stay as they are ("Reinterpreting Types Using as_type() and as_typen()") → 1.0
        `70000` is `int` → 70000
        `(short)70000` is converted from `int` to `short`: the cast asks for it ("Explicit Casts") → 4464
        `(float)(short)70000` is converted from `short` to `float`: the cast asks for it ("Explicit Casts") → 4464.0
        `as_float(0x3f800000) + (float)(short)70000` gives `float`: `+` is computed on `float` → 4465.0
    "#]],
    );
}

/// A variable that was written has no known value any more.
#[test]
fn effects() {
    check(
        "int i = 1; int j = i + 1; i = 5;",
        "i + j",
        expect![[r#"
        `i` is `int` (a place)
        `j` is `int` (a place) → 2
        `i + j` gives `int`: `+` is computed on `int`
    "#]],
    );
    check(
        "int i = 1;",
        "i += 2.5f, i",
        expect![[r#"
        `i` is `int` (a place)
        `2.5f` is `float` → 2.5
        `i += 2.5f` is `int`, computed in `float`: the target's value is converted to `float` first, and the result is converted back to `int`
        `i` is `int` (a place)
        `i += 2.5f, i` is `int`, the right operand; the left one was evaluated for its effects ("Comma Operator")
    "#]],
    );
}
