// Arithmetic operators: + - * / on integers and floating-point numbers, % on integers; scalars and vectors
// (OpenCL C, sections "Arithmetic Operators", "Usual Arithmetic Conversions" and "Vector Operations").

#include "widths.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Two vectors of one type give a vector of that type, component by component. The assignment proves the type, for
// vectors are not converted implicitly.
#define OPERATE(OP, T, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) + (T)8, b = (T##N)((T)in[i]); \
        T##N result = a OP b; \
        PUT(WEIGH##N(result)); \
    }

// launch: global=3
// arg: out = unset 165
// arg: in = 4 4 4
// expect: out = 38{33} 94{33} 214{33} 4598{33} 1703926{33}
kernel void sums(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) OPERATE(+, T, N)
    ALL_TYPES(CASE)
#undef CASE
}

// launch: global=3
// arg: out = unset 165
// arg: in = 4 4 4
// expect: out = 14{33} 38{33} 94{33} 2558{33} 1179646{33}
kernel void differences(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) OPERATE(-, T, N)
    ALL_TYPES(CASE)
#undef CASE
}

// launch: global=3
// arg: out = unset 165
// arg: in = 4 4 4
// expect: out = 104{33} 264{33} 616{33} 14312{33} 5767144{33}
kernel void products(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) OPERATE(*, T, N)
    ALL_TYPES(CASE)
#undef CASE
}

// Integer quotients lose their fraction.
// launch: global=3
// arg: out = unset 120
// arg: in = 4 4 4
// expect: out = 6{24} 14{24} 30{24} 750{24} 323310{24}
kernel void integer_quotients(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) OPERATE(/, T, N)
    ALL_INTEGERS(CASE)
#undef CASE
}

// launch: global=3
// arg: out = unset 45
// arg: in = 4 4 4
// expect: out = 52{9} 132{9} 308{9} 7156{9} 2883572{9}
kernel void float_quotients(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) + (T)8, b = (T##N)((T)in[i]); \
        T##N result = a / b; \
        PUT(WEIGH##N(result * (T)8)); \
    }
    ALL_FLOATS(CASE)
#undef CASE
}

// launch: global=3
// arg: out = unset 120
// arg: in = 5 5 5
// expect: out = 11{48} 19{24} 403{24} 152211{24}
kernel void remainders(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) OPERATE(%, T, N)
    ALL_INTEGERS(CASE)
#undef CASE
}

// Quotients are cut off towards zero, and a remainder has the sign of the dividend (C99, section 6.5.5).
// launch: global=4
// arg: out = unset 32
// arg: a = 7 -7 7 -7
// arg: b = 2 2 -2 -2
// expect: out = 3 -3{2} 3 1 -1 1 -1 3 -3{2} 3 1 -1 1 -1 3 -3{2} 3 1 -1 1 -1 3 -3{2} 3 1 -1 1 -1
kernel void signs_of_quotients(global long *out, global const int *a, global const int *b) {
    int i = get_global_id(0), k = 0;
#define CASE(T) \
    { \
        T##3 quotient = (T##3)((T)a[i]) / (T##3)((T)b[i]), remainder = (T##3)((T)a[i]) % (T##3)((T)b[i]); \
        PUT(quotient.z); \
        PUT(remainder.z); \
    }
    CASE(char) CASE(short) CASE(int) CASE(long)
#undef CASE
}

// The operators of a scalar and a vector: the scalar, on the left or on the right, is converted to the type of the
// components and widened; the result has the type and the size of the vector.
// launch: global=3
// arg: out = unset 165
// arg: in = 3 3 3
// expect: out = 324{33} 756{33} 1620{33} 27540{33} 7077780{33}
kernel void scalars_beside_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) + (T)8; \
        T s = (T)in[i]; \
        T##N right = a + s, less = a - s, left = (T)(40 - s) - a; \
        PUT(WEIGH##N(right) + WEIGH##N(less) * 2 + WEIGH##N(left) * 3); \
    }
    ALL_TYPES(CASE)
#undef CASE
}

// launch: global=3
// arg: out = unset 120
// arg: in = 3 3 3
// expect: out = 266{24} 582{24} 1270{24} 29270{24} 9693014{24}
kernel void scalars_beside_integer_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) + (T)8; \
        T s = (T)in[i], hundred = (T)(s + 97); \
        PUT(WEIGH##N(s * a) + WEIGH##N(a / s) * 2 + WEIGH##N(a % s) * 3 + WEIGH##N(hundred / a) * 4 \
            + WEIGH##N(hundred % a) * 5); \
    }
    ALL_INTEGERS(CASE)
#undef CASE
}

