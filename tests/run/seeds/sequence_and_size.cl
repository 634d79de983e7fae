// The comma operator and sizeof (OpenCL C, sections "Comma Operator", "Sizeof Operator" and "Alignment of Types").

#include "widths.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// The comma gives the value of its right side; between declarators it is a separator. An assignment binds closer.
// launch: global=2
// arg: out = unset 12
// arg: in = 1 1
// expect: out = 3{2} 3{2} 3{2} 3{2} 2{2} 3{2}
kernel void comma(global int *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    int a = in[i], b = 2, c = 3, x;
    x = a += 2, a + b;
    PUT(a);
    PUT(x);
    x = (a, b, c);
    PUT(x);
    PUT(c);
    PUT(b);
    for (a = 0, b = 6; a < b; a++, b--)
        x = a + 1;
    PUT(a);
}

int note(global int *log, int value) {
    log[get_global_id(0)] = log[get_global_id(0)] * 10 + value;
    return value;
}

// Every part is evaluated, from left to right, and the type is that of the right side.
// launch: global=2
// arg: out = unset 6
// arg: log = zeros 2
// expect: out = 3{2} 8{2} 2{2}
// expect: log = 123{2}
kernel void comma_evaluates_in_order(global int *out, global int *log) {
    int k = 0;
    PUT((note(log, 1), note(log, 2), note(log, 3)));
    PUT(sizeof((char)1, (double)2));
    PUT(sizeof(1.0, (short)2));
}

// The size of each type: of a vector, the number of components times the size of one; of three components, that of four.
// launch: global=1
// arg: out = unset 66
// expect: out = 1{2} 2{2} 4{2} 8{2} 4 8 2{3} 4{2} 8{2} 16{2} 8 16 4{3} 8{2} 16{2} 32{2} 16 32 8 4{2} 8{2} 16{2} 32{2} 16 32 8{3} 16{2} 32{2} 64{2} 32 64 16{3} 32{2} 64{2} 128{2} 64 128 32
kernel void sizes(global int *out) {
    int k = 0;
#define CASE(T, M, N) PUT(sizeof(T##N));
#define char1 char
#define uchar1 uchar
#define short1 short
#define ushort1 ushort
#define int1 int
#define uint1 uint
#define long1 long
#define ulong1 ulong
#define float1 float
#define double1 double
#define half1 half
    TYPES(CASE, 1)
    ALL_TYPES(CASE)
#undef CASE
}

// The same for operands that are expressions. They are not evaluated, nor are scalars promoted.
// launch: global=1
// arg: out = unset 17
// expect: out = 1 1 4 1 16 16 8 16 32 2 12 24 32 4 4 8 8
kernel void sizes_of_expressions(global int *out) {
    int k = 0, n = 1;
    char c = 0;
    char2 pair = (char2)(0);
    float3 three = (float3)(0);
    PUT(sizeof c);
    PUT(sizeof(c));
    PUT(sizeof(c + c));
    PUT(sizeof(pair.x));
    PUT(sizeof three);
    PUT(sizeof(three + 1));
    PUT(sizeof(three.xy));
    PUT(sizeof(three < three));
    PUT(sizeof(double3));
    PUT(sizeof(pair + pair));
    int array[3];
    PUT(sizeof array);
    PUT(sizeof(float2[3]));
    PUT(sizeof(float4) * sizeof(n++) / 2);
    PUT(sizeof(n) * n);
    PUT(sizeof('a'));
    PUT(sizeof(global int *));
    PUT(sizeof(sizeof(int)));
}

// The size of a structure counts the padding between and after its members, that of a union is its largest member's,
// made a multiple of its alignment.
struct mixed { char c; int i; char last; };
struct with_vector { char c; float3 v; };
struct inner { short s[3]; struct mixed m; };
union either { char text[9]; int i; };
struct __attribute__((packed)) tight { char c; int i; char last; };

// launch: global=1
// arg: out = unset 9
// expect: out = 12 32 20 12 6 24 96 4 8
kernel void sizes_of_structures(global int *out) {
    int k = 0;
    PUT(sizeof(struct mixed));
    PUT(sizeof(struct with_vector));
    PUT(sizeof(struct inner));
    PUT(sizeof(union either));
    PUT(sizeof(struct tight));
    struct mixed two[2];
    PUT(sizeof two);
    PUT(sizeof(struct with_vector[3]));
    PUT(sizeof(two[0].i));
    PUT(sizeof(&two[1]));
}

// The result is a size_t, an unsigned integer of 64 bits here.
// launch: global=1
// arg: out = unset 2
// expect: out = 1 1
kernel void type_of_sizes(global int *out) {
    int k = 0;
    PUT(sizeof(int) - 5 > 0);
    PUT(sizeof(size_t) == 8 && sizeof(sizeof(char)) == sizeof(size_t));
}
