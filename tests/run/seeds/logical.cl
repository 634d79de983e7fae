// Logical operators && || ! (OpenCL C, sections "Logical Operators" and "Unary Logical Operator"). One of the documents
// that these cases come from has them for integers alone, as OpenCL 1.0 had; the specification has them for
// floating-point numbers too, and so has the other document.

#include "widths.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Vectors of one type give a vector of as many signed integers of the components' size: false is 0, true is -1. A
// component counts as true where it is not zero, whatever its sign. (Components 1, 2, 3 of each four are true on the left,
// the odd ones on the right.)
#define LEFT2 0, 1
#define LEFT3 0, 1, 2
#define LEFT4 0, 1, 2, 3
#define LEFT8 0, 1, 2, 3, 0, 5, 6, 7
#define LEFT16 0, 1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 0, 13, 14, 15
#define RIGHT2 0, 1
#define RIGHT3 0, 1, 0
#define RIGHT4 0, 1, 0, 64
#define RIGHT8 0, 1, 0, 64, 0, 4, 0, 3
#define RIGHT16 0, 1, 0, 64, 0, 4, 0, 3, 0, 1, 0, 2, 0, 100, 0, 1

// launch: global=3
// arg: out = unset 165
// arg: in = 1 1 1
// expect: out = -6{33} -14{33} -38{33} -646{33} -166022{33}
kernel void on_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(LEFT##N) * (T)in[i], b = (T##N)(RIGHT##N) * (T)in[i]; \
        M##N both = a && b, either = a || b; \
        PUT(WEIGH##N(both) + WEIGH##N(either) * 2); \
    }
    ALL_TYPES(CASE)
#undef CASE
}

// A scalar on either side is converted to the type of the components and widened.
// launch: global=3
// arg: out = unset 165
// arg: in = 0 1 -1
// expect: out = -68 -136{2} -68 -136{2} -68 -136{2} -68 -136{2} -68 -136{2} -68 -136{2} -68 -136{2} -68 -136{2} -68 -136{2} -68 -136{2} -68 -136{2} -204 -340{2} -204 -340{2} -204 -340{2} -204 -340{2} -204 -340{2} -204 -340{2} -204 -340{2} -204 -340{2} -204 -340{2} -204 -340{2} -204 -340{2} -476 -748{2} -476 -748{2} -476 -748{2} -476 -748{2} -476 -748{2} -476 -748{2} -476 -748{2} -476 -748{2} -476 -748{2} -476 -748{2} -476 -748{2} -8092 -12716{2} -8092 -12716{2} -8092 -12716{2} -8092 -12716{2} -8092 -12716{2} -8092 -12716{2} -8092 -12716{2} -8092 -12716{2} -8092 -12716{2} -8092 -12716{2} -8092 -12716{2} -2079644 -3268012{2} -2079644 -3268012{2} -2079644 -3268012{2} -2079644 -3268012{2} -2079644 -3268012{2} -2079644 -3268012{2} -2079644 -3268012{2} -2079644 -3268012{2} -2079644 -3268012{2} -2079644 -3268012{2} -2079644 -3268012{2}
kernel void scalars_beside_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(LEFT##N); \
        T s = (T)in[i]; \
        M##N both = a && s, either = a || s, both_left = s && a, either_left = s || a; \
        PUT(WEIGH##N(both) + WEIGH##N(either) * 2 + WEIGH##N(both_left) * 16 + WEIGH##N(either_left) * 32); \
    }
    ALL_TYPES(CASE)
#undef CASE
}

// `!` gives such a vector too.
// launch: global=3
// arg: out = unset 165
// arg: in = 1 1 1
// expect: out = -5{33} -13{33} -29{33} -493{33} -126701{33}
kernel void negations_of_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(LEFT##N) * (T)in[i]; \
        M##N none = !a, some = !!a; \
        PUT(WEIGH##N(none) + WEIGH##N(some) * 2); \
    }
    ALL_TYPES(CASE)
#undef CASE
}

