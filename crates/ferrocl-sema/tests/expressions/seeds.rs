//! Each statement on types, operators and conversions of the documents that the project starts from: a book's chapter
//! on vector operators, the OpenCL C++ section on reinterpreting data (its examples in their OpenCL C form), and an
//! essay on types and conversions. Where they and the specification differ, the specification holds, and the test says so.

use crate::harness::*;

// ---- the chapter on vector operators ----

/// `+`, `-`, `*`, `/` work on integers and floats, scalars and vectors; `%` on integers only.
#[test]
fn arithmetic_operators() {
    for op in ["+", "-", "*", "/"] {
        for (a, ty) in [
            ("i", "int"),
            ("f", "float"),
            ("d", "double"),
            ("i4", "int4"),
            ("f4", "float4"),
            ("d2", "double2"),
        ] {
            accept(&format!("{a} {op} {a}"), ty);
        }
    }
    accept("i % i", "int");
    accept("ui4 % ui4", "uint4");
    accept("uc4 % uc", "uchar4");
    for wrong in ["f % f", "f % i", "i % d", "f4 % f4", "f4 % 2", "d2 % d2"] {
        reject(wrong, "CL0404", "`%` works on integers only");
    }
}

/// (1) Both operands are scalars: the rules of C99.
#[test]
fn two_scalars_follow_c99() {
    accept("c + c", "int");
    accept("uc * us", "int");
    accept("i + ui", "uint");
    accept("l + ui", "long");
    accept("l + ul", "ulong");
    accept("i + f", "float");
    accept("f + d", "double");
    accept("ul + f", "float");
    accept("b + b", "int");
    accept("e + 1", "int");
}

/// (2) A scalar beside a vector is converted to the element type and widened.
#[test]
fn a_scalar_beside_a_vector_is_widened() {
    accept("f4 * 2.5f", "float4");
    accept("f4 * 2", "float4");
    accept("i - i4", "int4");
    accept("s4 + c", "short4");
    accept("d4 / f", "double4");
    accept("ui4 + i", "uint4");
}

/// (3) Two vectors have the same type.
#[test]
fn two_vectors_have_one_type() {
    accept("i4 + i4", "int4");
    for wrong in ["i4 + f4", "i4 + ui4", "f3 + f4", "i2 * i4", "c4 + uc4"] {
        reject(wrong, "CL0402", "two vector types");
    }
}

/// Division by zero and out of range gives some value and no error; of floats, infinities and NaN.
#[test]
fn division_by_zero() {
    warn("i / 0", "CL0462", "may be any number");
    warn("i4 % 0", "CL0462", "remainder");
    silent("f / 0.0f");
    let values = float_values("float4", "(float4)(1.0f, -1.0f, 0.0f, 2.0f) / 0.0f");
    assert_eq!(values[..2], [f32::INFINITY, f32::NEG_INFINITY]);
    assert!(values[2].is_nan());
    accept("(-2147483647 - 1) / -1", "int");
}

/// The three figures.
#[test]
fn examples_of_arithmetic() {
    assert_eq!(int_values("int4", "(int4)(7, -3, -2, 5) + (int4)(1, 2, 3, 4)"), [8, -1, 1, 9]);
    let by_float = float_values("float4", "(float4)(3.0f, -1.0f, 1.0f, -2.0f) * 2.5f");
    assert_eq!(by_float, [7.5, -2.5, 2.5, -5.0]);
    let by_int = float_values("float4", "(float4)(3.0f, -1.0f, 1.0f, -2.0f) * 2");
    assert_eq!(by_int, [6.0, -2.0, 2.0, -4.0]);
}

/// Relational and equality operators: `int` for scalars; for vectors signed integers of the same width.
#[test]
fn types_of_comparisons() {
    for op in ["<", ">", "<=", ">=", "==", "!="] {
        for scalar in ["c", "uc", "s", "i", "ui", "l", "ul", "f", "d"] {
            accept(&format!("{scalar} {op} {scalar}"), "int");
        }
        for (vector, ty) in [
            ("c4", "char4"),
            ("uc4", "char4"),
            ("s4", "short4"),
            ("us4", "short4"),
            ("i4", "int4"),
            ("ui4", "int4"),
            ("f4", "int4"),
            ("l4", "long4"),
            ("ul4", "long4"),
            ("d4", "long4"),
        ] {
            accept(&format!("{vector} {op} {vector}"), ty);
        }
        accept(&format!("f4 {op} 1"), "int4");
        accept(&format!("3 {op} i2"), "int2");
        reject(&format!("i4 {op} ui4"), "CL0402", "two vector types");
    }
    accept_with("-cl-std=CL1.2", "f3 < f3", "int3");
}

