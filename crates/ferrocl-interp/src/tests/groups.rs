use super::{Run, kernel};
use crate::{Argument, Launch};

/// What every query gives, for one work-item of a launch with an offset and a smaller last group.
#[test]
fn work_item_queries() {
    let queries = [
        "work_dimension 0",
        "global_size 0",
        "global_id 0",
        "local_size 0",
        "enqueued_local_size 0",
        "local_id 0",
        "num_groups 0",
        "group_id 0",
        "global_offset 0",
        "global_size 1",
        "global_id 1",
        "local_size 1",
        "local_id 1",
        "num_groups 1",
        "group_id 1",
        "global_offset 1",
        "global_size 2",
        "global_id 2",
    ];
    // The last work-item (in x and y) writes them.
    let mut body = String::from(
        "let v4: i64 = work_item global_id 1
         let v5: bool = equal v2, v8
         let v6: bool = equal v4, v9
         let v7: bool = and v5, v6
         if v7 {\n",
    );
    for (i, query) in queries.iter().enumerate() {
        let (value, word, place) = (10 + 3 * i, 11 + 3 * i, 12 + 3 * i);
        if i == 0 {
            body +=
                &format!("let v{word}: i32 = work_item {query}\nlet v{value}: i64 = zero_extend v{word}\n");
        } else {
            body += &format!("let v{value}: i64 = work_item {query}\nlet v{word}: i32 = truncate v{value}\n");
        }
        body += &format!(
            "let v{place}: ptr.global = pointer_offset v0 offset {}\nstore v{word} to v{place} align 4\n",
            4 * i
        );
    }
    body += "}";
    let text = kernel("value v8: i64 = constant 106\nvalue v9: i64 = constant 22", &body);
    let launch = Launch {
        dimensions: 2,
        global_size: [7, 3, 1],
        local_size: [4, 2, 1],
        global_offset: [100, 20, 0],
        ..Launch::linear(1, 1)
    };
    let found = Run::new(&text).buffer(&[9; 18]).ints(&launch);
    assert_eq!(found, [2, 7, 106, 3, 4, 2, 2, 1, 100, 3, 22, 1, 0, 2, 1, 20, 1, 0]);
}

/// Each work-item of a launch that no group size divides runs once.
#[test]
fn every_work_item_runs_once() {
    let text = kernel(
        "value v4: i64 = constant 7
         value v5: i32 = constant 1",
        "let v6: i64 = work_item global_id 1
         let v7: i64 = work_item global_id 2
         let v8: i64 = mul v7, v4
         let v9: i64 = add v8, v6
         let v10: i64 = mul v9, v4
         let v11: i64 = add v10, v2
         let v12: ptr.global = pointer_offset v0 index v11 scale 4
         let v13: i32 = atomic_update add v12, v5 relaxed",
    );
    let launch =
        Launch { dimensions: 3, global_size: [7, 7, 5], local_size: [3, 2, 4], ..Launch::linear(1, 1) };
    assert_eq!(Run::new(&text).buffer(&[0; 245]).ints(&launch), [1; 245]);
    let none = Launch { global_size: [7, 0, 5], ..launch };
    assert_eq!(Run::new(&text).buffer(&[0; 245]).ints(&none), [0; 245]);
}

/// A tree reduction: a barrier in a loop with work-items that idle.
const REDUCE: &str = r#"
function f0 "reduce" -> void kernel {
  parameter v0: ptr.global "out"
  parameter v1: ptr.global "in"
  parameter v2: ptr.local "tmp"
  slot s0: i32 "s"
  labels 1
  value v3: i32 = constant 0
  value v4: i32 = constant 1
  body {
    let v5: i64 = work_item global_id 0
    let v6: i64 = work_item local_id 0
    let v7: ptr.global = pointer_offset v1 index v5 scale 4
    let v8: i32 = load v7 align 4
    let v9: ptr.local = pointer_offset v2 index v6 scale 4
    store v8 to v9 align 4
    barrier local
    let v10: i64 = work_item local_size 0
    let v11: i32 = truncate v10
    let v12: i32 = shift_right_unsigned v11, v4
    set s0 = v12
    loop l0 {
      let v13: i32 = get s0
      let v14: bool = less_signed v3, v13
      if v14 {
      } else {
        break l0
      }
      let v15: i64 = sign_extend v13
      let v16: bool = less_signed v6, v15
      if v16 {
        let v17: i64 = add v6, v15
        let v18: ptr.local = pointer_offset v2 index v17 scale 4
        let v19: i32 = load v18 align 4
        let v20: i32 = load v9 align 4
        let v21: i32 = add v19, v20
        store v21 to v9 align 4
      }
      barrier local
      let v22: i32 = shift_right_unsigned v13, v4
      set s0 = v22
    }
    let v23: i64 = zero_extend v3
    let v24: bool = equal v6, v23
    if v24 {
      let v25: i64 = work_item group_id 0
      let v26: ptr.global = pointer_offset v0 index v25 scale 4
      store v21x to v26 align 4
    }
  }
}
"#;

#[test]
fn barriers_in_a_loop() {
    // The sum is in the first element of the local memory.
    let text = REDUCE.replace("store v21x", "let v27: i32 = load v2 align 4\nstore v27");
    let input: Vec<u32> = (0..32).collect();
    let found = Run::new(&text)
        .buffer(&[0; 4])
        .buffer(&input)
        .argument(Argument::LocalSize(32))
        .ints(&Launch::linear(32, 8));
    assert_eq!(found, [28, 92, 156, 220]);
}

/// A value made before a barrier is still there after it, for each work-item its own.
#[test]
fn private_values_live_across_barriers() {
    let text = kernel(
        "local m0 \"x\" size 32 align 4
         slot s0: i32 \"acc\"
         slot s1: bytes 8 align 4 of i32 \"p\"
         value v4: ptr.local = address m0
         value v5: ptr.private = address s1
         value v6: i64 = constant 1
         value v7: i64 = constant 7",
        "let v8: i32 = truncate v2
         let v9: i32 = add v8, v8
         let v10: ptr.local = pointer_offset v4 index v2 scale 4
         store v8 to v10 align 4
         set s0 = v9
         let v11: ptr.private = pointer_offset v5 offset 4
         store v9 to v11 align 4
         barrier local
         let v12: i64 = add v2, v6
         let v13: i64 = and v12, v7
         let v14: ptr.local = pointer_offset v4 index v13 scale 4
         let v15: i32 = load v14 align 4
         let v16: i32 = get s0
         let v17: i32 = load v11 align 4
         let v18: i32 = add v15, v16
         let v19: i32 = add v18, v17
         store v19 to v3 align 4",
    );
    // Neighbour's id + 2 id + 2 id.
    let found = Run::new(&text).buffer(&[0; 8]).ints(&Launch::linear(8, 8));
    assert_eq!(found, [1, 6, 11, 16, 21, 26, 31, 28]);
}

/// A barrier within a function that is called.
#[test]
fn barriers_in_called_functions() {
    let text = r#"
    function f0 "swap" -> i32 {
      parameter v0: ptr.local "p"
      parameter v1: i64 "i"
      parameter v2: i32 "x"
      value v3: i64 = constant 1
      body {
        let v4: ptr.local = pointer_offset v0 index v1 scale 4
        store v2 to v4 align 4
        barrier local
        let v5: i64 = xor v1, v3
        let v6: ptr.local = pointer_offset v0 index v5 scale 4
        let v7: i32 = load v6 align 4
        barrier local
        return v7
      }
    }
    function f1 "t" -> void kernel {
      parameter v0: ptr.global "o"
      local m0 "x" size 16 align 4
      value v1: ptr.local = address m0
      body {
        let v2: i64 = work_item local_id 0
        let v3: ptr.global = pointer_offset v0 index v2 scale 4
        let v4: i32 = load v3 align 4
        let v5: i32 = call f0 v1, v2, v4
        let v6: i32 = add v5, v5
        let v7: i32 = call f0 v1, v2, v6
        store v7 to v3 align 4
      }
    }"#;
    assert_eq!(Run::new(text).buffer(&[1, 2, 3, 4]).ints(&Launch::linear(4, 4)), [2, 4, 6, 8]);
}

#[test]
fn local_memory_of_helpers_and_groups_is_fresh() {
    let text = kernel(
        "local m0 \"x\" size 4 align 4
         value v4: ptr.local = address m0
         value v5: i32 = constant 1",
        "let v6: i32 = atomic_update add v4, v5 relaxed
         barrier local
         let v7: i32 = load v4 align 4
         store v7 to v3 align 4",
    );
    assert_eq!(Run::new(&text).buffer(&[0; 5]).ints(&Launch::linear(5, 3)), [3, 3, 3, 2, 2]);
}