// Scalars give 1 or 0 of type int. (As decimal digits: the size of the result, then &&, ||, ! of the left side.)
// launch: global=4
// arg: out = unset 44
// arg: a = 0 0 1 -1
// arg: b = 0 1 0 64
// expect: out = 4001 4011 4010 4110 4001 4011 4010 4110 4001 4011 4010 4110 4001 4011 4010 4110 4001 4011 4010 4110 4001 4011 4010 4110 4001 4011 4010 4110 4001 4011 4010 4110 4001 4011 4010 4110 4001 4011 4010 4110 4001 4011 4010 4110
kernel void on_scalars(global int *out, global const int *a, global const int *b) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T left = (T)a[i], right = (T)b[i]; \
        int size = sizeof(left && right) == 4 && sizeof(left || right) == 4 && sizeof(!left) == 4 ? 4 : 0; \
        PUT(size * 1000 + (left && right) * 100 + (left || right) * 10 + !left); \
    }
    TYPES(CASE, 1)
#undef CASE
}

// What counts as true: everything but zero, -0.0 included. A NaN, a fraction and a denormal number are not zero.
// launch: global=7
// arg: out = unset 7
// arg: in = 0 -0 0.25 nan 1e-45 -inf 1
// expect: out = 1 -1 0 0 1 -1 0 0 0 0 1 -1 0 0 1 -1 0 0 1 -1 0 0 1 -1 0 0 1 -1
kernel void truth_of_floats(global int4 *out, global const float *in) {
    int i = get_global_id(0);
    float2 v = (float2)(in[i]);
    out[i] = (int4)(!in[i], (!v).y, in[i] && 1, (v && 1).y);
}

// The high bits of a long count, and so does each bit of the others.
// launch: global=4
// arg: out = unset 4
// arg: in = 0 4294967296 0x8000000000000000 1
// expect: out = 1 0 0 -1 0 1 -1 0 0 1 -1 0 0 1 -1 0
kernel void truth_of_longs(global long4 *out, global const long *in) {
    int i = get_global_id(0);
    long2 v = (long2)(in[i]);
    out[i] = (long4)(!in[i], in[i] || 0, (v || 0).x, (!v).y);
}

int note(global int *log, int value) {
    log[get_global_id(0)] = log[get_global_id(0)] * 10 + value;
    return value % 2;
}

int2 note_vector(global int *log, int value) {
    return (int2)(note(log, value), 0);
}

// With two scalars, && evaluates its right side only where the left one is not 0, || only where it is 0. (Odd numbers
// are true.)
// launch: global=2
// arg: out = unset 2
// arg: log = zeros 2
// arg: in = 0 1
// expect: out = 1 1
// expect: log = 225 1364
kernel void scalars_short_circuit(global int *out, global int *log, global const int *in) {
    int i = get_global_id(0);
    int both = note(log, 2 - in[i]) && note(log, 3), either = note(log, 2 + in[i] * 4) || note(log, 5 - in[i]);
    out[i] = both != either;
}

// With a vector on either side both sides are evaluated, though the left one settles every component. The values are
// those of the components.
// launch: global=2
// arg: out = unset 2
// arg: log = zeros 2
// arg: in = 0 1
// expect: out = 0 0 -1 0 0 0 -1 0
// expect: log = 23571432 13571432
kernel void vectors_do_not_short_circuit(global int4 *out, global int *log, global const int *in) {
    int i = get_global_id(0);
    int2 nothing = note_vector(log, 2 - in[i]) && (int2)(note(log, 3) * 0);
    int2 all = (int2)(5, 0) || note_vector(log, 5);
    int2 left = note_vector(log, 7) && note(log, 1);
    int2 right = note(log, 4) || note_vector(log, 3);
    int2 none = note(log, 2) && (int2)(1);
    out[i] = (int4)(nothing, all);
    out[i].zw &= left & right & ~none;
}
