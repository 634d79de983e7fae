use super::{Run, kernel};
use crate::Launch;

fn one(head: &str, body: &str) -> u32 {
    Run::new(&kernel(head, body)).buffer(&[0]).ints(&Launch::linear(1, 1))[0]
}

/// C's switch with fall-through as nested blocks; each work-item takes its own way.
#[test]
fn switches_fall_through() {
    let text = kernel(
        "slot s0: i32 \"r\"
         labels 3
         value v4: i64 = constant 0
         value v5: i64 = constant 1
         value v6: i32 = constant 10
         value v7: i32 = constant 100",
        "set s0 = v1
         block l0 {
           block l1 {
             block l2 {
               let v8: bool = equal v2, v4
               if v8 {
                 break l2
               }
               let v9: bool = equal v2, v5
               if v9 {
                 break l1
               }
               break l0
             }
             set s0 = v6
           }
           let v10: i32 = get s0
           let v11: i32 = add v10, v7
           set s0 = v11
         }
         let v12: i32 = get s0
         store v12 to v3 align 4",
    );
    assert_eq!(Run::new(&text).buffer(&[9; 3]).ints(&Launch::linear(3, 3)), [110, 100, 0]);
}

/// Nested loops left and continued from within.
#[test]
fn loops_are_left_and_continued() {
    // for (i = 0; ; i++) { for (j = 0; j < 10; j++) { if (j == 3) continue; if (i + j == 12) goto out; n += j; } }
    let body = "
         set s0 = v1
         set s2 = v1
         loop l0 {
           set s1 = v1
           loop l1 {
             let v10: i32 = get s1
             let v11: bool = less_signed v10, v5
             if v11 {
             } else {
               break l1
             }
             let v12: i32 = add v10, v4
             set s1 = v12
             let v13: bool = equal v10, v6
             if v13 {
               continue l1
             }
             let v14: i32 = get s0
             let v15: i32 = add v14, v10
             let v16: bool = equal v15, v7
             if v16 {
               break l0
             }
             let v17: i32 = get s2
             let v18: i32 = add v17, v10
             set s2 = v18
           }
           let v19: i32 = get s0
           let v20: i32 = add v19, v4
           set s0 = v20
         }
         let v21: i32 = get s2
         store v21 to v3 align 4";
    let head = "slot s0: i32 \"i\"
         slot s1: i32 \"j\"
         slot s2: i32 \"n\"
         labels 2
         value v4: i32 = constant 1
         value v5: i32 = constant 10
         value v6: i32 = constant 3
         value v7: i32 = constant 12";
    let mut n = 0;
    'out: for i in 0.. {
        for j in 0..10 {
            if j == 3 {
                continue;
            }
            if i + j == 12 {
                break 'out;
            }
            n += j;
        }
    }
    assert_eq!(one(&format!("{head}\nvalue v8: i32 = undefined\nvalue v9: i32 = undefined"), body), n);
}

/// A loaded slot keeps its old value where the slot is written before the value's last use, in a loop too.
#[test]
fn loads_of_slots_are_not_overtaken_by_writes() {
    let head = "slot s0: i32 \"a\"
         slot s1: i32 \"b\"
         slot s2: i32 \"i\"
         labels 1
         value v4: i32 = constant 1
         value v5: i32 = constant 10";
    // Fibonacci numbers by swapping, and the first value of s0 kept over the loop.
    let body = "
         set s0 = v4
         set s1 = v4
         set s2 = v1
         let v6: i32 = get s0
         loop l0 {
           let v7: i32 = get s2
           let v8: bool = equal v7, v5
           if v8 {
             break l0
           }
           let v9: i32 = get s0
           let v10: i32 = get s1
           set s0 = v10
           let v11: i32 = add v9, v10
           set s1 = v11
           let v12: i32 = add v7, v6
           set s2 = v12
         }
         let v13: i32 = get s0
         store v13 to v3 align 4";
    assert_eq!(one(head, body), 89);
}

/// `v.xyz = v.zxy; v = v + v.yzx` on one slot: all components are read before one is written.
#[test]
fn components_move_as_if_at_once() {
    let head = "slot s0: i32x3 \"v\"
         value v4: i32x3 = constant [1, 20, 300]
         value v5: i32 = constant 1000";
    let body = "
         set s0 = v4
         let v6: i32x3 = get s0
         let v7: i32x3 = shuffle v6, v6 [2, 0, 1]
         set s0 = v7
         let v8: i32x3 = get s0
         let v9: i32x3 = shuffle v8, v8 [1, 2, 0]
         let v10: i32x3 = add v8, v9
         set s0 = v10
         let v11: i32x3 = get s0
         let v12: i32 = extract v11 at 0
         let v13: i32 = extract v11 at 1
         let v14: i32 = extract v11 at 2
         let v15: i32 = mul v13, v5
         let v16: i32 = mul v14, v5
         let v17: i32 = mul v16, v5
         let v18: i32 = add v12, v15
         let v19: i32 = add v18, v17
         store v19 to v3 align 4";
    // (300, 1, 20), then (301, 21, 320).
    assert_eq!(one(head, body), 301 + 21 * 1000 + 320 * 1_000_000);
}

