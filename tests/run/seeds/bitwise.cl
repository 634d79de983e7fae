// Bitwise operators & | ^ ~ and the shifts << >> (OpenCL C, sections "Bitwise Operators" and "Shift Operators").

#include "widths.h"

// Two vectors of one integer type, component by component: a vector of the same type.
// launch: global=3
// arg: out = unset 120
// arg: in = 5 5 5
// expect: out = 84{24} 252{24} 564{24} 6708{24} 4857396{24}
kernel void on_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N), b = (T##N)((T)in[i]); \
        T##N both = a & b, either = a | b, one = a ^ b; \
        PUT(WEIGH##N(both) + WEIGH##N(either) * 2 + WEIGH##N(one) * 4); \
    }
    ALL_INTEGERS(CASE)
#undef CASE
}

// A scalar on either side is converted to the type of the components and widened.
// launch: global=3
// arg: out = unset 120
// arg: in = 6 6 6
// expect: out = 120{24} 240{24} 528{24} 6096{24} 4700112{24}
kernel void scalars_beside_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N); \
        T s = (T)in[i]; \
        T##N both = s & a, either = a | s, one = s ^ a; \
        PUT(WEIGH##N(both) + WEIGH##N(either) * 2 + WEIGH##N(one) * 4); \
    }
    ALL_INTEGERS(CASE)
#undef CASE
}

// The complement of a vector has its type: the components are not promoted.
// launch: global=2
// arg: out = unset 80
// arg: in = 1 1
// expect: out = -8{2} 760{2} -8{2} 196600{2} -8{2} 12884901880{2} -8{4} -24{2} 1768{2} -24{2} 458728{2} -24{2} 30064771048{2} -24{4} -64{2} 3776{2} -64{2} 982976{2} -64{2} 64424509376{2} -64{4} -2048{2} 63232{2} -2048{2} 16709632{2} -2048{2} 1095216658432{2} -2048{4} -1048576{2} 15728384{2} -1048576{2} 4293853184{2} -1048576{2} 281470680694784{2} -1048576{4}
kernel void complements_of_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) + (T)in[i]; \
        T##N complement = ~a; \
        PUT(WEIGH##N(complement)); \
    }
    ALL_INTEGERS(CASE)
#undef CASE
}

// Two scalars follow C99: what is smaller than int is promoted first, so that the complement of a uchar is negative.
// launch: global=2
// arg: out = unset 28
// arg: in = 240 240
// expect: out = -241{2} 4{2} -241{2} 4{2} 4294967055{2} -241{4} 48{2} 255{2} -193{2} 4294967280{2} -16{2} 8{2} 4{2}
kernel void on_scalars(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    uchar u = (uchar)in[i];
    PUT(~u);
    PUT(sizeof(~u));
    ushort s = (ushort)in[i];
    PUT(~s);
    PUT(sizeof(s & u));
    PUT(~(uint)u);
    PUT(~(long)u);
    PUT((long)~(ulong)u);
    char c = (char)(in[i] - 180);
    PUT(u & c);
    char minus = (char)-1;
    PUT(u | (c & 15) | 3);
    PUT(minus ^ (u & 0xC0));
    PUT((uint)(char)in[i]);
    PUT((char)in[i] | 0L);
    PUT(sizeof(u | 1ul));
    PUT(sizeof(u | 1u));
}

// Bit patterns of floats are worked on through as_type: here the sign, and the exponent.
// launch: global=4
// arg: out = unset 4
// arg: exponents = unset 4
// arg: in = 1.5 -2 0 -inf
// expect: out = 1.5 2 0 inf
// expect: exponents = 0 1 -127 128
kernel void bits_of_floats(global float *out, global int *exponents, global const float *in) {
    int i = get_global_id(0);
    out[i] = as_float(as_uint(in[i]) & 0x7fffffffu);
    exponents[i] = (int)(as_uint(in[i]) >> 23 & 0xff) - 127;
}

