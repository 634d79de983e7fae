//! Measures the interpreter: `cargo run --release -p ferrocl-interp --example speed`. Prints instructions a second for
//! kernels of different kinds, as they are and after the passes.

use std::time::Instant;

use ferrocl_interp::{Argument, Launch, Limits, Memory, Program};
use ferrocl_ir::passes::{PrepareOptions, prepare};
use ferrocl_ir::{FunctionId, read, verify};

/// z = z² + c until |z| > 2, at most 256 times.
const MANDEL: &str = r#"
function f0 "mandel" -> void kernel {
  parameter v0: ptr.global "o"
  slot s0: f32 "zx"
  slot s1: f32 "zy"
  slot s2: i32 "n"
  labels 1
  value v1: f32 = constant 0.0
  value v2: f32 = constant 4.0
  value v3: i32 = constant 1
  value v4: i32 = constant 256
  value v5: i32 = constant 0
  value v6: f32 = constant 0.001
  value v7: f32 = constant -1.5
  value v8: f32 = constant 2.0
  body {
    let v9: i64 = work_item global_id 0
    let v10: i32 = truncate v9
    let v11: f32 = integer_to_float signed nearest_even v10
    let v12: f32 = float_mul v11, v6
    let v13: f32 = float_add v12, v7
    set s0 = v1
    set s1 = v1
    set s2 = v5
    loop l0 {
      let v14: f32 = get s0
      let v15: f32 = get s1
      let v16: f32 = float_mul v14, v14
      let v17: f32 = float_mul v15, v15
      let v18: f32 = float_add v16, v17
      let v19: bool = float_less v18, v2
      if v19 {
        let v20: i32 = get s2
        let v21: bool = less_signed v20, v4
        if v21 {
        } else {
          break l0
        }
      } else {
        break l0
      }
      let v22: f32 = float_sub v16, v17
      let v23: f32 = float_add v22, v13
      let v24: f32 = float_mul v14, v8
      let v25: f32 = float_mul v24, v15
      let v26: f32 = float_add v25, v13
      set s1 = v26
      set s0 = v23
      let v27: i32 = get s2
      let v28: i32 = add v27, v3
      set s2 = v28
    }
    let v29: i32 = get s2
    let v30: ptr.global = pointer_offset v0 index v9 scale 4
    store v29 to v30 align 4
  }
}"#;

/// The sum of 256 elements, from memory.
const SUM: &str = r#"
function f0 "sum" -> void kernel {
  parameter v0: ptr.global "o"
  slot s0: i32 "sum"
  slot s1: i32 "i"
  labels 1
  value v1: i32 = constant 0
  value v2: i32 = constant 256
  value v3: i32 = constant 1
  body {
    set s0 = v1
    set s1 = v1
    loop l0 {
      let v4: i32 = get s1
      let v5: bool = less_signed v4, v2
      if v5 {
      } else {
        break l0
      }
      let v6: i64 = sign_extend v4
      let v7: ptr.global = pointer_offset v0 index v6 scale 4
      let v8: i32 = load v7 align 4
      let v9: i32 = get s0
      let v10: i32 = add v9, v8
      set s0 = v10
      let v11: i32 = add v4, v3
      set s1 = v11
    }
    let v12: i64 = work_item global_id 0
    let v13: ptr.global = pointer_offset v0 index v12 scale 4
    let v14: i32 = get s0
    store v14 to v13 align 4
  }
}"#;

/// Two barriers and little else, again and again.
const BARRIERS: &str = r#"
function f0 "barriers" -> void kernel {
  parameter v0: ptr.global "o"
  slot s0: i32 "i"
  local m0 "x" size 1024 align 4
  labels 1
  value v1: i32 = constant 0
  value v2: i32 = constant 64
  value v3: i32 = constant 1
  value v4: ptr.local = address m0
  value v5: i64 = constant 1
  body {
    let v6: i64 = work_item local_id 0
    let v7: ptr.local = pointer_offset v4 index v6 scale 4
    let v8: i64 = xor v6, v5
    let v9: ptr.local = pointer_offset v4 index v8 scale 4
    set s0 = v1
    loop l0 {
      let v10: i32 = get s0
      let v11: bool = less_signed v10, v2
      if v11 {
      } else {
        break l0
      }
      barrier local
      let v12: i32 = load v9 align 4
      let v13: i32 = add v12, v10
      barrier local
      store v13 to v7 align 4
      let v14: i32 = add v10, v3
      set s0 = v14
    }
  }
}"#;

fn main() {
    for (name, text, items) in
        [("mandel", MANDEL, 3000), ("sum", SUM, 20_000), ("barriers", BARRIERS, 65_536)]
    {
        let mut module = read(text).unwrap_or_else(|error| panic!("{error}"));
        for prepared in [false, true] {
            let info = verify(&module).unwrap_or_else(|errors| panic!("{errors:#?}"));
            if prepared {
                prepare(&mut module, &info, &[FunctionId(0)], PrepareOptions::default())
                    .unwrap_or_else(|error| panic!("{error}"));
            }
            let info = verify(&module).unwrap_or_else(|errors| panic!("{errors:#?}"));
            let decoding = Instant::now();
            let program = Program::new(&module, &info, FunctionId(0));
            let decoding = decoding.elapsed();
            let mut memory = Memory::new();
            let buffer = memory.add_buffer(vec![1; 4 * items as usize]);
            let running = Instant::now();
            let report = program
                .run(
                    &Launch::linear(items, 256),
                    &[Argument::Buffer(buffer, 0)],
                    &mut memory,
                    &Limits::default(),
                )
                .unwrap_or_else(|error| panic!("{error}"));
            let running = running.elapsed().as_secs_f64();
            println!(
                "{name}{}: {:.0} M instructions/s ({} steps in {:.1} ms; decoded in {decoding:?})",
                if prepared { " after passes" } else { "" },
                report.steps as f64 / running / 1e6,
                report.steps,
                running * 1e3,
            );
        }
    }
}
