// What as_type does not take (OpenCL C, section "Reinterpreting Types Using as_type() and as_typen()").

// The sizes have to be equal. (A document shows the first as C++, `as_type<double4>(f)`.)
kernel void sizes(global float4 *f4, global double4 *d4, global float *f, global long *l, global double *d, global int *i,
                  global short *s, global char *c, global int3 *i3, global short2 *s2, global ulong2 *ul2)
{
    d4[0] = as_double4(f4[0]); // error[CL0431]: `as_double4` cannot make a `double4` of 32 bytes out of a `float4` of 16 bytes
    l[0] = as_long(f[0]); // error[CL0431]: `as_long` cannot make a `long` of 8 bytes out of a `float` of 4 bytes
    f[0] = as_float(d[0]); // error[CL0431]: `as_float` cannot make a `float` of 4 bytes out of a `double` of 8 bytes
    d[0] = as_double(f[0]); // error[CL0431]: `as_double` cannot make a `double` of 8 bytes out of a `float` of 4 bytes
    i[0] = as_int(l[0]); // error[CL0431]: `as_int` cannot make an `int` of 4 bytes out of a `long` of 8 bytes
    i[0] = as_int(i3[0]); // error[CL0431]: `as_int` cannot make an `int` of 4 bytes out of an `int3` of 16 bytes
    s2[0] = as_short2(s[0]); // error[CL0431]: `as_short2` cannot make a `short2` of 4 bytes out of a `short` of 2 bytes
    ul2[0] = as_ulong2(d[0]); // error[CL0431]: `as_ulong2` cannot make a `ulong2` of 16 bytes out of a `double` of 8 bytes
}

// The argument is not promoted, so that these are not of four bytes.
kernel void not_promoted(global int *i, global short *s, global char *c, global float *f)
{
    i[0] = as_int(s[0]); // error[CL0431]: `as_int` cannot make an `int` of 4 bytes out of a `short` of 2 bytes
    f[0] = as_float(c[0]); // error[CL0431]: `as_float` cannot make a `float` of 4 bytes out of a `char` of 1 byte
    c[0] = as_char('a'); // error[CL0431]: `as_char` cannot make a `char` of 1 byte out of an `int` of 4 bytes
    s[0] = as_short(c[0] + c[1]); // error[CL0431]: `as_short` cannot make a `short` of 2 bytes out of an `int` of 4 bytes
    i[0] = as_int(s[0] + 0) + as_int('a');
}

// bool, void and what is no scalar or vector are not reinterpreted.
struct pair { int a, b; };
kernel void types(global int *i, global struct pair *p)
{
    bool b = true;
    i[0] = as_int(b); // error[CL0432]: `as_int` cannot reinterpret a `bool` as an `int`
    b = as_bool(i[0]); // error[CL0434]: there is no function `as_bool`: `bool` is not reinterpreted
    as_void(i[0]); // error[CL0501]: nothing declares a function `as_void`
    i[0] = as_int(p); // error[CL0432]: `as_int` cannot reinterpret a `global struct pair*` as an `int`
    long l = as_long(p[0]); // error[CL0432]: `as_long` cannot reinterpret a `struct pair` as a `long`
    float4 v = as_float5(i[0]); // error[CL0501]: nothing declares a function `as_float5`
}

// Another number of components is legal, and defined by each implementation as it likes: it works here and is not
// portable. From four components to three, and back, is.
kernel void lanes(global short2 *s2, global short8 *s8, global int4 *i4, global int *i, global float3 *f3,
                  global float4 *f4, global int3 *i3, global double2 *d2, global char8 *c8, global ulong *ul)
{
    s2[0] = as_short2(i[0]);
    s8[0] = as_short8(i4[0]);
    i[0] = as_int(s2[0]);
    d2[0] = as_double2(f4[0]);
    f4[0] = as_float4(d2[0]);
    c8[0] = as_char8(ul[0]);
    f3[0] = as_float3(f4[0]);
    f3[0] = as_float3(i4[0]);
    i4[0] = as_int4(i3[0]);
}
