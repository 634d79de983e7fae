//! `convert_T` with every modifier, `as_T`, and implicit conversions, for all pairs of types.

use crate::checker::Checker;
use crate::harness::*;

/// Names, widths in bits, and whether it is a float.
const ELEMENTS: [(&str, u32, bool); 10] = [
    ("char", 8, false),
    ("uchar", 8, false),
    ("short", 16, false),
    ("ushort", 16, false),
    ("int", 32, false),
    ("uint", 32, false),
    ("long", 64, false),
    ("ulong", 64, false),
    ("float", 32, true),
    ("double", 64, true),
];
const WIDTHS: [u32; 6] = [1, 2, 3, 4, 8, 16];
const MODES: [&str; 5] = ["", "_rte", "_rtz", "_rtp", "_rtn"];

fn text(element: &str, n: u32) -> String {
    if n == 1 { element.to_string() } else { format!("{element}{n}") }
}

fn checker() -> Checker {
    let objects: String = ELEMENTS
        .iter()
        .flat_map(|(element, ..)| WIDTHS.map(|n| format!("{0} x_{0}; ", text(element, n))))
        .collect();
    Checker::new("", &format!("bool x_bool; {objects}"))
}

/// `convert_T[_sat][_rounding]` for all pairs: the number of components stays, floats do not saturate.
#[test]
fn conversion_functions() {
    let mut checker = checker();
    for (to, _, to_float) in ELEMENTS {
        for n in WIDTHS {
            let target = text(to, n);
            for (from, ..) in ELEMENTS {
                for m in WIDTHS {
                    for sat in ["", "_sat"] {
                        // Every mode for the same width, else one.
                        for mode in if n == m { &MODES[..] } else { &MODES[..1] } {
                            let expected = if !sat.is_empty() && to_float {
                                Err("CL0434")
                            } else if n != m {
                                Err("CL0433")
                            } else {
                                Ok(target.clone())
                            };
                            checker.expect(
                                format!("convert_{target}{sat}{mode}(x_{})", text(from, m)),
                                expected,
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(checker.finish() > 10_000);
}

/// `as_T` for all pairs: the sizes are equal, with four components' size for a 3-vector.
#[test]
fn reinterpretation_functions() {
    let size = |bits: u32, n: u32| bits / 8 * if n == 3 { 4 } else { n };
    let mut checker = checker();
    for (to, to_bits, _) in ELEMENTS {
        for n in WIDTHS {
            let target = text(to, n);
            for (from, from_bits, _) in ELEMENTS {
                for m in WIDTHS {
                    let legal = size(to_bits, n) == size(from_bits, m);
                    let expected = if legal { Ok(target.clone()) } else { Err("CL0431") };
                    let source = text(from, m);
                    checker.expect(format!("as_{target}(x_{source})"), expected.clone());
                    checker.expect(format!("__builtin_astype(x_{source}, {target})"), expected);
                }
            }
            checker.expect(format!("as_{target}(x_bool)"), Err("CL0432"));
        }
    }
    assert!(checker.finish() > 5_000);
}

/// With another number of components the result is implementation-defined; all implementations agree, and programs rely on it.
#[test]
fn reinterpretations_are_silent() {
    for expression in [
        "as_int4(f4)",
        "as_float3(i3)",
        "as_float3(f4)",
        "as_float4(f3)",
        "as_long(d)",
        "as_int(i)",
        "as_uint(uc4)",
        "as_uchar4(ui)",
        "as_int2(l)",
        "as_short8(i3)",
        "as_ulong2(i4)",
    ] {
        silent(expression);
    }
}

/// What conversion functions take, and what names there are none of.
#[test]
fn operands_of_conversion_functions() {
    accept("convert_int(b)", "int");
    accept("convert_float(e)", "float");
    accept("convert_uchar4_sat_rte(f4)", "uchar4");
    reject("convert_int(gp)", "CL0433", "does not take a `global int*`");
    reject("convert_int(st)", "CL0433", "does not take a `struct S`");
    reject("convert_int(f, 1)", "CL0433", "takes one argument, and is given 2");
    reject("convert_int()", "CL0433", "is given 0");
    reject("convert_int4(f)", "CL0433", "does not take a `float`");
    reject("convert_int_rte_sat(f)", "CL0434", "`_sat` stands before the rounding mode");
    reject("convert_bool(f)", "CL0434", "`bool` is not a type to convert to");
    reject("convert_size_t(i)", "CL0434", "not a type to convert to");
    reject("convert_int5(i4)", "CL0434", "`int5` is not a type to convert to");
    reject("convert_int_round(f)", "CL0434", "`_round` is not a modifier");
    reject("convert_half(f)", "CL0426", "cannot be converted to `half`");
    reject("as_half(us)", "CL0426", "cannot be converted to `half`");
    reject("as_int(st)", "CL0432", "cannot reinterpret a `struct S`");
    reject("as_ulong(gp)", "CL0432", "cannot reinterpret a `global int*`");
    reject("convert_int(none())", "CL0435", "`void` has no value");
    // A function of the program with such a name is called as any other.
    let own = analysed_in("", "int convert_colour(int x) { return x; }", "convert_colour(i)");
    assert!(own.diagnostics.is_empty(), "{:?}", own.diagnostics);
}

/// Conversions to and from `half` with the extension.
#[test]
fn half_with_its_extension() {
    let with =
        |expression: &str| analysed_in("", "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n", expression);
    for (expression, ty) in [
        ("1.0h", "half"),
        ("*gh", "half"),
        ("*gh + 1", "half"),
        ("*gh + f", "float"),
        ("*gh = f", "half"),
        ("(half)f", "half"),
        ("convert_half_rtz(f)", "half"),
        ("as_half(us)", "half"),
        ("as_ushort(*gh)", "ushort"),
        ("convert_float(*gh)", "float"),
    ] {
        let found = with(expression);
        assert!(found.errors().is_empty(), "{expression}: {:?}", found.diagnostics);
        assert_eq!(found.ty.as_deref(), Some(ty), "{expression}");
    }
}

/// Without it, half is a storage format: it is pointed to and counted, never read or written.
#[test]
fn half_without_its_extension() {
    accept("&gh[1]", "global half*");
    accept("gh + 1", "global half*");
    accept("sizeof(*gh)", "ulong");
    accept("(global half*)gp", "global half*");
    reject("*gh + 1", "CL0426", "cannot be read");
    reject("f = gh[2]", "CL0426", "cannot be read");
    reject("*gh = 1.0f", "CL0426", "cannot be assigned");
    reject("(half)f", "CL0426", "cannot be converted to `half`");
    reject("1.0h", "CL0426", "a half");
    // A place alone is no value yet.
    silent("*gh");
}

/// Constants of type double without doubles.
#[test]
fn double_constants_by_version() {
    accept_with("-cl-std=CL1.2", "1.0", "double");
    accept_with("-cl-std=CL3.0", "1.0", "double");
    accept_with("-cl-single-precision-constant", "1.0", "float");
    accept_with("-cl-single-precision-constant", "f4 * 2.0", "float4");
}

/// `bool` widened without a cast is 1 in every component, with a word on other compilers.
#[test]
fn widened_bool() {
    warn("i4 = b", "CL0463", "true is 1");
    silent("i4 + b");
    silent("i4 = (int4)b");
}

/// Constants that an implicit conversion changes.
#[test]
fn lossy_constants() {
    warn("i = 2.5f", "CL0466", "2.5 becomes 2 as an `int`");
    warn("uc = 300", "CL0466", "300 becomes 44 as a `uchar`");
    warn("c = -129", "CL0466", "-129 becomes 127");
    warn("us4 = 70000", "CL0466", "70000 becomes 4464");
    warn("one(1e10f)", "CL0466", "not defined");
    for meant in
        ["i = 2.0f", "uc = -1", "c = 0xff", "ui = -1", "us = 0xffff", "uc = (uchar)300", "f = 2.5", "b = 5"]
    {
        silent(meant);
    }
}