// A scalar of a lower rank is converted first: a char beside shorts, an int beside floats, a bool beside chars.
// launch: global=2
// arg: out = unset 14
// arg: in = -3 -3
// expect: out = 97{4} 65533{2} 97{2} 4294967293{2} 97{2} 101{2}
kernel void scalars_of_lower_rank(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    char c = (char)in[i];
    short2 shorts = (short2)(100, 0) + c;
    PUT(shorts.x);
    int2 ints = c + (int2)(100, 0);
    PUT(ints.x);
    ushort2 ushorts = c + (ushort2)(0);
    PUT(ushorts.y);
    float2 floats = (float2)(100.0f) + in[i];
    PUT(floats.x);
    uint2 uints = (uint2)(0) + in[i];
    PUT(uints.x);
    double2 doubles = (float)in[i] + (double2)(100.0);
    PUT(doubles.y);
    char2 chars = (char2)(100) + (char)(in[i] + 4);
    PUT(chars.y);
}

// The result has the components' type, so that it wraps round where it does not fit; only scalars are promoted.
// launch: global=2
// arg: out = unset 16
// arg: in = 100 100
// expect: out = -56{2} 200{2} 44{2} 300{2} -25536{2} 40000{2} 14464{2} 80000{2}
kernel void vectors_are_not_promoted(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    char4 c = (char4)((char)in[i]);
    PUT((c + c).w);
    PUT(c.w + c.w);
    uchar4 u = (uchar4)((uchar)(in[i] + 50));
    PUT((u + u).w);
    PUT(u.w + u.w);
    short4 s = (short4)((short)(in[i] * 200));
    PUT((s + s).w);
    PUT(s.w + s.w);
    ushort4 t = (ushort4)((ushort)(in[i] * 400));
    PUT((t + t).w);
    PUT(t.w + t.w);
}

// Two scalars follow C99: types smaller than int are promoted to int, then both get one type. (The size of the result,
// and the result.)
// launch: global=2
// arg: out = unset 32
// arg: in = 200 200
// expect: out = 4{2} 400{2} 4{2} 150{2} 4{2} 4294967295{2} 8{2} -1{2} 8{2} -1{2} 4{2} 400{2} 8{2} 400{2} 2{2} 400{2}
kernel void two_scalars(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    uchar u = (uchar)in[i];
    PUT(sizeof(u + u));
    PUT(u + u);
    char c = (char)(in[i] - 250);
    PUT(sizeof(c + u));
    PUT(c + u);
    PUT(sizeof(u - 201u));
    PUT(u - 201u);
    PUT(sizeof(u - 201L));
    PUT(u - 201L);
    PUT(sizeof(u - 201ul));
    PUT(u - 201ul);
    PUT(sizeof(u + 200.0f));
    PUT(u + 200.0f);
    PUT(sizeof(u + 200.0));
    PUT(u + 200.0);
    half h = (half)in[i];
    PUT(sizeof(h + u));
    PUT(h + u);
}

// Division by zero, and the one quotient that does not fit, are no exceptions: the value is unspecified, the
// work-item goes on, and the other components and work-items are not concerned.
// launch: global=4
// arg: out = unset 64
// arg: b = 0 3 -1 0
// expect: out = * 3 -9 *{2} 0{2} *{2} 3 -9 *{2} 0{2} *{2} 3 -9 *{2} 0{2} *{2} 3 -9 *{2} 0{2} *{2} 3 -9 *{2} 0{2} *{2} 3 -9 *{2} 0{2} *{2} 3 -9 *{2} 0{2} *{2} 3 -9 *{2} 0{2} *
kernel void division_by_zero(global long *out, global const int *b) {
    int i = get_global_id(0), k = 0;
#define CASE(T) \
    { \
        T##4 divisors = (T##4)((T)b[i], 3, (T)b[i], 3), dividends = (T##4)(9); \
        T##4 quotients = dividends / divisors, remainders = dividends % divisors; \
        PUT(quotients.z); \
        PUT(remainders.z); \
    }
    CASE(char) CASE(short) CASE(int) CASE(long)
#undef CASE
#define CASE(T) \
    { \
        T divisor = (T)b[i], dividend = (T)9; \
        PUT((long)(dividend / divisor)); \
        PUT((long)(dividend % divisor)); \
    }
    CASE(char) CASE(short) CASE(int) CASE(long)
#undef CASE
}

// launch: global=4
// arg: out = unset 24
// arg: b = 0 3 2 0
// expect: out = * 85 127 *{2} 0 1 * * 21845 32767 *{2} 0 1 * * 1431655765 2147483647 *{2} 0 1 *
kernel void unsigned_division_by_zero(global long *out, global const int *b) {
    int i = get_global_id(0), k = 0;
#define CASE(T) \
    { \
        T##3 divisors = (T##3)(3, (T)b[i], 5), quotients = (T##3)((T)-1) / divisors; \
        T##3 remainders = (T##3)((T)-1) % divisors; \
        PUT(quotients.y); \
        PUT(remainders.y); \
    }
    CASE(uchar) CASE(ushort) CASE(uint)
#undef CASE
}

