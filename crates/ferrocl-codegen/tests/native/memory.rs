//! Loads and stores of every shape: side by side, with steps, scattered, private, local.

use crate::support::*;

/// A kernel whose body reads `in` and writes `out` (pointers to `ty`), for sizes that fill lanes and that do not.
#[track_caller]
fn check_with(ty: &str, items: usize, body: &str) {
    let source = Source::c(&format!(
        "struct s {{ float a; int b; uchar c; }};
         __kernel void k(__global const {ty} *in, __global {ty} *out, int n) {{ int i = get_global_id(0); {body} }}"
    ));
    let content: Vec<u8> =
        (0..items as u32 * 128).map(|i| (i.wrapping_mul(2654435761) >> 13) as u8 & 0x3f).collect();
    let launch = |(global, local)| {
        (
            line(global, local),
            vec![Arg::Buffer(content.clone()), Arg::Buffer(vec![0xcd; content.len()]), value(global as i32)],
        )
    };
    agree_all(&source, &[(64, 64), (1, 1), (37, 37), (50, 20)].map(launch));
}

#[track_caller]
fn check(ty: &str, body: &str) {
    check_with(ty, 64, body);
}

#[test]
fn vectors_side_by_side() {
    for ty in [
        "float4", "uchar4", "float3", "short2", "char8", "double2", "uchar2", "ushort4", "long", "int8",
        "uchar", "short",
    ] {
        check(ty, "out[i] = in[i];");
    }
    check("float4", "float4 x = in[i]; out[i] = (float4)(x.wzy + x.x, 1);");
    check("uchar4", "uchar4 x = in[i]; out[i] = (uchar4)(x.z, x.w + 1, x.x, x.y * 3);");
}

#[test]
fn unaligned_vectors() {
    for n in [2, 3, 4, 8] {
        check("uchar", &format!("vstore{n}(vload{n}(i, in), i, out);"));
        check("float", &format!("vstore{n}(vload{n}(i, in) * 2, i, out);"));
        check("short", &format!("vstore{n}(vload{n}(i, in + 1), i, out);"));
    }
}

#[test]
fn steps() {
    for step in [2, 3, 4, 5, 6, 8] {
        check("float", &format!("out[i] = in[i * {step}] + in[i * {step} + 1];"));
        check("uchar", &format!("out[i * {step}] = in[i * {step} + 1] + 1;"));
        check("float2", &format!("out[i * {step}] = in[i * {step}].yx;"));
        check("short", &format!("out[i * {step}] = in[i * {step}] + 5;"));
    }
    check("int", "out[n - 1 - i] = in[n - i] + i;");
    check("uchar", "out[n - 1 - i] = in[n - i] + i;");
    check("float4", "out[n - 1 - i] = in[n - i];");
    check("struct s", "out[i].a = in[i].a * 2; out[i].b = in[i].c; out[i].c = in[i].b;");
    check("struct s", "out[i] = in[i];");
}

#[test]
fn gathers_and_scatters() {
    for ty in ["float", "uchar", "short", "long", "float4", "uchar4", "double", "short2"] {
        check(ty, "out[(i * 7) % n] = in[(i * 11 + 3) % n];");
        check(ty, "if (i % 3 != 1) out[i ^ 1] = in[(i * i) % 61];");
    }
    check("float", "int x = i % 8, y = i / 8; out[x * 8 + y] = in[y * 8 + x];");
}

#[test]
fn masked_accesses() {
    for ty in ["float", "uchar", "float4", "uchar4", "float3", "short", "double2"] {
        check(ty, "if (i & 2) out[i] = in[i];");
        check(ty, "if (i < n - 3) out[i] = in[i + 1];");
        check(ty, "if ((i & 5) == 1) { out[i * 2] = in[i * 3]; }");
        check(ty, "if (i % 5 == 2) out[0] = in[i];");
    }
}

#[test]
fn uniform_accesses() {
    check("float", "out[i] = in[3] + in[n]; if (i == n - 1) out[0] = in[i];");
    check("float4", "float4 x = in[n / 2]; out[i] = x * i;");
}

