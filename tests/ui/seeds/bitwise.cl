// What bitwise operators and shifts do not take (OpenCL C, sections "Bitwise Operators" and "Shift Operators").

kernel void floats_have_no_bits(global float *f, global float4 *v, global double2 *d, global int4 *i4, int i)
{
    i = f[0] & 1; // error[CL0404]: `&` works on integers only, not on `float`
    i = 1 | f[0]; // error[CL0404]: `|` works on integers only
    i = f[0] ^ f[1]; // error[CL0404]: `^` works on integers only
    i = ~f[0]; // error[CL0404]: `~` works on integers only, not on `float`
    i4[0] = v[0] & v[1]; // error[CL0404]: `&` works on integers only, not on `float4`
    i4[0] = v[0] | i4[0]; // error[CL0404]: `|` works on integers only
    i4[0] = ~v[0]; // error[CL0404]: `~` works on integers only, not on `float4`
    d[0] = d[0] ^ d[1]; // error[CL0404]: `^` works on integers only, not on `double2`
    f[0] &= 1; // error[CL0404]: `&=` works on integers only
    f[0] = f[0] << 1; // error[CL0404]: `<<` works on integers only
    f[0] >>= 1; // error[CL0404]: `>>=` works on integers only
    i = i << 1.0f; // error[CL0404]: `<<` works on integers only
    v[0] = v[0] << i4[0]; // error[CL0404]: `<<` works on integers only
    i4[0] = i4[0] >> v[0]; // error[CL0404]: `>>` works on integers only
}

kernel void vectors(global int4 *i4, global uint4 *u4, global int2 *i2, global short4 *s4, int i, long l)
{
    i4[0] = i4[0] & u4[0]; // error[CL0402]: two vector types, `int4` and `uint4`
    i4[0] = i4[0] | l; // error[CL0403]: a `long` beside an `int4`
    i4[0] = i2[0] ^ i4[0]; // error[CL0402]: two vector types, `int2` and `int4`
    i4[0] = i << i4[0]; // error[CL0415]: an `int` cannot be shifted by an `int4`
    i4[0] = i4[0] << i2[0]; // error[CL0415]: an `int4` cannot be shifted by an `int2`
    i4[0] = i4[0] << l;
    i4[0] = i4[0] >> u4[0];
    i4[0] = i4[0] >> s4[0];
}

// A count that is not less than the number of bits is legal: its low bits count. One that is known is most likely a mistake.
kernel void counts(global int4 *i4, global char4 *c4, char c, int i)
{
    i = i << 32; // warning[CL0460]: is a shift by
    i = i >> -1; // warning[CL0460]: is a shift by
    i = c << 8;
    i4[0] = i4[0] << 33; // warning[CL0460]: is a shift by
    c4[0] = c4[0] << (char)8; // warning[CL0460]: is a shift by
}
