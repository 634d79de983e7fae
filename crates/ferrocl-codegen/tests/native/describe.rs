//! The lanes as text.

use expect_test::{Expect, expect};
use ferrocl_codegen::{Assumptions, Options, Program, Target, describe_lanes};

use crate::support::Source;

/// For an AVX2 machine, without the source's lines.
#[track_caller]
fn check(text: &str, width: Option<u32>, expected: Expect) {
    expected.assert_eq(&described(text, width));
}

fn described(text: &str, width: Option<u32>) -> String {
    let source = Source::c(text);
    let kernel = source.last_kernel();
    let target = Target::x86_64(3);
    let program = Program::new(source.module, &source.info, &[kernel], &target).unwrap();
    let assumptions = Assumptions { compact: true, flat: false, separate: false };
    let options = Options { width, assumptions, ..Options::default() };
    describe_lanes(&program, kernel, &options, &|_| None).unwrap()
}

#[test]
fn accesses_of_every_kind() {
    check(
        "kernel void k(global const float4 *p, global const uchar *b, global const int *at, global float *o, int w) {
            int i = get_global_id(0);
            float4 v = p[i];
            float s = v.x + v.w + p[3].y + b[3 * i] + o[clamp(i - 1, 0, w)] + o[at[i]] + o[100 * i];
            o[w - i] = s;
        }",
        None,
        expect![[r#"
            // kernel `k`: 8 lanes along x
            //   most values have 32 bits; a register of x86-64-v3 (256 bits) holds 8 of them
            //   not more: no loop carries a varying value from turn to turn, and no chain of operations is long
            //   for launches whose ids and buffers stay below 2^30 (others get code of their own)
            //   no barrier, and nothing tells work-groups apart: they are run together
            //   an address for each lane, or lane by lane:
            //     load v31, where its guard does not hold
            //     load v37
            //     load v42
            function f0 "k" -> void kernel {
              parameter v0: ptr.global "p" type "float4*" pointee f32x4 size 16 const // group
              parameter v1: ptr.global "b" type "uchar*" pointee i8 size 1 const // group
              parameter v2: ptr.global "at" type "int*" pointee i32 size 4 signed const // group
              parameter v3: ptr.global "o" type "float*" pointee f32 size 4 // group
              parameter v4: i32 "w" type "int"                              // group
              value v5: i32 = constant 0
              value v6: i32 = constant 3
              value v7: i32 = constant 1
              value v8: i32 = constant 100
              body {
                let v9: i64 = work_item global_id 0                         // linear +1
                let v10: i32 = truncate v9                                  // linear +1
                let v11: i64 = sign_extend v10                              // linear +1
                let v12: ptr.global = pointer_offset v0 index v11 scale 16  // linear +16
                let v13: f32x4 = load v12 align 16                          // varying; 4 whole vectors + shuffles
                let v14: f32 = extract v13 at 0                             // varying
                let v15: f32 = extract v13 at 3                             // varying
                let v16: f32 = float_add v14, v15 contract                  // varying
                let v17: ptr.global = pointer_offset v0 scale 1 offset 52   // group
                let v18: f32 = load v17 align 4                             // uniform; 1 scalar load for all lanes
                let v19: f32 = float_add v16, v18 contract                  // varying
                let v20: i32 = mul v10, v6                                  // linear +3
                let v21: i64 = sign_extend v20                              // linear +3 as index
                let v22: ptr.global = pointer_offset v1 index v21 scale 1   // linear +3
                let v23: i8 = load v22 align 1                              // varying; 3 whole vectors + shuffles
                let v24: f32 = integer_to_float unsigned nearest_even v23   // varying
                let v25: f32 = float_add v19, v24 contract                  // varying
                let v26: i32 = sub v10, v7                                  // linear +1
                let v27: i32 = max_signed v26, v5                           // guarded +1
                let v28: i32 = min_signed v27, v4                           // guarded +1
                let v29: i64 = sign_extend v28                              // guarded +1
                let v30: ptr.global = pointer_offset v3 index v29 scale 4   // guarded +4
                let v31: f32 = load v30 align 4                             // varying; guarded: 1 whole vector, or else 1 gather of 4 bytes
                let v32: f32 = float_add v25, v31 contract                  // varying
                let v33: ptr.global = pointer_offset v2 index v11 scale 4   // linear +4
                let v34: i32 = load v33 align 4                             // varying; 1 whole vector
                let v35: i64 = sign_extend v34                              // varying
                let v36: ptr.global = pointer_offset v3 index v35 scale 4   // varying
                // gathers, as v34 is read from memory
                let v37: f32 = load v36 align 4                             // varying; 1 gather of 4 bytes
                let v38: f32 = float_add v32, v37 contract                  // varying
                let v39: i32 = mul v10, v8                                  // linear +100
                let v40: i64 = sign_extend v39                              // linear +100 as index
                let v41: ptr.global = pointer_offset v3 index v40 scale 4   // linear +400
                // gathers, as lanes are 400 bytes apart
                let v42: f32 = load v41 align 4                             // varying; 1 gather of 4 bytes
                let v43: f32 = float_add v38, v42 contract                  // varying
                let v44: i32 = sub v4, v10                                  // linear -1
                let v45: i64 = sign_extend v44                              // linear -1 as index
                let v46: ptr.global = pointer_offset v3 index v45 scale 4   // linear -4
                store v43 to v46 align 4                                    // 1 whole vector + shuffle
              }
            }
        "#]],
    );
}

#[test]
fn control_flow_and_private_arrays() {
    check(
        "kernel void k(global int *o, int n) {
            int i = get_global_id(0), a[5], s = 0;
            for (int k = 0; k < 5; k++)
                a[k] = k * i;
            while (i < n) {
                s += a[i % 5] + a[n];
                if (s > 100)
                    break;
                i++;
            }
            o[i] = s;
        }",
        None,
        expect![[r#"
            // kernel `k`: 16 lanes along x
            //   most values have 32 bits; a register of x86-64-v3 (256 bits) holds 8 of them
            //   2 times as many, as a loop carries varying values from turn to turn: more lanes fill the time it waits
            //   not more: lanes part in a loop, and would wait for each other
            //   for launches whose ids and buffers stay below 2^30 (others get code of their own)
            //   no barrier, and nothing tells work-groups apart: they are run together
            //   an address for each lane, or lane by lane:
            //     load v20
            //     store to v32
            function f0 "k" -> void kernel {
              parameter v0: ptr.global "o" type "int*" pointee i32 size 4 signed // group
              parameter v1: i32 "n" type "int"                              // group
              slot s0: i32 "i"                                              // in registers: varying
              slot s1: bytes 20 align 4 of i32 "a"                          // in memory as [element][lane], elements of 4 bytes
              slot s2: i32 "s"                                              // in registers: varying
              slot s3: i32 "k"                                              // in registers: group
              labels 2
              value v2: i32 = constant 0
              value v3: ptr.private = address s1                            // linear +4
              value v4: i32 = constant 5
              value v5: i32 = constant 1
              value v6: i32 = constant 100
              body {
                start s0
                let v7: i64 = work_item global_id 0                         // linear +1
                let v8: i32 = truncate v7                                   // linear +1
                set s0 = v8
                start s1
                start s2
                set s2 = v2
                start s3
                set s3 = v2
                loop l0 {                                                   // all lanes make the same turns
                  let v9: i32 = get s3                                      // group
                  let v10: bool = less_signed v9, v4                        // group
                  if v10 {                                                  // a branch: all lanes go one way
                  } else {
                    break l0                                                // a jump of all lanes
                  }
                  let v11: i32 = mul v9, v8                                 // varying
                  let v12: i64 = sign_extend v9                             // group
                  let v13: ptr.private = pointer_offset v3 index v12 scale 4 // linear +4
                  store v11 to v13 align 4                                  // 1 whole vector
                  let v14: i32 = add v9, v5                                 // group
                  set s3 = v14
                }
                loop l1 {                                                   // masked: turns go on until no lane is left
                  let v15: i32 = get s0                                     // varying
                  let v16: bool = less_signed v15, v1                       // varying
                  if v16 {                                                  // lanes part: each side under its mask
                  } else {
                    break l1                                                // lanes leave the mask
                  }
                  let v17: i32 = rem_signed v15, v4                         // varying
                  let v18: i64 = sign_extend v17                            // varying
                  let v19: ptr.private = pointer_offset v3 index v18 scale 4 // varying
                  // gathers, as variable s0 `i` has no fixed step from lane to lane
                  let v20: i32 = load v19 align 4                           // varying; 1 gather of 4 bytes
                  let v21: i64 = sign_extend v1                             // group
                  let v22: ptr.private = pointer_offset v3 index v21 scale 4 // linear +4
                  let v23: i32 = load v22 align 4                           // varying; 1 whole vector
                  let v24: i32 = add v20, v23                               // varying
                  let v25: i32 = get s2                                     // varying
                  let v26: i32 = add v25, v24                               // varying
                  set s2 = v26                                              // blended: lanes that are off keep theirs
                  let v27: bool = less_signed v6, v26                       // varying
                  if v27 {                                                  // lanes part: each side under its mask
                    break l1                                                // lanes leave the mask
                  }
                  let v28: i32 = add v15, v5                                // varying
                  set s0 = v28                                              // blended: lanes that are off keep theirs
                }
                let v29: i32 = get s2                                       // varying
                let v30: i32 = get s0                                       // varying
                let v31: i64 = sign_extend v30                              // varying
                let v32: ptr.global = pointer_offset v0 index v31 scale 4   // varying
                // scatters, as variable s0 `i` has no fixed step from lane to lane
                store v29 to v32 align 4                                    // 1 scatter of 4 bytes
              }
            }
        "#]],
    );
}

/// A variable that grows by a `size_t` stays linear, though the sum is made in 64 bits.
#[test]
fn strided_loops() {
    check(
        "kernel void k(global int *o, int n) {
            for (int i = get_local_id(0); i < n; i += get_local_size(0))
                o[i] = 1;
        }",
        Some(8),
        expect![[r#"
            // kernel `k`: 8 lanes along x
            //   as many lanes as were asked for
            //   for launches whose ids and buffers stay below 2^30 (others get code of their own)
            //   no barrier: each lane group runs from start to end
            function f0 "k" -> void kernel {
              parameter v0: ptr.global "o" type "int*" pointee i32 size 4 signed // group
              parameter v1: i32 "n" type "int"                              // group
              slot s0: i32 "i"                                              // in registers: linear +1
              labels 1
              value v2: i32 = constant 1
              body {
                start s0
                let v3: i64 = work_item local_id 0                          // linear +1
                let v4: i32 = truncate v3                                   // linear +1
                set s0 = v4
                loop l0 {                                                   // masked: turns go on until no lane is left
                  let v5: i32 = get s0                                      // linear +1
                  let v6: bool = less_signed v5, v1                         // varying
                  if v6 {                                                   // lanes part: each side under its mask
                  } else {
                    break l0                                                // lanes leave the mask
                  }
                  let v7: i64 = sign_extend v5                              // linear +1 as index
                  let v8: ptr.global = pointer_offset v0 index v7 scale 4   // linear +4
                  store v2 to v8 align 4                                    // 1 whole vector
                  let v9: i64 = work_item local_size 0                      // group
                  let v10: i64 = add v7, v9                                 // linear +1 in its low 32 bits
                  let v11: i32 = truncate v10                               // linear +1
                  set s0 = v11
                }
              }
            }
        "#]],
    );
}

#[test]
fn barriers() {
    check(
        "kernel void k(global float *o, int n) {
            local float t[64];
            int l = get_local_id(0);
            float x = o[l];
            for (int k = 0; k < n; k++) {
                t[l] = x;
                barrier(CLK_LOCAL_MEM_FENCE);
                x += t[63 - l];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            o[l] = x;
        }",
        Some(4),
        expect![[r#"
            // kernel `k`: 4 lanes along x
            //   as many lanes as were asked for
            //   for launches whose ids and buffers stay below 2^30 (others get code of their own)
            //   4 lane loops between barriers; what is between them is kept in memory: 0 bytes a lane group are private
            function f0 "k" -> void kernel {
              parameter v0: ptr.global "o" type "float*" pointee f32 size 4 // group
              parameter v1: i32 "n" type "int"                              // group
              slot s0: f32 "x"                                              // in registers: varying
              slot s1: i32 "k"                                              // in registers: group
              local m0 "t" size 256 align 4                                 // at 0 in the group's local memory
              labels 1
              value v2: i32 = constant 0
              value v3: ptr.local = address m0
              value v4: i32 = constant 1
              value v5: i32 = constant 63
              body {
                // lane loop 1: for each lane group of the work-group
                //   reads from memory: s0 `x`
                //   keeps in memory: s0 `x`
                let v6: i64 = work_item local_id 0                          // linear +1
                let v7: i32 = truncate v6                                   // linear +1
                start s0
                let v8: i64 = sign_extend v7                                // linear +1
                let v9: ptr.global = pointer_offset v0 index v8 scale 4     // linear +4
                let v10: f32 = load v9 align 4                              // varying; 1 whole vector
                set s0 = v10
                start s1                                                    // once for the work-group
                set s1 = v2                                                 // once for the work-group
                loop l0 {                                                   // a loop of the whole work-group, round the lane loops
                  let v11: i32 = get s1                                     // group; once for the work-group
                  let v12: bool = less_signed v11, v1                       // group; once for the work-group
                  if v12 {                                                  // a branch of the whole work-group, round the lane loops
                  } else {
                    break l0                                                // a jump of all lanes
                  }
                  // lane loop 2: for each lane group of the work-group
                  //   computes again: v8
                  //   reads from memory: s0 `x`
                  let v13: f32 = get s0                                     // varying
                  let v14: ptr.local = pointer_offset v3 index v8 scale 4   // linear +4
                  store v13 to v14 align 4                                  // 1 whole vector
                  barrier local                                             // every lane group arrives before one goes on
                  // lane loop 3: for each lane group of the work-group
                  //   computes again: v7
                  //   reads from memory: v13 and s0 `x`
                  //   keeps in memory: s0 `x`
                  let v15: i32 = sub v5, v7                                 // linear -1
                  let v16: i64 = sign_extend v15                            // linear -1
                  let v17: ptr.local = pointer_offset v3 index v16 scale 4  // linear -4
                  let v18: f32 = load v17 align 4                           // varying; 1 whole vector + shuffle
                  let v19: f32 = float_add v13, v18 contract                // varying
                  set s0 = v19
                  barrier local                                             // every lane group arrives before one goes on
                  let v20: i32 = add v11, v4                                // group; once for the work-group
                  set s1 = v20                                              // once for the work-group
                }
                // lane loop 4: for each lane group of the work-group
                //   computes again: v9
                //   reads from memory: s0 `x`
                let v21: f32 = get s0                                       // varying
                store v21 to v9 align 4                                     // 1 whole vector
              }
            }
        "#]],
    );
}

/// Rounds of a hash wait for each other, and no CPU looks so far ahead that it would come to the next turn.
#[test]
fn chains_are_long() {
    let kernel = |round: &str, at_the_end: &str| {
        let text = format!(
            "kernel void k(global const uint *in, global uint *out, uint n) {{
                uint i = get_global_id(0), hits = 0;
                for (uint turn = 0; turn < n; turn++) {{
                    uint a = in[turn] ^ i, b = in[turn] + i, c = 3;
                    {}
                    {at_the_end}
                }}
                out[i] = hits;
            }}",
            round.repeat(40)
        );
        described(&text, None).lines().take(4).collect::<Vec<_>>().join("\n")
    };
    let chain = "a = rotate(a + (b ^ 0x9e3779b9u), 5u); b += a;";
    expect![[r#"
        // kernel `k`: 16 lanes along x
        //   most values have 32 bits; a register of x86-64-v3 (256 bits) holds 8 of them
        //   2 times as many, as operations wait for each other in a long chain: more lanes fill the time they wait
        //   not more: there is no more to gain"#]]
    .assert_eq(&kernel(chain, "if (a == 7) atomic_inc(out);"));
    // What is carried from turn to turn is a chain as well, and the whole kernel may be one.
    assert!(kernel(chain, "hits += b;").contains("k`: 16 lanes"));
    let straight = format!(
        "kernel void k(global uint *p) {{ uint a = p[get_global_id(0)], b = a; {} p[get_global_id(0)] = b; }}",
        chain.repeat(40)
    );
    assert!(described(&straight, None).contains("k`: 16 lanes"));
    // Many short chains.
    let wide = "c += rotate(a * 5u, 7u) & rotate(b ^ 9u, 3u) | rotate(a + 11u, 2u) ^ rotate(b + 4u, 1u);";
    assert!(kernel(wide, "if (c == 7) atomic_inc(out);").contains("k`: 8 lanes"));
}
