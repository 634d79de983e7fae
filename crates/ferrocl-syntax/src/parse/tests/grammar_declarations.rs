//! Declarations: each production, and the order of its parts.

use expect_test::expect;

use super::{body, parse, parse_as, tree};
use crate::options::Standard;

#[test]
fn scalar_words_in_any_order() {
    tree(
        "char a; unsigned char b; char signed c; uchar d; short e; short int f; int short unsigned g; ushort h;
         int i; signed j; unsigned k; int unsigned l; uint m; long n; long int o; unsigned long p; int long unsigned q; ulong r;
         half *s; float t; double u; bool v; _Bool w; void *x; size_t y; ptrdiff_t z; intptr_t aa; uintptr_t bb; __signed__ char cc;",
        expect![[r#"
            declare a: char
            declare b: uchar
            declare c: char
            declare d: uchar
            declare e: short
            declare f: short
            declare g: ushort
            declare h: ushort
            declare i: int
            declare j: int
            declare k: uint
            declare l: uint
            declare m: uint
            declare n: long
            declare o: long
            declare p: ulong
            declare q: ulong
            declare r: ulong
            declare s: pointer to half
            declare t: float
            declare u: double
            declare v: bool
            declare w: bool
            declare x: pointer to void
            declare y: size_t
            declare z: ptrdiff_t
            declare aa: intptr_t
            declare bb: uintptr_t
            declare cc: char"#]],
    );
}

#[test]
fn vectors_and_opaque_types() {
    tree(
        "char2 a; uchar3 b; short4 c; ushort8 d; int16 e; uint2 f; long3 g; ulong4 h; float8 i; double16 j; half4 k;
         void f(image2d_t a, sampler_t b, event_t c, queue_t d, atomic_int *e, memory_order g, cl_mem_fence_flags h);",
        expect![[r#"
            declare a: char2
            declare b: uchar3
            declare c: short4
            declare d: ushort8
            declare e: int16
            declare f: uint2
            declare g: long3
            declare h: ulong4
            declare i: float8
            declare j: double16
            declare k: half4
            declare f: (a: opaque image2d_t, b: opaque sampler_t, c: opaque event_t, d: opaque queue_t, e: pointer to opaque atomic_int, g: opaque memory_order, h: opaque cl_mem_fence_flags) -> void"#]],
    );
}

#[test]
fn reserved_types_where_nothing_declares_them() {
    tree(
        "void f(quad a, float2x4 *b, bool4 c, complex float d, long long e, unsigned long long g, long double h, ulong long i,
                float _Complex j, double5);
         void g(void) { quad x; sizeof(double2x2); (float3x3)(x); }",
        expect![[r#"
            declare f: (a: opaque quad, b: pointer to opaque float2x4, c: opaque bool4, d: opaque complex float, e: opaque long long, g: opaque unsigned long long, h: opaque long double, i: opaque unsigned long long, j: opaque _Complex, opaque double5) -> void
            function g: (void) -> void
              block
                declare x: opaque quad
                do (sizeof <opaque double2x2>)
                do (cast <opaque float3x3> (paren x))"#]],
    );
}

#[test]
fn reserved_names_serve_as_names() {
    let parsed = parse(
        "typedef struct { float4 row[4]; } matrix; typedef float2 complex; complex c; int quad; void f(matrix m, complex z);
         int float5(int uniform) { return uniform; }",
    );
    expect![[r#"
        declare typedef matrix: struct { row: array [4] of float4; }
        declare typedef complex: float2
        declare c: `complex`
        declare quad: int
        declare f: (m: `matrix`, z: `complex`) -> void
        function float5: (uniform: int) -> int
          block
            return uniform
    "#]]
    .assert_eq(&parsed.is_clean().dump());
}

#[test]
fn a_program_may_repeat_built_in_names() {
    // Clang: these names are typedefs there, and C11 lets a typedef be repeated.
    tree(
        "typedef unsigned int uint; typedef unsigned long size_t; typedef struct { float x; } float4x; uint a; size_t b;
         void f(uint, float4); void g(int uint, float float4);",
        expect![[r#"
            declare typedef uint: uint
            declare typedef size_t: ulong
            declare typedef float4x: struct { x: float; }
            declare a: `uint`
            declare b: `size_t`
            declare f: (`uint`, float4) -> void
            declare g: (uint: int, float4: float) -> void"#]],
    );
}

#[test]
fn specifiers_in_any_order() {
    tree(
        "const int static a; int const volatile extern b; unsigned typedef int T; int inline f(void); void kernel g(void);
         __kernel void h(void); __inline__ static float k(void); T const *c; __global const int *__restrict__ d; int __volatile__ e;",
        expect![[r#"
            declare static a: const int
            declare extern b: const volatile int
            declare typedef T: uint
            declare inline f: (void) -> int
            declare kernel g: (void) -> void
            declare kernel h: (void) -> void
            declare static inline k: (void) -> float
            declare c: pointer to const `T`
            declare d: restrict pointer to global const int
            declare e: volatile int"#]],
    );
}

#[test]
fn address_spaces_and_access() {
    tree(
        "__constant int a = 1; global int *constant *b; int *local c; __private float *global d; generic int *e;
         void f(read_only image2d_t a, __write_only image3d_t b, read_write image1d_t c);",
        expect![[r#"
            declare a: constant int = 1
            declare b: pointer to constant pointer to global int
            declare c: local pointer to int
            declare d: global pointer to private float
            declare e: pointer to generic int
            declare f: (a: read_only opaque image2d_t, b: write_only opaque image3d_t, c: read_write opaque image1d_t) -> void"#]],
    );
}

#[test]
fn words_of_newer_versions_are_names_before() {
    let parsed = parse_as("int generic; int pipe; void f(int generic) { pipe = generic; }", Standard::Cl12);
    expect![[r#"
        declare generic: int
        declare pipe: int
        function f: (generic: int) -> void
          block
            do (= pipe generic)
    "#]]
    .assert_eq(&parsed.is_clean().dump());
}

#[test]
fn pipes() {
    tree(
        "void f(read_only pipe int4 p, pipe float *q, write_only pipe unsigned int r);",
        expect![
            "declare f: (p: read_only pipe of int4, q: pointer to pipe of float, r: write_only pipe of uint) -> void"
        ],
    );
}

#[test]
fn declarators() {
    tree(
        "int a, *b, **const c, d[3], e[], f[2][3], *g[4], (*h)[5], (*i)(int), *(*j)(void), (k), ((*((l)))), (*m[2])(float, ...);
         int (*n(int a))(float); int o(); int p(void);",
        expect![[r#"
            declare a: int
            declare also b: pointer to the same
            declare also c: const pointer to pointer to the same
            declare also d: array [3] of the same
            declare also e: array [] of the same
            declare also f: array [2] of array [3] of the same
            declare also g: array [4] of pointer to the same
            declare also h: pointer to array [5] of the same
            declare also i: pointer to (int) -> the same
            declare also j: pointer to (void) -> pointer to the same
            declare also k: the same
            declare also l: pointer to the same
            declare also m: array [2] of pointer to (float, ...) -> the same
            declare n: (a: int) -> pointer to (float) -> int
            declare o: () -> int
            declare p: (void) -> int"#]],
    );
}

#[test]
fn parameters() {
    tree(
        "typedef int T;
         void a(int), b(int x, float), c(T), d(int T), e(int (T)), f(int *), g(int *[3]), h(int [const 4]), i(int x[static 2]),
              j(int (*)(int)), k(int (*x)(T T)), l(const T), m(unsigned T), n(global T *x, ...), o(int (x)), p(int ());",
        expect![[r#"
            declare typedef T: int
            declare a: (int) -> void
            declare also b: (x: int, float) -> the same
            declare also c: (`T`) -> the same
            declare also d: (T: int) -> the same
            declare also e: ((`T`) -> int) -> the same
            declare also f: (pointer to int) -> the same
            declare also g: (array [3] of pointer to int) -> the same
            declare also h: (const array [4] of int) -> the same
            declare also i: (x: array [2] of int) -> the same
            declare also j: (pointer to (int) -> int) -> the same
            declare also k: (x: pointer to (T: `T`) -> int) -> the same
            declare also l: (const `T`) -> the same
            declare also m: (T: uint) -> the same
            declare also n: (x: pointer to global `T`, ...) -> the same
            declare also o: (x: int) -> the same
            declare also p: (() -> int) -> the same"#]],
    );
}

#[test]
fn typedef_names_and_scopes() {
    // A variable hides a typedef until its scope ends; a name is known behind its own declarator.
    tree(
        "typedef int T;
         void f(int T) { T * T; }
         void g(void) { T * T; T * T; { T = 1; } }
         void h(void) { { float T; T * 2; } T x; for (int T = 0; T < 2; T++) (T) - 1; (T) - 1; struct T { int T; } y; T z; }
         void i(void) { enum { T }; (T) - 1; int x = sizeof(x), y = (x) + 1; }
         void j(void) { int f(int T); T x; typedef float T; T y; }",
        expect![[r#"
            declare typedef T: int
            function f: (T: int) -> void
              block
                do (* T T)
            function g: (void) -> void
              block
                declare T: pointer to `T`
                do (* T T)
                block
                  do (= T 1)
            function h: (void) -> void
              block
                block
                  declare T: float
                  do (* T 2)
                declare x: `T`
                for
                  init
                    declare T: int = 0
                  condition (< T 2)
                  step (post++ T)
                  do (- (paren T) 1)
                do (cast <`T`> (- 1))
                declare y: struct T { T: int; }
                declare z: `T`
            function i: (void) -> void
              block
                declare enum { T }
                do (- (paren T) 1)
                declare x: int = (sizeof (paren x))
                declare also y: the same = (+ (paren x) 1)
            function j: (void) -> void
              block
                declare f: (T: int) -> int
                declare x: `T`
                declare typedef T: float
                declare y: `T`"#]],
    );
}

#[test]
fn records() {
    tree(
        "struct S { int a, *b; float4 c[2]; struct { int d; }; union U { int e; float f; } g; };
         struct S s; struct Incomplete; union U *u; struct { int x; } anonymous; typedef struct Node { struct Node *next; } Node; Node n;
         struct B { int a : 3; int : 0; unsigned b : 1, c : 2; }; struct Empty { };",
        expect![[r#"
            declare struct S { a: int; also b: pointer to the same; c: array [2] of float4; struct { d: int; }; g: union U { e: int; f: float; }; }
            declare s: struct S
            declare struct Incomplete
            declare u: pointer to union U
            declare anonymous: struct { x: int; }
            declare typedef Node: struct Node { next: pointer to struct Node; }
            declare n: `Node`
            declare struct B { a: int width 3; int width 0; b: uint width 1; also c: the same width 2; }
            declare struct Empty { }"#]],
    );
}

#[test]
fn enums() {
    tree(
        "enum E { A, B = 3, C = A + B, } e; enum E f; enum { D } g; typedef enum { X } T; int a[D];",
        expect![[r#"
            declare e: enum E { A, B = 3, C = (+ A B) }
            declare f: enum E
            declare g: enum { D }
            declare typedef T: enum { X }
            declare a: array [D] of int"#]],
    );
}

#[test]
fn attributes_in_every_place() {
    tree(
        "__attribute__((aligned(128))) struct A { int i; } a;
         __attribute__((aligned(16))) struct B { double d; } __attribute__((aligned(32))) b;
         struct __attribute__((__packed__)) C { char c; int x[2] __attribute__((packed)), y; } __attribute__((aligned));
         int c __attribute__((aligned(16))) = 0, __attribute__((a)) d __attribute__((b));
         typedef int more_aligned_int __attribute__((aligned(8)));
         __kernel __attribute__((reqd_work_group_size(8, 8, 1))) __attribute__((vec_type_hint(float4))) void f(void);
         __attribute__((work_group_size_hint(1, 1, 1))) kernel void g(__attribute__((x)) int a, int *__attribute__((y)) b __attribute__((z)));
         void __attribute__((noinline)) h(void) {}
         int i(void) __attribute__((const, unknown(1, \"s\", endian(host)), )) { return 0; }
         global float4 *p __attribute__((endian(host))), *(__attribute__((q)) *r); enum __attribute__((packed)) E { Z } __attribute__((w));
         __attribute__(()) __attribute((x)) int j;",
        expect![[r#"
            declare a: struct A { i: int; } @aligned(128)
            declare b: struct B @aligned(32) { d: double; } @aligned(16)
            declare struct C @packed @aligned { c: char; x: array [2] of int @packed; also y: the same; }
            declare c: int @aligned(16) = 0
            declare also d: the same @a @b
            declare typedef more_aligned_int: int @aligned(8)
            declare kernel f: (void) -> void @reqd_work_group_size(8, 8, 1) @vec_type_hint(float4)
            declare kernel g: (a: int @x, b: pointer to int @y @z) -> void @work_group_size_hint(1, 1, 1)
            function h: (void) -> void @noinline
              block
            function i: (void) -> int @const @unknown(1, "s", (call endian host))
              block
                return 0
            declare p: pointer to global float4 @endian(host)
            declare also r: pointer to pointer to the same @q
            declare enum E @packed @w { Z }
            declare j: int @x"#]],
    );
}

#[test]
fn initialisers() {
    tree(
        "constant int a[] = {1, 2, 3,}; int b[2][2] = {{1, 2}, {3, 4}}, c = 5, d[4] = {[1] = 2, [2 ... 3] = 4};
         struct S { int x; int y[2]; } s = {.y[1] = 2, .x = 1, .y = {[0] = 1}}; float4 v = {1, 2, 3, 4}; struct S t = {};",
        expect![[r#"
            declare a: array [] of constant int = {1, 2, 3}
            declare b: array [2] of array [2] of int = {{1, 2}, {3, 4}}
            declare also c: the same = 5
            declare also d: array [4] of the same = {[1] = 2, [2 ... 3] = 4}
            declare s: struct S { x: int; y: array [2] of int; } = {.y[1] = 2, .x = 1, .y = {[0] = 1}}
            declare v: float4 = {1, 2, 3, 4}
            declare t: struct S = {}"#]],
    );
}

#[test]
fn static_assertions() {
    tree(
        "_Static_assert(sizeof(int) == 4, \"four\"); void f(void) { _Static_assert(1, \"\"); _Static_assert(1); }",
        expect![[r#"
            static_assert (== (sizeof <int>) 4) "four"
            function f: (void) -> void
              block
                static_assert 1 ""
                static_assert 1"#]],
    );
}

#[test]
fn typeof_of_both_kinds() {
    body(
        "int x; typeof(x) a; __typeof__(int *) b; const typeof(x + 1) *c;",
        expect![[r#"
        declare x: int
        declare a: typeof x
        declare b: typeof <pointer to int>
        declare c: pointer to const typeof (+ x 1)"#]],
    );
}

#[test]
fn functions() {
    tree(
        "float f(float x, int n) { return x; }
         static inline int g() {} kernel void h(global int *p) { p[0] = g(); };
         int *k(void) { } int (l)(int a) { return a; }",
        expect![[r#"
            function f: (x: float, n: int) -> float
              block
                return x
            function static inline g: () -> int
              block
            function kernel h: (p: pointer to global int) -> void
              block
                do (= (index p 0) (call g))
            function k: (void) -> pointer to int
              block
            function l: (a: int) -> int
              block
                return a"#]],
    );
}

#[test]
fn pragmas_become_items() {
    tree(
        "#pragma OPENCL EXTENSION cl_khr_fp64 : enable
         #pragma OPENCL FP_CONTRACT OFF
         int a;
         #pragma OPENCL EXTENSION cl_khr_fp64 : disable
         void f(void) {
         #pragma OPENCL EXTENSION cl_khr_fp16 : enable
           int x;
         }",
        expect![[r#"
            extension cl_khr_fp64 on
            fp_contract off
            declare a: int
            extension cl_khr_fp64 off
            extension cl_khr_fp16 on
            function f: (void) -> void
              block
                declare x: int"#]],
    );
}

#[test]
fn gnu_spellings() {
    tree(
        "__extension__ typedef struct { __const int a; } T; __extension__ int x = __extension__ 1; _Atomic int y; _Atomic(int) z;",
        expect![[r#"
            declare typedef T: struct { a: const int; }
            declare x: int = 1
            declare y: _Atomic int
            declare z: _Atomic int"#]],
    );
}

#[test]
fn blocks_in_types() {
    tree(
        "void f(void (^b)(local void *), int (^c)(void));",
        expect!["declare f: (b: block (pointer to local void) -> void, c: block (void) -> int) -> void"],
    );
}