#[test]
fn vector_operators() {
    let head = "value v4: f32x4 = constant [1.0, -2.0, 3.5, 0.25]
         value v5: f32x4 = constant [2.0, 2.0, 2.0, 2.0]
         value v6: i32 = constant 2
         value v7: i32x4 = constant [1, 2, 4, 8]
         value v8: i32x4 = constant [0, 0, 0, 0]";
    let body = "
         let v9: f32x4 = fma v4, v5, v5
         let v10: boolx4 = float_less v9, v5
         let v11: i32x4 = select v10, v7, v8
         let v12: i32x4 = float_to_integer signed toward_zero v9
         let v13: i32x4 = add v11, v12
         let v14: i32 = extract_dynamic v13, v6
         let v15: bool = any_true v10
         let v16: bool = all_true v10
         let v17: i32 = zero_extend v15
         let v18: i32 = sign_extend v16
         let v19: i8x16 = bitcast v13
         let v20: i8 = extract v19 at 4
         let v21: i32 = sign_extend v20
         let v22: i8x16 = insert v20 into v19 at 0
         let v23: i16x8 = bitcast v22
         let v24: i64x2 = bitcast v23
         let v25: i64 = extract v24 at 0
         let v26: i32 = truncate v25
         let v27: i32 = add v14, v17
         let v28: i32 = add v27, v18
         let v29: i32 = mul v28, v21
         let v30: i32x2 = construct v29, v26
         let v31: i32x2 = shuffle v30, v30 [1, 0]
         store v31 to v0 align 4";
    let found = Run::new(&kernel(head, body)).buffer(&[0, 0]).ints(&Launch::linear(1, 1));
    // fma: 4, -2, 9, 2.5; less than 2: only the second; so 4, -2 + 2, 9, 2.
    assert_eq!(found, [0x0000_0000, 0]);
    let body = body.replace("at 4\n", "at 8\n");
    let found = Run::new(&kernel(head, &body)).buffer(&[0, 0]).ints(&Launch::linear(1, 1));
    assert_eq!(found, [9, 90]);
}

/// Calls: frames of callers and callees do not touch, whatever the order of calls.
#[test]
fn calls_keep_their_callers_values() {
    let text = r#"
    function f0 "twice" -> i32 {
      parameter v0: i32 "x"
      slot s0: i32 "t"
      body {
        let v1: i32 = add v0, v0
        set s0 = v1
        let v2: i32 = get s0
        return v2
      }
    }
    function f1 "mix" -> i32x2 {
      parameter v0: i32 "x"
      parameter v1: i32 "y"
      body {
        let v2: i32 = call f0 v1
        let v3: i32 = call f0 v0
        let v4: i32 = call f0 v3
        let v5: i32x2 = construct v4, v2
        return v5
      }
    }
    function f2 "nothing" -> void {
      body {
      }
    }
    function f3 "t" -> void kernel {
      parameter v0: ptr.global "o"
      value v1: i32 = constant 5
      value v2: i32 = constant 7
      body {
        let v3: i32 = call f0 v1
        let v4: void = call f2
        let v5: i32x2 = call f1 v3, v2
        let v6: i32x2 = call f1 v2, v3
        let v7: i32x2 = sub v5, v6
        let v8: i32 = call f0 v3
        let v9: i32x2 = insert v8 into v7 at 1
        store v9 to v0 align 8
      }
    }"#;
    let found = Run::new(text).buffer(&[0, 0]).ints(&Launch::linear(1, 1));
    assert_eq!(found, [40 - 28, 20]);
}

/// A function that ends without `return` gives zeros.
#[test]
fn a_missing_return_gives_zero() {
    let text = r#"
    function f0 "f" -> i32 {
      parameter v0: bool "b"
      value v1: i32 = constant 5
      body {
        if v0 {
          return v1
        }
      }
    }
    function f1 "t" -> void kernel {
      parameter v0: ptr.global "o"
      value v1: bool = constant true
      value v2: bool = constant false
      body {
        let v3: i32 = call f0 v1
        let v4: i32 = call f0 v2
        let v5: i32x2 = construct v3, v4
        store v5 to v0 align 4
      }
    }"#;
    assert_eq!(Run::new(text).buffer(&[9, 9]).ints(&Launch::linear(1, 1)), [5, 0]);
}

/// Every walk over statements goes as deep as the verifier allows, on the small stack of a test's thread.
#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    use ferrocl_ir::{LabelId, MAX_NESTING, Stmt, print, read, uniformity, verify};
    let text =
        kernel("value v4: bool = constant true", "let v5: bool = equal v2, v2\nstore v1 to v3 align 4");
    let mut module = read(&text).unwrap();
    let function = &mut module.functions[ferrocl_ir::FunctionId(0)];
    let store = function.body.pop().unwrap();
    let span = ferrocl_base::Span::NONE;
    let mut body = vec![store];
    for depth in 0..MAX_NESTING as u32 {
        let label = LabelId(depth);
        // A condition that nothing folds away: the address.
        body = match depth % 3 {
            0 => vec![Stmt::If { condition: ferrocl_ir::ValueId(5), then: body, otherwise: vec![], span }],
            1 => vec![Stmt::Block { label, body }],
            _ => {
                body.push(Stmt::Break(label));
                vec![Stmt::Loop { label, body, unroll: 0, span }]
            }
        };
    }
    function.label_count = MAX_NESTING as u32;
    function.body.extend(body);
    assert!(read(&print(&module)).unwrap() == module);
    let info = verify(&module).unwrap();
    let id = ferrocl_ir::FunctionId(0);
    uniformity(&module.functions[id], &info.functions[id]);
    let mut run = Run::new(&text).buffer(&[9]);
    run.module = module;
    assert_eq!(run.ints(&Launch::linear(1, 1)), [0]);
}