// launch: global=4
// arg: out = unset 16
// arg: b = -1 1 2 -1
// expect: out = * -128 -64 *{2} -32768 -16384 *{2} -2147483648 -1073741824 *{2} -9223372036854775808 -4611686018427387904 *
kernel void quotient_out_of_range(global long *out, global const int *b) {
    int i = get_global_id(0), k = 0;
#define CASE(T, MIN) \
    { \
        T##8 quotients = (T##8)((T)MIN) / (T##8)((T)b[i]); \
        PUT(quotients.s6); \
    }
    CASE(char, CHAR_MIN) CASE(short, SHRT_MIN) CASE(int, INT_MIN) CASE(long, LONG_MIN)
#undef CASE
}

// Floating-point division by zero follows IEEE 754: an infinity of the sign of both operands, a NaN for 0 / 0.
// launch: global=6
// arg: out = unset 6
// arg: vectors = unset 6
// arg: a = 1 -1 0 2.5 -inf nan
// arg: b = 0 0 0 -0 0 0
// expect: out = inf -inf nan -inf -inf nan
// expect: vectors = 3 inf inf 3 -inf -inf 3 nan nan 3 -inf -inf 3 -inf -inf 3 nan nan
kernel void float_division_by_zero(global float *out, global float3 *vectors, global const float *a,
                                   global const float *b) {
    int i = get_global_id(0);
    out[i] = a[i] / b[i];
    vectors[i] = (float3)(6.0f, a[i], a[i]) / (float3)(2.0f, b[i], b[i]);
}

// launch: global=6
// arg: out = unset 6
// arg: vectors = unset 6
// arg: a = 1 -1 0 2.5 -inf nan
// arg: b = 0 0 0 -0 0 0
// expect: out = inf -inf nan -inf -inf nan
// expect: vectors = 3 inf 3 -inf 3 nan 3 -inf 3 -inf 3 nan
kernel void double_division_by_zero(global double *out, global double2 *vectors, global const double *a,
                                    global const double *b) {
    int i = get_global_id(0);
    out[i] = a[i] / b[i];
    vectors[i] = (double2)(6.0, a[i]) / (double2)(2.0, b[i]);
}

// launch: global=6
// arg: out = unset 6
// arg: vectors = unset 6
// arg: a = 1 -1 0 2.5 -inf nan
// arg: b = 0 0 0 -0 0 0
// expect: out = inf -inf nan -inf -inf nan
// expect: vectors = 3 inf 3 -inf 3 nan 3 -inf 3 -inf 3 nan
kernel void half_division_by_zero(global half *out, global half2 *vectors, global const half *a,
                                  global const half *b) {
    int i = get_global_id(0);
    out[i] = a[i] / b[i];
    vectors[i] = (half2)(6.0h, a[i]) / (half2)(2.0h, b[i]);
}

// The three worked examples: a sum of int4, a float4 times 2.5f, a float4 times the int 2.
// launch: global=2
// arg: a = 7 -3 -2 5 7 -3 -2 5
// arg: out = unset 2
// arg: f = 3 -1 1 -2 3 -1 1 -2
// arg: by_float = unset 2
// arg: by_int = unset 2
// expect: out = 8 -1 1 9 8 -1 1 9
// expect: by_float = 7.5 -2.5 2.5 -5 7.5 -2.5 2.5 -5
// expect: by_int = 6 -2 2 -4 6 -2 2 -4
kernel void worked_examples(global int4 *out, global const int4 *a, global const float4 *f, global float4 *by_float,
                            global float4 *by_int) {
    int i = get_global_id(0);
    int4 v_iA = a[i], v_iB = (int4)(1, 2, 3, 4);
    int4 v_iC = v_iA + v_iB;
    out[i] = v_iC;
    float4 vf = f[i];
    float4 result = vf * 2.5f;
    by_float[i] = result;
    result = vf * 2;
    by_int[i] = result;
}

// The same with constants alone, as the examples are written.
// launch: global=1
// arg: out = unset 1
// arg: by_float = unset 1
// arg: by_int = unset 1
// expect: out = 8 -1 1 9
// expect: by_float = 7.5 -2.5 2.5 -5
// expect: by_int = 6 -2 2 -4
kernel void worked_examples_of_constants(global int4 *out, global float4 *by_float, global float4 *by_int) {
    int4 v_iA = (int4)(7, -3, -2, 5);
    int4 v_iB = (int4)(1, 2, 3, 4);
    int4 v_iC = v_iA + v_iB;
    float4 vf = (float4)(3.0f, -1.0f, 1.0f, -2.0f);
    float4 result = vf * 2.5f;
    out[0] = v_iC;
    by_float[0] = result;
    by_int[0] = vf * 2;
}
