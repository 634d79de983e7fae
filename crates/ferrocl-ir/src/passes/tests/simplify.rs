use expect_test::{Expect, expect};

use super::{after, kernel};
use crate::passes;

#[track_caller]
fn check(head: &str, body: &str, expected: Expect) {
    expected.assert_eq(&after(&kernel(head, body), |module, id| passes::simplify(&mut module.functions[id])));
}

#[test]
fn constants_fold() {
    check(
        "value v7: i32 = constant 6
         value v8: i32 = constant 7",
        "let v9: i32 = mul v7, v8
         let v10: i32x2 = construct v9, v7
         let v11: i8x2 = truncate v10
         let v12: i8 = extract v11 at 0
         let v13: i32 = sign_extend v12
         let v14: bool = less_signed v8, v13
         if v14 {
           store v13 to v0 align 4
         } else {
           store v8 to v0 align 4
         }",
        expect![[r#"
            value v6: i32 = constant 42
            body {
              store v6 to v0 align 4
            }
        "#]],
    );
}

/// C's truth values, and conversions there and back.
#[test]
fn conversions_cancel() {
    check(
        "value v7: i32 = constant 0",
        "let v8: i32 = zero_extend v6
         let v9: bool = not_equal v8, v7
         if v9 {
           let v10: i64 = sign_extend v1
           let v11: i32 = truncate v10
           store v11 to v0 align 4
         }
         let v12: bool = equal v8, v7
         let v13: bool = not v12
         let v14: i32 = select v13, v2, v1
         store v14 to v0 align 4
         let v15: f64 = float_to_float nearest_even v3
         let v16: f32 = float_to_float toward_zero v15
         store v16 to v0 align 4",
        expect![[r#"
            body {
              let v6: bool = equal v1, v2
              if v6 {
                store v1 to v0 align 4
              }
              let v7: i32 = select v6, v2, v1
              store v7 to v0 align 4
              store v3 to v0 align 4
            }
        "#]],
    );
}

/// Only what is exact for every float: x + 0 is not x where x is −0.
#[test]
fn float_algebra_is_exact() {
    check(
        "value v7: f32 = constant 0.0
         value v8: f32 = constant -0.0
         value v9: f32 = constant 1.0",
        "let v10: f32 = float_add v3, v7
         store v10 to v0 align 4
         let v11: f32 = float_add v3, v8
         store v11 to v0 align 4
         let v12: f32 = float_sub v3, v7
         store v12 to v0 align 4
         let v13: f32 = float_mul v9, v3
         store v13 to v0 align 4
         let v14: f32 = float_mul v3, v7
         store v14 to v0 align 4
         let v15: f32 = float_add v3, v7 no_signed_zeros
         store v15 to v0 align 4
         let v16: f32 = float_sub v3, v3
         store v16 to v0 align 4",
        expect![[r#"
            value v6: f32 = constant 0.0
            body {
              let v7: f32 = float_add v3, v6
              store v7 to v0 align 4
              store v3 to v0 align 4
              store v3 to v0 align 4
              store v3 to v0 align 4
              let v8: f32 = float_mul v3, v6
              store v8 to v0 align 4
              store v3 to v0 align 4
              let v9: f32 = float_sub v3, v3
              store v9 to v0 align 4
            }
        "#]],
    );
}

#[test]
fn addresses_gather_constants() {
    check(
        "value v7: i64 = constant 3",
        "let v8: i64 = sign_extend v1
         let v9: i64 = add v7, v8
         let v10: ptr.global = pointer_offset v0 offset 8
         let v11: ptr.global = pointer_offset v10 index v9 scale 4
         let v12: ptr.global = pointer_offset v11 offset 16
         let v13: ptr.generic = pointer_cast v12
         let v14: ptr.generic = pointer_offset v13 index v7 scale 4
         store v1 to v14 align 4",
        expect![[r#"
            body {
              let v6: i64 = sign_extend v1
              let v7: ptr.global = pointer_offset v0 index v6 scale 4 offset 48
              store v1 to v7 align 4
            }
        "#]],
    );
}

/// Slots forward what they hold, but not over branches and loops that may write them.
#[test]
fn slots_forward() {
    check(
        "slot s0: i32 \"a\"
         slot s1: i32 \"b\"
         slot s2: i32 \"never read\"
         labels 1",
        "set s0 = v1
         set s1 = v2
         set s2 = v1
         let v7: i32 = get s0
         store v7 to v0 align 4
         if v6 {
           set s0 = v2
           let v8: i32 = get s0
           store v8 to v0 align 4
         }
         let v9: i32 = get s0
         store v9 to v0 align 4
         loop l0 {
           let v10: i32 = get s0
           let v11: i32 = get s1
           let v12: i32 = add v10, v11
           set s0 = v12
           let v13: bool = equal v12, v2
           if v13 {
             break l0
           }
         }
         let v14: i32 = get s1
         store v14 to v0 align 4",
        expect![[r#"
            slot s0: i32 "a"
            labels 1
            body {
              let v6: bool = equal v1, v2
              set s0 = v1
              store v1 to v0 align 4
              if v6 {
                set s0 = v2
                store v2 to v0 align 4
              }
              let v7: i32 = get s0
              store v7 to v0 align 4
              loop l0 {
                let v8: i32 = get s0
                let v9: i32 = add v8, v2
                set s0 = v9
                let v10: bool = equal v9, v2
                if v10 {
                  break l0
                }
              }
              store v2 to v0 align 4
            }
        "#]],
    );
}

/// A variable whose address is only used to read and write it whole is a slot like others.
#[test]
fn addresses_of_whole_slots_vanish() {
    check(
        "slot s0: i32 \"out\"
         value v7: ptr.private = address s0",
        "let v8: ptr.generic = pointer_cast v7
         store v3 to v8 align 4
         let v9: f32 = load v7 align 4
         let v10: i32 = get s0
         store v9 to v0 align 4
         store v10 to v0 align 4",
        expect![[r#"
            body {
              let v6: i32 = bitcast v3
              store v3 to v0 align 4
              store v6 to v0 align 4
            }
        "#]],
    );
}

#[test]
fn early_exits_become_branches() {
    check(
        "slot s0: i32 \"r\"
         labels 1",
        "block l0 {
           if v6 {
             set s0 = v1
             break l0
           }
           let v7: bool = less_signed v1, v2
           if v7 {
           } else {
             set s0 = v2
             break l0
           }
           let v8: i32 = add v1, v2
           set s0 = v8
           break l0
         }
         let v9: i32 = get s0
         store v9 to v0 align 4",
        expect![[r#"
            slot s0: i32 "r"
            body {
              let v6: bool = equal v1, v2
              if v6 {
                set s0 = v1
              } else {
                let v7: bool = less_signed v1, v2
                if v7 {
                  let v8: i32 = add v1, v2
                  set s0 = v8
                } else {
                  set s0 = v2
                }
              }
              let v9: i32 = get s0
              store v9 to v0 align 4
            }
        "#]],
    );
}

#[test]
fn loops_that_run_once_and_dead_code() {
    check(
        "labels 3
         value v7: bool = constant false",
        "loop l0 {
           if v7 {
             continue l0
           }
           store v1 to v0 align 4
           break l0
         }
         loop l1 {
           store v2 to v0 align 4
           if v6 {
             return
           }
         }
         store v1 to v0 align 4",
        expect![[r#"
            labels 1
            body {
              let v6: bool = equal v1, v2
              store v1 to v0 align 4
              loop l0 {
                store v2 to v0 align 4
                if v6 {
                  return
                }
              }
            }
        "#]],
    );
}

/// A struct and an array with known indices end as slots, and these as values.
#[test]
fn aggregates_are_taken_apart() {
    check(
        "slot s0: bytes 16 align 4 \"s\"
         slot s1: bytes 16 align 4 \"copy\"
         value v7: ptr.private = address s0
         value v8: ptr.private = address s1",
        "zero v7 size 16 align 4
         let v9: ptr.private = pointer_offset v7 offset 4
         store v1 to v9 align 4
         let v10: ptr.private = pointer_offset v7 offset 8
         store v3 to v10 align 4
         copy v7 to v8 size 16 align 4
         store v2 to v9 align 4
         let v11: ptr.private = pointer_offset v8 offset 4
         let v12: i32 = load v11 align 4
         store v12 to v0 align 4
         let v13: ptr.private = pointer_offset v8 offset 8
         let v14: i32 = load v13 align 4
         store v14 to v0 align 4
         let v15: i32 = load v8 align 4
         store v15 to v0 align 4",
        expect![[r#"
            value v6: i32 = constant 0
            body {
              let v7: i32 = bitcast v3
              store v1 to v0 align 4
              store v7 to v0 align 4
              store v6 to v0 align 4
            }
        "#]],
    );
}

/// From memory, changed in one place, and back: what is not named comes along.
#[test]
fn copies_through_a_variable_lose_nothing() {
    check(
        "slot s0: bytes 12 align 4 \"s\"
         value v7: ptr.private = address s0",
        "copy v0 to v7 size 12 align 4
         let v8: ptr.private = pointer_offset v7 offset 4
         let v9: f32 = load v8 align 4
         let v10: f32 = float_add v9, v3
         store v10 to v8 align 4
         let v11: ptr.global = pointer_offset v0 offset 64
         copy v7 to v11 size 12 align 4",
        expect![[r#"
            body {
              let v8: i32 = load v0 align 4
              let v9: ptr.global = pointer_offset v0 offset 4
              let v10: f32 = load v9 align 4
              let v11: ptr.global = pointer_offset v0 offset 8
              let v12: i32 = load v11 align 4
              let v6: f32 = float_add v10, v3
              let v7: ptr.global = pointer_offset v0 offset 64
              store v8 to v7 align 4
              let v13: ptr.global = pointer_offset v0 offset 68
              store v6 to v13 align 4
              let v14: ptr.global = pointer_offset v0 offset 72
              store v12 to v14 align 4
            }
        "#]],
    );
}

/// Accesses that overlap, or are at places not known, leave a variable in memory; one that is only written goes.
#[test]
fn what_stays_in_memory() {
    check(
        "slot s0: bytes 16 align 4 \"union\"
         slot s1: bytes 16 align 4 \"array\"
         slot s2: bytes 16 align 4 \"only written\"
         value v7: ptr.private = address s0
         value v8: ptr.private = address s1
         value v9: ptr.private = address s2",
        "store v1 to v7 align 4
         let v10: i16 = load v7 align 2
         store v10 to v0 align 2
         let v11: i64 = sign_extend v1
         let v12: ptr.private = pointer_offset v8 index v11 scale 4
         store v1 to v12 align 4
         let v13: i32 = load v8 align 4
         store v13 to v0 align 4
         let v14: ptr.private = pointer_offset v9 index v11 scale 4
         store v1 to v14 align 4
         zero v9 size 16 align 4",
        expect![[r#"
            slot s0: bytes 16 align 4 "union"
            slot s1: bytes 16 align 4 "array"
            value v6: ptr.private = address s0
            value v7: ptr.private = address s1
            body {
              store v1 to v6 align 4
              let v8: i16 = load v6 align 2
              store v8 to v0 align 2
              let v9: i64 = sign_extend v1
              let v10: ptr.private = pointer_offset v7 index v9 scale 4
              store v1 to v10 align 4
              let v11: i32 = load v7 align 4
              store v11 to v0 align 4
            }
        "#]],
    );
}

#[test]
fn equal_values_are_shared_in_scope() {
    check(
        "",
        "if v6 {
           let v7: i32 = mul v1, v2
           store v7 to v0 align 4
         }
         let v8: i32 = mul v1, v2
         let v9: i32 = mul v1, v2
         let v10: i32 = load v0 align 4
         let v11: i32 = load v0 align 4
         let v12: i32 = add v8, v9
         let v13: i32 = add v10, v11
         store v12 to v0 align 4
         store v13 to v0 align 4",
        expect![[r#"
            body {
              let v6: bool = equal v1, v2
              if v6 {
                let v7: i32 = mul v1, v2
                store v7 to v0 align 4
              }
              let v8: i32 = mul v1, v2
              let v9: i32 = load v0 align 4
              let v10: i32 = load v0 align 4
              let v11: i32 = add v8, v8
              let v12: i32 = add v9, v10
              store v11 to v0 align 4
              store v12 to v0 align 4
            }
        "#]],
    );
}

#[test]
fn required_sizes_are_known() {
    check(
        "required_work_group_size 16 1 1",
        "let v7: i64 = work_item enqueued_local_size 0
         let v8: i64 = work_item local_size 0
         let v9: i64 = work_item local_size 1
         let v10: i64 = work_item local_id 1
         let v11: i64x4 = construct v7, v8, v9, v10
         store v11 to v0 align 8",
        expect![[r#"
            required_work_group_size 16 1 1
            value v8: i64 = constant 16
            value v9: i64 = constant 1
            value v10: i64 = constant 0
            body {
              let v6: i64 = work_item local_size 0
              let v7: i64x4 = construct v8, v6, v9, v10
              store v7 to v0 align 8
            }
        "#]],
    );
}
