//! Barriers: what crosses them, in every place where they may stand.

use crate::support::*;

/// A kernel with `in`, `out`, a local buffer `t` and `n`, for several launches.
#[track_caller]
fn check(body: &str) {
    let source = Source::c(&format!(
        "__kernel void k(__global const int *in, __global int *out, __local int *t, int n) {{
             int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0); {body} }}"
    ));
    let launch = |(global, local)| {
        let content: Vec<u32> = (0..200u32).map(|i| i.wrapping_mul(2654435761) >> 8).collect();
        (
            line(global, local),
            vec![buffer(&content), buffer(&[-1i32; 200]), Arg::Local(4 * local), value(global as i32)],
        )
    };
    agree_all(&source, &[(64, 64), (1, 1), (37, 37), (100, 20), (67, 16), (128, 32), (5, 1)].map(launch));
}

#[test]
fn neighbours() {
    check("t[l] = in[i]; barrier(CLK_LOCAL_MEM_FENCE); out[i] = t[(l + 1) % size] + l;");
    check(
        "t[l] = in[i]; barrier(CLK_LOCAL_MEM_FENCE); int x = t[size - 1 - l]; barrier(CLK_LOCAL_MEM_FENCE); t[l] = x * 2; barrier(CLK_LOCAL_MEM_FENCE); out[i] = t[l ^ 0] - x + t[0];",
    );
}

#[test]
fn values_cross() {
    // Varying, uniform, linear values and variables, vectors and bits, all needed after the barrier.
    check(
        "int v = in[i] * 3; float f = v * 0.5f; int u = in[0]; bool b = v > u; int4 w = (int4)(v, u, l, 7);
         t[l] = v; barrier(CLK_LOCAL_MEM_FENCE);
         int r = t[size - 1 - l] + v + (int)f + u + (b ? 1000 : 0) + w.x + w.y * w.z + w.w;
         out[i] = r;",
    );
    check(
        "int x = 0; if (in[i] & 1) x = in[i]; t[l] = x; barrier(CLK_LOCAL_MEM_FENCE);
         if (in[i] & 2) x += t[0]; barrier(CLK_LOCAL_MEM_FENCE); if (x & 4) x = -x; out[i] = x;",
    );
}

#[test]
fn barriers_in_uniform_loops() {
    check(
        "t[l] = in[i]; barrier(CLK_LOCAL_MEM_FENCE);
         for (int s = 1; s < size; s *= 2) {
             int x = l >= s ? t[l - s] : 0; barrier(CLK_LOCAL_MEM_FENCE); t[l] += x; barrier(CLK_LOCAL_MEM_FENCE);
         }
         out[i] = t[l];",
    );
    check(
        "int sum = 0;
         for (int a = 0; a < 3; a++) {
             t[l] = in[i] + a; barrier(CLK_LOCAL_MEM_FENCE);
             for (int b = 0; b < size; b++) { sum += t[b] ^ (a + b); if (b == 5) { barrier(CLK_LOCAL_MEM_FENCE); t[l] += 1; } barrier(CLK_LOCAL_MEM_FENCE); }
             if (a == 1 && n > 60) continue;
             sum *= 3;
         }
         out[i] = sum;",
    );
}

#[test]
fn loops_with_breaks_of_the_group() {
    check(
        "int sum = 0;
         for (int a = 0; ; a++) {
             t[l] = in[i] + a; barrier(CLK_LOCAL_MEM_FENCE);
             sum += t[(l + a) % size];
             if (a >= 3 + (n & 3)) break;
             barrier(CLK_LOCAL_MEM_FENCE);
             if (a == 1) continue;
             sum ^= 5;
         }
         out[i] = sum;",
    );
    // The condition is loaded, so nothing proves that it is the same for all; it is.
    check(
        "t[l] = 0; int rounds = 0; barrier(CLK_LOCAL_MEM_FENCE);
         while (t[0] < 4) {
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l == 0) t[0] += 1;
             rounds += in[i] & 3;
             barrier(CLK_LOCAL_MEM_FENCE);
         }
         out[i] = rounds + t[0];",
    );
    check(
        "t[l] = in[l]; barrier(CLK_LOCAL_MEM_FENCE);
         if (t[0] >= 0) { int x = t[size - 1]; barrier(CLK_LOCAL_MEM_FENCE); t[l] = x + l; barrier(CLK_LOCAL_MEM_FENCE); }
         else { t[l] = 1; barrier(CLK_LOCAL_MEM_FENCE); }
         out[i] = t[size - 1 - l];",
    );
}

