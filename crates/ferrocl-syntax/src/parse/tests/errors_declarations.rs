//! What is said of wrong declarations.

use expect_test::expect;

use super::{body_messages, messages, parse_as};
use crate::options::Standard;

#[test]
fn unknown_types() {
    messages(
        "flaot4 a;\nvoid f(flaot4 x, Foo *y) { flaot4 z = (flaot4)(1, 2, 3, 4); Foo *p; unit i = (unit)3; bar b; }\nstruct S { vector v; };\n",
        expect![[r#"
            CL0204: unknown type name `flaot4`
              ^ 1:1 `flaot4` no type of this name is known here
              help: did you mean `float4`? [`flaot4` -> `float4`]
            CL0204: unknown type name `Foo`
              ^ 2:18 `Foo` no type of this name is known here
            CL0204: unknown type name `unit`
              ^ 2:69 `unit` no type of this name is known here
              help: did you mean `uint`? [`unit` -> `uint`]
            CL0204: unknown type name `bar`
              ^ 2:87 `bar` no type of this name is known here
            CL0204: unknown type name `vector`
              ^ 3:12 `vector` no type of this name is known here"#]],
    );
    messages(
        "struct P { int x; };\nP a;\nvoid f(P *p) { P q; q.x = 1; }",
        expect![[r#"
        CL0204: unknown type name `P`
          ^ 2:1 `P` no type of this name is known here
          note: `P` is a tag; unlike C++, C wants the word `struct`, `union` or `enum` before it
          help: write `struct P`, or add `typedef struct P P;` [`P` -> `struct P`]"#]],
    );
    messages(
        "uint32_t a; cl_uint b; cl_float4 c; u8 *d; vec3 e; const wrong f = 1; static wrong2 *g;",
        expect![[r#"
            CL0204: unknown type name `uint32_t`
              ^ 1:1 `uint32_t` no type of this name is known here
              help: OpenCL C calls this type `uint` [`uint32_t` -> `uint`]
            CL0204: unknown type name `cl_uint`
              ^ 1:13 `cl_uint` no type of this name is known here
              help: host code says `cl_uint`, kernels say `uint` [`cl_uint` -> `uint`]
            CL0204: unknown type name `cl_float4`
              ^ 1:24 `cl_float4` no type of this name is known here
              help: host code says `cl_float4`, kernels say `float4` [`cl_float4` -> `float4`]
            CL0204: unknown type name `u8`
              ^ 1:37 `u8` no type of this name is known here
              help: OpenCL C calls this type `uchar` [`u8` -> `uchar`]
            CL0204: unknown type name `vec3`
              ^ 1:44 `vec3` no type of this name is known here
              help: OpenCL C calls this type `float3` [`vec3` -> `float3`]
            CL0204: unknown type name `wrong`
              ^ 1:58 `wrong` no type of this name is known here
            CL0204: unknown type name `wrong2`
              ^ 1:78 `wrong2` no type of this name is known here"#]],
    );
    messages(
        "int a;\nvoid f(a b) { a c; (a *) 0; }",
        expect![[r#"
            CL0204: `a` is the name of a variable or function, not of a type
              ^ 2:8 `a` a type has to stand here
            CL0201: expected `;` after the expression, found `c`
              ^ 2:16 `` `;` expected here
              - 2:17 `c` this stands there instead
              help: add `;` [`` -> `;`]
            CL0203: expected an expression, found `)`
              ^ 2:24 `` an expression has to stand here
            CL0201: expected `;` after the expression, found the number `0`
              ^ 2:25 `` `;` expected here
              - 2:26 `0` this stands there instead
              help: add `;` [`` -> `;`]"#]],
    );
}

#[test]
fn words_of_newer_versions() {
    let parsed =
        parse_as("void f(generic int *p); void g(__generic int *p); void h(pipe int p);", Standard::Cl12);
    expect![[r#"
        CL0215: `generic` is a word of OpenCL C 2.0 and newer
          ^ 1:8 `generic` this program is built as OpenCL C 1.2
          help: build with `-cl-std=CL2.0` or a newer version
        CL0215: `__generic` is a word of OpenCL C 2.0 and newer
          ^ 1:32 `__generic` this program is built as OpenCL C 1.2
          help: build with `-cl-std=CL2.0` or a newer version
        CL0215: `pipe` is a word of OpenCL C 2.0 and newer
          ^ 1:58 `pipe` this program is built as OpenCL C 1.2
          help: build with `-cl-std=CL2.0` or a newer version
    "#]]
    .assert_eq(&parsed.messages());
}

#[test]
fn missing_types() {
    messages(
        "x;\nstatic y = 3;\nconst z;\nf(int a) { return a; }\nkernel g(global int *p) { }\n*q;\nint r;",
        expect![[r#"
            CL0205: declaration `x` has no type
              ^ 1:1 `x` a type has to stand before this name
              note: since C99 a type has to be written; there is no implicit `int`
              help: write the type [`` -> `int `]
            CL0205: declaration `y` has no type
              ^ 2:8 `y` a type has to stand before this name
              note: since C99 a type has to be written; there is no implicit `int`
              help: write the type [`` -> `int `]
            CL0205: declaration `z` has no type
              ^ 3:7 `z` a type has to stand before this name
              note: since C99 a type has to be written; there is no implicit `int`
              help: write the type [`` -> `int `]
            CL0205: function `f` has no type
              ^ 4:1 `f` a type has to stand before this name
              note: since C99 a type has to be written; there is no implicit `int`
              help: write the type [`` -> `int `]
            CL0205: function `g` has no type
              ^ 5:8 `g` a type has to stand before this name
              note: a kernel returns `void`
              help: write the type [`` -> `void `]
            CL0205: declaration without a type
              ^ 6:1 `*` a type has to stand here"#]],
    );
    body_messages(
        "const a = 1;\nstatic b;\nregister c, d;",
        expect![[r#"
        CL0205: declaration `a` has no type
          ^ 2:7 `a` a type has to stand before this name
          note: since C99 a type has to be written; there is no implicit `int`
          help: write the type [`` -> `int `]
        CL0205: declaration `b` has no type
          ^ 3:8 `b` a type has to stand before this name
          note: since C99 a type has to be written; there is no implicit `int`
          help: write the type [`` -> `int `]
        CL0205: declaration `c` has no type
          ^ 4:10 `c` a type has to stand before this name
          note: since C99 a type has to be written; there is no implicit `int`
          help: write the type [`` -> `int `]
        declare a: const error = 1
        declare static b: error
        declare register c: error
        declare also d: the same"#]],
    );
}

#[test]
fn type_words_that_do_not_combine() {
    messages(
        "unsigned float a; int float b; unsigned int4 c; short long d; long long long e; signed unsigned f; float4 int g; int uint h; unsigned size_t i; \
         double short j; struct S { int x; } int k; char char l; void int m; unsigned bool n;",
        expect![[r#"
            CL0206: `unsigned` and `float` do not combine to one type
              ^ 1:10 `float` this does not go with the type word before it
              - 1:1 `unsigned` the word before it
            CL0206: `int` and `float` do not combine to one type
              ^ 1:23 `float` this does not go with the type word before it
              - 1:19 `int` the word before it
            CL0206: `unsigned` and `int4` do not combine to one type
              ^ 1:41 `int4` this does not go with the type word before it
              - 1:32 `unsigned` the word before it
              help: this type is called `uint4` [`unsigned int4` -> `uint4`]
            CL0206: `short` and `long` do not combine to one type
              ^ 1:55 `long` this does not go with the type word before it
              - 1:49 `short` the word before it
            CL0206: `long` and `long` do not combine to one type
              ^ 1:73 `long` this does not go with the type word before it
              - 1:68 `long` the word before it
              help: write it once [`long` -> ``]
            CL0206: `signed` and `unsigned` do not combine to one type
              ^ 1:88 `unsigned` this does not go with the type word before it
              - 1:81 `signed` the word before it
            CL0206: `float4` and `int` do not combine to one type
              ^ 1:107 `int` this does not go with the type word before it
              - 1:100 `float4` the word before it
            CL0206: `int` and `uint` do not combine to one type
              ^ 1:118 `uint` this does not go with the type word before it
              - 1:114 `int` the word before it
            CL0206: `unsigned` and `size_t` do not combine to one type
              ^ 1:135 `size_t` this does not go with the type word before it
              - 1:126 `unsigned` the word before it
            CL0206: `double` and `short` do not combine to one type
              ^ 1:152 `short` this does not go with the type word before it
              - 1:145 `double` the word before it
            CL0206: `struct` and `int` do not combine to one type
              ^ 1:181 `int` this does not go with the type word before it
              - 1:161 `struct` the word before it
            CL0206: `char` and `char` do not combine to one type
              ^ 1:193 `char` this does not go with the type word before it
              - 1:188 `char` the word before it
              help: write it once [`char` -> ``]
            CL0206: `void` and `int` do not combine to one type
              ^ 1:206 `int` this does not go with the type word before it
              - 1:201 `void` the word before it
            CL0206: `unsigned` and `bool` do not combine to one type
              ^ 1:222 `bool` this does not go with the type word before it
              - 1:213 `unsigned` the word before it"#]],
    );
}

#[test]
fn keywords_as_names() {
    messages(
        "int global = 1;\nint local, b;\nvoid f(int kernel) { int for = 3; float constant[3]; }\nstruct S { int while; };\nenum { if, A };\nint ok;",
        expect![[r#"
            CL0214: `global` is a keyword of OpenCL C and cannot be a name
              ^ 1:5 `global` a name has to stand here
              help: choose another name, for example [`global` -> `global_`]
            CL0214: `local` is a keyword of OpenCL C and cannot be a name
              ^ 2:5 `local` a name has to stand here
              help: choose another name, for example [`local` -> `local_`]
            CL0214: `kernel` is a keyword of OpenCL C and cannot be a name
              ^ 3:12 `kernel` a name has to stand here
              help: choose another name, for example [`kernel` -> `kernel_`]
            CL0214: `for` is a keyword of OpenCL C and cannot be a name
              ^ 3:26 `for` a name has to stand here
              help: choose another name, for example [`for` -> `for_`]
            CL0214: `constant` is a keyword of OpenCL C and cannot be a name
              ^ 3:41 `constant` a name has to stand here
              help: choose another name, for example [`constant` -> `constant_`]
            CL0214: `while` is a keyword of OpenCL C and cannot be a name
              ^ 4:16 `while` a name has to stand here
              help: choose another name, for example [`while` -> `while_`]
            CL0214: `if` is a keyword of OpenCL C and cannot be a name
              ^ 5:8 `if` a name has to stand here
              help: choose another name, for example [`if` -> `if_`]"#]],
    );
}

#[test]
fn declarations_that_are_no_statements() {
    body_messages(
        "if (i) int x = 1;\nfor (;;) float y;\ncase 1: int z;\nlabel: }",
        expect![[r#"
        CL0216: a declaration is not a statement
          ^ 2:8 `int` a statement has to stand here
          help: put braces round it: what is declared here alone could not be used anyway
        CL0216: a declaration is not a statement
          ^ 3:10 `float` a statement has to stand here
          help: put braces round it: what is declared here alone could not be used anyway
        CL0220: label before a declaration
          ^ 4:8 `` C wants a statement after the label
          help: write an empty statement [`` -> `;`]
        CL0220: label at the end of a block
          ^ 5:7 `` C wants a statement after the label
          help: write an empty statement [`` -> `;`]
        CL0202: this `}` closes nothing
          ^ 6:1 `}` no `{` is open here
          - 5:8 `}` the last function ended here already
        if i
          declare x: int = 1
        for
          declare y: float
        case 1
          declare z: int
        label label
          empty"#]],
    );
}

#[test]
fn attributes_without_effect() {
    body_messages(
        "__attribute__((foo)) i = 1;\n__attribute__((opencl_unroll_hint)) i = 2;\n__attribute__((bar)) for (;;) ;\n__attribute__((opencl_unroll_hint(1, 2))) while (i) ;\n__attribute__((fallthrough));",
        expect![[r#"
            CL0218: attribute `foo` has no effect on a statement
              ^ 2:16 `foo` ignored
            CL0222: `opencl_unroll_hint` has to stand directly before a loop
              ^ 3:16 `opencl_unroll_hint` no loop follows
              help: write it directly before `for`, `while` or `do`
            CL0218: attribute `bar` has no effect on a loop
              ^ 4:16 `bar` ignored
            CL0222: `opencl_unroll_hint` takes no argument or one: the unroll factor
              ^ 5:16 `opencl_unroll_hint(1, 2)` too many arguments, or a type
              help: write `opencl_unroll_hint`, or `opencl_unroll_hint(4)`
            do (= i 1)
            do (= i 2)
            for
              empty
            while i
              empty
            empty"#]],
    );
    messages(
        "enum { A __attribute__((x)) };\nint b __attribute__((1));\nint c __attribute__(x);\nint d __attribute__((y;\nint e;",
        expect![[r#"
            CL0218: attribute `x` has no effect on an enumeration constant
              ^ 1:25 `x` ignored
            CL0201: expected the name of an attribute, found the number `1`
              ^ 2:22 `` the name of an attribute expected here
            CL0201: expected `(` after `__attribute__(`: two are needed, found `x`
              ^ 3:21 `` `(` expected here
              help: add `(` [`` -> `(`]
            CL0202: expected `)`, found `;`
              ^ 4:23 `` `)` expected here
              - 4:21 `(` `)` closes this `(`"#]],
    );
}

#[test]
fn reserved_names() {
    messages(
        "int uint; void f(float4 float3) { int size_t = 3; } typedef float4 float4x4[4]; typedef unsigned uint; int event_t(void);",
        expect![[r#"
            CL0219: OpenCL C keeps the name `uint` for a type of its own
              ^ 1:5 `uint` a program that uses it otherwise is not portable
              note: section "Keywords" of the OpenCL C specification
            CL0219: OpenCL C keeps the name `size_t` for a type of its own
              ^ 1:39 `size_t` a program that uses it otherwise is not portable
              note: section "Keywords" of the OpenCL C specification
            CL0219: OpenCL C keeps the name `float4x4` for a type of its own
              ^ 1:68 `float4x4` a program that uses it otherwise is not portable
              note: section "Keywords" of the OpenCL C specification
            CL0219: OpenCL C keeps the name `event_t` for a type of its own
              ^ 1:108 `event_t` a program that uses it otherwise is not portable
              note: section "Keywords" of the OpenCL C specification"#]],
    );
}

#[test]
fn declarations_of_nothing() {
    messages(
        "int;\ntypedef int;\nstruct { int x; };\nconst float4;\nstruct S;\nenum { A };\ntypedef struct T { int x; };",
        expect![[r#"
            CL0221: this declares no name
              ^ 1:4 `` a name may be missing here
            CL0221: this `typedef` gives no name
              ^ 2:12 `` a name may be missing here
            CL0221: this declares no name
              ^ 3:18 `` a name may be missing here
            CL0221: this declares no name
              ^ 4:13 `` a name may be missing here
            CL0221: this `typedef` gives no name
              ^ 7:28 `` a name may be missing here"#]],
    );
}

#[test]
fn parameters_with_faults() {
    messages(
        "void f(int a, , int b);\nvoid g(int a b);\nvoid h(int a,);\nvoid i(...);\nvoid j(int a, ... , int b);\nvoid k(3);\nvoid l(int, while);\nint m;",
        expect![[r#"
            CL0201: expected a parameter, found `,`
              ^ 1:14 `` a parameter expected here
              - 1:15 `,` this stands there instead
            CL0202: expected `,` or `)`, found `b`
              ^ 2:13 `` `,` or `)` expected here
              - 2:7 `(` `)` closes this `(`
            CL0201: expected a parameter, found `)`
              ^ 3:14 `` a parameter expected here
            CL0202: expected `)`, found `,`
              ^ 5:18 `` `)` expected here
              - 5:7 `(` `)` closes this `(`
            CL0208: a variable is not initialised with parentheses in OpenCL C
              ^ 6:7 `(3)` values where parameters would stand
              help: write `= value`; for a vector, for example, `float4 v = (float4)(1, 2, 3, 4);`
            CL0214: `while` is a keyword of OpenCL C and cannot be a name
              ^ 7:13 `while` a name has to stand here
              help: choose another name, for example [`while` -> `while_`]"#]],
    );
}

#[test]
fn enums_and_records_with_faults() {
    messages(
        "enum E { A B, C };\nenum F { 1, D };\nenum;\nstruct;\nstruct T { int 3; int a; };\nstruct U { int a, };\nunion V { int x; } y z;\nint m;",
        expect![[r#"
            CL0202: expected `,` or `}`, found `B`
              ^ 1:11 `` `,` or `}` expected here
              - 1:8 `{` `}` closes this `{`
            CL0201: expected the name of a constant, found the number `1`
              ^ 2:9 `` the name of a constant expected here
              - 2:10 `1` this stands there instead
            CL0201: expected a tag or `{` after `enum`, found `;`
              ^ 3:5 `` a tag or `{` expected here
            CL0201: expected a tag or `{` after `struct`, found `;`
              ^ 4:7 `` a tag or `{` expected here
            CL0201: expected a name in the declaration, found the number `3`
              ^ 5:15 `` a name expected here
              - 5:16 `3` this stands there instead
            CL0201: expected `;` after the member, found `}`
              ^ 6:18 `` `;` expected here
              - 6:19 `}` this stands there instead
              help: add `;` [`` -> `;`]
            CL0201: expected `;` after the declaration, found `z`
              ^ 7:21 `` `;` expected here
              - 7:22 `z` this stands there instead
              help: add `;` [`` -> `;`]"#]],
    );
}
