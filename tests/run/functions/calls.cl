// Functions: calls in calls, in conditions, in loops; results and parameters of every kind (C99 6.5.2.2).

int twice(int x) { return x * 2; }
int plus(int a, int b) { return a + b; }
static inline int thrice(int x) { return twice(x) + x; }
static inline float4 blend(float4 a, float4 b, float t) { return a + (b - a) * t; }
int later(int x);

// launch: global=4
// arg: out = unset 8
// expect: out = 8 0  13 4  18 8  23 12
kernel void nested(global int *out) {
    int i = get_global_id(0);
    out[2 * i] = plus(twice(plus(i, 1)), twice(plus(1, plus(1, 1)))) + thrice(i);
    out[2 * i + 1] = (int)blend((float4)(0.0f), (float4)(16.0f * i), 0.25f).w;
}

// Functions that are defined after their calls.
// launch: global=3
// arg: out = unset 3
// expect: out = 100 101 102
kernel void declared_first(global int *out) { out[get_global_id(0)] = later(get_global_id(0)); }
int later(int x) { return x + 100; }

// A parameter is a variable of the callee.
int down_to_zero(int n, int step) {
    int turns = 0;
    while (n > 0) {
        n -= step;
        step = step > 1 ? step - 1 : 1;
        turns++;
    }
    return turns;
}
// launch: global=4
// arg: out = unset 4
// expect: out = 1 11 31 51
kernel void parameters_are_variables(global int *out) {
    int i = get_global_id(0), n = i * 2;
    out[i] = down_to_zero(n, 2) * 10 + (n == i * 2);
}

// Early returns in differing places; work-items part ways in the callee.
int steps(int x) {
    if (x < 0)
        return -1;
    for (int k = 0; k < 10; k++) {
        if (k * k >= x)
            return k;
        if (x == 50)
            return 777;
    }
    return 99;
}
// launch: global=8
// arg: in = -5 0 1 10 50 81 82 1000
// arg: out = unset 8
// expect: out = -1 0 1 4 777 9 99 99
kernel void early_returns(global const int *in, global int *out) {
    int i = get_global_id(0);
    out[i] = steps(in[i]);
}

// A function that some work-items call and others do not.
int touch(global int *counter, int by) {
    counter[0] += by;
    return counter[0];
}
// launch: global=6
// arg: counts = 10 20 30 40 50 60
// arg: out = zeros 6
// expect: counts = 10 21 30 43 50 65
// expect: out = 0 21 0 43 0 65
kernel void some_call(global int *counts, global int *out) {
    int i = get_global_id(0);
    if (i % 2)
        out[i] = touch(counts + i, i);
}

// Arguments are evaluated once each.
// launch: global=1
// arg: out = unset 3
// expect: out = 3 1 2
kernel void arguments_once(global int *out) {
    int n = 0;
    out[0] = plus(++n, 2);
    out[1] = n;
    out[2] = twice(n++);
}

// Results of all kinds: bool, char, vectors, pointers, void.
bool is_odd(int x) { return x & 1; }
char low_byte(int x) { return x; }
uchar3 rgb(int x) { return (uchar3)(x, x >> 8, x >> 16); }
global int *element(global int *p, int i) { return p + i; }
void store(global int *p, int v) { *p = v; }
// launch: global=2
// arg: out = unset 10
// expect: out = 0 -1 3 2 1  1 0 4 2 1
kernel void results(global int *out) {
    int i = get_global_id(0);
    out += 5 * i;
    out[0] = is_odd(2 + i);
    out[1] = low_byte(0x1ff + i);
    uchar3 c = rgb(0x010203 + i);
    *element(out, 2) = c.x;
    store(element(out, 3), c.y);
    return store(out + 4, c.z);
}

// Callees with private arrays, called in a loop: each call has its own.
int digits(int x) {
    int d[4] = {0};
    for (int k = 0; x; k++, x /= 10)
        d[k & 3] += x % 10;
    return d[0] * 1000 + d[1] * 100 + d[2] * 10 + d[3];
}
// launch: global=3
// arg: out = unset 3
// expect: out = 4321 8765 1122
kernel void arrays_of_callees(global int *out) {
    int i = get_global_id(0), r = 0;
    for (int k = 0; k < 2; k++)
        r = digits(i == 0 ? 1234 : i == 1 ? 5678 : 2211);
    out[i] = r;
}

// Pointers into the caller's variables, through two calls.
void add_to(int *x, int by) { *x += by; }
void add_twice(int *x, int by) {
    add_to(x, by);
    add_to(x, by);
}
void first_two(int4 *v, float *f) {
    v->x = 1;
    (*v).y += 2;
    *f *= 2;
}
// launch: global=3
// arg: out = unset 12
// expect: out = 0 1 2 3  2 1 3 5  4 1 4 7
kernel void pointers_to_variables(global int *out) {
    int i = get_global_id(0), x = 0;
    int4 v = i;
    float f = 1.5f + i;
    add_twice(&x, i);
    first_two(&v, &f);
    out[4 * i] = x;
    out[4 * i + 1] = v.x;
    out[4 * i + 2] = v.y;
    out[4 * i + 3] = (int)f;
}

// A function of each address space, and of the generic one where the standard has it.
int sum_local(local const int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
int sum_constant(constant int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
constant int weights[] = {5, 6, 7};
// launch: global=4 local=4
// arg: out = unset 4
// expect: out = 0 16 22 24
kernel void spaces(global int *out) {
    local int shared[4];
    int l = get_local_id(0);
    shared[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = sum_local(shared, 4) * (l > 0) + sum_constant(weights, l) + 5 * (l == 1);
    if (l == 2)
        out[l] = sum_local(shared, 3) + sum_constant(weights, 3) + 1;
}

// Kernels that kernels call, with their local memory and their struct parameters.
typedef struct {
    int a, b;
} Pair;
kernel void callee(global int *out, Pair p, int n) {
    p.a += n;
    out[get_global_id(0)] = p.a * 10 + p.b;
}
kernel void rotate_group(global int *out) {
    local int shared[4];
    int l = get_local_id(0);
    shared[l] = out[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[(l + 1) % 4];
}
// launch: global=8 local=4
// arg: out = unset 8
// expect: out = 22 32 42 12  62 72 82 52
kernel void caller(global int *out) {
    Pair p = {1, 2};
    callee(out, p, get_global_id(0));
    rotate_group(out);
}