/// Scalars: 1 where the relation holds. Vectors: -1. With NaN only `!=` holds.
#[test]
fn values_of_comparisons() {
    assert_eq!(int_values("int", "(1.0f < 2.0f) + (3.0f > 2.0f)"), [2]);
    assert_eq!(int_values("int4", "(int4)(1, 2, 3, 4) > 2"), [0, 0, -1, -1]);
    let nan = "(0.0f / 0.0f)";
    for op in ["<", ">", "<=", ">=", "=="] {
        assert_eq!(int_values("int", &format!("{nan} {op} 1.0f")), [0], "{op}");
        assert_eq!(int_values("int2", &format!("(float2)({nan}, 1.0f) {op} (float2){nan}")), [0, 0], "{op}");
    }
    assert_eq!(int_values("int", &format!("{nan} != {nan}")), [1]);
    assert_eq!(int_values("int2", &format!("(float2){nan} != (float2)(1.0f, 2.0f)")), [-1, -1]);
}

/// `&`, `|`, `^`, `~` work on integers only.
#[test]
fn bitwise_operators() {
    for op in ["&", "|", "^"] {
        accept(&format!("i {op} ui"), "uint");
        accept(&format!("uc4 {op} uc4"), "uchar4");
        accept(&format!("l2 {op} i"), "long2");
        for wrong in [format!("f {op} i"), format!("i4 {op} f"), format!("f4 {op} f4")] {
            reject(&wrong, "CL0404", "integers only");
        }
        reject(&format!("i4 {op} ui4"), "CL0402", "two vector types");
    }
    accept("~c", "int");
    accept("~uc4", "uchar4");
    reject("~f", "CL0404", "`~` works on integers only");
    reject("~d2", "CL0404", "`~` works on integers only");
}

/// `&&` and `||` on scalars evaluate the right operand where it counts; on vectors both, component by component.
/// (The chapter allows integers only; the specification allows all built-in types.)
#[test]
fn logical_operators() {
    for op in ["&&", "||"] {
        accept(&format!("i {op} f"), "int");
        accept(&format!("gp {op} i"), "int");
        for (vector, ty) in [
            ("c4", "char4"),
            ("us4", "short4"),
            ("ui4", "int4"),
            ("f4", "int4"),
            ("ul2", "long2"),
            ("d2", "long2"),
        ] {
            accept(&format!("{vector} {op} {vector}"), ty);
        }
        accept(&format!("f4 {op} i"), "int4");
        reject(&format!("i4 {op} f4"), "CL0402", "two vector types");
        reject(&format!("i4 {op} l"), "CL0403", "cannot hold its values");
        reject(&format!("gp {op} i4"), "CL0401", "does not work on");
        assert!(
            analysed(&format!("i {op} one(i)")).text.starts_with(&format!("({op} ")),
            "one after the other"
        );
        assert!(analysed(&format!("i4 {op} four(i4)")).text.starts_with(&format!("({op}:int4 ")), "both");
    }
    assert_eq!(int_values("int4", "(int4)(1, 0, 2, 0) && (int4)(1, 1, 0, 0)"), [-1, 0, 0, 0]);
    assert_eq!(int_values("int2", "(float2)(0.5f, 0.0f) || (float2)(0.0f, 0.0f)"), [-1, 0]);
    assert_eq!(int_values("int", "2 && 0.5f"), [1]);
}

/// `^^` is reserved.
#[test]
fn logical_exclusive_or_is_reserved() {
    reject("i ^^ i", "CL0428", "reserved");
    reject("i4 ^^ i4", "CL0428", "reserved");
}

/// `+` and `-` work on scalars and vectors.
#[test]
fn unary_plus_and_minus() {
    accept("-c", "int");
    accept("+uc", "int");
    accept("-uc4", "uchar4");
    accept("-f4", "float4");
    accept("+d", "double");
    reject("-st", "CL0401", "`-` does not work on `struct S`");
    reject("-gp", "CL0401", "`-` does not work on");
}

/// `++` and `--` work on integers; not on floats, says the chapter as does the specification. Compilers take scalar floats,
/// and so does this one, with a warning.
#[test]
fn increment_and_decrement() {
    for ty in ["c", "i", "ul", "uc4", "i4", "l2"] {
        for form in ["++x", "--x", "x++", "x--"] {
            silent(&form.replace('x', ty));
        }
    }
    accept("uc4++", "uchar4");
    accept("++c", "char");
    warn("f++", "CL0454", "is not OpenCL C");
    warn("--d", "CL0454", "is not OpenCL C");
    reject("f4++", "CL0425", "does not work on `float4`");
    reject("--d2", "CL0425", "does not work on `double2`");
}

