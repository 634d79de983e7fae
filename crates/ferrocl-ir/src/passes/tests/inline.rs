use expect_test::{Expect, expect};

use super::after;
use crate::*;

#[track_caller]
fn check(text: &str, expected: Expect) {
    let found = after(text, |module, id| {
        let order: Vec<FunctionId> = module.functions.ids().collect();
        for function in order {
            passes::inline_calls(module, function, &[]).unwrap();
        }
        passes::compact(&mut module.functions[id]);
    });
    expected.assert_eq(&found);
}

/// A `return` at the end needs neither block nor slot.
#[test]
fn a_tail_return_is_the_value() {
    check(
        r#"
        function f0 "add1" -> i32 {
          parameter v0: i32 "x"
          value v1: i32 = constant 1
          body {
            let v2: i32 = add v0, v1
            return v2
          }
        }
        function f1 "t" -> void kernel {
          parameter v0: ptr.global "p"
          parameter v1: i32 "i"
          body {
            let v2: i32 = call f0 v1
            let v3: i32 = call f0 v2
            store v3 to v0 align 4
          }
        }"#,
        expect![[r#"
            value v2: i32 = constant 1
            body {
              let v3: i32 = add v1, v2
              let v4: i32 = add v3, v2
              store v4 to v0 align 4
            }
        "#]],
    );
}

/// Others leave a block, with the result in a slot.
#[test]
fn early_returns_leave_a_block() {
    check(
        r#"
        function f0 "clamp" -> i32 {
          parameter v0: i32 "x"
          slot s0: i32 "unused"
          slot s1: i32 "used"
          labels 1
          value v1: i32 = constant 10
          body {
            block l0 {
              let v2: bool = less_signed v0, v1
              if v2 {
                set s1 = v0
                break l0
              }
              return v1
            }
            let v3: i32 = get s1
            return v3
          }
        }
        function f1 "t" -> void kernel {
          parameter v0: ptr.global "p"
          parameter v1: i32 "i"
          labels 1
          body {
            loop l0 {
              let v2: i32 = call f0 v1
              store v2 to v0 align 4
            }
          }
        }"#,
        expect![[r#"
            slot s0: i32 "used"
            slot s1: i32 ""
            labels 3
            value v2: i32 = constant 10
            body {
              loop l0 {
                block l2 {
                  start s0
                  block l1 {
                    let v3: bool = less_signed v1, v2
                    if v3 {
                      set s0 = v1
                      break l1
                    }
                    set s1 = v2
                    break l2
                  }
                  let v4: i32 = get s0
                  set s1 = v4
                  break l2
                }
                let v5: i32 = get s1
                store v5 to v0 align 4
              }
            }
        "#]],
    );
}

/// Scalar slots are each call's own, also by address; arrays and local variables are shared.
#[test]
fn which_variables_are_shared() {
    check(
        r#"
        function f0 "f" -> void {
          parameter v0: ptr.private "p"
          slot s0: i32 "x"
          slot s1: bytes 64 align 4 "a"
          local m0 "l" size 4 align 4
          value v1: ptr.private = address s0
          value v2: ptr.private = address s1
          value v3: ptr.local = address m0
          body {
            zero v1 size 4 align 4
            zero v2 size 64 align 4
            zero v3 size 4 align 4
            zero v0 size 4 align 4
          }
        }
        function f1 "t" -> void kernel {
          slot s0: i32 "mine"
          value v0: ptr.private = address s0
          body {
            let v1: void = call f0 v0
            let v2: void = call f0 v0
          }
        }"#,
        expect![[r#"
            slot s0: i32 "mine"
            slot s1: i32 "x"
            slot s2: bytes 64 align 4 "a"
            slot s3: i32 "x"
            local m0 "l" size 4 align 4
            value v0: ptr.private = address s0
            value v1: ptr.private = address s1
            value v2: ptr.private = address s2
            value v3: ptr.local = address m0
            value v4: ptr.private = address s3
            body {
              start s1
              start s2
              zero v1 size 4 align 4
              zero v2 size 64 align 4
              zero v3 size 4 align 4
              zero v0 size 4 align 4
              start s3
              start s2
              zero v4 size 4 align 4
              zero v2 size 64 align 4
              zero v3 size 4 align 4
              zero v0 size 4 align 4
            }
        "#]],
    );
}

/// A call tree that doubles at each level is refused, not followed.
#[test]
fn what_grows_too_large_is_refused() {
    let mut text = String::from(
        "function f0 \"f\" -> i32 {\nparameter v0: i32 \"x\"\nbody {\nlet v1: i32 = add v0, v0\nreturn v1\n}\n}\n",
    );
    for i in 1..40 {
        let before = i - 1;
        text += &format!(
            "function f{i} \"f\" -> i32 {{\nparameter v0: i32 \"x\"\nbody {{\nlet v1: i32 = call f{before} v0
             let v2: i32 = call f{before} v1\nreturn v2\n}}\n}}\n"
        );
    }
    let mut module = read(&text).unwrap();
    let functions: Vec<FunctionId> = module.functions.ids().collect();
    let error =
        functions.into_iter().find_map(|id| passes::inline_calls(&mut module, id, &[]).err()).unwrap();
    assert_eq!(error.message, "more than 1000000 values after inlining");
}

/// A kernel that would be too large calls functions; one beside it that calls the same is inlined whole.
#[test]
fn what_a_large_kernel_calls_stays() {
    let mut text = String::from(
        "function f0 \"f0\" -> i32 {\nparameter v0: i32 \"x\"\nbody {\nlet v1: i32 = add v0, v0\nreturn v1\n}\n}\n",
    );
    for i in 1..30 {
        let before = i - 1;
        text += &format!(
            "function f{i} \"f{i}\" -> i32 {{\nparameter v0: i32 \"x\"\nbody {{\nlet v1: i32 = call f{before} v0
             let v2: i32 = call f{before} v1\nreturn v2\n}}\n}}\n"
        );
    }
    for (i, called) in [(30, 29), (31, 8)] {
        text += &format!(
            "function f{i} \"k{i}\" -> void kernel {{\nparameter v0: ptr.global \"p\"\nparameter v1: i32 \"x\"\nbody {{
             let v2: i32 = call f{called} v1\nstore v2 to v0 align 4\n}}\n}}\n"
        );
    }
    let mut module = read(&text).unwrap_or_else(|error| panic!("{error}"));
    let info = verify(&module).unwrap();
    let kernels = [FunctionId(30), FunctionId(31)];
    passes::prepare(&mut module, &info, &kernels, passes::PrepareOptions::default()).unwrap();
    verify(&module).unwrap();
    let calls = |module: &Module, id: FunctionId| {
        module.functions[id].values.iter().filter(|value| matches!(value.op, Op::Call { .. })).count()
    };
    assert!(calls(&module, kernels[0]) > 0);
    assert_eq!(calls(&module, kernels[1]), 0);
    // Small functions are inlined in those that stay.
    let values: usize = module.functions.iter().map(|function| function.values.len()).sum();
    assert!(values < 10_000, "{values}");
}
