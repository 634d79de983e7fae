// Assignments, plain and compound (OpenCL C, sections "Assignment Operator" and "Implicit Conversions").

#include "widths.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Two scalars follow C99: the value is converted to the type of the place, and is the value of the assignment.
// launch: global=2
// arg: out = unset 24
// arg: in = 300.75 300.75
// expect: out = 44{4} 300{8} 1{2} -212{2} 44{2} 301{2} 300{2} 44{2}
kernel void scalars(global long *out, global const float *in) {
    int i = get_global_id(0), k = 0;
    int n;
    uchar u;
    PUT(u = (int)in[i]);
    PUT(u);
    PUT(n = in[i]);
    short s = in[i];
    PUT(s);
    ulong ul = in[i];
    PUT(ul);
    double d = u = n;
    PUT(n);
    bool b = 0.25f;
    PUT(b);
    char c = -n;
    n = c;
    PUT(n - 168);
    PUT((long)d);
    half h = in[i];
    PUT(h + 0.25h);
    d = h;
    PUT((int)(d = (int)d));
    n = u = 300;
    PUT(n);
}

// A scalar beside a vector is converted to the type of the components and widened, in an initialiser and in an assignment.
// launch: global=2
// arg: out = unset 110
// arg: in = 7 7
// expect: out = 75{22} 175{22} 375{22} 6375{22} 1638375{22}
kernel void scalars_to_vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = in[i], b; \
        b = (char)(in[i] + 2); \
        PUT(WEIGH##N(a) + WEIGH##N(b) * 2); \
    }
    ALL_TYPES(CASE)
#undef CASE
}

// The conversion is that of the scalar: 300 is 44 in a uchar4, and a double loses its fraction in an int2. For assignments
// the rank does not matter, as it does for the other operators beside vectors.
// launch: global=2
// arg: out = unset 8
// arg: in = 300.75 300.75
// expect: out = 44{2} 300{2} -300{2} 300{2}
kernel void scalars_are_converted(global long *out, global const float *in) {
    int i = get_global_id(0), k = 0;
    uchar4 u = (int)in[i];
    PUT(u.w);
    int2 n = (double)in[i];
    PUT(n.y);
    short3 s;
    s = -in[i];
    PUT(s.z);
    float8 f = (long)in[i];
    PUT((long)f.s7);
}

// Two vectors of one type: each component is assigned.
// launch: global=2
// arg: out = unset 110
// arg: in = 7 7
// expect: out = 69{22} 177{22} 417{22} 9969{22} 4128753{22}
kernel void vectors(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define CASE(T, M, N) \
    { \
        T##N a = (T##N)(NUMBERS##N) + (T)in[i], b, c; \
        c = b = a; \
        PUT(WEIGH##N(c) + WEIGH##N(b) * 2); \
    }
    ALL_TYPES(CASE)
#undef CASE
}

// `a op= b` does what `a = a op b` does, for each operator, with a vector and with a scalar on the right. (A hundred times the
// components in which they differ, and the number of those that changed.)
#define SAME(T, N, OP, VALUE) \
    { \
        T##N left = a, right = a; \
        left OP##= VALUE; \
        right = right OP VALUE; \
        differences += WEIGH##N(convert_long##N(left != right)); \
        changes += (left.s1 != a.s1) + (left.s0 != a.s0); \
    }
#define SAME_IN_EACH(T, N, OP) SAME(T, N, OP, b) SAME(T, N, OP, s)
#define FLOAT_OPERATORS(T, N) SAME_IN_EACH(T, N, +) SAME_IN_EACH(T, N, -) SAME_IN_EACH(T, N, *) SAME_IN_EACH(T, N, /)
#define INTEGER_OPERATORS(T, N) \
    FLOAT_OPERATORS(T, N) SAME_IN_EACH(T, N, %) SAME_IN_EACH(T, N, <<) SAME_IN_EACH(T, N, >>) SAME_IN_EACH(T, N, &) \
    SAME_IN_EACH(T, N, |) SAME_IN_EACH(T, N, ^)
#define CASE(T, M, N, OPERATORS) \
    { \
        T##N a = (T##N)(NUMBERS##N) * (T)3 + (T)in[i], b = (T##N)(NUMBERS##N) + (T)3; \
        T s = (T)(in[i] - 4); \
        long differences = 0, changes = 0; \
        OPERATORS(T, N) \
        PUT(differences * 100 + changes); \
    }

// launch: global=2
// arg: out = unset 32
// arg: in = 8 8
// expect: out = 40{32}
kernel void compound_on_integers(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define INTEGER_CASE(T, M, N) CASE(T, M, N, INTEGER_OPERATORS)
    INTEGERS(INTEGER_CASE, 3)
    INTEGERS(INTEGER_CASE, 4)
}

// launch: global=2
// arg: out = unset 30
// arg: in = 8 8
// expect: out = 16{30}
kernel void compound_on_floats(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
#define FLOAT_CASE(T, M, N) CASE(T, M, N, FLOAT_OPERATORS)
    ALL_FLOATS(FLOAT_CASE)
}
#undef CASE

// On scalars the operation is done in the common type, and its result converted back: 200 + 100 is 44 in a uchar, and half
// of an int times 2.5f is cut off after the product, not before.
// launch: global=2
// arg: out = unset 20
// arg: in = 200 200
// expect: out = 44{2} 17{2} -56{2} 4{2} 1{2} 3{2} 2{2} 255{2} 5{2} 20{2}
kernel void compound_on_scalars(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    uchar u = in[i];
    u += 100;
    PUT(u);
    int n = in[i] - 193;
    n *= 2.5f;
    PUT(n);
    char c = in[i] - 100;
    c += 100;
    PUT(c);
    u >>= 3u;
    u -= 1L;
    PUT(u);
    u %= 3;
    PUT(u);
    u <<= 1;
    u |= 1;
    PUT(u);
    u ^= 1;
    PUT(u);
    u &= 0;
    u -= 1;
    PUT(u);
    float f = in[i];
    f /= 40;
    PUT(f);
    f *= n = 4;
    PUT(f);
}

// What can be assigned to: elements, members, whole structures, selected components without repetition, parenthesised
// places. The left side is evaluated once.
// launch: global=2
// arg: out = unset 22
// arg: in = 5 5
// expect: out = 5{2} 1{2} 6{2} 5{2} 7{2} 3{2} 2{2} 9{2} 8{2} 10{2} 25{2}
kernel void places(global long *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    int array[2], at = 0;
    array[at++] = in[i];
    PUT(array[0]);
    PUT(at);
    struct pair { int a, b; } one, two;
    one.a = 6;
    one.b = in[i];
    two = one;
    PUT(two.a);
    PUT(two.b);
    (two.a) = 7;
    PUT(two.a);
    int4 v = (int4)(1, 2, 3, 4);
    v.xz = v.zx;
    PUT(v.x);
    PUT(v.y);
    v.wx = (int2)(8, 9);
    PUT(v.x);
    PUT(v.w);
    v.hi += (int2)(9, 2);
    PUT(v.z);
    v.odd *= in[i];
    v.even = 5;
    PUT(v.x + v.y * 2);
}