/// `!` gives `int`, or for vectors signed integers of the same width. (The chapter allows integers only; the
/// specification allows all built-in types.)
#[test]
fn logical_not() {
    for scalar in ["b", "c", "i", "ul", "f", "d", "gp"] {
        accept(&format!("!{scalar}"), "int");
    }
    for (vector, ty) in [("uc4", "char4"), ("s2", "short2"), ("ui3", "int3"), ("f4", "int4"), ("d2", "long2")]
    {
        accept(&format!("!{vector}"), ty);
    }
    assert_eq!(int_values("int4", "!(int4)(0, 1, -5, 0)"), [-1, 0, 0, -1]);
    assert_eq!(int_values("int", "!0.5f"), [0]);
}

/// The comma operator gives type and value of the rightmost expression.
#[test]
fn comma_operator() {
    accept("i4, f", "float");
    accept("i += 2, i + f", "float");
    assert_eq!(int_values("int", "(1, 2, 3)"), [3]);
    assert_eq!(int_values("int4", "(1, 2, 3, 4)"), [4, 4, 4, 4]);
}

/// `sizeof` in bytes; a 3-component vector counts four components.
#[test]
fn sizes() {
    for (ty, size) in [
        ("char", 1),
        ("uchar", 1),
        ("short", 2),
        ("ushort", 2),
        ("half", 2),
        ("int", 4),
        ("uint", 4),
        ("float", 4),
        ("long", 8),
        ("ulong", 8),
        ("double", 8),
        ("int4", 16),
        ("char2", 2),
        ("float3", 16),
        ("uchar3", 4),
        ("double16", 128),
        ("int[7]", 28),
        ("struct { char c; int i; }", 8),
        ("union { char c[5]; int i; }", 8),
    ] {
        assert_eq!(int_values("int", &format!("(int)sizeof({ty})")), [size], "{ty}");
    }
    accept("sizeof i", "ulong");
    accept("sizeof(uc4 == uc4)", "ulong");
    reject("sizeof(void)", "CL0427", "`void` has no values");
    reject("sizeof(struct I)", "CL0427", "not known completely");
}

/// `*` gives the object that a pointer points to, `&` the address of its operand.
#[test]
fn indirection_and_address() {
    accept("*gp", "int");
    accept("&i", "private int*");
    accept("&*gp", "global int*");
    accept("&gp[3]", "global int*");
    accept("&st.v", "private float4*");
    reject("*i", "CL0421", "needs a pointer");
    reject("&(i + 1)", "CL0420", "needs an object");
    reject("&5", "CL0420", "needs an object");
}

/// Assignment: a scalar is converted to the type of the target, and widened for a vector; `a op= b` is `a = a op b`.
#[test]
fn assignment() {
    accept("i = f", "int");
    accept("f4 = i", "float4");
    accept("uc4 = 1", "uchar4");
    reject("i4 = f4", "CL0405", "not converted to `int4` implicitly");
    reject("f = f4", "CL0405", "not converted to `float` implicitly");
    for op in ["+", "-", "*", "/"] {
        accept(&format!("f4 {op}= 2"), "float4");
        accept(&format!("c {op}= l"), "char");
        // As `us4 = us4 + 2`, which the rank of `int` forbids; and `f4 = f4 * 2.0`.
        for (target, value) in [("us4", "2"), ("f4", "2.0")] {
            reject(&format!("{target} {op} {value}"), "CL0403", "cannot hold its values");
            reject(&format!("{target} {op}= {value}"), "CL0403", "cannot hold its values");
        }
        reject(&format!("i {op}= i4"), "CL0405", "would give an `int4`");
        reject(&format!("i4 {op}= f4"), "CL0402", "two vector types");
    }
    accept("us4 <<= 2", "ushort4");
    accept("us4 >>= l", "ushort4");
    reject("i <<= i4", "CL0415", "cannot be shifted by");
    reject("f %= 2", "CL0404", "integers only");
    for wrong in ["i + 1 = 2", "5 = i", "(i ? i : ui) = 2", "EA = 1", "one(1) = 2", "(int)i = 2", "i++ = 1"] {
        reject(wrong, "CL0408", "cannot be assigned to");
    }
    reject("i4.xx = i2", "CL0410", "assigned twice");
    reject("ci = 1", "CL0409", "const");
    reject("ci4.x = 1", "CL0409", "const");
    reject("gcp[1] = 2", "CL0409", "const");
    reject("kp[0] = 1", "CL0409", "constant memory");
}