#[test]
fn indices_that_wrap() {
    // Unsigned and signed 32-bit indices near 0, where lanes of one group lie on both sides.
    check("int", "uint j = get_global_id(0) - 3u; if (j < (uint)n) out[j] = in[j]; else out[i + 64] = j;");
    check("int", "int j = i - 5; if (j >= 0) out[j] = in[j];");
    check("int", "uint j = (uint)i * 0x40000000u + i; out[i] = in[j & 0x3f] + (j >> 3);");
    check("long", "int j = 0x7ffffff0 + i; out[i] = j;");
    check("long", "uint j = 0xfffffff0u + i; out[i] = j;");
    check("long", "uchar j = i + 250; out[i] = j; out[i + 64] = (short)(i + 32760);");
}

#[test]
fn private_arrays() {
    for ty in ["int", "uchar", "float", "short", "long", "float4", "float3", "uchar4"] {
        check(
            ty,
            &format!(
                "{ty} a[7]; for (int k = 0; k < 7; k++) a[k] = in[i + k]; out[i] = a[i % 7]; a[(i * 3) % 7] = in[0]; out[i + 64] = a[3];"
            ),
        );
        check(
            ty,
            &format!(
                "{ty} a[4]; if (i & 1) {{ a[0] = in[1]; a[1] = in[2]; }} else {{ a[0] = in[i]; a[1] = in[3]; }} a[2] = a[0]; out[i] = a[i & 1]; out[i + 64] = a[2];"
            ),
        );
    }
    check(
        "int",
        "int a[3][4]; for (int k = 0; k < 12; k++) a[k / 4][k % 4] = in[k] + i; out[i] = a[i % 3][in[i] & 3];",
    );
}

#[test]
fn private_memory_reinterpreted() {
    check(
        "int",
        "int a[4]; for (int k = 0; k < 4; k++) a[k] = in[i + k]; uchar *p = (uchar *)a; p[(i * 5) % 16] = 0xee; out[i] = a[(i * 5) % 16 / 4] + ((short *)a)[3];",
    );
    check(
        "int",
        "union { float f; uint u; uchar c[4]; } x; x.f = i * 1.5f; out[i] = x.u; x.c[i & 3] = 7; out[i + 64] = x.u;",
    );
    check(
        "float",
        "float a[4]; for (int k = 0; k < 4; k++) a[k] = in[i + k]; float *p = &a[1]; float *q = i & 1 ? p : a; *q = 5; q++; out[i] = *q + a[1]; float4 v = vload4(0, a); out[i + 64] = v.x + v.y * 2;",
    );
    check(
        "int",
        "int x = in[i], y = in[i + 1]; int *p = in[i] & 1 ? &x : &y; *p += 100; out[i] = x * 3 + y;",
    );
    check("long", "int a[4] = {1, 2, 3, i}; out[i] = *(long *)&a[2];");
}

#[test]
fn structs() {
    check("struct s", "struct s x = in[i], y = in[i + 1]; if (i & 1) x = y; x.b += i; out[i] = x;");
    check(
        "struct s",
        "struct s a[3]; for (int k = 0; k < 3; k++) a[k] = in[i + k]; a[i % 3].b = 99; out[i] = a[1]; out[i + 64] = a[i % 3];",
    );
}

#[test]
fn atomics() {
    check("int", "if (i == 0) out[5] = 3;");
    let source = Source::c(
        "__kernel void k(__global const int *in, __global int *out, __global uint *u, __global float *f) {
             int i = get_global_id(0);
             atomic_add(&out[0], in[i]); atomic_inc(&out[1]); atomic_max(&out[2], in[i]); atomic_min(&out[3], in[i] - 7);
             atomic_or(&u[0], 1u << (i & 31)); atomic_xor(&u[1], (uint)in[i]); atomic_and(&u[2], ~(1u << (i & 3)));
             if (i & 1) atomic_sub(&out[4], i);
             atomic_add(&out[8 + (in[i] & 7)], 1);
             out[32 + atomic_add(&out[5], 1)] = 1;
             if (atomic_cmpxchg(&out[6], 0, 1) == 0) atomic_add(&out[7], 1);
             u[3 + (atomic_dec(&u[40]) & 7)] = 5;
             atomic_xchg(&f[i & 3], 2.5f);
         }",
    );
    let content: Vec<i32> = (0..100).map(|i| i * 37 % 41).collect();
    let args = vec![buffer(&content), buffer(&[0i32; 200]), buffer(&[255u32; 64]), buffer(&[1f32; 4])];
    agree_all(&source, &[(64, 64), (1, 1), (37, 37), (50, 20)].map(|(g, l)| (line(g, l), args.clone())));
}

