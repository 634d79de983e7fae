// as_type: the same bits as another type of the same size (OpenCL C, section "Reinterpreting Types Using as_type() and
// as_typen()"). What a document wrote as C++ for the OpenCL C++ header is here as the function of OpenCL C.

#include "widths.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// launch: global=1
// arg: out = unset 1
// expect: out = 1
kernel void float_of_bits(global float *out) {
    out[0] = as_float(0x3f800000);
}

// launch: global=4
// arg: out = unset 4
// arg: in = 1 2 -0 nan
// expect: out = 0x3f800000 0x40000000 0x80000000 0x7fc00000
kernel void bits_of_float(global uint *out, global const float *in) {
    float f = in[get_global_id(0)];
    uint u = as_uint(f);
    out[get_global_id(0)] = u;
}

// launch: global=2
// arg: out = unset 2
// arg: in = 1 2 3 4 -1 -2 -3 -4
// expect: out = 0x3f800000 0x40000000 0x40400000 0x40800000 0xbf800000 0xc0000000 0xc0400000 0xc0800000
kernel void bits_of_floats(global int4 *out, global const float4 *in) {
    int i = get_global_id(0);
    float4 f = in[i];
    int4 v = as_int4(f);
    out[i] = v;
}

// A mask from a comparison selects by bits: f where it is less than g, else 0.
// launch: global=3
// arg: out = unset 3
// arg: f = 1 5 nan -4 2 2 2 2 -inf 0 inf 1
// arg: g = 2 3 1 -1 2 3 nan 1 0 -0 inf 1.5
// expect: out = 1 0 0 -4 0 2 0 0 -inf 0 0 1
kernel void selection_by_mask(global float4 *out, global const float4 *f, global const float4 *g) {
    int i = get_global_id(0);
    int4 is_less = f[i] < g[i];
    out[i] = as_float4(as_int4(f[i]) & is_less);
}

// A different number of components is legal and defined by the implementation. Here the bits are those of a little-endian
// memory: the lowest bits are the first component. (It gives a warning.)
// launch: global=2
// arg: out = unset 2
// arg: in = 0x00020001 0xfffe8000
// expect: out = 1 2 0x8000 0xfffe
kernel void int_as_shorts(global short2 *out, global const int *in) {
    int i = get_global_id(0);
    short2 j = as_short2(in[i]);
    out[i] = j;
}

// launch: global=2
// arg: out = unset 2
// arg: in = 0x00020001 0x00040003 0x00060005 0x00080007 -1 0 0x10000 65536
// expect: out = 1 2 3 4 5 6 7 8 -1 -1 0 0 0 1 0 1
kernel void ints_as_shorts(global short8 *out, global const int4 *in) {
    int i = get_global_id(0);
    short8 j = as_short8(in[i]);
    out[i] = j;
}

// Between a 4-component and a 3-component vector no bit is moved: x, y and z stay. (The w that comes about is undefined.)
// launch: global=2
// arg: three = unset 2
// arg: four = unset 2
// arg: in = 1 2 3 4 5 6 7 8
// expect: three = 1 2 3 5 6 7
// expect: four = 0x3f800000 0x40000000 0x40400000 * 0x40a00000 0x40c00000 0x40e00000 *
kernel void four_as_three(global float3 *three, global uint4 *four, global const float4 *in) {
    int i = get_global_id(0);
    float3 g = as_float3(in[i]);
    three[i] = g;
    four[i] = as_uint4(g);
}

// Every type becomes every type of its size, and back, with its bits untouched, for scalars and vectors. (The bits of each
// component, weighed and summed.)
#define AS(FROM, TO, BITS, N) \
    { \
        FROM##N a = as_##FROM##N((BITS##N)(NUMBERS##N) * (BITS)17 + (BITS)in[i]); \
        TO##N b = as_##TO##N(a); \
        BITS##N bits = as_##BITS##N(b), back = as_##BITS##N(as_##FROM##N(b)); \
        PUT(WEIGH##N(bits) == WEIGH##N(back) ? WEIGH##N(bits) : 0); \
    }
#define AS_2(A, B, BITS, N) AS(A, B, BITS, N) AS(B, A, BITS, N)
#define AS_3(A, B, C, BITS, N) AS_2(A, B, BITS, N) AS_2(A, C, BITS, N) AS_2(B, C, BITS, N)

// launch: global=2
// arg: out = unset 200
// arg: in = 3 3
// expect: out = 43{40} 191{40} 623{40} 26911{40} 7405599{4} 15794207{36}
kernel void all_of_one_size(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASES(N) \
    AS_2(char, uchar, uchar, N) AS_3(short, ushort, half, ushort, N) AS_3(int, uint, float, uint, N) \
        AS_3(long, ulong, double, ulong, N)
    CASES(2) CASES(3) CASES(4) CASES(8) CASES(16)
#undef CASES
}

// launch: global=4
// arg: out = unset 80
// arg: in = 0 -1 2143289344 -8388607
// expect: out = 0 -1 0 1 0 -1 0 1 0 -1 0 1 0 -1 0 1 0 -1 0 1 0 -1 0 1 0 -1 0 1 0 -1 0 1 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607 0 -1 2143289344 -8388607
kernel void all_scalars_of_one_size(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define SCALAR_AS(FROM, TO, BITS) \
    { \
        BITS bits = (BITS)in[i]; \
        TO b = as_##TO(as_##FROM(bits)); \
        PUT(as_##BITS(b)); \
    }
    SCALAR_AS(char, uchar, char) SCALAR_AS(uchar, char, char)
    SCALAR_AS(short, ushort, short) SCALAR_AS(ushort, short, short) SCALAR_AS(short, half, short)
    SCALAR_AS(half, short, short) SCALAR_AS(ushort, half, short) SCALAR_AS(half, ushort, short)
    SCALAR_AS(int, uint, int) SCALAR_AS(uint, int, int) SCALAR_AS(int, float, int)
    SCALAR_AS(float, int, int) SCALAR_AS(uint, float, int) SCALAR_AS(float, uint, int)
    SCALAR_AS(long, ulong, long) SCALAR_AS(ulong, long, long) SCALAR_AS(long, double, long)
    SCALAR_AS(double, long, long) SCALAR_AS(ulong, double, long) SCALAR_AS(double, ulong, long)
}

// The bits are not the value: as_int of 1.0f is no 1, and (int)1.0f is. The argument is not promoted: a uchar is
// reinterpreted as it is.
// launch: global=2
// arg: out = unset 8
// arg: in = 1 200
// expect: out = 1065353216 1128792064 1 200 1 -56 1 200
kernel void bits_are_not_the_value(global int *out, global const float *in) {
    int i = get_global_id(0), k = 0;
    PUT(as_int(in[i]));
    PUT((int)in[i]);
    uchar u = (uchar)in[i];
    PUT(as_char(u));
    PUT(as_uchar(as_char(u)));
}

// A union too shows the bytes of one member as another (section "Reinterpreting Types Using Unions").
// launch: global=2
// arg: out = unset 10
// arg: in = 1 -2
// expect: out = 0x3f800000 0xc0000000 0 0 0x3ff00000 0xc0000000 1 0xfffffffe 0x3f 0xc0
kernel void unions(global uint *out, global const float *in) {
    int i = get_global_id(0), k = 0;
    union { float f; uint u; double d; uint2 v; uchar bytes[8]; } u;
    u.f = in[i];
    PUT(u.u);
    u.d = in[i];
    PUT(u.u);
    PUT(u.v.y);
    u.u = (uint)(int)in[i];
    PUT(u.u);
    u.f = in[i];
    PUT(u.bytes[3]);
}
