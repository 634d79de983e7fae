// Relational and equality operators: what they take, what they give, of which type
// (OpenCL C, sections "Relational Operators" and "Equality Operators").

#include "widths.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Each component of `a` stands beside one that is greater, equal, smaller, equal, and so on.
#define RIGHT2 1, 1
#define RIGHT3 1, 1, 1
#define RIGHT4 1, 1, 1, 3
#define RIGHT8 1, 1, 1, 3, 5, 5, 5, 7
#define RIGHT16 1, 1, 1, 3, 5, 5, 5, 7, 9, 9, 9, 11, 13, 13, 13, 15

// Vectors of one type give a vector of as many signed integers of the components' size: charn and ucharn give charn;
// shortn, ushortn and halfn shortn; intn, uintn and floatn intn; longn, ulongn and doublen longn. The assignment
// proves the type, for vectors are not converted implicitly. False is 0, true is -1.
#define COMPARE(OP, T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) + (T)in[i], b = (T##N)(RIGHT##N) + (T)in[i]; \
        M##N mask = a OP b; \
        PUT(WEIGH##N(mask)); \
    }

// launch: global=3
// arg: out = unset 165
// arg: in = 0 5 100
// expect: out = -1{33} -1{33} -1{33} -17{33} -4369{33}
kernel void less(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) COMPARE(<, T, M, N)
    ALL_TYPES(CASE)
#undef CASE
}

// launch: global=3
// arg: out = unset 165
// arg: in = 0 5 100
// expect: out = 0{33} -4{33} -4{33} -68{33} -17476{33}
kernel void greater(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) COMPARE(>, T, M, N)
    ALL_TYPES(CASE)
#undef CASE
}

// launch: global=3
// arg: out = unset 165
// arg: in = 0 5 100
// expect: out = -3{33} -3{33} -11{33} -187{33} -48059{33}
kernel void less_or_equal(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) COMPARE(<=, T, M, N)
    ALL_TYPES(CASE)
#undef CASE
}

// launch: global=3
// arg: out = unset 165
// arg: in = 0 5 100
// expect: out = -2{33} -6{33} -14{33} -238{33} -61166{33}
kernel void greater_or_equal(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) COMPARE(>=, T, M, N)
    ALL_TYPES(CASE)
#undef CASE
}

// launch: global=3
// arg: out = unset 165
// arg: in = 0 5 100
// expect: out = -2{33} -2{33} -10{33} -170{33} -43690{33}
kernel void equal(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) COMPARE(==, T, M, N)
    ALL_TYPES(CASE)
#undef CASE
}

// launch: global=3
// arg: out = unset 165
// arg: in = 0 5 100
// expect: out = -1{33} -5{33} -5{33} -85{33} -21845{33}
kernel void not_equal(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) COMPARE(!=, T, M, N)
    ALL_TYPES(CASE)
#undef CASE
}

// Components are compared as the numbers that they are: the largest value is above 1, -1 below it, and the bits of -1
// in an unsigned type are the largest value.
// launch: global=3
// arg: out = unset 24
// arg: in = -1 -1 -1
// expect: out = -3{3} 0{3} -3{3} 0{3} -3{3} 0{3} -3{3} 0{3}
kernel void less_with_signs(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(in[i]), b = (T##N)(1); \
        M##N mask = a < b; \
        PUT(WEIGH##N(mask)); \
    }
    INTEGERS(CASE, 2)
#undef CASE
}

// Two scalars give 1 or 0, an int whatever their types are. (As decimal digits: the size of the result, then <, <=,
// ==, !=, >=, >.)
// launch: global=3
// arg: out = unset 33
// arg: in = 4 5 6
// expect: out = 4110100 4011010 4000111 4110100 4011010 4000111 4110100 4011010 4000111 4110100 4011010 4000111 4110100 4011010 4000111 4110100 4011010 4000111 4110100 4011010 4000111 4110100 4011010 4000111 4110100 4011010 4000111 4110100 4011010 4000111 4110100 4011010 4000111
kernel void scalars(global int *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T a = (T)in[i], b = (T)5; \
        int digits = (int)sizeof(a < b); \
        digits = digits * 10 + (a < b); \
        digits = digits * 10 + (a <= b); \
        digits = digits * 10 + (a == b); \
        digits = digits * 10 + (a != b); \
        digits = digits * 10 + (a >= b); \
        digits = digits * 10 + (a > b); \
        PUT(digits); \
    }
    TYPES(CASE, 1)
#undef CASE
}

