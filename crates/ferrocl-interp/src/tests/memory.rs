use ferrocl_base::id::Id;

use super::{Run, kernel};
use crate::{Argument, BufferId, Launch};

/// Pointers keep what they point to through memory, integers and the generic space.
#[test]
fn pointers_survive_memory_and_integers() {
    let text = kernel(
        "slot s0: bytes 8 align 8 \"p\"
         slot s1: i32 \"x\"
         value v4: ptr.private = address s0
         value v5: ptr.private = address s1
         value v6: i64 = constant 8
         value v7: i32 = constant 77
         value v8: i32 = constant 88",
        // p = &x; *p = 77
        "store v5 to v4 align 8
         let v9: ptr.private = load v4 align 8
         store v7 to v9 align 4
         let v10: i32 = get s1
         store v10 to v0 align 4
         let v11: i64 = pointer_to_integer v0
         let v12: i64 = add v11, v6
         let v13: ptr.global = integer_to_pointer v12
         let v14: ptr.generic = pointer_cast v13
         store v8 to v14 align 4
         let v15: ptr.global = pointer_cast v14 checked
         let v16: ptr.local = pointer_cast v14 checked
         let v17: bool = equal v13, v15
         let v18: i64 = pointer_to_integer v16
         let v19: i64 = zero_extend v17
         let v20: i64 = add v18, v19
         let v21: i32 = truncate v20
         let v22: ptr.global = pointer_offset v0 offset 4
         store v21 to v22 align 4
         set s1 = v8
         let v23: i32 = load v9 align 4
         let v24: ptr.global = pointer_offset v0 offset 12
         store v23 to v24 align 4",
    );
    assert_eq!(Run::new(&text).buffer(&[0; 4]).ints(&Launch::linear(1, 1)), [77, 1, 88, 88]);
}

/// A 3-vector touches three components.
#[test]
fn three_vectors_leave_their_fourth_place_alone() {
    let text = kernel(
        "value v4: i16x3 = constant [1, -1, 3]",
        "store v4 to v0 align 2
         let v5: i16x3 = load v0 align 2
         let v6: ptr.global = pointer_offset v0 offset 8
         store v5 to v6 align 2",
    );
    assert_eq!(Run::new(&text).buffer(&[9; 4]).ints(&Launch::linear(1, 1)), [0xffff_0001, 3, 0xffff_0001, 3]);
}

#[test]
fn aggregates_globals_and_relocations() {
    let text = r#"
    global g0 constant "table" align 8 {
      bytes 01 00 00 00 02 00 00 00
      bytes 00 00 00 00 00 00 00 00
      address at 8 of g1 plus 4
    }
    global g1 global "counter" align 4 {
      bytes 05 00 00 00 06 00 00 00
    }
    function f0 "t" -> void kernel {
      parameter v0: ptr.global "o"
      parameter v1: ptr.constant "s" aggregate 12 align 4
      slot s0: bytes 12 align 4 "copy"
      value v2: ptr.private = address s0
      value v3: ptr.constant = address g0
      value v4: i32 = constant 1
      body {
        copy v1 to v2 size 12 align 4
        let v5: ptr.private = pointer_offset v2 offset 4
        zero v5 size 4 align 4
        copy v2 to v0 size 12 align 4
        let v6: ptr.constant = pointer_offset v3 offset 4
        let v7: i32 = load v6 align 4
        let v8: ptr.global = pointer_offset v0 offset 12
        store v7 to v8 align 4
        let v9: ptr.constant = pointer_offset v3 offset 8
        let v10: ptr.global = load v9 align 8
        let v11: i32 = atomic_update add v10, v4 relaxed
        let v12: ptr.global = pointer_offset v0 offset 16
        store v11 to v12 align 4
      }
    }"#;
    let mut run =
        Run::new(text).buffer(&[9; 5]).argument(Argument::Bytes(vec![1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]));
    assert_eq!(run.ints(&Launch::linear(1, 1)), [1, 0, 3, 2, 6]);
    // Program-scope variables live on between launches.
    assert_eq!(run.ints(&Launch::linear(1, 1)), [1, 0, 3, 2, 7]);
}

#[test]
fn atomics() {
    let cases = [
        ("atomic_update add v0, v4", 10, 12, 10),
        ("atomic_update sub v0, v4", 10, 8, 10),
        ("atomic_update exchange v0, v4", 10, 2, 10),
        ("atomic_update max_signed v0, v4", 0xffff_fff0, 2, 0xffff_fff0),
        ("atomic_update max_unsigned v0, v4", 0xffff_fff0, 0xffff_fff0, 0xffff_fff0),
        ("atomic_update min_signed v0, v4", 5, 2, 5),
        ("atomic_update xor v0, v4", 3, 1, 3),
        ("atomic_compare_exchange v0, v4, v5", 2, 50, 2),
        ("atomic_compare_exchange v0, v4, v5", 3, 3, 3),
        ("atomic_load v0", 4, 4, 4),
    ];
    for (op, before, after, result) in cases {
        let text = kernel(
            "value v4: i32 = constant 2
             value v5: i32 = constant 50",
            &format!(
                "let v6: i32 = {op} relaxed
                 let v7: ptr.global = pointer_offset v0 offset 4
                 atomic_store v6 to v7 release"
            ),
        );
        let found = Run::new(&text).buffer(&[before, 0]).ints(&Launch::linear(1, 1));
        assert_eq!(found, [after, result], "{op}");
    }
}

#[test]
fn arguments_with_offsets_and_vectors() {
    let text = r#"
    function f0 "t" -> void kernel {
      parameter v0: ptr.global "o"
      parameter v1: i16x3 "v"
      parameter v2: ptr.global "n"
      value v3: ptr.global = constant null
      body {
        store v1 to v0 align 2
        let v4: bool = equal v2, v3
        let v5: i16 = zero_extend v4
        let v6: ptr.global = pointer_offset v0 offset 6
        store v5 to v6 align 2
      }
    }"#;
    let mut run = Run::new(text);
    let buffer = run.memory.add_buffer(vec![0; 12]);
    let mut run = run
        .argument(Argument::Buffer(buffer, 4))
        .argument(Argument::Bytes(vec![1, 0, 2, 0, 3, 0, 4, 0]))
        .argument(Argument::Null);
    run.launch(&Launch::linear(1, 1)).unwrap();
    assert_eq!(run.memory.bytes(BufferId::new(0)), [0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 1, 0]);
}

#[test]
fn printf_writes_to_the_report() {
    let text = format!(
        "global g0 constant \"\" align 1 {{
           bytes 25 73 3a 25 64 7c 25 76 32 68 6c 66 0a 00
         }}
         global g1 constant \"\" align 1 {{
           bytes 69 64 00
         }}
         {}",
        kernel(
            "value v4: ptr.constant = address g1
             value v5: f32x2 = constant [1.5, -2.0]",
            "let v6: i32 = truncate v2
             let v7: i32 = printf g0, v4, v6, v5
             store v7 to v3 align 4"
        )
    );
    let mut run = Run::new(&text).buffer(&[9; 2]);
    let report = run.launch(&Launch::linear(2, 1)).unwrap();
    assert_eq!(
        String::from_utf8(report.output).unwrap(),
        "id:0|1.500000,-2.000000\nid:1|1.500000,-2.000000\n"
    );
    assert_eq!(run.memory.bytes(BufferId::new(0)), [0; 8]);
}
