use ferrocl_base::{Span, id::Id};
use ferrocl_ir::{FunctionId, SlotId, Stmt};

use super::{Run, kernel};
use crate::{AccessKind, Allocation, Argument, BufferId, Launch, Limits, RunErrorKind};

/// An access beyond a buffer names the buffer, the place and the work-item.
#[test]
fn out_of_bounds() {
    let text = kernel("", "store v1 to v3 align 4");
    let mut run = Run::new(&text).buffer(&[0; 4]);
    // Give the store a place in the source.
    if let Some(Stmt::Store { span, .. }) = run.module.functions[FunctionId::new(0)].body.last_mut() {
        *span = Span::new(10, 20);
    }
    let error = run.fault(&Launch::linear(5, 1));
    let allocation = Allocation::Buffer(BufferId::new(0));
    let access = AccessKind::Write;
    assert_eq!(
        error.kind,
        RunErrorKind::OutOfBounds { access, allocation, offset: 16, size: 4, allocation_size: 16 }
    );
    assert_eq!(error.span, Span::new(10, 20));
    assert_eq!(error.stack.len(), 1);
    assert_eq!(error.work_item.as_ref().unwrap().global, [4, 0, 0]);
    assert_eq!(
        error.to_string(),
        "write of 4 bytes at offset 16 of buffer 0, which has 16 bytes (work-item (4, 0, 0))"
    );
}

#[track_caller]
fn check(head: &str, body: &str, message: &str) {
    let error = Run::new(&kernel(head, body)).buffer(&[0; 4]).fault(&Launch::linear(1, 1));
    assert_eq!(error.to_string(), format!("{message} (work-item (0, 0, 0))"));
}

#[test]
fn bad_addresses() {
    check(
        "",
        "let v4: ptr.global = pointer_offset v0 offset -4\nlet v5: i32 = load v4 align 4",
        "read of 4 bytes at offset -4 of buffer 0, which has 16 bytes",
    );
    check(
        "",
        "let v4: ptr.global = pointer_offset v0 offset 14\nlet v5: i32x2 = load v4 align 2",
        "read of 8 bytes at offset 14 of buffer 0, which has 16 bytes",
    );
    check(
        "",
        "let v4: ptr.global = pointer_offset v0 offset 2\nlet v5: i32 = load v4 align 4",
        "read at offset 2 of buffer 0, which is no multiple of 4",
    );
    check("value v4: ptr.global = constant null", "store v1 to v4 align 4", "write through a null pointer");
    check(
        "value v4: ptr.global = constant null",
        "let v5: ptr.global = pointer_offset v4 offset -8\nstore v1 to v5 align 4",
        "write through a null pointer",
    );
    check(
        "value v4: ptr.global = constant 0xdeadbeefdead",
        "let v5: i32 = atomic_load v4 relaxed",
        "read through 0xdeadbeefdead, which points to nothing",
    );
    check(
        "slot s0: bytes 8 align 4 \"\"\nvalue v4: ptr.private = address s0",
        "copy v0 to v4 size 16 align 4",
        "write of 16 bytes at offset 0 of private variable s0, which has 8 bytes",
    );
    check(
        "local m0 \"\" size 8 align 4\nvalue v4: ptr.local = address m0",
        "let v5: ptr.local = pointer_offset v4 offset 8\nlet v6: i32 = load v5 align 4",
        "read of 4 bytes at offset 8 of local variable m0, which has 8 bytes",
    );
}

/// The generic space hides that memory is constant, but it still is.
#[test]
fn constants_are_read_only() {
    let text = format!(
        "global g0 constant \"\" align 4 {{\nbytes 00 00 00 00\n}}\n{}",
        kernel(
            "value v4: ptr.constant = address g0",
            "let v5: i64 = pointer_to_integer v4
             let v6: ptr.global = integer_to_pointer v5
             store v1 to v6 align 4"
        )
    );
    let error = Run::new(&text).buffer(&[0; 4]).fault(&Launch::linear(1, 1));
    assert_eq!(
        error.to_string(),
        "write to program-scope variable g0, which is read-only (work-item (0, 0, 0))"
    );
}

