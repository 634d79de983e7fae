//! Control flow: every construct under uniform and varying conditions.

use crate::support::*;

fn ints(n: u32) -> Arg {
    buffer(&(0..n).map(|i| i.wrapping_mul(2654435761) >> 7).collect::<Vec<_>>())
}

/// A kernel with `in`, `out` and `n`, for several launches.
#[track_caller]
fn check(body: &str) {
    let source =
        Source::c(&format!("__kernel void k(__global const int *in, __global int *out, int n) {{ {body} }}"));
    let launch =
        |(global, local)| (line(global, local), vec![ints(100), buffer(&[-1i32; 100]), value(global as i32)]);
    agree_all(&source, &[(64, 64), (1, 1), (37, 37), (100, 20), (67, 16)].map(launch));
}

#[test]
fn straight_line() {
    check("int i = get_global_id(0); out[i] = in[i] * 3 + i;");
}

#[test]
fn varying_if() {
    check("int i = get_global_id(0); int x = in[i]; if (x & 1) x = x * 3 + 1; else x = x / 2; out[i] = x;");
    check("int i = get_global_id(0); if (in[i] & 4) { out[i] = 7; if (in[i] & 8) out[i] = 9; }");
    check("int i = get_global_id(0); int x = 5; if (in[i] & 1) { x = 3; } out[i] = x;");
}

#[test]
fn uniform_if() {
    check(
        "int i = get_global_id(0); int x = in[0] & 1 ? 3 : 4; if (n > 50) x += in[i]; else x -= i; out[i] = x;",
    );
}

#[test]
fn early_return() {
    check("int i = get_global_id(0); if (i >= n - 5) return; out[i] = in[i];");
    check(
        "int i = get_global_id(0); if (in[i] % 3 == 0) return; out[i] = 1; if (in[i] & 1) { out[i] = 2; return; } out[i] = 3;",
    );
    check("int i = get_global_id(0); if (n == 37) return; out[i] = in[i];");
}

/// Links of a chain, enough of them that masks go through memory.
fn links(count: u32, link: impl Fn(u32) -> String, between: &str) -> String {
    (0..count).map(link).collect::<Vec<_>>().join(between)
}

#[test]
fn long_chains() {
    let start = "int i = get_global_id(0), x = in[i] % 29, r = 0;";
    let chain = links(25, |k| format!("if (x == {k}) r = {};", k * 7 + 1), " else ");
    check(&format!("{start} {chain} else r = i; out[i] = r;"));
    let returns = links(25, |k| format!("if (x == {k}) {{ out[i] = {k}; return; }}"), " ");
    check(&format!("{start} {returns} out[i] = -x;"));
    let turns = links(
        25,
        |k| format!("if (x + j == {k}) {{ r += {k}; {}; }}", if k % 3 == 0 { "break" } else { "continue" }),
        " ",
    );
    check(&format!("{start} for (int j = 0; j < 9; j++) {{ {turns} r ^= j; }} out[i] = r;"));
    let nested = links(25, |k| format!("if (x > {k}) {{ r += {k};"), " ");
    check(&format!("{start} {nested} r = -r; {} out[i] = r;", "}".repeat(25)));
}

#[test]
fn a_chain_of_hundreds() {
    let chain = links(520, |k| format!("if (x == {}) r = {};", k * 3, k * 7 + 1), " else ");
    let source = Source::c(&format!(
        "__kernel void k(__global const int *in, __global int *out) {{
         int i = get_global_id(0), x = in[i] % 1560, r = 0; {chain} else r = i; out[i] = r; }}"
    ));
    let inputs: Vec<u32> = (0..90).map(|i| if i % 3 == 0 { i * 17 } else { i * 16 }).collect();
    agree(&source, &line(90, 90), &[buffer(&inputs), buffer(&[-1i32; 90])]);
}

#[test]
fn loops() {
    check("int i = get_global_id(0), s = 0; for (int k = 0; k < n; k++) s += in[k] ^ i; out[i] = s;");
    check("int i = get_global_id(0), s = 0; for (int k = 0; k < (in[i] & 15); k++) s += k * i; out[i] = s;");
    check(
        "int i = get_global_id(0), c = 0; uint x = in[i] + 1; while (x != 1 && c < 200) { x = x & 1 ? 3 * x + 1 : x / 2; c++; } out[i] = c;",
    );
    check(
        "int i = get_global_id(0), s = 0; for (int k = 0; k < 20; k++) { if ((in[i] + k) % 3 == 0) continue; if ((in[i] >> k) & 1) s += k; if (s > 40) break; } out[i] = s;",
    );
    check(
        "int i = get_global_id(0), s = 0, k = 0; do { s += in[(i + k) % n]; k += 1 + (s & 3); } while (k < 17); out[i] = s + k;",
    );
}

#[test]
fn nested_loops() {
    check(
        "int i = get_global_id(0), s = 0;
         for (int a = 0; a < 5; a++) {
             for (int b = 0; b < (in[i] & 7); b++) {
                 if (((in[i] >> a) & 1) && b == a) { s += 100; goto next; }
                 if (b > 5 + (i & 1)) break;
                 s += a * b + 1;
             }
             s ^= a;
             next:;
             if (s > 300) return;
             out[i] = s;
         }
         out[i] = s + 1000;",
    );
}

#[test]
fn uniform_break_in_divergent_loop() {
    check(
        "int i = get_global_id(0), s = 0;
         for (int k = 0; k < 30; k++) {
             if (in[i] & (1 << (k & 15))) { s++; continue; }
             if (k == n % 30) break;
             s += 2;
         }
         out[i] = s;",
    );
    check(
        "int i = get_global_id(0), s = 0;
         for (int j = 0; j < 4; j++) {
           for (int k = 0; k < 30; k++) {
             if ((in[i] & 31) == k) break;
             if (k == n % 7 + j) goto out;
             s += 2;
           }
           s += 1000;
         }
         out:
         out[i] = s;",
    );
}

#[test]
fn switches() {
    check(
        "int i = get_global_id(0), s = 0;
         switch (in[i] & 7) {
             case 0: s = 1; break;
             case 1: s = 2;
             case 2: s += 3; break;
             case 5: { for (int k = 0; k < i; k++) { if (k == 3) break; s += k; } }
             default: s += 10;
             case 6: s *= 2;
         }
         out[i] = s;",
    );
    check(
        "int i = get_global_id(0); switch (n & 3) { case 1: out[i] = 4; break; case 0: out[i] = 5; default: out[i] += 6; }",
    );
}
