// What is taken with a warning.
struct __attribute__((packed)) Record { char tag; int value; };
constant struct Record records[1] = { { 1, 2 } };
kernel void k(global int *out, global const int *in, global int4 *i4, global float4 *f4, global uchar4 *c4, int n, uint u, float f, global void *any)
{
    if (n = 0) // warning[CL0450]: this condition assigns
        out[0] = 1;
    while ((n = in[n]))
        out[n] = 1;
    if (get_local_id(0) - 1 < 0) // warning[CL0451]: this comparison is always false
        out[0] = 2;
    if (u >= 0) // warning[CL0451]: this comparison is always true
        out[0] = 3;
    if (300 == c4[0].x) // warning[CL0451]: this comparison is always false
        out[0] = 4;
    i4[0] = (f4[0] < f4[1]) == 1; // warning[CL0452]: compared with 1, but there true is -1
    i4[0] = (i4[0] == i4[1]) > 0; // warning[CL0452]: compared with `> 0`
    f++; // warning[CL0454]: `++` on a `float` is not OpenCL C
    global float *p = out; // warning[CL0455]: `global int*` becomes `global float*` without a cast
    n = p == out; // warning[CL0455]: `==` mixes `global float*` and `global int*`
    out = in; // warning[CL0456]: `global const int*` loses `const`
    n = out == 5; // warning[CL0457]: a `global int*` is compared with an `int`
    f4[0].rgb = f4[1].xyz; // warning[CL0459]: `.rgb` names components as OpenCL C 3.0 does
    out[0] = 1 << 33; // warning[CL0460]: a shift of 32 bits by 33 is a shift by 1
    i4[0] = i4[0] >> -1; // warning[CL0460]: is a shift by 31
    out[0] = (int)out; // warning[CL0461]: an `int` holds only the low bits of an address
    out[0] = n / 0; // warning[CL0462]: this divides by zero: the quotient
    i4[0] %= 0; // warning[CL0462]: this divides by zero: the remainder
    bool b = n > 0;
    i4[0] = b; // warning[CL0463]: a `bool` becomes an `int4` here
    constant int *q = &records[0].value; // warning[CL0464]: this member may lie at an address that is not aligned for an `int`
    double d = 0.1L; // warning[CL0465]: the constant `0.1L` has the type `long double`
    out[0] = 2.5f; // warning[CL0466]: the constant 2.5 becomes 2 as an `int`
    c4[0] = 256; // warning[CL0466]: the constant 256 becomes 0 as a `uchar`
    f = 1e39f; // warning[CL0467]: becomes infinity
    f = 1e-50f; // warning[CL0467]: becomes zero
    any = any + 4; // warning[CL0468]: arithmetic on a `global void*` counts in bytes
    out[0] = *q + (int)d + n + (int)f + (any == 0);
}
