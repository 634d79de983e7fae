// What the arithmetic operators do not take (OpenCL C, sections "Arithmetic Operators" and "Usual Arithmetic
// Conversions"). What they take is in tests/run/seeds/arithmetic.cl.

kernel void remainder_is_for_integers(global float *f, global float4 *v, global double *d, int i)
{
    f[0] = f[0] % 2; // error[CL0404]: `%` works on integers only, not on `float`
    f[0] = i % f[0]; // error[CL0404]: `%` works on integers only
    v[0] = v[0] % v[1]; // error[CL0404]: `%` works on integers only, not on `float4`
    v[0] = v[0] % 2; // error[CL0404]: `%` works on integers only
    v[0] %= v[1]; // error[CL0404]: `%=` works on integers only
    d[0] = d[0] % d[1]; // error[CL0404]: `%` works on integers only, not on `double`
}

kernel void two_vectors_have_one_type(global float4 *f4, global float3 *f3, global int4 *i4, global uint4 *u4,
                                      global short8 *s8, global char8 *c8)
{
    f4[0] = f4[0] + i4[0]; // error[CL0402]: two vector types, `float4` and `int4`
    f4[0] = f3[0] + f4[0]; // error[CL0402]: two vector types, `float3` and `float4`
    f4[0] = f3[0] * f4[0]; // error[CL0402]: two vector types, `float3` and `float4`
    i4[0] = i4[0] - u4[0]; // error[CL0402]: two vector types, `int4` and `uint4`
    s8[0] = s8[0] / c8[0]; // error[CL0402]: two vector types, `short8` and `char8`
    i4[0] = i4[0] % u4[0]; // error[CL0402]: two vector types, `int4` and `uint4`
    f4[0] = f4[0] + f4[0].xy; // error[CL0402]: two vector types, `float4` and `float2`
    f4[0] += i4[0]; // error[CL0402]: two vector types, `float4` and `int4`
}

// From rank to rank: a scalar may not have a greater one than the components, not even where its value would fit. A
// document has the vector converted to the scalar's type; the specification holds.
kernel void rank(global char2 *c, global uchar2 *uc, global short2 *s, global ushort2 *us, global int2 *i,
                 global uint2 *ui, global long2 *l, global ulong2 *ul, global float2 *f, global double2 *d)
{
    c[0] = c[0] + uc[0].x; // error[CL0403]: a `uchar` beside a `char2`
    uc[0] = uc[0] + s[0].x; // error[CL0403]: a `short` beside a `uchar2`
    s[0] = s[0] + us[0].x; // error[CL0403]: a `ushort` beside a `short2`
    us[0] = us[0] + i[0].x; // error[CL0403]: an `int` beside a `ushort2`
    i[0] = i[0] + ui[0].x; // error[CL0403]: a `uint` beside an `int2`
    ui[0] = ui[0] + l[0].x; // error[CL0403]: a `long` beside a `uint2`
    l[0] = l[0] + ul[0].x; // error[CL0403]: a `ulong` beside a `long2`
    ul[0] = ul[0] + f[0].x; // error[CL0403]: a `float` beside a `ulong2`
    f[0] = f[0] + d[0].x; // error[CL0403]: a `double` beside a `float2`
    i[0] = i[0] + 1.0f; // error[CL0403]: a `float` beside an `int2`
    i[0] = 0u + i[0]; // error[CL0403]: a `uint` beside an `int2`
    c[0] = c[0] * 2; // error[CL0403]: an `int` beside a `char2`
    c[0] *= 2; // error[CL0403]: an `int` beside a `char2`
    f[0] = f[0] * 2.0; // error[CL0403]: a `double` beside a `float2`
    f[0] = d[0].y - f[0]; // error[CL0403]: a `double` beside a `float2`
    d[0] = d[0] + f[0].x + ul[0].x + l[0].x + ui[0].x + i[0].x + us[0].x + s[0].x + uc[0].x + c[0].x;
    ul[0] = ul[0] + l[0].x + ui[0].x + i[0].x + us[0].x + s[0].x + uc[0].x + c[0].x;
    s[0] = s[0] + c[0].x + uc[0].x;
}
