// Implicit conversions, casts, and conversion functions (OpenCL C, sections "Implicit Conversions", "Explicit Casts",
// "Explicit Conversions" and "Usual Arithmetic Conversions"). Every pair of types at its limits is in the Rust test
// `conversions`.

#include "widths.h"

// A conversion keeps the value where the new type has it, as the integer 5 becomes 5.0f, in each place that converts
// implicitly: an initialiser, an assignment, an argument, a returned value.
float halved(float x) { return x / 2; }
int returned(float x) { return x; }

// launch: global=2
// arg: out = unset 10
// arg: in = 5 -5
// expect: out = 5 -5 5 -5 2.5 -2.5 2 -2 2.5 -2.5
kernel void implicit(global float *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    float f = in[i], g;
    PUT(f);
    g = in[i];
    PUT(g);
    PUT(halved(in[i]));
    PUT(returned(halved(in[i])));
    PUT(in[i] / 2.0f);
}

// A short beside a float becomes a float, and so does any integer. Among floating-point types the wider one is taken. A
// char and a ushort both become int; an int beside a uint becomes uint; a uint beside a long becomes long. (The
// size, and what 3 of the one less 5 of the other are; as a bool, the 3 is 1.)
// launch: global=2
// arg: out = unset 40
// arg: in = 3 3
// expect: out = 4{2} -2{2} 4{2} -2{2} 8{2} -2{2} 8{2} -2{2} 4{2} -2{2} 4{2} -2{2} 4{2} 4294967294{2} 8{2} -2{2} 8{2} 18446744073709551616{2} 4{2} -4{2}
kernel void common_types(global double *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define COMMON(A, B) \
    { \
        A a = (A)in[i]; \
        B b = (B)(in[i] + 2); \
        PUT(sizeof(a - b)); \
        PUT(a - b); \
    }
    COMMON(short, float)
    COMMON(float, ulong)
    COMMON(float, double)
    COMMON(long, double)
    COMMON(short, short)
    COMMON(char, ushort)
    COMMON(int, uint)
    COMMON(long, uint)
    COMMON(ulong, long)
    COMMON(bool, char)
}

// The common type of an int and a float is float, though it does not hold every int: 16777217, which is 2^24 + 1, becomes
// 16777216 before anything is computed. A cast to int keeps the sum exact until the end.
// launch: global=2
// arg: out = unset 8
// arg: in = 16777217 16777217
// expect: out = 16777216{2} 16777216{2} 16777220{2} 1{2}
kernel void precision_lost(global float *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    float a = in[i];
    int b = 1;
    PUT(a);
    PUT(a + b);
    PUT((float)(in[i] + 2));
    PUT((float)in[i] == 16777216.0f);
}

// A cast or a conversion of a float to an integer is cut off towards zero, that of an int to a float is rounded to the
// nearest.
// launch: global=4
// arg: out = unset 32
// arg: in = 1.0 -1.75 2.5 99.999
// expect: out = 1 -1 2 99 1 -1 2 99 1 -1 2 99 1 -1 2 99 1 -1 2 99 1 -1 2 99 1 -1 2 99 1 -1 2 99
kernel void casts_truncate(global long *out, global const float *in) {
    int i = get_global_id(0), k = 0;
    PUT((char)in[i]);
    PUT((short)in[i]);
    PUT((int)in[i]);
    PUT((long)in[i]);
    PUT(convert_char(in[i]));
    PUT(convert_short2((float2)(in[i])).y);
    PUT(convert_int4_rtz((float4)(in[i])).y);
    PUT(convert_long8((float8)(in[i])).s7);
}