// The usual arithmetic conversions come before a comparison of scalars: beside a uint, the int -1 is the largest value;
// smaller types are promoted to int, whose order is that of the values; beside a ulong, the long -1 is the largest value;
// a ulong beside a float is rounded to a float.
// launch: global=2
// arg: out = unset 12
// arg: in = -1 -1
// expect: out = 0{2} 1{2} 1{2} 0{2} 1{2} 1{2}
kernel void scalars_of_two_types(global int *out, global const int *in) {
    int i = get_global_id(0), k = 0, minus = in[i];
    PUT(minus < 1u);
    PUT((char)minus < (uchar)200);
    PUT((short)minus < (ushort)40000);
    PUT((long)minus < 1ul);
    PUT((long)minus < 1u);
    PUT((ulong)16777217 + (minus + 1) == 16777216.0f);
}

// A scalar beside a vector is converted to the type of the components and widened, on either side. The result is
// as that of two vectors.
// launch: global=3
// arg: out = unset 165
// arg: in = 1 1 1
// expect: out = -100002{33} -100006{33} -100014{33} -100254{33} -165534{33}
kernel void scalars_beside_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N); \
        T one = (T)in[i]; \
        M##N below = a < one, from = one <= a; \
        PUT(WEIGH##N(below) * 100000 + WEIGH##N(from)); \
    }
    ALL_TYPES(CASE)
#undef CASE
}

// The scalar is converted before the comparison, not the vector: 16777217 becomes the float 16777216, and the short 200
// keeps its value beside ints.
// launch: global=2
// arg: out = unset 4
// arg: in = 16777217 16777217
// expect: out = -1{2} -2{2}
kernel void scalars_are_converted_first(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    float2 floats = (float2)(16777216.0f, 16777218.0f);
    int2 equal = floats == in[i];
    PUT(WEIGH2(equal));
    int2 ints = (int2)(200, -56);
    int2 different = ints != (short)(in[i] - 16777017);
    PUT(WEIGH2(different));
}

// A NaN on either side, or on both, makes every relation and == false and != true: 0 and 1 for scalars.
// (As decimal digits: <, <=, >, >=, ==, !=.)
// launch: global=3
// arg: out = unset 27
// arg: in = 0 1 -7
// expect: out = 1{27}
kernel void scalar_nans(global int *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define DIGITS(a, b) \
    ((a < b) * 100000 + (a <= b) * 10000 + (a > b) * 1000 + (a >= b) * 100 + (a == b) * 10 + (a != b))
#define CASE(T, M, N) \
    { \
        T number = (T)in[i], nan = (T)NAN; \
        PUT(DIGITS(number, nan)); \
        PUT(DIGITS(nan, number)); \
        PUT(DIGITS(nan, nan)); \
    }
    FLOATS(CASE, 1)
#undef CASE
}

// The same for vectors, where true is -1.
// launch: global=3
// arg: out = unset 135
// arg: in = 0 1 -7
// expect: out = -3{27} -7{27} -15{27} -255{27} -65535{27}
kernel void vector_nans(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N numbers = (T##N)((T)in[i]), nans = (T##N)((T)NAN); \
        PUT(WEIGH##N(DIGITS_OF_VECTORS(M##N, numbers, nans))); \
        PUT(WEIGH##N(DIGITS_OF_VECTORS(M##N, nans, numbers))); \
        PUT(WEIGH##N(DIGITS_OF_VECTORS(M##N, nans, nans))); \
    }
// False for the five others, so that -1 remains where only != is true.
#define DIGITS_OF_VECTORS(M, a, b) \
    (((a < b) | (a <= b) | (a > b) | (a >= b) | (a == b)) * (M)10 + (a != b))
    ALL_FLOATS(CASE)
#undef CASE
}

// Only the component with the NaN is concerned.
// launch: global=2
// arg: out = unset 6
// arg: a = 1 2 nan 4 nan 2 nan 4
// arg: b = 1 3 5 4 1 3 nan nan
// expect: out = -1 0 0 -1 0 0 0 0  0 -1 0 0 0 -1 0 0  0 -1 -1 0 -1 -1 -1 -1
kernel void one_nan(global int4 *out, global const float4 *a, global const float4 *b) {
    int i = get_global_id(0), k = 0;
    PUT(a[i] == b[i]);
    PUT(a[i] < b[i]);
    PUT(a[i] != b[i]);
}

// Zeros of both signs are equal, and infinities are ordered like numbers.
// launch: global=2
// arg: out = unset 6
// arg: a = 0 -inf inf -1 -0 inf -inf 1
// arg: b = -0 1 inf inf 0 1e38 -inf -inf
// expect: out = -1 0 -1 0 -1 0 -1 0  0 -1 0 -1 0 0 0 0  0 0 0 0 0 -1 0 -1
kernel void zeros_and_infinities(global int4 *out, global const float4 *a, global const float4 *b) {
    int i = get_global_id(0), k = 0;
    PUT(a[i] == b[i]);
    PUT(a[i] < b[i]);
    PUT(a[i] > b[i]);
}