#[test]
fn variables_die_with_their_function() {
    let text = r#"
    function f0 "escape" -> ptr.private {
      slot s0: i32 "x"
      value v0: ptr.private = address s0
      body {
        return v0
      }
    }
    function f1 "t" -> void kernel {
      parameter v0: ptr.global "o"
      body {
        let v1: ptr.private = call f0
        let v2: i32 = load v1 align 4
      }
    }"#;
    let error = Run::new(text).buffer(&[0]).fault(&Launch::linear(1, 1));
    let allocation = Allocation::Private(FunctionId::new(0), SlotId::new(0));
    assert_eq!(error.kind, RunErrorKind::DeadVariable { access: AccessKind::Read, allocation });
}

#[test]
fn faults_in_calls_name_the_callers() {
    let text = r#"
    function f0 "inner" -> void {
      parameter v0: ptr.global "p"
      value v1: i32 = constant 1
      body {
        store v1 to v0 align 4
      }
    }
    function f1 "outer" -> void {
      parameter v0: ptr.global "p"
      body {
        let v1: ptr.global = pointer_offset v0 offset 4
        let v2: void = call f0 v1
      }
    }
    function f2 "t" -> void kernel {
      parameter v0: ptr.global "o"
      body {
        let v1: void = call f1 v0
      }
    }"#;
    let error = Run::new(text).buffer(&[0]).fault(&Launch::linear(1, 1));
    let functions: Vec<u32> = error.stack.iter().map(|site| site.function.0).collect();
    assert_eq!(functions, [0, 1, 2]);
}

/// Work-items 3 and up return before the barrier.
#[test]
fn a_barrier_that_some_do_not_reach() {
    let text = kernel(
        "value v4: i64 = constant 3",
        "let v5: bool = less_signed v2, v4
         if v5 {
         } else {
           return
         }
         barrier local",
    );
    let error = Run::new(&text).buffer(&[0]).fault(&Launch::linear(8, 8));
    assert_eq!(
        error.to_string(),
        "barrier divergence: work-item (3, 0, 0) has finished (work-item (0, 0, 0))"
    );
    // The other way round: the first ones return.
    let text = text.replace("less_signed v2, v4", "less_signed v4, v2");
    let error = Run::new(&text).buffer(&[0]).fault(&Launch::linear(8, 8));
    assert_eq!(
        error.to_string(),
        "barrier divergence: work-item (0, 0, 0) has finished (work-item (4, 0, 0))"
    );
}

#[test]
fn two_barriers_in_two_branches() {
    let text = kernel(
        "value v4: i64 = constant 3",
        "let v5: bool = less_signed v2, v4
         if v5 {
           barrier local
         } else {
           barrier local
         }",
    );
    let error = Run::new(&text).buffer(&[0]).fault(&Launch::linear(8, 8));
    let message = "barrier divergence: work-item (0, 0, 0) waits at another barrier (work-item (3, 0, 0))";
    assert_eq!(error.to_string(), message);
}

/// The same barrier, but in another number of turns.
#[test]
fn a_barrier_in_a_loop_of_unequal_length() {
    let text = kernel(
        "slot s0: i64 \"i\"
         labels 1
         value v4: i64 = constant 1",
        "set s0 = v2
         loop l0 {
           let v5: i64 = get s0
           let v6: bool = less_signed v5, v4
           if v6 {
             break l0
           }
           let v7: i64 = sub v5, v4
           set s0 = v7
           barrier local
         }",
    );
    let error = Run::new(&text).buffer(&[0]).fault(&Launch::linear(3, 3));
    assert!(matches!(error.kind, RunErrorKind::BarrierDivergence { .. }));
}

#[test]
fn endless_loops_end() {
    let text = kernel("labels 1", "loop l0 {\n}");
    let mut run = Run::new(&text).buffer(&[0]);
    run.limits = Limits { max_steps: 100_000, ..Limits::default() };
    let error = run.fault(&Launch::linear(1, 1));
    assert!(matches!(error.kind, RunErrorKind::StepLimit { steps: 100_000..=100_010 }), "{error}");
}

/// A launch of more work-items than can ever run, of a kernel without loops.
#[test]
fn endless_launches_end() {
    let mut run = Run::new(&kernel("", "")).buffer(&[0]);
    run.limits.max_steps = 100_000;
    let error = run.fault(&Launch::linear(1 << 62, 1));
    assert!(matches!(error.kind, RunErrorKind::StepLimit { .. }), "{error}");
}

