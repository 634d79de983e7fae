//! The typed trees of typical expressions: every conversion is a node and says why it is there.

use std::fmt::Write;

use expect_test::{Expect, expect};

use crate::harness::*;

/// Compares the trees of expressions, one a line: the expression, its type, its tree.
fn check(options: &str, expressions: &[&str], expected: Expect) {
    let mut text = String::new();
    for expression in expressions {
        let found = analysed_with(options, expression);
        let ty = found.ty.unwrap_or_else(|| "<error>".into());
        let _ = writeln!(text, "{expression} → {ty}\n    {}", readable(&found.text));
        for (_, code, message) in found.diagnostics {
            let _ = writeln!(text, "    {code}: {message}");
        }
    }
    expected.assert_eq(&text);
}

/// The names of the objects for their numbers.
fn readable(text: &str) -> String {
    let names = declared_names();
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('x') {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let digits = tail[1..].bytes().take_while(u8::is_ascii_digit).count();
        let starts = !before.ends_with(|c: char| c.is_ascii_alphanumeric());
        match tail[1..1 + digits].parse::<usize>() {
            Ok(number) if starts && number < names.len() => out.push_str(&names[number]),
            _ => out.push_str(&tail[..1 + digits]),
        }
        rest = &tail[1 + digits..];
    }
    out.push_str(rest);
    out
}

fn declared_names() -> Vec<String> {
    OBJECTS
        .split(';')
        .filter_map(|declaration| {
            let name = declaration.rsplit([' ', '*']).next()?;
            Some(name.split('[').next()?.trim().to_string()).filter(|name| !name.is_empty())
        })
        .collect()
}

