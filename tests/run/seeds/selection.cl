// The ternary selection operator, and the functions that go with comparisons: select, bitselect, any, all (OpenCL C,
// sections "Ternary Selection Operator" and "Relational Functions").

#include "widths.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

int note(global int *log, int value) {
    log[get_global_id(0)] = log[get_global_id(0)] * 10 + value;
    return value;
}

// A scalar condition follows C99: it is true where it is not 0, and only the arm that is taken is evaluated.
// launch: global=4
// arg: out = unset 4
// arg: log = zeros 4
// arg: in = 0 1 -1 4
// expect: out = 2 1 1 1
// expect: log = 2 1 1 1
kernel void scalar_condition(global int *out, global int *log, global const int *in) {
    int i = get_global_id(0);
    out[i] = in[i] ? note(log, 1) : note(log, 2);
}

// The arms are converted to one type, as the operands of an operator are.
// launch: global=2
// arg: out = unset 8
// arg: in = 0 1
// expect: out = -1 4294967295 7 0.5 4 4 8 8
kernel void types_of_arms(global double *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    int minus = -1;
    uint zero = 0;
    PUT(in[i] ? zero + minus : (long)minus);
    PUT(in[i] ? 0.5f : 7);
    PUT(sizeof(in[i] ? (char)1 : (char)2));
    PUT(sizeof(in[i] ? 1L : 1u));
}

// A vector condition selects component by component by the sign bit: where it is set, from the first arm. One of the
// documents has "not zero" instead; the specification makes the operator the same as select(exp3, exp2, exp1), so that
// 1 selects the second arm and 0x80000000 the first.
// launch: global=2
// arg: out = unset 2
// arg: c = 0 -1 1 0x80000000 0x7fffffff -2 0 1
// expect: out = 20 11 22 13 20 11 22 23
kernel void vector_condition(global int4 *out, global const int4 *c) {
    int i = get_global_id(0);
    int4 a = (int4)(10, 11, 12, 13), b = (int4)(20, 21, 22, 23);
    out[i] = c[i] ? a : b;
}

// For every type and width: a condition of components as wide, and arms of any type. The operator and the function agree.
// (Of the components 0, 1, 2 with conditions 1, -1, 0 and so on, those with -1 are taken.)
#define CONDITION2 1, -1
#define CONDITION3 1, -1, 0
#define CONDITION4 1, -1, 0, -1
#define CONDITION8 1, -1, 0, -1, 64, -1, 2, -1
#define CONDITION16 1, -1, 0, -1, 64, -1, 2, -1, 1, -1, 0, -1, 64, -1, 2, -1

// launch: global=2
// arg: out = unset 110
// arg: in = 1 1
// expect: out = 204{22} 1004{22} 1052{22} 19164{22} 5621468{22}
kernel void all_types(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) * (T)in[i], b = (T##N)((T)100); \
        M##N c = (M##N)(CONDITION##N) * (M)in[i]; \
        T##N chosen = c ? a : b, selected = select(b, a, c); \
        PUT(WEIGH##N(chosen) + WEIGH##N(selected)); \
    }
    ALL_TYPES(CASE)
#undef CASE
}

// The sign bit counts for unsigned conditions too.
// launch: global=2
// arg: out = unset 2
// arg: c = 0 0x80000000 0x7fffffff 0xffffffff 1 2 3 4
// expect: out = 20 11 22 13 20 21 22 23
kernel void unsigned_condition(global float4 *out, global const uint4 *c) {
    int i = get_global_id(0);
    float4 a = (float4)(10, 11, 12, 13), b = (float4)(20, 21, 22, 23);
    float4 chosen = c[i] ? a : b, selected = select(b, a, c[i]);
    out[i] = all(chosen == selected) ? chosen : (float4)(-1);
}

// The function on scalars goes by "not zero", unlike the same function on vectors.
// launch: global=4
// arg: out = unset 4
// arg: c = 0 1 -1 0x80000000
// expect: out = 20 20 10 20 10 10 10 10
kernel void select_on_scalars(global int2 *out, global const int *c) {
    int i = get_global_id(0);
    out[i] = (int2)(select(20, 10, c[i]), select((int2)(20), (int2)(10), (int2)(c[i])).x);
}