// A cast of a scalar to a vector type converts it to the type of the components and widens it.
// launch: global=2
// arg: out = unset 110
// arg: in = 5.75 5.75
// expect: out = 15{16} 69{6} 35{16} 161{6} 75{16} 345{6} 1275{16} 5865{6} 327675{16} 1507305{6}
kernel void casts_to_vectors(global long *out, global const float *in) {
    int i = get_global_id(0), k = 0;
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define CASE(T, M, N) \
    { \
        T##N v = (T##N)in[i]; \
        PUT(WEIGH##N(v)); \
    }
#define FLOAT_CASE(T, M, N) \
    { \
        T##N v = (T##N)in[i] * (T)4; \
        PUT(WEIGH##N(v)); \
    }
#define CASES(N) INTEGERS(CASE, N) FLOATS(FLOAT_CASE, N)
    CASES(2) CASES(3) CASES(4) CASES(8) CASES(16)
#undef CASES
#undef FLOAT_CASE
#undef CASE
}

// launch: global=1
// arg: out = unset 5
// arg: u = 255
// arg: f = 2.5
// expect: out = 1 1 1 1 255 255 255 255 2 2 0 0 255 255 255 255 1 1 1 1
kernel void casts_to_vectors_as_documented(global float4 *out, uchar u, float f) {
    float one = 1.0f;
    float4 va = (float4)one;
    out[0] = va;
    float4 vb = (float4)u;
    out[1] = vb;
    int2 vc = (int2)f;
    out[2] = (float4)(vc.x, vc.y, 0, 0);
    uchar4 vtrue = (uchar4)true;
    out[3] = (float4)(vtrue.x, vtrue.y, vtrue.z, vtrue.w);
    float4 from_bool = (float4)(f > 0);
    out[4] = from_bool;
}

// A bool cast to an integer vector gives -1 (all bits) where it is true, but its comparison as an int gives 1.
// launch: global=2
// arg: out = unset 16
// arg: in = 0 3
// expect: out = 0 -1 0 255 0 -1 0 65535 0 -1 0 4294967295 0 -1 0 1
kernel void bools_to_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    bool b = in[i];
    PUT(((char2)b).y);
    PUT(((uchar3)b).z);
    PUT(((short4)b).w);
    PUT(((ushort8)b).s7);
    PUT(((int16)b).sf);
    PUT(((uint2)b).x);
    PUT(((long2)b).x);
    PUT(((int2)(in[i] != 0)).x);
}

// A value becomes a bool by comparing it with zero: fractions and NaNs are true.
// launch: global=5
// arg: out = unset 10
// arg: in = 0 -0 0.25 nan 256
// expect: out = 0 0 1 1 1 0 0 1 1 1
kernel void to_bool(global int *out, global const float *in) {
    int i = get_global_id(0), k = 0;
    PUT((bool)in[i]);
    bool b = in[i];
    PUT(b);
}

// convert_T turns vectors into vectors of as many components, as casts do not: the documents' examples.
// launch: global=2
// arg: out = unset 2
// arg: to_float = unset 2
// arg: in = 1.25 -2.5 3.75 100 -0.5 0.5 -100.75 7
// arg: ints = 1 -2 16777217 0 5 6 7 8
// expect: out = 1 -2 3 100 0 0 -100 7
// expect: to_float = 1 -2 16777216 0 5 6 7 8
kernel void vectors(global int4 *out, global float4 *to_float, global const float4 *in, global const int4 *ints) {
    int i = get_global_id(0);
    out[i] = convert_int4(in[i]);
    to_float[i] = convert_float4(ints[i]);
}

// With _sat, what is out of range becomes the nearest value of the type, and a NaN becomes 0. A rounding mode goes with it.
// launch: global=6
// arg: out = unset 6
// arg: in = -1.5 2.5 300 -1e30 inf nan
// expect: out = 0 -2 -1 -2 2 2 3 2 255 127 300 300 0 -128 -32768 -2147483648 255 127 32767 2147483647 0 0 0 0
kernel void saturated(global int4 *out, global const float *in) {
    int i = get_global_id(0);
    float2 v = (float2)(in[i]);
    out[i] = (int4)(convert_uchar_sat(in[i]), convert_char2_sat_rte(v).y, convert_short2_sat_rtp(v).x,
                    convert_int_sat_rte(in[i]));
}

// The rounding modes: to the nearest even, towards zero, up, down.
// launch: global=6
// arg: out = unset 6
// arg: in = 2.5 3.5 -2.5 -0.25 0.75 7
// expect: out = 2 2 3 2 4 3 4 3 -2 -2 -2 -3 0 0 0 -1 1 0 1 0 7 7 7 7
kernel void rounding_modes(global int4 *out, global const float *in) {
    int i = get_global_id(0);
    out[i] = (int4)(convert_int_rte(in[i]), convert_int_rtz(in[i]), convert_int_rtp(in[i]), convert_int_rtn(in[i]));
}

// launch: global=4
// arg: out = unset 4
// arg: in = 16777217 16777219 -16777217 16777216
// expect: out = 16777216 16777216 16777218 16777216 16777220 16777218 16777220 16777218 -16777216 -16777216 -16777216 -16777218 16777216 16777216 16777216 16777216
kernel void rounding_modes_to_float(global float4 *out, global const int *in) {
    int i = get_global_id(0);
    int3 v = (int3)(in[i]);
    out[i] = (float4)(convert_float3_rte(v).z, convert_float3_rtz(v).z, convert_float3_rtp(v).z,
                      convert_float3_rtn(v).z);
}
