// Vectors work component by component, and their components can be named, reordered and put together (OpenCL C, sections
// "Vector Operations", "Vector Components" and "Vector Literals").

#include "widths.h"

// c = a + b is c.x = a.x + b.x and so on; a scalar takes part in every component; a swizzle reorders before the operation.
// launch: global=2
// arg: out = unset 8
// arg: in = 1 2 3 4 -1 -2 -3 -4
// expect: out = 6 8 10 12 4 4 4 4 10 20 30 40 -10 -20 -30 -40 6 10 21 32 -6 -10 -21 -32 1 1 1 1 1 1 1 1
kernel void component_by_component(global float4 *out, global const float4 *in) {
    int i = get_global_id(0), k = 0;
    float4 a = in[i], b = (float4)(5.0f, 6.0f, 7.0f, 8.0f), c, d;
    float scalar = 10.0f;
    c = a + b;
    PUT(c);
    PUT(a * scalar);
    c = a * b.yxzw;
    PUT(c);
    c = a + b;
    d.x = a.x + b.x;
    d.y = a.y + b.y;
    d.z = a.z + b.z;
    d.w = a.w + b.w;
    PUT(convert_float4(-(c == d)));
}

// Different scalars for the components are put together in a vector literal first. (Written `vec4 + float4(a, b, c, d)` in a
// document: that is the syntax of another language.)
// launch: global=2
// arg: out = unset 2
// arg: s = 1 2 3 4
// expect: out = 11 12 13 14 12 13 14 15
kernel void different_scalars(global float4 *out, global const float *s) {
    int i = get_global_id(0);
    float4 vec = (float4)(10.0f) + (float)i;
    out[i] = vec + (float4)(s[0], s[1], s[2], s[3]);
}

// Some functions are not component by component: dot sums the products, cross makes the vector product.
// launch: global=2
// arg: out = unset 2
// arg: products = unset 2
// arg: in = 1 2 3 -1 0 2
// expect: out = 32 7
// expect: products = -3 6 -3 -10 16 -5
kernel void dot_and_cross(global float *out, global float3 *products, global const float3 *in) {
    int i = get_global_id(0);
    float3 b = i == 0 ? (float3)(4, 5, 6) : (float3)(5, 5, 6);
    out[i] = dot(in[i], b);
    products[i] = cross(in[i], b);
}

// A float3 becomes a float4 by a literal with the fourth component; the two do not mix otherwise. It takes as much memory.
// launch: global=2
// arg: out = unset 2
// arg: size = unset 2
// arg: pos = 1 2 3 4 5 6
// expect: out = 1 0 0 0 4 0 0 0
// expect: size = 16 16
kernel void three_as_four(global float4 *out, global int *size, global const float3 *pos) {
    int i = get_global_id(0);
    float4 transform = (float4)(1.0f, 0.0f, 0.0f, 0.0f);
    out[i] = (float4)(pos[i], 1.0f) * transform;
    size[i] = sizeof(pos[i]);
}

// Literals of scalars and vectors in every split.
// launch: global=2
// arg: out = unset 18
// arg: in = 1 1
// expect: out = 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 1 1 1 1 1 1 1
kernel void literals(global float4 *out, global const int *in) {
    int i = get_global_id(0), k = 0;
    float a = in[i];
    float2 ab = (float2)(a, 2), cd = (float2)(3, 4);
    float3 abc = (float3)(ab, 3), bcd = (float3)(2, cd);
    PUT((float4)(a, 2, 3, 4));
    PUT((float4)(ab, 3, 4));
    PUT((float4)(a, (float2)(2, 3), 4));
    PUT((float4)(a, 2, cd));
    PUT((float4)(ab, cd));
    PUT((float4)(abc, 4));
    PUT((float4)(a, bcd));
    PUT((float4)((float4)(abc, 4)));
    PUT((float4)(a));
}

// Components by letter, by number, by half; they may repeat where they are read.
// launch: global=2
// arg: out = unset 26
// arg: in = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// expect: out = 0 1 2 3 0 1 2 3{2} 2 1 0 3 2 1 0{3} 1{2} 0{2} 1{2} 10{2} 15{2} 10{2} 15{2} 8 9 10 11 8 9 10 11 4 5 6 7 4 5 6 7 0 2 4 6 0 2 4 6 9 11 13 15 9 11 13 15 1 5 9 13 1 5 9 13 2 6 10 14 2 6 10 14 12 13 14 15 12 13 14 15{2} 0 7 8 15 0 7 8 2 3 0 1 2 3 0 1
kernel void names(global int4 *out, global const int16 *in) {
    int i = get_global_id(0), k = 0;
    int16 x = in[i];
    int4 v = x.lo.lo;
    PUT(v.xyzw);
    PUT(v.wzyx);
    PUT(v.xxyy);
    PUT(x.saAfF);
    PUT(x.hi.lo);
    PUT(x.lo.hi);
    PUT(x.even.lo);
    PUT(x.odd.hi);
    PUT(x.odd.even);
    PUT(x.even.odd);
    PUT(x.SCDEF);
    PUT(x.sf078);
    PUT((int4)(v.hi, v.lo));
}

// Components can be assigned to, each once.
// launch: global=2
// arg: out = unset 10
// arg: in = 1 2 3 4 1 2 3 4
// expect: out = 5 2 3 6 5 2 3 6 8 2 3 7 8 2 3 7 3 5 9 4 3 5 9 4 1 7 3 8 1 7 3 8 9 10 11 12 9 10 11 12
kernel void assigned_components(global float4 *out, global const float4 *in) {
    int i = get_global_id(0), k = 0;
    float4 pos = in[i];
    pos.xw = (float2)(5.0f, 6.0f);
    PUT(pos);
    pos.wx = (float2)(7.0f, 8.0f);
    PUT(pos);
    pos = in[i];
    pos.xyz = (float3)(3.0f, 5.0f, 9.0f);
    PUT(pos);
    pos = in[i];
    pos.odd = (float2)(7, 8);
    PUT(pos);
    float8 interleaved;
    interleaved.even = (float4)(9, 11, 0, 0);
    interleaved.odd = (float4)(10, 12, 0, 0);
    PUT(interleaved.lo);
}