// Shifts of vectors: the counts are a vector or one scalar for all components; vacated bits are zeros to the left, and
// to the right too for unsigned and positive components, ones for negative components.
// launch: global=2
// arg: out = unset 80
// arg: in = 1 1
// expect: out = 66{16} 242{16} 690{16} 25266{16} 14442162{16}
kernel void shifts_of_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) + (T)1, counts = (T##N)(NUMBERS##N) % (T)3; \
        T one = (T)in[i]; \
        T##N left = a << (counts + one), left_by_one = a << one, right = a >> counts, right_by_one = a >> one; \
        PUT(WEIGH##N(left) + WEIGH##N(left_by_one) * 2 + WEIGH##N(right) * 4 + WEIGH##N(right_by_one) * 8); \
    }
    ALL_INTEGERS(CASE)
#undef CASE
}

// launch: global=2
// arg: out = unset 32
// arg: in = -8 -8
// expect: out = -4{2} -1{2} 124{2} 1{2} -4{2} -1{2} 32764{2} 1{2} -4{2} -1{2} 2147483644{2} 1{2} -4{2} -1{2} 9223372036854775804{2} 1{2}
kernel void right_shifts_keep_the_sign(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)((T)in[i]), shifted = a >> (T##N)(1, sizeof(T) * 8 - 1); \
        PUT(shifted.x); \
        PUT(shifted.y); \
    }
    INTEGERS(CASE, 2)
#undef CASE
}

// The count of a vector's shift is taken modulo the bits of a component: its low 3, 4, 5 or 6 bits count. Negative
// counts too are seen as unsigned.
// launch: global=4
// arg: out = unset 32
// arg: counts = 1 65 -1 67
// expect: out = 6{2} -128 24 6{2} 128 24 6{2} -32768 24 6{2} 32768 24 6{2} -2147483648 24 6{2} 2147483648 24 6{2} -9223372036854775808 24 6{2} -9223372036854775808 24
kernel void counts_of_vector_shifts(global long *out, global const int *counts) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(3), shifted = a << (T##N)((T)counts[i]); \
        PUT(shifted.y); \
    }
    INTEGERS(CASE, 3)
#undef CASE
}

// A scalar count may have another type than the components, even a larger one: no common type is sought.
// launch: global=4
// arg: out = unset 16
// arg: counts = 1 9 34 -1
// expect: out = -4{2} -2 -1 -4 -1 -2 -1 -4 -1 -2 -1 -4 -1{3}
kernel void counts_of_another_type(global long *out, global const int *counts) {
    int i = get_global_id(0), k = 0;
    PUT(((char4)(-7) >> counts[i]).z);
    PUT(((short4)(-7) >> (long)counts[i]).z);
    PUT(((int4)(-7) >> (char)counts[i]).z);
    PUT(((long4)(-7) >> counts[i]).z);
}

// Scalars are promoted first, each on its own: the count is taken modulo 32, or 64 for longs, and the result is an int
// or a long. So a char shifted by 8 is no char shifted by 0.
// launch: global=4
// arg: out = unset 40
// arg: counts = 8 33 -1 31
// expect: out = 256 2 -2147483648{2} -1 -64 -1{2} 65280 510 -2147483648{2} 256 8589934592 -9223372036854775808 2147483648 4{8} 8{4} 16777215 2147483647 1{2} 72057594037927935 2147483647 1 8589934591 -1 -64 -1{2}
kernel void shifts_of_scalars(global long *out, global const int *counts) {
    int i = get_global_id(0), k = 0;
    char one = (char)(counts[i] * 0 + 1), minus = (char)-127;
    PUT(one << counts[i]);
    PUT(minus >> counts[i]);
    PUT((uchar)255 << counts[i]);
    PUT((long)one << counts[i]);
    PUT(sizeof(one << counts[i]));
    PUT(sizeof(one << (long)counts[i]));
    PUT(sizeof((long)one << one));
    PUT(0xffffffffu >> counts[i]);
    PUT((long)(0xfffffffffffffffful >> counts[i]));
    PUT(minus >> (ulong)counts[i]);
}
