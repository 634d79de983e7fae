// What relational and equality operators do not take, and the types that they do not give (OpenCL C, sections
// "Relational Operators" and "Equality Operators").

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// The result is a vector of signed integers as wide as the components, and of no other type.
kernel void results(global char2 *c, global uchar2 *uc, global short2 *s, global ushort2 *us, global half2 *h,
                    global int2 *i, global uint2 *ui, global float2 *f, global long2 *l, global ulong2 *ul,
                    global double2 *d)
{
    int2 of_char = c[0] < c[1]; // error[CL0405]: `char2` is not converted to `int2`
    uchar2 of_uchar = uc[0] < uc[1]; // error[CL0405]: `char2` is not converted to `uchar2`
    int2 of_short = s[0] >= s[1]; // error[CL0405]: `short2` is not converted to `int2`
    ushort2 of_ushort = us[0] == us[1]; // error[CL0405]: `short2` is not converted to `ushort2`
    half2 of_half = h[0] <= h[1]; // error[CL0405]: `short2` is not converted to `half2`
    char2 of_int = i[0] != i[1]; // error[CL0405]: `int2` is not converted to `char2`
    uint2 of_uint = ui[0] > ui[1]; // error[CL0405]: `int2` is not converted to `uint2`
    float2 of_float = f[0] == f[1]; // error[CL0405]: `int2` is not converted to `float2`
    int2 of_long = l[0] < l[1]; // error[CL0405]: `long2` is not converted to `int2`
    ulong2 of_ulong = ul[0] < ul[1]; // error[CL0405]: `long2` is not converted to `ulong2`
    int2 of_double = d[0] == d[1]; // error[CL0405]: `long2` is not converted to `int2`
    bool of_vectors = i[0] < i[1]; // error[CL0405]: `int2` is not converted to `bool`
    int scalar = i[0] == i[1]; // error[CL0405]: `int2` is not converted to `int`
    int2 of_scalars = i[0].x < i[1].x;
}

kernel void operands(global int4 *i4, global float4 *f4, global uint4 *u4, global int3 *i3, int i, uint u, long l)
{
    i4[0] = i4[0] < f4[0]; // error[CL0402]: two vector types, `int4` and `float4`
    i4[0] = i4[0] == u4[0]; // error[CL0402]: two vector types, `int4` and `uint4`
    i4[0] = i3[0] >= i4[0]; // error[CL0402]: two vector types, `int3` and `int4`
    i4[0] = i4[0] < u; // error[CL0403]: a `uint` beside an `int4`
    i4[0] = l != i4[0]; // error[CL0403]: a `long` beside an `int4`
    i4[0] = f4[0] < 1.5; // error[CL0403]: a `double` beside a `float4`
    i4[0] = (i4[0] < i) == (f4[0] > i);
}