#[test]
fn constants() {
    let source = Source::c(
        "__constant float w[5] = {1, 2, 3, 4, 5}; __constant int names[3][2] = {{1, 2}, {3, 4}, {5, 6}};
         __kernel void k(__global float *out) { int i = get_global_id(0); out[i] = w[i % 5] + w[2] + names[i % 3][i & 1]; }",
    );
    agree(&source, &line(50, 20), &[buffer(&[0f32; 50])]);
}

#[test]
fn dimensions() {
    let source = Source::c(
        "__kernel void k(__global int *out, int w, int h) {
             int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
             int v = get_local_id(0) + 10 * get_local_id(1) + 100 * get_local_id(2) + 1000 * get_group_id(0) + 10000 * get_group_id(1)
                 + 100000 * get_group_id(2) + 7 * get_local_size(0) + 3 * get_local_size(1) + get_num_groups(1) + get_global_size(0)
                 + get_enqueued_local_size(0) * 13 + get_work_dim();
             out[(z * h + y) * w + x] = v; }",
    );
    let sizes = [
        ([16, 8, 2], [16, 4, 1]),
        ([7, 5, 3], [3, 2, 2]),
        ([1, 40, 1], [1, 16, 1]),
        ([3, 3, 3], [3, 3, 3]),
        ([33, 1, 2], [16, 1, 1]),
        ([20, 20, 1], [3, 5, 1]),
    ];
    let launch = |(global, local): ([u64; 3], [u64; 3])| {
        (grid(global, local), vec![buffer(&[-1i32; 512]), value(global[0] as i32), value(global[1] as i32)])
    };
    agree_all(&source, &sizes.map(launch));
}

#[test]
fn free_of_groups() {
    // Without a look at its place in the group, work-groups are joined in a row.
    let source = Source::c(
        "__kernel void k(__global int *out, int w) { int x = get_global_id(0), y = get_global_id(1); out[y * w + x] += x * 100 + y; }",
    );
    let sizes = [
        ([64, 4, 1], [1, 1, 1]),
        ([37, 5, 1], [4, 2, 1]),
        ([1, 100, 1], [1, 7, 1]),
        ([100, 1, 1], [33, 1, 1]),
    ];
    let launch = |(global, local): ([u64; 3], [u64; 3])| {
        let mut launch = grid(global, local);
        launch.global_offset = [3, 1, 0];
        (launch, vec![buffer(&[0i32; 1000]), value(global[0] as i32 + 3)])
    };
    agree_all(&source, &sizes.map(launch));
}

#[test]
fn clamped_indices() {
    for ty in ["float", "uchar4", "uchar", "float4"] {
        check(ty, "int j = clamp(i - 2, 0, n - 1); out[i] = in[j];");
        check(ty, "out[min(i * 2, n - 1)] = in[max(i, 5)]; out[n + i] = in[min((uint)i + 3u, (uint)n)];");
    }
    check(
        "float",
        "int j = clamp(i - 2, 0, n - 1); barrier(CLK_GLOBAL_MEM_FENCE); out[i] = in[j + 1] + in[j * 2]; out[i + 64] = j;",
    );
    check(
        "float",
        "if (n > 4) for (int k = -3; k < 4; k++) { int j = clamp(i + k, 1, n - 2); if (i & 1) out[i] += in[j]; }",
    );
    check("float", "int j = max(clamp(n - i, 2, n - 3), 2); out[i] = in[j] + in[j - 2];");
}
