// Unary operators + and -, ++ and -- (OpenCL C, sections "Unary Operators" and "Pre- and Post-Operators"). `!` is in
// logical.cl, `~` in bitwise.cl, `*` and `&` are in pointers.cl.

#include "widths.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// + and - of a vector of any type have that type; an unsigned component wraps round.
// launch: global=2
// arg: out = unset 110
// arg: in = 1 1
// expect: out = 5{2} 773{2} 5{2} 196613{2} 5{2} 12884901893{2} 5{10} 17{2} 1809{2} 17{2} 458769{2} 17{2} 30064771089{2} 17{10} 49{2} 3889{2} 49{2} 983089{2} 49{2} 64424509489{2} 49{10} 1793{2} 67073{2} 1793{2} 16713473{2} 1793{2} 1095216662273{2} 1793{10} 983041{2} 17760001{2} 983041{2} 4295884801{2} 983041{2} 281470682726401{2} 983041{10}
kernel void signs_of_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) + (T)in[i]; \
        T##N minus = -a, plus = +a; \
        PUT(WEIGH##N(minus) + WEIGH##N(plus) * 2); \
    }
    ALL_TYPES(CASE)
#undef CASE
}

// Scalars smaller than int are promoted (C99, section 6.5.3.3), so that - of a uchar is negative. (The size of the result,
// and the result.)
// launch: global=2
// arg: out = unset 44
// arg: in = 100 100
// expect: out = 4{2} -100{2} 4{2} -100{2} 4{2} -100{2} 4{2} -100{2} 4{2} -100{2} 4{2} 4294967196{2} 8{2} -100{2} 8{2} -100{2} 4{2} -100{2} 8{2} -100{2} 2{2} -100{2}
kernel void signs_of_scalars(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T a = (T)in[i]; \
        PUT(sizeof(-a) == sizeof(+a) ? sizeof(-a) : 0); \
        PUT((long)-a); \
    }
    TYPES(CASE, 1)
#undef CASE
}

// - changes the sign of zeros, infinities and NaNs too.
// launch: global=4
// arg: out = unset 4
// arg: in = 0 -0 inf 1.5
// expect: out = 0x80000000 0x80000000 0 0 0x00000000 0x00000000 0x80000000 0x80000000 0xff800000 0xff800000 0x7f800000 0x7f800000 0xbfc00000 0xbfc00000 0x3fc00000 0x3fc00000
kernel void signs_of_zeros(global uint4 *out, global const float *in) {
    int i = get_global_id(0);
    float2 v = (float2)(in[i]);
    out[i] = (uint4)(as_uint(-in[i]), as_uint2(-v).x, as_uint(-(-in[i])), as_uint2(+v).y);
}

// ++ and -- work on integer scalars and vectors, component by component, and give the operand's type: before the name the
// new value, after it the old one.
// launch: global=2
// arg: out = unset 80
// arg: in = 7 7
// expect: out = 758{16} 1934{16} 4534{16} 106838{16} 43646806{16}
kernel void increments_of_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) + (T)in[i]; \
        T##N new_up = ++a; \
        T##N old_up = a++; \
        T##N new_down = --a; \
        T##N old_down = a--; \
        PUT(WEIGH##N(new_up) + WEIGH##N(old_up) * 2 + WEIGH##N(new_down) * 4 + WEIGH##N(old_down) * 8 \
            + WEIGH##N(a) * 16); \
    }
    ALL_INTEGERS(CASE)
#undef CASE
}

// Scalars have their own type too, not the promoted one: they wrap round at their own limits. (The size, the new value, the
// old value, the value afterwards.)
// launch: global=2
// arg: out = unset 64
// arg: in = 0 0
// expect: out = 1{2} -1{4} 0{2} 1{2} 255{4} 0{2} 2{2} -1{4} 0{2} 2{2} 65535{4} 0{2} 4{2} -1{4} 0{2} 4{2} 4294967295{4} 0{2} 8{2} -1{4} 0{2} 8{2} -1{4} 0{2}
kernel void increments_of_scalars(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T a = (T)in[i]; \
        PUT(sizeof(a++) == sizeof(--a) ? sizeof(++a) : 0); \
        PUT((long)--a); \
        PUT((long)a++); \
        PUT((long)a); \
    }
    INTEGERS(CASE, 1)
#undef CASE
}

// The operand is anything that can be assigned to: an element, a member, components of a vector. It is evaluated once.
// launch: global=2
// arg: out = unset 20
// arg: in = 3 3
// expect: out = 3{2} 4{2} 5{4} 1{2} 10{2} 21{2} 30{2} 39{2} 1{2}
kernel void increments_of_places(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0, at = 0;
    int array[2] = { in[i], 50 };
    PUT(array[at++]++);
    PUT(array[0]);
    struct { uchar member; } s = { (uchar)(array[0] + 1) };
    PUT(s.member--);
    PUT(++s.member);
    PUT(at);
    int4 v = (int4)(10, 20, 30, 40);
    v.y++;
    --v.w;
    PUT(v.x);
    PUT(v.y);
    PUT(v.z);
    PUT(v.w);
    v.zx++;
    PUT(v.x == 11 && v.z == 31);
}
