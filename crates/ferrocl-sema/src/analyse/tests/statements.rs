//! Statements.

use expect_test::expect;

use super::hir;

#[test]
fn labels_are_statements_of_their_own() {
    let text = hir("
        int f(int x, uchar c)
        {
            switch (x) {
            case 1: case 2: x = 1;
            case -1: break;
            case 3 ... 5: { x = 2; }
            default: x = 3;
            }
            switch (c) case 'a': x = 4;
        again:
            if (x) goto again;
            if (x) inner: x = 5; else if (c) x = 6; else return 7;
            goto inner;
        }
    ");
    expect![[r#"
        function f(x0 x: int, x1 c: uchar) -> int
          switch (load x0)
            case 0x1
            case 0x2
            (= x0 1)
            case 0xffffffff
            break
            case 0x3 ... 0x5
            block
              (= x0 2)
            default
            (= x0 3)
          switch (to:int Switch (load x1))
            case 0x61
            (= x0 4)
          label l0 again
          if (load x0)
            goto l0 again
          if (load x0)
            label l1 inner
            (= x0 5)
          else if (load x1)
            (= x0 6)
          else
            return 7
          goto l1 inner
    "#]]
    .assert_eq(&text);
}

#[test]
fn loops_with_hints() {
    let text = hir("
        void f(int x)
        {
            for (int i = 0, j = 1; i < j; ++i) x++;
            for (;;) break;
            #pragma unroll 4
            while (x) --x;
            __attribute__((opencl_unroll_hint(1 + 1))) do x++; while (x < 3);
            { float x = 1; x += 1; }
        }
    ");
    expect![[r#"
        function f(x0 x: int) -> void
          for
            variable x1 i: int = 0
            variable x2 j: int = 1
            condition (<:int (load x1) (load x2))
            step (++_ x1)
            (_++ x0)
          for
            break
          while (load x0), unroll 4
            (--_ x0)
          do, unroll 2
            (_++ x0)
          while (<:int (load x0) 3)
          block
            variable x3 x: float = (to:float Initialization 1)
            (+=:float x3 (to:float UsualArithmetic 1))
    "#]]
    .assert_eq(&text);
}

#[test]
fn returned_values_are_converted() {
    let text = hir("
        float f(int x) { return x; }
        int4 g(char c) { return c; }
        void h(int x) { return (void)f(x); }
    ");
    expect![[r#"
        function f(x0 x: int) -> float
          return (to:float Return (load x0))
        function g(x0 c: char) -> int4
          return (widen:int4 Return (to:int Return (load x0)))
        function h(x0 x: int) -> void
          (drop:void Cast (call f (load x0)))
          return
    "#]]
    .assert_eq(&text);
}