// ---- reinterpreting data ----

/// The examples of the section, with the functions of OpenCL C.
#[test]
fn reinterpretation() {
    assert_eq!(float_values("float", "as_float(0x3f800000)"), [1.0]);
    assert_eq!(int_values("int", "as_int(1.0f)"), [0x3f80_0000]);
    let bits = int_values("int4", "as_int4((float4)(1.0f, 2.0f, 3.0f, 4.0f))");
    assert_eq!(bits, [0x3f80_0000, 0x4000_0000, 0x4040_0000, 0x4080_0000]);
    accept("as_uint(f)", "uint");
    accept("as_int4(f4)", "int4");
    accept("as_short2(i)", "short2");
    accept("as_short8(i4)", "short8");
    reject("as_double4(f4)", "CL0431", "a `double4` of 32 bytes out of a `float4` of 16 bytes");
    silent("as_float3(f4)");
    accept("as_float3(f4)", "float3");
    // `bool` and `void` are not reinterpreted.
    reject("as_char(b)", "CL0432", "cannot reinterpret a `bool`");
    reject("as_bool(c)", "CL0434", "there is no function `as_bool`");
    // The usual promotions are not done: 1 is an int, of 4 bytes.
    reject("as_char(1)", "CL0431", "a `char` of 1 byte");
}

/// `f[i] < g[i] ? f[i] : 0.0f` with the bits of a comparison.
#[test]
fn masks() {
    accept("as_float4(as_int4(f4) & (f4 < f4))", "float4");
}

// ---- the essay on types and conversions ----

#[test]
fn implicit_conversions() {
    accept("s + f", "float");
    reject("i4 = f4", "CL0405", "not converted to `int4` implicitly");
    accept("i4 + i", "int4");
    // `float4 + int` is legal, the other way round a float has too great a rank.
    accept("f4 + i", "float4");
    reject("i4 + f", "CL0403", "cannot hold its values");
}

/// The essay calls `(int4)f4` a conversion by value; the specification forbids it (section "Explicit Casts").
#[test]
fn explicit_casts() {
    accept("(int)f", "int");
    accept("(float4)f", "float4");
    accept("(int2)f", "int2");
    accept("(uchar4)true", "uchar4");
    assert_eq!(constant_bytes("uchar4", "(uchar4)true"), [255; 4]);
    assert_eq!(constant_bytes("uchar4", "(uchar4)(true)"), [1; 4], "a vector literal of one part");
    accept("(int4)i4", "int4");
    reject("(int4)f4", "CL0406", "`float4` cannot be cast to `int4`");
    reject("(uint4)i4", "CL0406", "cannot be cast");
    reject("(int8)f4", "CL0406", "cannot be cast");
    reject("(float4)i4", "CL0406", "cannot be cast");
    reject("(int)f4", "CL0406", "cannot be cast");
}

#[test]
fn sizes_have_to_match_for_as_type() {
    reject("as_long(f)", "CL0431", "a `long` of 8 bytes out of a `float` of 4 bytes");
    reject("as_float4(f2)", "CL0431", "16 bytes");
    accept("as_uint(f)", "uint");
    accept("as_uint4(f4)", "uint4");
}

/// The table of scalar and vector operands.
#[test]
fn table_of_operand_forms() {
    accept("f + f", "float");
    accept("f4 + f", "float4");
    accept("f + f4", "float4");
    accept("f4 + f4", "float4");
    reject("f4 + i4", "CL0402", "two vector types");
    reject("f3 + f4", "CL0402", "two vector types");
}

#[test]
fn components_in_operations() {
    accept("f4 * f4.yxzw", "float4");
    accept("(float4)(f3, 1.0f) * f4", "float4");
    reject("f3 * f4", "CL0402", "two vector types");
    accept("any(f4 < f4)", "int");
    accept("all((f4 > f4) && (f4 < f4))", "int");
}