/// Calls that double at each level would run for ages.
#[test]
fn calls_count_as_steps() {
    let mut text = String::from("function f0 \"f\" -> void {\nbody {\n}\n}\n");
    for i in 1..60 {
        let before = i - 1;
        text += &format!(
            "function f{i} \"f\" -> void {{\nbody {{\nlet v0: void = call f{before}\nlet v1: void = call f{before}\n}}\n}}\n"
        );
    }
    text += "function f60 \"t\" -> void kernel {\nbody {\nlet v0: void = call f59\n}\n}\n";
    let mut run = Run::new(&text);
    run.limits.max_steps = 1_000_000;
    assert!(matches!(run.fault(&Launch::linear(1, 1)).kind, RunErrorKind::StepLimit { .. }));
}

#[test]
fn groups_too_large_for_the_memory_limit() {
    let text = kernel(
        "slot s0: bytes 1000000 align 4 \"\"\nvalue v4: ptr.private = address s0",
        "store v1 to v4 align 4\nbarrier local",
    );
    let mut run = Run::new(&text).buffer(&[0]);
    run.limits.max_memory = 100_000_000;
    assert!(matches!(run.fault(&Launch::linear(1024, 1024)).kind, RunErrorKind::MemoryLimit { .. }));
}

#[test]
fn output_is_bounded() {
    let text = format!(
        "global g0 constant \"\" align 1 {{\nbytes 61 62 00\n}}\n{}",
        kernel("labels 1", "loop l0 {\nlet v4: i32 = printf g0\n}")
    );
    let mut run = Run::new(&text).buffer(&[0]);
    run.limits.max_output = 1001;
    assert_eq!(run.fault(&Launch::linear(1, 1)).kind, RunErrorKind::OutputLimit { limit: 1001 });
}

#[track_caller]
fn check_launch(arguments: &[Argument], launch: Launch, message: &str) {
    let text = r#"
    function f0 "t" -> void kernel {
      required_work_group_size 4 1 1
      parameter v0: ptr.global "o"
      parameter v1: i32 "n"
      body {
      }
    }"#;
    let mut run = Run::new(text);
    run.memory.add_buffer(vec![0; 4]);
    run.arguments = arguments.to_vec();
    let error = run.fault(&launch);
    assert_eq!(error.to_string(), message);
}

#[test]
fn bad_launches() {
    let buffer = Argument::Buffer(BufferId::new(0), 0);
    let int = Argument::Bytes(vec![0; 4]);
    let good = [buffer.clone(), int.clone()];
    check_launch(&good[..1], Launch::linear(4, 4), "the kernel has 2 parameters, 1 arguments are given");
    check_launch(
        &good,
        Launch::linear(4, 2),
        "the kernel requires work-groups of [4, 1, 1], the launch has [2, 1, 1]",
    );
    check_launch(&good, Launch::linear(4, 0), "the work-group size in dimension 0 is 0");
    check_launch(
        &good,
        Launch { dimensions: 1, ..Launch::linear(4, 4) }.with_y(2),
        "a launch of 1 dimensions has a size in dimension 1",
    );
    check_launch(
        &[int.clone(), int.clone()],
        Launch::linear(4, 4),
        "argument 0 `o`: a value is given for a parameter of type ptr.global",
    );
    check_launch(
        &[buffer.clone(), Argument::Bytes(vec![0; 8])],
        Launch::linear(4, 4),
        "argument 1 `n`: 8 bytes are given for a value of 4",
    );
    check_launch(
        &[Argument::Buffer(BufferId::new(0), 5), int.clone()],
        Launch::linear(4, 4),
        "argument 0 `o`: the offset 5 is beyond the buffer's end",
    );
    check_launch(
        &[Argument::Buffer(BufferId::new(7), 0), int],
        Launch::linear(4, 4),
        "argument 0 `o`: a buffer that does not fit the parameter",
    );
}

impl Launch {
    fn with_y(mut self, y: u64) -> Launch {
        self.global_size[1] = y;
        self
    }
}
