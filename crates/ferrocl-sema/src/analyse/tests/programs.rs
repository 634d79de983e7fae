//! Whole programs: kernels, overloads, layouts.

use expect_test::expect;

use super::{hir, hir_with, reports};

#[test]
fn kernel_attributes_as_queries_give_them() {
    let text = hir("
        #define N 8
        kernel __attribute__((vec_type_hint(float4), reqd_work_group_size(N, N / 2, 1))) void a(void) { }
        kernel void b(void) __attribute__((work_group_size_hint(64, 1, 1)));
        __attribute__((intel_reqd_sub_group_size(16))) kernel void b(void) { }
        kernel void c(void) { }
        kernel __attribute__((vec_type_hint(half2))) void d(void) { }
    ");
    expect![[r#"
        kernel a() -> void
          attributes vec_type_hint(float4) reqd_work_group_size(8,4,1)
        kernel b() -> void
          attributes work_group_size_hint(64,1,1) intel_reqd_sub_group_size(16)
        kernel c() -> void
        kernel d() -> void
          attributes vec_type_hint(half2)
    "#]]
    .assert_eq(&text);
}

#[test]
fn address_spaces_by_version() {
    let source = "
        struct s { int *p; };
        kernel void k(global int *a) { int *b = 0; int c[2]; int (*d)[2] = &c; int **e = &b; *a = **e + (*d)[0]; }
    ";
    expect![[r#"
        struct r0 s: size 8, align 8
          0: p private int*
        kernel k(x0 a: global int*) -> void
          variable x1 b: private int* = (null:private int* Initialization 0)
          variable x2 c: int[2]
          variable x3 d: private int(*)[2] = (& x2)
          variable x4 e: private int* private* = (& x1)
          (= (* (load x0)) (+:int (load (* (load (* (load x4))))) (load (* (pointer+ (decay (* (load x3))) (to:long Index 0))))))
    "#]]
    .assert_eq(&hir(source));
    expect![[r#"
        struct r0 s: size 8, align 8
          0: p generic int*
        kernel k(x0 a: global int*) -> void
          variable x1 b: generic int* = (null:generic int* Initialization 0)
          variable x2 c: int[2]
          variable x3 d: generic int(*)[2] = (pointer:generic int(*)[2] Initialization (& x2))
          variable x4 e: generic int* generic* = (pointer:generic int* generic* Initialization (& x1))
          (= (* (load x0)) (+:int (load (* (load (* (load x4))))) (load (* (pointer+ (decay (* (load x3))) (to:long Index 0))))))
    "#]]
    .assert_eq(&hir_with("-cl-std=CL3.0", source));
}

#[test]
fn local_and_constant_variables_of_kernels() {
    let text = hir("
        kernel void k(global int *a)
        {
            local float4 tile[2][3];
            constant int table[2] = { 1, 2 };
            static constant int other = 3;
            local int *local pointer;
            const int length = 4;
            int counted[length + table[1]] __attribute__((aligned(64)));
            *a = table[0] + other + counted[0];
        }
    ");
    expect![[r#"
        global g0 table: constant int[2], align 4, 8 bytes
          01000000 02000000
        global g1 other: constant int, align 4, 4 bytes
          03000000
        kernel k(x0 a: global int*) -> void
          variable x1 tile: local float4[2][3]
          variable x2 pointer: local int* local
          variable x3 length: const int = 4
          variable x4 counted: int[6] align 64
          (= (* (load x0)) (+:int (+:int (load (* (pointer+ (decay g0) (to:long Index 0)))) (load g1)) (load (* (pointer+ (decay x4) (to:long Index 0))))))
    "#]]
    .assert_eq(&text);
}

#[test]
fn overloads_are_told_apart_by_their_parameters() {
    let text = hir("
        #define OVERLOADED __attribute__((overloadable))
        int OVERLOADED size(char x) { return 1; }
        int OVERLOADED size(float4 x) { return 16; }
        int OVERLOADED size(global int *x) { return 8; }
        kernel void k(global int *a) { a[0] = size((char)1) + size((float4)(1.0f)) + size(a); }
    ");
    assert_eq!(text.matches("(call size").count(), 3);
    assert_eq!(text.matches("function size").count(), 3);
}

#[test]
fn enumerations() {
    let text = hir("
        enum a { A1, A2 = -3, A3 };
        enum b { B1 = 0x80000000 };
        enum __attribute__((packed)) c { C1 = 255 };
        typedef enum { D1 = 1L << 40 } d;
        void f(enum a a, enum b b, enum c c, d d)
        {
            ulong sizes = sizeof(a) + sizeof(b) + sizeof(c) + sizeof(d);
            long values = A3 + D1;
            uint big = B1;
            a = 1;
            int i = a + c;
        }
    ");
    expect![[r#"
        function f(x0 a: enum a, x1 b: enum b, x2 c: enum c, x3 d: d) -> void
          variable x4 sizes: ulong = (+:ulong (+:ulong (+:ulong 4:ulong 4:ulong) 1:ulong) 8:ulong)
          variable x5 values: long = (to:long Initialization (+:ulong (to:ulong UsualArithmetic -2) 1099511627776:ulong))
          variable x6 big: uint = 2147483648:uint
          (= x0 (to:enum a Assignment 1))
          variable x7 i: int = (+:int (to:int IntegerPromotion (load x0)) (to:int IntegerPromotion (load x2)))
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_faulty_declaration_speaks_once() {
    let text = reports(
        "unknown_type f(int x) { return x; }
kernel void k(global int *a)
{
    local int s[2] = { 1, 2 };
    image2d_t i;
    half h = 1;
    float v[a[0]];
    s[0] = i + h + v[0] + f(1);
    *a = s[0];
}
",
    );
    expect![[r#"
        t.cl:1:1: error[CL0204]: unknown type name `unknown_type`
        t.cl:4:22: error[CL0703]: the local variable `s` cannot have an initialiser
        t.cl:5:15: error[CL0329]: the variable `i` cannot have the type `read_only image2d_t`
        t.cl:6:10: error[CL0319]: the variable `h` cannot have the type `half`
        t.cl:7:13: error[CL0313]: the length of an array has to be constant
    "#]]
    .assert_eq(&text);
}
