//! What is said of missing and misplaced tokens, statements and brackets: one message a fault, at the right place, and the rest of the
//! text is read.

use expect_test::expect;

use super::{body_messages, messages};

#[test]
fn missing_semicolons() {
    body_messages(
        "v = v + v\nreturn;",
        expect![[r#"
        CL0201: expected `;` after the expression, found `return`
          ^ 2:10 `` `;` expected here
          - 3:1 `return` this stands there instead
          help: add `;` [`` -> `;`]
        do (= v (+ v v))
        return"#]],
    );
    body_messages(
        "int x = 1\nint y = 2 int z = 3;\nx = y z;\nx = 4;",
        expect![[r#"
        CL0201: expected `;` after the declaration, found `int`
          ^ 2:10 `` `;` expected here
          - 3:1 `int` this stands there instead
          help: add `;` [`` -> `;`]
        CL0201: expected `;` after the declaration, found `int`
          ^ 3:10 `` `;` expected here
          - 3:11 `int` this stands there instead
          help: add `;` [`` -> `;`]
        CL0201: expected `;` after the expression, found `z`
          ^ 4:6 `` `;` expected here
          - 4:7 `z` this stands there instead
          help: add `;` [`` -> `;`]
        declare x: int = 1
        declare y: int = 2
        do (= x y)
        do (= x 4)"#]],
    );
    body_messages(
        "return 1\n}",
        expect![[r#"
        CL0201: expected `;` after the `return` statement, found `}`
          ^ 2:9 `` `;` expected here
          - 3:1 `}` this stands there instead
          help: add `;` [`` -> `;`]
        CL0202: this `}` closes nothing
          ^ 4:1 `}` no `{` is open here
          - 3:1 `}` the last function ended here already
        return 1"#]],
    );
    body_messages(
        "do i++; while (i)\nbreak continue;\ngoto a\na: ;",
        expect![[r#"
        CL0201: expected `;` after `do … while (…)`, found `break`
          ^ 2:18 `` `;` expected here
          - 3:1 `break` this stands there instead
          help: add `;` [`` -> `;`]
        CL0201: expected `;` after `break`, found `continue`
          ^ 3:6 `` `;` expected here
          - 3:7 `continue` this stands there instead
          help: add `;` [`` -> `;`]
        CL0201: expected `;` after the `goto` statement, found `a`
          ^ 4:7 `` `;` expected here
          - 5:1 `a` this stands there instead
          help: add `;` [`` -> `;`]
        do-while i
          do (post++ i)
        break
        continue
        goto a
        label a
          empty"#]],
    );
    messages(
        "struct S { int x; }\nint y;\nint z\nkernel void f(void) { }",
        expect![[r#"
            CL0201: expected `;` after the definition of the type, found `int`
              ^ 1:20 `` `;` expected here
              - 2:1 `int` this stands there instead
              help: add `;` [`` -> `;`]
            CL0201: expected `;` after the declaration, found `kernel`
              ^ 3:6 `` `;` expected here
              - 4:1 `kernel` this stands there instead
              help: add `;` [`` -> `;`]"#]],
    );
    messages(
        "struct S { int a\nint b; int c };",
        expect![[r#"
        CL0201: expected `;` after the member, found `int`
          ^ 1:17 `` `;` expected here
          - 2:1 `int` this stands there instead
          help: add `;` [`` -> `;`]
        CL0201: expected `;` after the member, found `}`
          ^ 2:13 `` `;` expected here
          - 2:14 `}` this stands there instead
          help: add `;` [`` -> `;`]"#]],
    );
}

#[test]
fn missing_operands() {
    body_messages(
        "i = ;\ni = i + ;\ni = * ;\ni = (i + ) * 2;\ni = i[];\nf(1, );\nf(, 2);\ni = i ? : ;\ni = ();\nreturn i",
        expect![[r#"
            CL0203: expected an expression, found `;`
              ^ 2:4 `` an expression has to stand here
              - 2:5 `;` this stands there instead
            CL0203: expected an expression, found `;`
              ^ 3:8 `` an expression has to stand here
              - 3:9 `;` this stands there instead
            CL0203: expected an expression, found `;`
              ^ 4:6 `` an expression has to stand here
              - 4:7 `;` this stands there instead
            CL0203: expected an expression, found `)`
              ^ 5:9 `` an expression has to stand here
              - 5:10 `)` this stands there instead
            CL0203: expected an expression, found `]`
              ^ 6:7 `` an expression has to stand here
            CL0203: expected an argument, found `)`
              ^ 7:5 `` an expression has to stand here
              - 7:6 `)` this stands there instead
            CL0203: expected an expression, found `,`
              ^ 8:3 `` an expression has to stand here
            CL0203: expected an expression, found `;`
              ^ 9:10 `` an expression has to stand here
              - 9:11 `;` this stands there instead
            CL0203: expected an expression, found `)`
              ^ 10:6 `` an expression has to stand here
            CL0201: expected `;` after the `return` statement, found `}`
              ^ 11:9 `` `;` expected here
              - 12:1 `}` this stands there instead
              help: add `;` [`` -> `;`]
            error
            error
            error
            do (= i (* (paren error) 2))
            do (= i (index i error))
            do (call f 1 error)
            do (call f error 2)
            error
            do (= i (paren error))
            return i"#]],
    );
    body_messages(
        "i = 1 +\n}",
        expect![[r#"
        CL0203: expected an expression, found `}`
          ^ 2:8 `` an expression has to stand here
          - 3:1 `}` this stands there instead
        CL0202: this `}` closes nothing
          ^ 4:1 `}` no `{` is open here
          - 3:1 `}` the last function ended here already
        error"#]],
    );
    body_messages(
        "i = (int);\ni = sizeof;\nv.;\nv->3;",
        expect![[r#"
            CL0203: expected an expression, found `;`
              ^ 2:10 `` an expression has to stand here
            CL0203: expected an expression, found `;`
              ^ 3:11 `` an expression has to stand here
            CL0201: expected the name of a member after `.`, found `;`
              ^ 4:3 `` the name of a member expected here
            CL0201: expected the name of a member after `->`, found the number `3`
              ^ 5:4 `` the name of a member expected here
            error
            error
            error
            error"#]],
    );
}

#[test]
fn unclosed_brackets() {
    body_messages(
        "f(1, 2;\ni = (i + 1;\nv[2;\nif (i { i = 2; }\nwhile (i < 3\n i = 4;\nfor (i = 0; i < 3; i++ { i = 5; }\ni = 6;",
        expect![[r#"
            CL0202: expected `,` or `)`, found `;`
              ^ 2:7 `` `,` or `)` expected here
              - 2:2 `(` `)` closes this `(`
            CL0202: expected `)`, found `;`
              ^ 3:11 `` `)` expected here
              - 3:5 `(` `)` closes this `(`
            CL0202: expected `]`, found `;`
              ^ 4:4 `` `]` expected here
              - 4:2 `[` `]` closes this `[`
            CL0202: expected `)`, found `{`
              ^ 5:6 `` `)` expected here
              - 5:4 `(` `)` closes this `(`
            CL0202: expected `)`, found `i`
              ^ 6:13 `` `)` expected here
              - 6:7 `(` `)` closes this `(`
            CL0202: expected `)`, found `{`
              ^ 8:23 `` `)` expected here
              - 8:5 `(` `)` closes this `(`
            do (call f 1 2)
            do (= i (paren (+ i 1)))
            do (index v 2)
            if i
              block
                do (= i 2)
            while (< i 3)
              empty
            for
              init
                do (= i 0)
              condition (< i 3)
              step (post++ i)
              block
                do (= i 5)
            do (= i 6)"#]],
    );
    body_messages(
        "f(1 2, 3);\ni = (1 2) + 3;\nint a[3 4];\nf((1, 2], 3);",
        expect![[r#"
            CL0202: expected `,` or `)`, found the number `2`
              ^ 2:4 `` `,` or `)` expected here
              - 2:2 `(` `)` closes this `(`
            CL0202: expected `)`, found the number `2`
              ^ 3:7 `` `)` expected here
              - 3:5 `(` `)` closes this `(`
            CL0202: expected `]`, found the number `4`
              ^ 4:8 `` `]` expected here
              - 4:6 `[` `]` closes this `[`
            CL0202: expected `)`, found `]`
              ^ 5:8 `` `)` expected here
              - 5:3 `(` `)` closes this `(`
            CL0203: expected an expression, found `,`
              ^ 5:9 `` an expression has to stand here
            do (call f 1 3)
            do (= i (+ (paren 1) 3))
            declare a: array [3] of int
            do (call f (paren (, 1 2)))
            error"#]],
    );
    messages(
        "void f(int a { int b; }\nvoid g(int a, int b; int c;",
        expect![[r#"
        CL0202: expected `,` or `)`, found `{`
          ^ 1:13 `` `,` or `)` expected here
          - 1:7 `(` `)` closes this `(`
        CL0202: expected `,` or `)`, found `;`
          ^ 2:20 `` `,` or `)` expected here
          - 2:7 `(` `)` closes this `(`"#]],
    );
    messages(
        "int a = (1 + 2;\nint b[3 = 4;\nint c = {1, 2;\nint d;",
        expect![[r#"
        CL0202: expected `)`, found `;`
          ^ 1:15 `` `)` expected here
          - 1:9 `(` `)` closes this `(`
        CL0202: expected `]`, found `;`
          ^ 2:12 `` `]` expected here
          - 2:6 `[` `]` closes this `[`
        CL0202: expected `,` or `}`, found `;`
          ^ 3:14 `` `,` or `}` expected here
          - 3:9 `{` `}` closes this `{`"#]],
    );
    messages(
        "void f(void) {\n  if (1) {\n    2;\n",
        expect![[r#"
        CL0202: this `{` is never closed
          ^ 2:10 `{` its `}` is missing"#]],
    );
}

#[test]
fn the_brace_that_is_missing_is_found_by_indentation() {
    messages(
        "kernel void f(void) {\n  for (;;) {\n    if (1) {\n      2;\n  }\n  3;\n}\n\nkernel void g(void) {\n  4;\n}\nint h(void) { return 5; }",
        expect![[r#"
            CL0202: this `{` is never closed
              ^ 3:12 `{` its `}` is missing
              - 9:1 `kernel` here the next function starts, inside the body of `f`"#]],
    );
    messages(
        "void f(void) {\n  while (1) {\n    2;\n}\n\nvoid g(void) { }\nint h;\n",
        expect![[r#"
        CL0202: this `{` is never closed
          ^ 2:13 `{` its `}` is missing
          - 6:1 `void` here the next function starts, inside the body of `f`"#]],
    );
}

#[test]
fn braces_too_many() {
    messages(
        "void f(void) {\n  1;\n}\n}\nint g;",
        expect![[r#"
        CL0202: this `}` closes nothing
          ^ 4:1 `}` no `{` is open here
          - 3:1 `}` the last function ended here already"#]],
    );
    messages(
        "kernel void f(void) {\n  if (1) }\n    2;\n  }\n  for (int i = 0; i < 2; i++) { 3; }\n  return;\n}\nkernel void g(void) { 4 }",
        expect![[r#"
            CL0203: expected an expression, found `}`
              ^ 2:9 `` an expression has to stand here
              - 2:10 `}` this stands there instead
            CL0201: expected a declaration, found the number `2`
              ^ 3:5 `2` outside functions only declarations may stand
              - 2:10 `}` the function before ended here: is this `}` one too many?
            CL0201: expected `;` after the expression, found `}`
              ^ 8:24 `` `;` expected here
              - 8:25 `}` this stands there instead
              help: add `;` [`` -> `;`]"#]],
    );
}

#[test]
fn stray_closers() {
    body_messages(
        "i = 1);\ni = 2];\n)\ni = 3;",
        expect![[r#"
            CL0202: this `)` closes nothing
              ^ 2:6 `)` no bracket of its kind is open here
              help: remove it, or add what it closes [`)` -> ``]
            CL0202: this `]` closes nothing
              ^ 3:6 `]` no bracket of its kind is open here
              help: remove it, or add what it closes [`]` -> ``]
            CL0202: this `)` closes nothing
              ^ 4:1 `)` no bracket of its kind is open here
              help: remove it, or add what it closes [`)` -> ``]
            do (= i 1)
            do (= i 2)
            do (= i 3)"#]],
    );
}

#[test]
fn functions_inside_functions() {
    messages(
        "void f(void) {\n  int g(int x) { return x; }\n  g(1);\n}\nint h;",
        expect![[r#"
        CL0212: function `g` is defined inside another function
          ^ 2:7 `g(int x)` functions stand side by side in C
          - 1:14 `{` the body of the other function starts here
          help: move it before the other function, or add the `}` that is missing"#]],
    );
}

#[test]
fn statements_outside_functions() {
    messages(
        "if (1) { 2; }\nint a;\n",
        expect![[r#"
        CL0201: expected a declaration, found `if`
          ^ 1:1 `if` outside functions only declarations may stand"#]],
    );
    messages(
        "int a;\na = 3;\nbarrier(1);\nint b;\n",
        expect![[r#"
        CL0201: expected a declaration, found `a`
          ^ 2:1 `a` outside functions only declarations may stand"#]],
    );
    messages(
        "3 + 4;\n{ int x; }\n(1);\nint b;",
        expect![[r#"
        CL0201: expected a declaration, found the number `3`
          ^ 1:1 `3` outside functions only declarations may stand"#]],
    );
}

#[test]
fn else_without_if() {
    body_messages(
        "if (i)\n  i = 1;\n  i = 2;\nelse\n  i = 3;\nelse i = 4;",
        expect![[r#"
        CL0213: `else` without an `if` before it
          ^ 5:1 `else` no `if` ends directly before this
          help: an `if` without braces has one statement only: put braces round several
        CL0213: `else` without an `if` before it
          ^ 7:1 `else` no `if` ends directly before this
          help: an `if` without braces has one statement only: put braces round several
        if i
          do (= i 1)
        do (= i 2)
        do (= i 3)
        do (= i 4)"#]],
    );
}

#[test]
fn misspelt_statements() {
    body_messages(
        "whle (i) { i = 1; }\nfoo (i) { i = 2; }\nfi (i) i = 3;",
        expect![[r#"
        CL0201: OpenCL C has no statement `whle (…) { … }`
          ^ 2:1 `whle` no keyword of this name
          help: did you mean `while`? [`whle` -> `while`]
        CL0201: OpenCL C has no statement `foo (…) { … }`
          ^ 3:1 `foo` no keyword of this name
          help: did you mean `for`? [`foo` -> `for`]
        CL0201: expected `;` after the expression, found `i`
          ^ 4:7 `` `;` expected here
          - 4:8 `i` this stands there instead
          help: add `;` [`` -> `;`]
        error
        error
        do (call fi i)"#]],
    );
}

#[test]
fn loops_with_faults() {
    body_messages(
        "for (i = 0, i < 3; i++) i = 1;\nfor (int j = 0; j < 3, j++) { i = 2; }\nfor i = 3;\nwhile i < 3 { i = 4; }\ndo i = 5;\nif () i = 6;\nif (i = ) i = 7;\nfor (;;;) i = 8;",
        expect![[r#"
            CL0201: expected `;` after the condition of `for`, found `)`
              ^ 2:23 `` `;` expected here
              help: add `;` [`` -> `;`]
            CL0201: expected `;` after the condition of `for`, found `)`
              ^ 3:27 `` `;` expected here
              help: add `;` [`` -> `;`]
            CL0201: expected `(` after `for`, found `i`
              ^ 4:4 `` `(` expected here
              - 4:5 `i` this stands there instead
              help: add `(` [`` -> `(`]
            CL0201: expected `(` after `while`, found `i`
              ^ 5:6 `` `(` expected here
              - 5:7 `i` this stands there instead
              help: add `(` [`` -> `(`]
            CL0201: expected `while` after the body of `do`, found `if`
              ^ 6:10 `` `while` expected here
              - 7:1 `if` this stands there instead
              help: add `while` [`` -> ` while (…);`]
            CL0203: expected an expression, found `)`
              ^ 8:8 `` an expression has to stand here
              - 8:9 `)` this stands there instead
            CL0203: expected an expression, found `;`
              ^ 9:8 `` an expression has to stand here
            for
              do (= i 1)
            for
              block
                do (= i 2)
            error
            while (< i 3)
              block
                do (= i 4)
            error
            if error
              do (= i 7)
            for
              do (= i 8)"#]],
    );
}

#[test]
fn switches_with_faults() {
    body_messages(
        "switch (i) { case 1; i = 1; case : i = 2; case 3 i = 4; default i = 5; default\n i = 6; }",
        expect![[r#"
            CL0201: expected `:` after the label, found `;`
              ^ 2:20 `` `:` expected here
              help: add `:` [`` -> `:`]
            CL0203: expected an expression, found `:`
              ^ 2:33 `` an expression has to stand here
              - 2:34 `:` this stands there instead
            CL0201: expected `:` after the label, found `i`
              ^ 2:49 `` `:` expected here
              - 2:50 `i` this stands there instead
              help: add `:` [`` -> `:`]
            CL0201: expected `:` after the label, found `i`
              ^ 2:64 `` `:` expected here
              - 2:65 `i` this stands there instead
              help: add `:` [`` -> `:`]
            CL0201: expected `:` after the label, found `i`
              ^ 2:79 `` `:` expected here
              - 3:2 `i` this stands there instead
              help: add `:` [`` -> `:`]
            switch i
              block
                case 1
                  do (= i 1)
                error
                error
                error
                default
                  do (= i 6)"#]],
    );
}

#[test]
fn misplaced_pragmas() {
    body_messages(
        "i = 1;\n#pragma OPENCL FP_CONTRACT ON\ni = 2 +\n#pragma unroll\n3;\n#pragma nounroll\ni = 4;\n#pragma unroll 3\n",
        expect![[r#"
            CL0217: pragma `FP_CONTRACT` has no effect at this place
              ^ 3:1 `#pragma OPENCL FP_CONTRACT ON` ignored
              help: write it outside functions, or at the very start of a block in braces
            CL0217: pragma `unroll` has no effect at this place
              ^ 5:1 `#pragma unroll` ignored
              help: write it directly before a `for`, `while` or `do` loop
            CL0217: pragma `nounroll` has no effect at this place
              ^ 7:1 `#pragma nounroll` ignored
              help: write it directly before a `for`, `while` or `do` loop
            CL0217: pragma `unroll` has no effect at this place
              ^ 9:1 `#pragma unroll 3` ignored
              help: write it directly before a `for`, `while` or `do` loop
            do (= i 1)
            do (= i (+ 2 3))
            do (= i 4)"#]],
    );
    messages(
        "int a;\n#pragma unroll\nint b;",
        expect![[r#"
        CL0217: pragma `unroll` has no effect at this place
          ^ 2:1 `#pragma unroll` ignored
          help: write it directly before a `for`, `while` or `do` loop"#]],
    );
}

#[test]
fn one_fault_one_message() {
    // Each line has one fault; nothing else is said, and the last declaration is in the tree.
    let lines = [
        "v = v.xy.;",
        "i = i ++ 3;",
        "i = 3 4 5 6;",
        "i = f(1, 2 3 4, 5);",
        "int x y z;",
        "i = (((1 + 2) * 3);",
        "v[1][2;",
        "if (i)) i = 1;",
        "i = i + * / 2;",
        "i = #;",
        "float4 a = {1, 2 3, 4};",
        "int b[2] = {1, 2;",
        "return return;",
        "i = 'a' 'b';",
        "goto 3;",
        "for (int k = 0; k < ; k++) { i = 1; }",
        "while () { i = 2; }",
        "i.3;",
        "i = @;",
        "int = 3;",
        "float float;",
    ];
    for line in lines {
        let text =
            format!("void f(float4 v, int i) {{\n  int before;\n  {line}\n  int after = 1;\n}}\nint last;");
        let parsed = super::parse(&text);
        assert_eq!(parsed.diagnostics.list().len(), 1, "{line}\n{}", parsed.messages());
        let dump = parsed.dump();
        assert!(dump.contains("declare after: int = 1\n"), "{line}\n{dump}");
        assert!(dump.ends_with("declare last: int\n"), "{line}\n{dump}");
    }
}

#[test]
fn structs_that_lack_their_brace() {
    messages(
        "kernel void f(global int *o) {\n  struct { int a;\n  o[0] = 1;\n  vstore4(1, 2, o);\n}\nstruct S {\n  int b;\n\nkernel void g(void) { }\nstruct T {\n  int c;\nint h(void) { return 1; }\n",
        expect![[r#"
            CL0202: this `{` is never closed
              ^ 2:10 `{` its `}` is missing
              - 3:3 `o` no member starts with this
            CL0202: this `{` is never closed
              ^ 6:10 `{` its `}` is missing
              - 9:1 `kernel` no member starts with this
            CL0202: this `{` is never closed
              ^ 10:10 `{` its `}` is missing
              - 12:1 `int` no member starts with this"#]],
    );
}