/// Shifts: a scalar by a scalar, a vector by either; by the low bits of the count.
#[test]
fn shifts() {
    accept("c << l", "int");
    accept("l >> i", "long");
    accept("i4 << i", "int4");
    accept("i4 << i4", "int4");
    accept("us4 >> 2", "ushort4");
    accept("i4 << ui4", "int4");
    reject("i << i4", "CL0415", "an `int` cannot be shifted by an `int4`");
    reject("i4 << i3", "CL0415", "cannot be shifted");
    reject("f << 1", "CL0404", "integers only");
    reject("i4 >> f", "CL0404", "integers only");
    assert_eq!(int_values("int", "1 << 33"), [2]);
    assert_eq!(int_values("int", "-16 >> 34"), [-4]);
    assert_eq!(
        constant_bytes("uchar4", "(uchar4)(3, 3, 0x81, 255) << (uchar4)(9, 8, 1, 15)"),
        [6, 3, 2, 128]
    );
    assert_eq!(constant_bytes("char2", "(char2)(-128, 64) >> (char2)(9, 14)"), [0xc0, 1]);
    warn("i << 33", "CL0460", "a shift by 1");
}

/// A scalar condition by value; a vector one as `select`: by the sign bit, says the specification, where the essay says
/// "true, not zero".
#[test]
fn selection() {
    accept("i ? f4 : f4", "float4");
    accept("i ? f4 : 1", "float4");
    accept("i4 ? f4 : f4", "float4");
    accept("c4 ? uc4 : uc", "uchar4");
    accept("l2 ? d2 : 0", "double2");
    accept("i4 ? 1.0f : 0.0f", "float4");
    accept("i ? c : uc", "int");
    let values = int_values(
        "int4",
        "(int4)(1, -1, 0x7fffffff, (int)0x80000000) ? (int4)(10, 20, 30, 40) : (int4)(1, 2, 3, 4)",
    );
    assert_eq!(values, [1, 20, 3, 40]);
    reject("f ? i : i", "CL0412", "may not be floating-point");
    reject("f4 ? i4 : i4", "CL0412", "may not be floating-point");
    reject("i2 ? d2 : d2", "CL0413", "does not match the values of type `double2`");
    reject("i4 ? i3 : i3", "CL0413", "does not match the values of type `int3`");
    reject("i ? i4 : f4", "CL0402", "two vector types");
    reject("i ? i4 : l", "CL0403", "cannot hold its values");
    reject("i ? st : i", "CL0414", "have no common type");
    reject("i4 ? gp : gp", "CL0414", "have no common type");
}

/// Pointers to other types are cast; to other address spaces they are not.
#[test]
fn pointer_casts() {
    accept("(global char*)gf", "global char*");
    accept("(size_t)gp", "ulong");
    accept("(global int*)sz", "global int*");
    for std in ["-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"] {
        reject_with(std, "(local int*)gp", "CL0407", "cannot be cast to `local int*`");
        reject_with(std, "(global int*)kp", "CL0407", "cannot be cast to `global int*`");
    }
    reject_with("-cl-std=CL1.2", "(int*)gp", "CL0407", "cannot be cast to `private int*`");
    accept_with("-cl-std=CL2.0", "(int*)gp", "generic int*");
}

/// The assignments of the section "Address Space Conversions".
#[test]
fn address_space_conversions() {
    let generic = "-cl-std=CL2.0";
    for wrong in
        ["gp = lp", "gp = pp", "gp = kp", "lp = gp", "lp = pp", "lp = kp", "pp = lp", "pp = gp", "kp = gp"]
    {
        for std in ["-cl-std=CL1.2", generic] {
            reject_with(std, wrong, "CL0407", "cannot become");
        }
    }
    for right in ["behind(gp)", "behind(lp)", "behind(pp)"] {
        let found = analysed_with(generic, right);
        assert!(found.diagnostics.is_empty(), "{right}: {:?}", found.diagnostics);
    }
    for wrong in ["behind(kp)", "gp = behind(gp)", "lp = behind(gp)", "pp = behind(gp)", "kp = behind(gp)"] {
        assert_eq!(analysed_with(generic, wrong).errors(), ["CL0407"], "{wrong}");
    }
    let cast = analysed_with(generic, "gp = (global int*)behind(gp)");
    assert!(cast.errors().is_empty(), "{:?}", cast.diagnostics);
    // Comparisons and `?:` of pointers to spaces that overlap.
    for right in [
        "behind(gp) == gp",
        "gp >= behind(gp)",
        "i ? gp : behind(gp)",
        "behind(gp) == NULL",
        "gp - behind(gp)",
    ] {
        let found = analysed_with(generic, right);
        assert!(found.diagnostics.is_empty(), "{right}: {:?}", found.diagnostics);
    }
    for wrong in ["lp == gp", "i ? gp : lp", "gp < kp", "gp - lp"] {
        reject_with(generic, wrong, "CL0424", "memory and one to");
    }
}
