//! What is said of constructs of other languages.

use expect_test::expect;

use super::{body_messages, messages};

#[test]
fn constructor_syntax() {
    body_messages(
        "v = float4(1, 2, 3, 4);\nv = float4(1.0f) * 2;\ni = int(v.x);\nv = float4{1, 2, 3, 4};\ni = unsigned int(3);\nfloat4(1, 2);\nfloat4 w(1, 2, 3, 4);\nfloat4 (ok);\nv += (float4)();",
        expect![[r#"
            CL0208: `float4(…)` does not make a value in OpenCL C
              ^ 2:5 `float4` the type has to stand in parentheses
              help: write `(float4)(…)` [`float4` -> `(float4)`]
            CL0208: `float4(…)` does not make a value in OpenCL C
              ^ 3:5 `float4` the type has to stand in parentheses
              help: write `(float4)(…)` [`float4` -> `(float4)`]
            CL0208: `int(…)` does not make a value in OpenCL C
              ^ 4:5 `int` the type has to stand in parentheses
              help: write `(int)(…)` [`int` -> `(int)`]
            CL0208: `float4{…}` does not make a value in OpenCL C
              ^ 5:5 `float4` the type has to stand in parentheses
              help: write `(float4){…}` [`float4` -> `(float4)`]
            CL0208: `unsigned int(…)` does not make a value in OpenCL C
              ^ 6:5 `unsigned int` the type has to stand in parentheses
              help: write `(unsigned int)(…)` [`unsigned int` -> `(unsigned int)`]
            CL0208: `float4(…)` does not make a value in OpenCL C
              ^ 7:1 `float4` the type has to stand in parentheses
              help: write `(float4)(…)` [`float4` -> `(float4)`]
            CL0208: a variable is not initialised with parentheses in OpenCL C
              ^ 8:9 `(1, 2, 3, 4)` values where parameters would stand
              help: write `= value`; for a vector, for example, `float4 v = (float4)(1, 2, 3, 4);`
            CL0203: literal without components
              ^ 10:14 `()` at least one component has to stand here
              help: for all zeros write [`()` -> `(0)`]
            do (= v (vector <float4> 1 2 3 4))
            do (= v (* (cast <float4> (paren 1.0f)) 2))
            do (= i (cast <int> (paren (. x v))))
            do (= v (compound <float4> {1, 2, 3, 4}))
            do (= i (cast <uint> (paren 3)))
            do (vector <float4> 1 2)
            declare w: float4
            declare ok: float4
            do (+= v error)"#]],
    );
    messages(
        "typedef struct { int a, b; } P; void f(void) { P p = P(1, 2); P q = P{1, 2}; }",
        expect![[r#"
            CL0208: `P(…)` does not make a value in OpenCL C
              ^ 1:54 `P` the type has to stand in parentheses
              help: write `(P){…}`, with braces for the values of the members
            CL0208: `P{…}` does not make a value in OpenCL C
              ^ 1:69 `P` the type has to stand in parentheses
              help: write `(P){…}` [`P` -> `(P)`]"#]],
    );
}

#[test]
fn types_as_values() {
    body_messages(
        "i = float4;\nf(int);\ni = int + 1;\ni = struct S;",
        expect![[r#"
        CL0203: expected an expression, found the type `float4`
          ^ 2:5 `float4` a type is no value
        CL0203: expected an expression, found the type `int`
          ^ 3:3 `int` a type is no value
        CL0203: expected an expression, found the type `int`
          ^ 4:5 `int` a type is no value
        CL0203: expected an expression, found the type `struct`
          ^ 5:5 `struct` a type is no value
        error
        do (call f error)
        error
        error"#]],
    );
}

#[test]
fn lists_in_braces_as_values() {
    body_messages(
        "v = {1, 2, 3, 4};\nf({1, 2}, 3);\nreturn {1};",
        expect![[r#"
        CL0203: a list in braces is not an expression
          ^ 2:5 `{` an expression has to stand here
          note: lists in braces initialise variables where these are declared
          help: write the type before it, for example `(float4)(1, 2, 3, 4)` or `(struct S){ 1, 2 }`
        CL0203: a list in braces is not an expression
          ^ 3:3 `{` an expression has to stand here
          note: lists in braces initialise variables where these are declared
          help: write the type before it, for example `(float4)(1, 2, 3, 4)` or `(struct S){ 1, 2 }`
        CL0203: a list in braces is not an expression
          ^ 4:8 `{` an expression has to stand here
          note: lists in braces initialise variables where these are declared
          help: write the type before it, for example `(float4)(1, 2, 3, 4)` or `(struct S){ 1, 2 }`
        do (= v error)
        do (call f error 3)
        return error"#]],
    );
}

#[test]
fn cpp_declarations() {
    messages(
        "template <typename T> T f(T x) { return x; }\nclass A { public: int x; };\nnamespace n { int a; }\nusing namespace n;\nconstexpr int b = 1;\nextern \"C\" { int c; }\nint d;",
        expect![[r#"
            CL0209: `template` is C++, not OpenCL C
              ^ 1:1 `template` no such word in OpenCL C
              help: write one function for each type, or a macro
            CL0209: `class` is C++, not OpenCL C
              ^ 2:1 `class` no such word in OpenCL C
              help: write a `struct`, and functions that take a pointer to it
            CL0209: `namespace` is C++, not OpenCL C
              ^ 3:1 `namespace` no such word in OpenCL C
              help: begin the names with a common prefix instead
            CL0209: `using` is C++, not OpenCL C
              ^ 4:1 `using` no such word in OpenCL C
              help: write a `typedef`
            CL0209: `constexpr` is C++, not OpenCL C
              ^ 5:1 `constexpr` no such word in OpenCL C
              help: write `constant` for data outside functions, `const` inside, or `enum` for integers
            CL0209: linkage specifications are C++, not OpenCL C
              ^ 6:1 `extern "C"` not part of the language
              help: leave it out, or put it between `#ifdef __cplusplus` and `#endif`"#]],
    );
    messages(
        "struct S {\npublic:\n  int x = 3;\n  int f() { return x; }\n  int y;\n};\nenum class E { A };\nint z;",
        expect![[r#"
            CL0209: `public:` is C++, not OpenCL C
              ^ 2:1 `public` no such word in OpenCL C
              help: leave it out: all members of a `struct` can be reached
            CL0209: initialisers of members are C++, not OpenCL C
              ^ 3:9 `=` a member cannot have a value of its own
              help: initialise the variables of this type instead
            CL0209: functions inside a `struct` are C++, not OpenCL C
              ^ 4:7 `f()` a member cannot have a body
              help: write a function outside, with a pointer to the `struct` as its first parameter
            CL0209: scoped enumerations are C++, not OpenCL C
              ^ 7:6 `class` no such word here in OpenCL C
              help: write `enum` alone [`class` -> ``]"#]],
    );
    messages(
        "void f(int &x, int y = 3, const float4 &&z) { int &r = x; y = 2; }",
        expect![[r#"
        CL0209: references are C++, not OpenCL C
          ^ 1:12 `&` a declarator of OpenCL C has no `&`
          help: pass a pointer, and `&` the argument where it is called [`&` -> `*`]
        CL0209: default arguments are C++, not OpenCL C
          ^ 1:22 `=` a parameter has no value of its own
          help: pass the argument in every call, or write a second function that does
        CL0209: references are C++, not OpenCL C
          ^ 1:40 `&&` a declarator of OpenCL C has no `&`
          help: pass a pointer, and `&` the argument where it is called [`&&` -> `*`]
        CL0209: references are C++, not OpenCL C
          ^ 1:51 `&` a declarator of OpenCL C has no `&`
          help: pass a pointer, and `&` the argument where it is called [`&` -> `*`]"#]],
    );
}

#[test]
fn cpp_statements_and_expressions() {
    body_messages(
        "auto x = 1;\nint *p = nullptr;\ni = static_cast<int>(v.x) + 1;\nstd::max(1, 2);\ni = n::f(3);\nfor (int a : b) i = 1;\nif (int c = f()) i = 2;\nauto l = [&](int x) { return x; };\nwhile (int d = 3) { i = 4; }",
        expect![[r#"
            CL0209: `auto` does not deduce a type in OpenCL C: `x` has none
              ^ 2:1 `auto` write the type here
              note: in C `auto` is a storage class, and OpenCL C does not support it (section "Storage-Class Specifiers")
            CL0209: `nullptr` is C++, not OpenCL C
              ^ 3:10 `nullptr` nothing declares this name
              help: the null pointer is [`nullptr` -> `0`]
            CL0209: `static_cast` is C++, not OpenCL C
              ^ 4:5 `static_cast<int>` OpenCL C writes casts in parentheses
              help: write the type in parentheses [`static_cast<int>` -> `(int)`]
            CL0209: `::` is C++, not OpenCL C
              ^ 5:4 `::` no such operator in OpenCL C
              help: OpenCL C has one space of names: write the name alone
            CL0209: `::` is C++, not OpenCL C
              ^ 6:6 `::` no such operator in OpenCL C
              help: OpenCL C has one space of names: write the name alone
            CL0209: `for (… : …)` is C++, not OpenCL C
              ^ 7:12 `:` a `for` of OpenCL C has three clauses
              help: count: `for (int i = 0; i < n; i++)`
            CL0209: declarations in conditions are C++, not OpenCL C
              ^ 8:5 `int` an expression has to stand here
              help: declare the variable before the statement
            CL0209: `auto` does not deduce a type in OpenCL C: `l` has none
              ^ 9:1 `auto` write the type here
              note: in C `auto` is a storage class, and OpenCL C does not support it (section "Storage-Class Specifiers")
            CL0211: OpenCL C does not have a lambda
              ^ 9:10 `[` not part of the language
              help: write a function outside
            CL0209: declarations in conditions are C++, not OpenCL C
              ^ 10:8 `int` an expression has to stand here
              help: declare the variable before the statement
            declare auto x: error = 1
            declare p: pointer to int = error
            do (= i (+ (cast <int> (paren (. x v))) 1))
            do (call max 1 2)
            do (= i (call f 3))
            for
              do (= i 1)
            if error
              do (= i 2)
            declare auto l: error = error
            while error
              block
                do (= i 4)"#]],
    );
}

#[test]
fn old_style_functions() {
    messages(
        "float f(a, b) float a; int b; { return a; }\nfloat g(x) int x; { return x; }\nint h(y);",
        expect![[r#"
            CL0210: the parameters of a function are declared between its parentheses
              ^ 1:8 `(a, b)` this list has names without types
              - 1:15 `float` the types that stand here belong between the parentheses
              help: write the types in the list: `float f(float a, int b) { … }`
            CL0210: the parameters of a function are declared between its parentheses
              ^ 2:8 `(x)` this list has names without types
              - 2:12 `int` the types that stand here belong between the parentheses
              help: write the types in the list: `float f(float a, int b) { … }`
            CL0204: unknown type name `y`
              ^ 3:7 `y` no type of this name is known here"#]],
    );
}

#[test]
fn unsupported_constructs() {
    body_messages(
        "asm(\"nop\");\n__asm__ volatile (\"x\" : : );\ni = ({ 1; 2; });\ni = _Generic(i, int: 1, float: 2);\nf(^(int x) { return x; });\nf(^{ i = 1; }, 2);\nvoid *p = &&label;\nlabel: ;\n_Alignas(16) int a;\n_Noreturn void f(void);\n_Thread_local int b;",
        expect![[r#"
            CL0211: OpenCL C does not have inline assembly
              ^ 2:1 `asm` not part of the language
              help: use a built-in function, or plain code: the compiler chooses the instructions
            CL0211: OpenCL C does not have inline assembly
              ^ 3:1 `__asm__` not part of the language
              help: use a built-in function, or plain code: the compiler chooses the instructions
            CL0211: blocks `^{ … }` are not supported
              ^ 6:3 `^` a block starts here
              note: blocks belong to device-side enqueue, an optional feature of OpenCL C 2.0 and newer that this implementation does not have (`__opencl_c_device_enqueue` is not defined)
              help: enqueue the kernel from the host
            CL0211: blocks `^{ … }` are not supported
              ^ 7:3 `^` a block starts here
              note: blocks belong to device-side enqueue, an optional feature of OpenCL C 2.0 and newer that this implementation does not have (`__opencl_c_device_enqueue` is not defined)
              help: enqueue the kernel from the host
            CL0211: OpenCL C does not have the address of a label
              ^ 8:11 `&&` not part of the language
              help: use `switch` instead
            CL0211: OpenCL C does not have `_Thread_local`, a word of C11
              ^ 12:1 `_Thread_local` not part of the language
              help: leave it out
            error
            error
            do (= i (statements
              block
                do 1
                do 2
            ))
            do (= i (generic i <int>: 1 <float>: 2))
            do (call f error)
            do (call f error 2)
            declare p: pointer to void = error
            label label
              empty
            declare a: int @aligned(16)
            declare f: (void) -> void
            declare b: int"#]],
    );
}
