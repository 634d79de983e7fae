//! Statements: each production.

use expect_test::expect;

use super::{body, tree};

#[test]
fn simple_statements() {
    body(
        "; 1; f(); { } { ; { 2; } } return; return 3; goto end; end: ; break; continue;",
        expect![[r#"
        empty
        do 1
        do (call f)
        block
        block
          empty
          block
            do 2
        return
        return 3
        goto end
        label end
          empty
        break
        continue"#]],
    );
}

#[test]
fn conditions() {
    body(
        "int a; if (a) 1; if (a) { 2; } else 3; if (a) if (a) 4; else 5; if (a) 6; else if (a) 7; else if (a) 8; else 9;",
        expect![[r#"
            declare a: int
            if a
              do 1
            if a
              block
                do 2
            else
              do 3
            if a
              if a
                do 4
              else
                do 5
            if a
              do 6
            else if a
              do 7
            else if a
              do 8
            else
              do 9"#]],
    );
}

#[test]
fn switches() {
    body(
        "int a; switch (a) { case 1: case 2: 1; break; case 3 ... 5: 2; default: 3; case 6: { } }
         switch (a) case 1: 4; switch (a) default: ; switch (a) { case 1 ? 2 : 3: ; }",
        expect![[r#"
            declare a: int
            switch a
              block
                case 1
                case 2
                  do 1
                break
                case 3 ... 5
                  do 2
                default
                  do 3
                case 6
                  block
            switch a
              case 1
                do 4
            switch a
              default
                empty
            switch a
              block
                case (? 1 2 3)
                  empty"#]],
    );
}

#[test]
fn loops() {
    body(
        "int i; while (i) i--; do i++; while (i < 3); do { } while (0); for (;;) ; for (i = 0; i < 4; i++, i++) { }
         for (int j = 0, k = 1; j < k; ) j++; for (float4 v = (float4)(0); ; v.x++) continue;",
        expect![[r#"
            declare i: int
            while i
              do (post-- i)
            do-while (< i 3)
              do (post++ i)
            do-while 0
              block
            for
              empty
            for
              init
                do (= i 0)
              condition (< i 4)
              step (, (post++ i) (post++ i))
              block
            for
              init
                declare j: int = 0
                declare also k: the same = 1
              condition (< j k)
              do (post++ j)
            for
              init
                declare v: float4 = (cast <float4> (paren 0))
              step (post++ (. x v))
              continue"#]],
    );
}

#[test]
fn labels() {
    body(
        "typedef int T; a: b: 1; T: 2; goto T; unused: __attribute__((unused)) ; switch (1) { x: case 1: y: default: z: 3; }",
        expect![[r#"
            declare typedef T: int
            label a
            label b
              do 1
            label T
              do 2
            goto T
            label unused
              empty
            switch 1
              block
                label x
                case 1
                label y
                default
                label z
                  do 3"#]],
    );
}

#[test]
fn unroll_hints() {
    body(
        "int n;
         __attribute__((opencl_unroll_hint(2))) while (n) n--;
         __attribute__((opencl_unroll_hint)) for (int i = 0; i < 2; i++) ;
         __attribute__((opencl_unroll_hint(2 * 2))) do n++; while (n);
         for __attribute__((opencl_unroll_hint(1))) (;;) ;
         #pragma unroll
         for (;;) ;
         #pragma unroll 8
         while (n) ;
         #pragma nounroll
         do ; while (n);
         here: __attribute__((opencl_unroll_hint(3))) for (;;) ;",
        expect![[r#"
            declare n: int
            while n unroll by 2
              do (post-- n)
            for unroll fully
              init
                declare i: int = 0
              condition (< i 2)
              step (post++ i)
              empty
            do-while n unroll by (* 2 2)
              do (post++ n)
            for unroll by 1
              empty
            for unroll fully
              empty
            while n unroll by 8
              empty
            do-while n unroll by 1
              empty
            label here
              for unroll by 3
                empty"#]],
    );
}

#[test]
fn fp_contract_at_the_start_of_blocks() {
    body(
        "#pragma OPENCL FP_CONTRACT ON
         int a;
         {
           #pragma OPENCL FP_CONTRACT OFF
           a = 1;
           {
             #pragma STDC FP_CONTRACT DEFAULT
           }
         }",
        expect![[r#"
            declare a: int
            block fp_contract off
              do (= a 1)
              block fp_contract default"#]],
    );
}

#[test]
fn fp_contract_at_the_start_of_a_function() {
    tree(
        "void f(void) {\n#pragma OPENCL FP_CONTRACT ON\n1;\n}",
        expect![[r#"
        function f: (void) -> void
          block fp_contract on
            do 1"#]],
    );
}

#[test]
fn declarations_among_statements() {
    body(
        "int a = 1; a = 2; const float4 *b, c; local int d[4]; struct S { int x; } s; struct S t; typedef int T; T e; enum { X }; int f(int); float4 (g);",
        expect![[r#"
            declare a: int = 1
            do (= a 2)
            declare b: pointer to const float4
            declare also c: the same
            declare d: array [4] of local int
            declare s: struct S { x: int; }
            declare t: struct S
            declare typedef T: int
            declare e: `T`
            declare enum { X }
            declare f: (int) -> int
            declare g: float4"#]],
    );
}

#[test]
fn attributes_before_declarations() {
    body(
        "__attribute__((aligned(16))) int a; __attribute__((x)) __attribute__((y)) float4 b;",
        expect![[r#"
        declare a: int @aligned(16)
        declare b: float4 @x @y"#]],
    );
}
