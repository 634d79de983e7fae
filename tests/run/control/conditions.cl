// Truth values, `&&`, `||`, `!`, `?:`, `if` (sections "Logical Operators", "Ternary Selection Operator"; C99 6.8.4).

// launch: global=1
// arg: out = unset 8
// arg: zero = 0
// expect: out = 1 0 1 0 1 1 0 1
kernel void what_counts_as_true(global int *out, int zero) {
    float tiny = 1e-40f * (zero + 1), nan = as_float(0x7fc00000 + zero);
    double d = -0.0;
    long high = 1L << 40;
    global int *null = 0;
    out[0] = out[1] = 0;
    if (tiny)
        out[0] = 1;
    while (d)
        out[1] = 1;
    if (nan)
        out[2] = 1;
    else
        out[2] = 0;
    out[3] = !high;
    out[4] = out && 1;
    out[5] = !null;
    out[6] = null ? 1 : 0;
    bool b = high;
    out[7] = b;
}

int note(global int *log, int value) {
    log[0] = log[0] * 10 + value;
    return value % 2;
}
// What need not be evaluated is not.
// launch: global=1
// arg: out = zeros 2
// arg: log = zeros 1
// expect: out = 1 0
// expect: log = 2132408
kernel void short_circuits(global int *out, global int *log) {
    int a = note(log, 2) && note(log, 9);
    int b = note(log, 1) || note(log, 9);
    int c = note(log, 3) && (note(log, 2) || note(log, 4)) && note(log, 5);
    out[0] = b;
    out[1] = a + c;
    log[0] *= 10;
    if (note(log, 8) || a)
        out[0] = 7;
}

// Chains of many links, and where they guard an access.
// launch: global=8
// arg: out = unset 8
// arg: in = 5 -1 5 6
// expect: out = 1 0 1 1 0 0 0 0
kernel void guards(global int *out, global const int *in) {
    int i = get_global_id(0);
    out[i] = i < 4 && in[i] > 0 && in[i] < 10 && (in[i] == 5 || in[i] == 6);
}

// launch: global=6
// arg: out = unset 6
// expect: out = 10 21 32 43 54 66
kernel void else_if_chains(global int *out) {
    int i = get_global_id(0), r;
    if (i == 0)
        r = 10;
    else if (i == 1)
        r = 21;
    else if (i == 2)
        r = 32;
    else if (i == 3)
        r = 43;
    else if (i == 4)
        r = 54;
    else
        r = 66;
    out[i] = r;
}

// The dangling `else` belongs to the nearest `if`.
// launch: global=4
// arg: out = zeros 4
// expect: out = 0 0 2 1
kernel void dangling_else(global int *out) {
    int i = get_global_id(0);
    if (i >> 1)
        if (i & 1)
            out[i] = 1;
        else
            out[i] = 2;
}

// Only one arm is evaluated; arms get a common type (C99 6.5.15).
// launch: global=4
// arg: out = unset 4
// arg: in = 3 0
// expect: out = 2000 7 -1 2000
kernel void one_arm(global int *out, global const int *in) {
    int i = get_global_id(0);
    int n = i < 2 ? in[i] : i;
    out[i] = n ? n == 3 ? 6000 / n : n == 2 ? -1 : 7 : 7;
}

// launch: global=2
// arg: out = unset 2
// arg: wide = unset 2
// expect: out = 4294967295 1
// expect: wide = 1.5 2
kernel void arms_get_a_common_type(global long *out, global double *wide) {
    int i = get_global_id(0);
    // int and uint give uint.
    out[i] = i ? 1 : (i ? 1u : -1);
    wide[i] = i ? 2 : 1.5;
}

void bump(global int *p) { p[0] += 1; }
void drop(global int *p) { p[0] -= 1; }
// `?:` and `&&` for their effects alone.
// launch: global=1
// arg: out = zeros 1
// arg: yes = 1
// expect: out = 12
kernel void effects_alone(global int *out, int yes) {
    yes ? bump(out) : drop(out);
    yes ? (void)(out[0] += 10) : (void)0;
    !yes && (out[0] = 99);
    yes || (out[0] = 98);
    yes && (out[0]++, 0);
}

// Conditions that are known when compiling.
// launch: global=1
// arg: out = zeros 4
// expect: out = 1 2 3 4
kernel void known_conditions(global int *out) {
    if (sizeof(int) == 4)
        out[0] = 1;
    else
        out[0] = -1;
    if (0) {
        out[1] = -1;
    } else {
        out[1] = 2;
    }
    out[2] = 1 ? 3 : out[100000];
    out[3] = 0 && out[100000] ? 5 : 1 || out[100000] ? 4 : 6;
}

// Comparisons give int, which can be counted with.
// launch: global=5
// arg: out = unset 5
// expect: out = 0 1 2 2 3
kernel void comparisons_are_numbers(global int *out) {
    int i = get_global_id(0);
    out[i] = (i > 0) + (i >= 2) + (i == 4) * !(i < 4);
}

// bool holds 0 or 1 whatever it is given.
// launch: global=1
// arg: out = unset 6
// arg: big = 256
// expect: out = 1 1 0 1 1 1
kernel void bools(global int *out, int big) {
    bool a = big, b = 0.25f, c = !a;
    bool d[2] = {big, 0};
    d[1] += 5;
    bool e = c;
    e |= big;
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d[0];
    out[4] = d[1];
    out[5] = e;
    bool *p = &c;
    *p = 0;
}