#[test]
fn scalars() {
    check(
        "",
        &["c + c", "uc + ui", "c + l", "i + f", "c << l", "-uc", "+s", "~b", "!f", "i && gp", "ui < i"],
        expect![[r#"
            c + c → int
                (+:int (to:int IntegerPromotion (load c)) (to:int IntegerPromotion (load c)))
            uc + ui → uint
                (+:uint (to:uint UsualArithmetic (load uc)) (load ui))
            c + l → long
                (+:long (to:long UsualArithmetic (load c)) (load l))
            i + f → float
                (+:float (to:float UsualArithmetic (load i)) (load f))
            c << l → int
                (<<:int (to:int IntegerPromotion (load c)) (to:int ShiftCount (load l)))
            -uc → int
                (-:int (to:int IntegerPromotion (load uc)))
            +s → int
                (to:int IntegerPromotion (load s))
            ~b → int
                (~:int (to:int IntegerPromotion (load b)))
            !f → int
                (!:int (load f))
            i && gp → int
                (&& (load i) (load gp))
            ui < i → int
                (<:int (load ui) (to:uint UsualArithmetic (load i)))
        "#]],
    );
}

#[test]
fn scalars_beside_vectors() {
    check(
        "",
        &[
            "f4 * 2",
            "us4 >> 2",
            "2.5f * f4",
            "d4 - f",
            "i4 == c",
            "uc4 & b",
            "f4 && i",
            "i4 << l2.x",
            "l4 << i4",
            "!uc4",
        ],
        expect![[r#"
            f4 * 2 → float4
                (*:float4 (load f4) (widen:float4 ScalarToVector (to:float ScalarToVector 2)))
            us4 >> 2 → ushort4
                (>>:ushort4 (load us4) (widen:ushort4 ShiftCount (to:ushort ShiftCount 2)))
            2.5f * f4 → float4
                (*:float4 (widen:float4 ScalarToVector 2.5:float) (load f4))
            d4 - f → double4
                (-:double4 (load d4) (widen:double4 ScalarToVector (to:double ScalarToVector (load f))))
            i4 == c → int4
                (==:int4 (load i4) (widen:int4 ScalarToVector (to:int ScalarToVector (load c))))
            uc4 & b → uchar4
                (&:uchar4 (load uc4) (widen:uchar4 ScalarToVector (to:uchar ScalarToVector (load b))))
            f4 && i → int4
                (&&:int4 (load f4) (widen:float4 ScalarToVector (to:float ScalarToVector (load i))))
            i4 << l2.x → int4
                (<<:int4 (load i4) (widen:int4 ShiftCount (to:int ShiftCount (load (.s0 l2)))))
            l4 << i4 → long4
                (<<:long4 (load l4) (to:long4 ShiftCount (load i4)))
            !uc4 → char4
                (!:char4 (load uc4))
        "#]],
    );
}

#[test]
fn assignments() {
    check(
        "",
        &[
            "i = f",
            "f4 = 2",
            "c += l",
            "uc *= uc",
            "f4 *= 2",
            "us4 <<= 2",
            "i <<= l",
            "gp += c",
            "i4.xz *= i4.yw",
            "f8.lo.even = f2",
            "i4.x++",
            "--gp",
            "st = record(st)",
            "i3.hi = i2",
            "i4[i] = 3",
            "i4[2] = 3",
        ],
        expect![[r#"
            i = f → int
                (= i (to:int Assignment (load f)))
            f4 = 2 → float4
                (= f4 (widen:float4 Assignment (to:float Assignment 2)))
            c += l → char
                (+=:long [before to:long UsualArithmetic] [after to:char Assignment] c (load l))
            uc *= uc → uchar
                (*=:int [before to:int IntegerPromotion] [after to:uchar Assignment] uc (to:int IntegerPromotion (load uc)))
            f4 *= 2 → float4
                (*=:float4 f4 (widen:float4 ScalarToVector (to:float ScalarToVector 2)))
            us4 <<= 2 → ushort4
                (<<=:ushort4 us4 (widen:ushort4 ShiftCount (to:ushort ShiftCount 2)))
            i <<= l → int
                (<<=:int i (to:int ShiftCount (load l)))
            gp += c → global int*
                (+=:global int* gp (to:long Index (load c)))
            i4.xz *= i4.yw → int2
                (*=:int2 (.s02 i4) (load (.s13 i4)))
            f8.lo.even = f2 → float2
                (= (.s02 f8) (load f2))
            i4.x++ → int
                (_++ (.s0 i4))
            --gp → global int*
                (--_ gp)
            st = record(st) → <error>
                <error>
                CL0409: `struct S` has a const member, so it cannot be assigned as a whole
            i3.hi = i2 → int2
                (= (.s23 i3) (load i2))
            i4[i] = 3 → int
                (= (component i4 (to:long Index (load i))) 3)
            i4[2] = 3 → int
                (= (.s2 i4) 3)
        "#]],
    );
}

#[test]
fn selections() {
    check(
        "",
        &[
            "i ? c : f",
            "f4.x > 0 ? f4 : 1",
            "i4 ? f4 : 0",
            "c4 ? c : uc",
            "i ? gp : 0",
            "i ? gp : gcp",
            "i ? gv : gp",
            "i ? none() : (void)0",
            "one(i) ?: ui",
        ],
        expect![[r#"
            i ? c : f → float
                (?:float (load i) (to:float ConditionalArms (load c)) (load f))
            f4.x > 0 ? f4 : 1 → float4
                (?:float4 (>:int (load (.s0 f4)) (to:float UsualArithmetic 0)) (load f4) (widen:float4 ScalarToVector (to:float ScalarToVector 1)))
            i4 ? f4 : 0 → float4
                (select:float4 (load i4) (load f4) (widen:float4 ScalarToVector (to:float ScalarToVector 0)))
            c4 ? c : uc → uchar4
                (select:uchar4 (load c4) (widen:uchar4 ConditionalArms (to:uchar ConditionalArms (load c))) (widen:uchar4 ConditionalArms (load uc)))
            i ? gp : 0 → global int*
                (?:global int* (load i) (load gp) (null:global int* ConditionalArms 0))
            i ? gp : gcp → global const int*
                (?:global const int* (load i) (pointer:global const int* ConditionalArms (load gp)) (load gcp))
            i ? gv : gp → global void*
                (?:global void* (load i) (load gv) (pointer:global void* ConditionalArms (load gp)))
            i ? none() : (void)0 → void
                (?:void (load i) (call none) (drop:void Cast 0))
            one(i) ?: ui → uint
                (, (literal x68 (call one (load i))) (?:uint (load x68) (to:uint ConditionalArms (load x68)) (load ui)))
        "#]],
    );
}

#[test]
fn casts_and_literals() {
    check(
        "",
        &[
            "(int)f",
            "(float4)i",
            "(uchar4)b",
            "(uchar4)(b)",
            "(float4)(1, 2.0f, i2.x, f)",
            "(int8)(i2, i3, (int2)(4), 5)",
            "(int)(size_t)gp",
            "(global int*)0",
            "(global float*)gp",
            "(bool)gp",
            "(void)i",
            "as_int4(f4)",
            "convert_uchar4_sat_rte(f4)",
            "convert_int(e)",
            "(struct S)st",
            "(short)(i, l)",
            "(int2){ 1, 2 }",
            "(int[2]){ 1, i }[i]",
        ],
        expect![[r#"
            (int)f → int
                (to:int Cast (load f))
            (float4)i → float4
                (widen:float4 Cast (to:float Cast (load i)))
            (uchar4)b → uchar4
                (widen:uchar4 Cast (-:uchar (to:uchar Cast (load b))))
            (uchar4)(b) → uchar4
                (widen:uchar4 VectorLiteralPart (to:uchar VectorLiteralPart (load b)))
            (float4)(1, 2.0f, i2.x, f) → float4
                (vector:float4 (to:float VectorLiteralPart 1) 2.0:float (to:float VectorLiteralPart (load (.s0 i2))) (load f))
            (int8)(i2, i3, (int2)(4), 5) → int8
                (vector:int8 (load i2) (load i3) (widen:int2 VectorLiteralPart 4) 5)
            (int)(size_t)gp → int
                (to:int Cast (address:ulong Cast (load gp)))
            (global int*)0 → global int*
                (null:global int* Cast 0)
            (global float*)gp → global float*
                (pointer:global float* Cast (load gp))
            (bool)gp → bool
                (not_null:bool Cast (load gp))
            (void)i → int
                i
            as_int4(f4) → int4
                (as:int4 (load f4))
            convert_uchar4_sat_rte(f4) → uchar4
                (convert_sat_rte:uchar4 ConvertFunction (load f4))
            convert_int(e) → int
                (to:int Argument (load e))
            (struct S)st → struct S
                (load st)
            (short)(i, l) → short
                (to:short Cast (, i (load l)))
            (int2){ 1, 2 } → int2
                (vector:int2 1 2)
            (int[2]){ 1, i }[i] → int
                (* (pointer+ (decay (literal x68 0: 1 4: (load i))) (to:long Index (load i))))
        "#]],
    );
}

#[test]
fn places() {
    check(
        "",
        &[
            "a[c]",
            "ui[a]",
            "*a",
            "&a[1]",
            "&*gp",
            "&a",
            "sp->v.y",
            "st.w",
            "st.q",
            "record(st).m",
            "record(st).r[1]",
            "gf4->xw",
            "gf4[1].s3",
            "pk.i",
            "&pk.i",
            "\"abc\"[1]",
            "vi + 1",
            "f16.odd.hi.x",
            "f4.xyz.hi",
            "__func__",
            "NULL",
            "EB",
            "e + 1",
        ],
        expect![[r#"
            a[c] → int
                (* (pointer+ (decay a) (to:long Index (load c))))
            ui[a] → int
                (* (pointer+ (decay a) (to:ulong Index (load ui))))
            *a → int
                (* (decay a))
            &a[1] → private int*
                (pointer+ (decay a) (to:long Index 1))
            &*gp → global int*
                (load gp)
            &a → private int(*)[5]
                (& a)
            sp->v.y → float
                (.s1 (.v (* (load sp))))
            st.w → float
                (.w (._ st))
            st.q → int
                (.q (._ (._ st)))
            record(st).m → int
                (.m (call record (load st)))
            record(st).r[1] → int
                (* (pointer+ (decay (.r (literal x68 (call record (load st))))) (to:long Index 1)))
            gf4->xw → float2
                (.s03 (* (load gf4)))
            gf4[1].s3 → float
                (.s3 (* (pointer+ (load gf4) (to:long Index 1))))
            pk.i → int
                (.i pk)
            &pk.i → private int*
                (& (.i pk))
                CL0464: this member may lie at an address that is not aligned for an `int`, as a pointer to it has to be
            "abc"[1] → char
                (* (pointer+ (decay g0) (to:long Index 1)))
            vi + 1 → int
                (+:int (load vi) 1)
            f16.odd.hi.x → float
                (.s9 f16)
            f4.xyz.hi → float2
                (.s23 (.s012 f4))
            __func__ → constant char[6]
                g0
            NULL → private void*
                (null:private void* Cast 0)
            EB → int
                -1
            e + 1 → int
                (+:int (to:int IntegerPromotion (load e)) 1)
        "#]],
    );
}

#[test]
fn pointers() {
    check(
        "",
        &[
            "gp + i",
            "c + gp",
            "gp - ul",
            "gp - gcp",
            "gp == 0",
            "gp == NULL",
            "gp < gcp",
            "gv == gp",
            "gv + 1",
            "!gp",
        ],
        expect![[r#"
            gp + i → global int*
                (pointer+ (load gp) (to:long Index (load i)))
            c + gp → global int*
                (pointer+ (load gp) (to:long Index (load c)))
            gp - ul → global int*
                (pointer- (load gp) (load ul))
            gp - gcp → long
                (distance (load gp) (pointer:global int* UsualArithmetic (load gcp)))
            gp == 0 → int
                (==:int (load gp) (null:global int* UsualArithmetic 0))
            gp == NULL → int
                (==:int (load gp) (null:global int* UsualArithmetic 0))
            gp < gcp → int
                (<:int (pointer:global const int* UsualArithmetic (load gp)) (load gcp))
            gv == gp → int
                (==:int (load gv) (pointer:global void* UsualArithmetic (load gp)))
            gv + 1 → global void*
                (pointer+ (load gv) (to:long Index 1))
                CL0468: arithmetic on a `global void*` counts in bytes here, but is not C
            !gp → int
                (!:int (load gp))
        "#]],
    );
    check(
        "-cl-std=CL2.0",
        &["behind(gp)", "gp == behind(lp)", "i ? gp : behind(gp)", "(local int*)behind(lp)"],
        expect![[r#"
            behind(gp) → generic int*
                (call behind (pointer:generic int* Argument (load gp)))
            gp == behind(lp) → int
                (==:int (pointer:generic int* UsualArithmetic (load gp)) (call behind (pointer:generic int* Argument (load lp))))
            i ? gp : behind(gp) → generic int*
                (?:generic int* (load i) (pointer:generic int* ConditionalArms (load gp)) (call behind (pointer:generic int* Argument (load gp))))
            (local int*)behind(lp) → local int*
                (pointer:local int* Cast (call behind (pointer:generic int* Argument (load lp))))
        "#]],
    );
}

#[test]
fn calls() {
    check(
        "",
        &[
            "one(f)",
            "four(i)",
            "max(f4, 1.0f)",
            "clamp(i, 0, 1)",
            "printf(\"%d %f %v4hlf\\n\", c, f, f4)",
            "(one)(1)",
        ],
        expect![[r#"
            one(f) → int
                (call one (to:int Argument (load f)))
            four(i) → int4
                (call four (widen:int4 Argument (load i)))
            max(f4, 1.0f) → float4
                (builtin max:float4 (load f4) 1.0:float)
            clamp(i, 0, 1) → int
                (builtin clamp:int (load i) 0 1)
            printf("%d %f %v4hlf\n", c, f, f4) → int
                (printf g0 (to:int VariadicArgument (load c)) (to:double VariadicArgument (load f)) (load f4))
            (one)(1) → int
                (call one 1)
        "#]],
    );
}

#[test]
fn constants() {
    check(
        "",
        &[
            "1",
            "0x80000000",
            "2147483648",
            "1u",
            "1l",
            "18446744073709551615",
            "'a'",
            "1.5",
            "1.5f",
            "0x1p-3f",
            "true",
            "1e39f",
        ],
        expect![[r#"
            1 → int
                1
            0x80000000 → uint
                2147483648:uint
            2147483648 → long
                2147483648:long
            1u → uint
                1:uint
            1l → long
                1:long
            18446744073709551615 → ulong
                18446744073709551615:ulong
                CL0115: the constant `18446744073709551615` does not fit `long`, so it is taken as a `ulong`
            'a' → int
                97
            1.5 → double
                1.5:double
            1.5f → float
                1.5:float
            0x1p-3f → float
                0.125:float
            true → bool
                1:bool
            1e39f → float
                inf:float
                CL0467: the constant is outside of the range of `float` and becomes infinity
        "#]],
    );
}