#[test]
fn early_returns() {
    check("if (n == 37) return; t[l] = in[i]; barrier(CLK_LOCAL_MEM_FENCE); out[i] = t[0] + l;");
    check(
        "t[l] = in[i]; barrier(CLK_LOCAL_MEM_FENCE); if (l > size / 2) return; out[i] = t[size - 1 - l];
         if (in[i] & 1) { out[i] += 1; return; } out[i] += 2;",
    );
    check(
        "int x = in[i]; t[l] = x; barrier(CLK_LOCAL_MEM_FENCE);
         for (int a = 0; a < 4; a++) { if (n - a == 64) return; x += t[(l + a) % size]; barrier(CLK_LOCAL_MEM_FENCE); }
         out[i] = x;",
    );
}

#[test]
fn breaks_after_the_last_barrier() {
    // Work-items part after the barrier of a block, and are together again after the block.
    check(
        "int x = in[i];
         do { t[l] = x; barrier(CLK_LOCAL_MEM_FENCE); x += t[size - 1 - l]; if (x & 1) break; x *= 3; if (x & 4) break; x += 1; } while (0);
         barrier(CLK_LOCAL_MEM_FENCE); t[l] = x; barrier(CLK_LOCAL_MEM_FENCE); out[i] = x + t[0];",
    );
}

#[test]
fn helpers_with_barriers() {
    let source = Source::c(
        "int sum(__local int *t, int x) {
             int l = get_local_id(0);
             t[l] = x; barrier(CLK_LOCAL_MEM_FENCE);
             for (int s = get_local_size(0) / 2; s > 0; s >>= 1) { if (l < s) t[l] += t[l + s]; barrier(CLK_LOCAL_MEM_FENCE); }
             int r = t[0];
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l == 0) return r + 1;
             return r;
         }
         __kernel void k(__global const int *in, __global int *out, __local int *t) {
             int i = get_global_id(0);
             out[i] = sum(t, in[i]) * 3 + sum(t, i);
         }",
    );
    let content: Vec<i32> = (0..64).collect();
    agree(&source, &line(64, 32), &[buffer(&content), buffer(&[0i32; 64]), Arg::Local(128)]);
}

#[test]
fn local_variables_and_grids() {
    let source = Source::c(
        "__kernel void k(__global const int *in, __global int *out, int w) {
             __local int a[8][8]; __local int total;
             int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
             if (lx == 0 && ly == 0) total = 0;
             a[ly][lx] = in[y * w + x];
             barrier(CLK_LOCAL_MEM_FENCE);
             int s = 0;
             for (int k = 0; k < get_local_size(0); k++) s += a[ly][k] * (k + 1);
             if (lx == 0) atomic_add(&total, s);
             barrier(CLK_LOCAL_MEM_FENCE);
             out[y * w + x] = s + total + (int)get_group_id(0) * 100000 + (int)get_group_id(1) * 10000;
         }",
    );
    let content: Vec<i32> = (0..400).map(|i| i * 7 % 31).collect();
    let args = vec![buffer(&content), buffer(&[0i32; 400]), value(20i32)];
    let launches = [
        ([16, 16, 1], [8, 8, 1]),
        ([20, 20, 1], [8, 8, 1]),
        ([20, 9, 1], [5, 3, 1]),
        ([1, 20, 1], [1, 8, 1]),
    ];
    agree_all(&source, &launches.map(|(global, local)| (grid(global, local), args.clone())));
}

#[test]
fn private_arrays_cross() {
    check(
        "int a[5]; for (int k = 0; k < 5; k++) a[k] = in[(i + k) % n];
         t[l] = a[l % 5]; barrier(CLK_LOCAL_MEM_FENCE);
         a[(t[size - 1 - l] & 0x7fff) % 5] += l;
         int s = 0; for (int k = 0; k < 5; k++) s = s * 3 + a[k];
         out[i] = s;",
    );
}
