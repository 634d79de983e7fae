//! Initialisers, in functions and outside.

use expect_test::expect;

use super::{hir, hir_with, reports};

#[test]
fn bytes_and_addresses() {
    let text = hir("
        struct pair { char tag; constant int *at; };
        constant int table[3] = { 1, 2, 3 };
        constant struct pair pairs[2] = { { 'a', &table[1] }, { .at = table + 2 } };
        constant char *constant text = \"hi\", *constant inside = \"hi\" + 1;
        constant float3 vectors[2] = { (float3)(1, 2, 3) };
    ");
    expect![[r#"
        struct r0 pair: size 16, align 8
          0: tag char
          8: at constant int*
        global g0 table: constant int[3], align 4, 12 bytes
          01000000 02000000 03000000
        global g1 pairs: constant struct pair[2], align 8, 32 bytes
          61000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000
          at 8: address of g0 + 4
          at 24: address of g0 + 8
        global g2 text: constant char* constant, align 8, 8 bytes
          at 0: address of g3 + 0
        global g3 _: constant char[3], align 1, 3 bytes
          686900
        global g4 inside: constant char* constant, align 8, 8 bytes
          at 0: address of g3 + 1
        global g5 vectors: constant float3[2], align 16, 32 bytes
          0000803f 00000040 00004040 00000000 00000000 00000000 00000000 00000000
    "#]]
    .assert_eq(&text);
}

#[test]
fn parts_of_objects_in_functions() {
    let text = hir("
        struct point { int x, y; };
        struct line { struct point from, to; };
        void f(int n, struct point p)
        {
            struct line a = { { n, 1 }, p };
            struct line b = { .to.y = n, .from = p };
            struct line c = a;
            int d[5] = { n, [3] = 2, 3 };
            int e[4] = { [1 ... 2] = n };
            char g[8] = \"abc\", h[] = \"xyz\";
            float2 i[2] = { { 1, n }, (float2)(n) };
            int j = { n }, k = {};
            float4 l = { n, 1, (float2)(2, 3) };
        }
    ");
    expect![[r#"
        struct r0 point: size 8, align 4
          0: x int
          4: y int
        struct r1 line: size 16, align 4
          0: from struct point
          8: to struct point
        global g0 _: constant char[4], align 1, 4 bytes
          61626300
        global g1 _: constant char[4], align 1, 4 bytes
          78797a00
        function f(x0 n: int, x1 p: struct point) -> void
          variable x2 a: struct line = { 0: (load x0), 4: 1, 8: (load x1) }
          variable x3 b: struct line = { 12: (load x0), 0: (load x1) }
          variable x4 c: struct line = (load x2)
          variable x5 d: int[5] = { 0: (load x0), 12: 2, 16: 3 }
          variable x6 e: int[4] = { 4: (load x0), 8: (load x0) }
          variable x7 g: char[8] = { 0: (load g0) }
          variable x8 h: char[4] = { 0: (load g1) }
          variable x9 i: float2[2] = { 0: (vector:float2 (to:float VectorLiteralPart 1) (to:float VectorLiteralPart (load x0))), 8: (widen:float2 VectorLiteralPart (to:float VectorLiteralPart (load x0))) }
          variable x10 j: int = (load x0)
          variable x11 k: int = 0
          variable x12 l: float4 = (vector:float4 (to:float VectorLiteralPart (load x0)) (to:float VectorLiteralPart 1) (vector:float2 (to:float VectorLiteralPart 2) (to:float VectorLiteralPart 3)))
    "#]]
    .assert_eq(&text);
}

#[test]
fn later_parts_override_addresses() {
    let text = hir_with(
        "-cl-std=CL2.0 -w",
        "
        int target;
        union either { int *address; long number; };
        union either a[2] = { [0].address = &target, [0].number = 5, [1].address = &target };
        int *table[] = { [0 ... 2] = &target, [1] = 0 };
    ",
    );
    expect![[r#"
        union r0 either: size 8, align 8
          0: address generic int*
          0: number long
        global g0 target: global int, align 4, 4 bytes
        global g1 a: global union either[2], align 8, 16 bytes
          05000000 00000000 00000000 00000000
          at 8: address of g0 + 0
        global g2 table: generic int* global[3], align 8, 24 bytes
          at 0: address of g0 + 0
          at 16: address of g0 + 0
    "#]]
    .assert_eq(&text);
}

#[test]
fn tentative_definitions_and_extern() {
    let text = hir_with(
        "-cl-std=CL2.0",
        "
        int a;
        int a = 3;
        extern int b;
        int b;
        int b;
        extern constant int c[];
        constant int c[2] = { 1, 2 };
        kernel void k(global int *out) { extern int d; static int e = 5; *out = a + b + c[1] + d + e; }
        int d = 4;
    ",
    );
    expect![[r#"
        global g0 a: global int, align 4, 4 bytes
          03000000
        global g1 b: global int, align 4, 4 bytes
        global g2 c: constant int[2], align 4, 8 bytes
          01000000 02000000
        global g3 d: global int, align 4, 4 bytes
          04000000
        global g4 e: global int, align 4, 4 bytes
          05000000
        kernel k(x0 out: global int*) -> void
          (= (* (load x0)) (+:int (+:int (+:int (+:int (load g0) (load g1)) (load (* (pointer+ (decay g2) (to:long Index 1))))) (load g3)) (load g4)))
    "#]]
    .assert_eq(&text);
}

#[test]
fn one_report_for_each_table() {
    let text = reports(
        "int f(int x) { return x; }
constant int a[4] = { f(1), f(2), f(3), f(4) };
constant int b[2][2] = { { 1, 2, 3 }, { f(1) } };
",
    );
    expect![[r#"
        t.cl:2:23: error[CL0701]: the initialiser of `a` has to be constant
        t.cl:3:34: warning[CL0705]: more values than an object of type `constant int[2]` has room for
        t.cl:3:41: error[CL0701]: the initialiser of `b` has to be constant
    "#]]
    .assert_eq(&text);
}