// With a vector condition both arms are evaluated, whatever it is.
int4 note_vector(global int *log, int value) {
    return (int4)(note(log, value));
}

// launch: global=2
// arg: out = unset 2
// arg: log = zeros 2
// arg: in = 0 -1
// expect: out = 2 2 2 2 1 1 1 1
// expect: log = 312 312
kernel void both_arms(global int4 *out, global int *log, global const int *in) {
    int i = get_global_id(0);
    int4 c = note_vector(log, 3) - 3 + in[i];
    out[i] = c ? note_vector(log, 1) : note_vector(log, 2);
}

// A scalar arm beside a vector is widened.
// launch: global=2
// arg: out = unset 4
// arg: c = -1 0 0 -1
// expect: out = 5 2.5 1.5 5 1.5 5 5 2.5
kernel void scalar_arms(global float2 *out, global const int2 *c) {
    int i = get_global_id(0);
    float2 v = (float2)(1.5f, 2.5f);
    out[i] = c[i] ? 5 : v;
    out[i + 2] = c[i] ? v : 5.0f;
}

// A scalar condition before vectors takes one of them whole, evaluating only that one.
// launch: global=2
// arg: out = unset 2
// arg: log = zeros 2
// arg: in = 0 1
// expect: out = 2 2 2 2 1 1 1 1
// expect: log = 2 1
kernel void scalar_condition_before_vectors(global int4 *out, global int *log, global const int *in) {
    int i = get_global_id(0);
    out[i] = in[i] ? note_vector(log, 1) : note_vector(log, 2);
}

// any and all go by the sign bits of the components, so that they fit the masks that comparisons give; 1 is not true
// for them.
// launch: global=4
// arg: out = unset 4
// arg: a = 1 2 3 4 1 9 9 9 9 9 9 9 0 0 0 nan
// arg: b = 2 3 4 5 2 3 4 5 2 3 4 5 1 1 1 1
// expect: out = 1 1 0 1 1 0 1 0 0 0 1 0 1 0 1 0
kernel void any_and_all(global int4 *out, global const float4 *a, global const float4 *b) {
    int i = get_global_id(0);
    int any_branch = 0, all_branch = 1;
    if (any(a[i] < b[i]))
        any_branch = 1;
    if (!all(a[i] < b[i]))
        all_branch = 0;
    out[i] = (int4)(any_branch, all_branch, any(a[i] >= b[i] || a[i] != a[i]), all(!(a[i] >= b[i]) && a[i] == a[i]));
}

// launch: global=2
// arg: out = unset 40
// arg: in = -1 1
// expect: out = 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0 11 0
kernel void any_and_all_of_every_type(global int *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N v = (T##N)((T)in[i]); \
        PUT(any(v) * 10 + all(v)); \
    }
#define SIGNED(CASE, N) CASE(char, char, N) CASE(short, short, N) CASE(int, int, N) CASE(long, long, N)
    SIGNED(CASE, 2) SIGNED(CASE, 3) SIGNED(CASE, 4) SIGNED(CASE, 8) SIGNED(CASE, 16)
#undef CASE
}

// launch: global=2
// arg: out = unset 2
// expect: out = 1 0 1 0
kernel void any_and_all_of_one_component(global int2 *out) {
    int4 v = (int4)(0);
    v.z = -1;
    out[get_global_id(0)] = (int2)(any(v), all(v));
}

// launch: global=2
// arg: out = unset 2
// arg: c = 0x0000ffff 0xff00ff00
// expect: out = 0x12345678 0x12345678 0xab345678 0xab345678
kernel void bit_by_bit(global uint2 *out, global const uint *c) {
    int i = get_global_id(0);
    uint a = 0x1234ef78, b = 0xabcd5678;
    out[i] = (uint2)(bitselect(a, b, c[i]), bitselect((uint2)(a), (uint2)(b), (uint2)(c[i])).y);
}
