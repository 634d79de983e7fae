// Conversions that do not exist (OpenCL C, sections "Implicit Conversions", "Explicit Casts" and "Explicit Conversions").

int4 gives_ints(float4 v)
{
    return v; // error[CL0405]: `float4` is not converted to `int4` implicitly for a returned value
}

// Vectors are never converted implicitly, whatever the types are, be the values the same or the bits.
kernel void implicit(global int4 *i4, global uint4 *u4, global float4 *f4, global float3 *f3, global double4 *d4,
                     global short4 *s4, global long2 *l2, global float *f)
{
    int4 a = f4[0]; // error[CL0405]: `float4` is not converted to `int4` implicitly in an initialiser
    float4 b = i4[0]; // error[CL0405]: `int4` is not converted to `float4` implicitly in an initialiser
    uint4 c = i4[0]; // error[CL0405]: `int4` is not converted to `uint4` implicitly in an initialiser
    int4 d = s4[0]; // error[CL0405]: `short4` is not converted to `int4` implicitly in an initialiser
    double4 e = f4[0]; // error[CL0405]: `float4` is not converted to `double4` implicitly in an initialiser
    float4 g = d4[0]; // error[CL0405]: `double4` is not converted to `float4` implicitly in an initialiser
    float4 h = f3[0]; // error[CL0405]: `float3` is not converted to `float4` implicitly in an initialiser
    long2 m = i4[0]; // error[CL0405]: `int4` is not converted to `long2` implicitly in an initialiser
    float n = f3[0]; // error[CL0405]: `float3` is not converted to `float` implicitly in an initialiser
    gives_ints(i4[0]); // error[CL0405]: `int4` is not converted to `float4` implicitly for an argument
    int4 o = gives_ints(f4[0]), p = f[0];
}

// Nor by a cast. A document calls `(int4)v` an explicit conversion; the specification has it as an error, for which
// convert_int4 is the way.
kernel void casts(global int4 *i4, global uint4 *u4, global float4 *f4, global int8 *i8, global int *i)
{
    u4[0] = (uint4)i4[0]; // error[CL0406]: `int4` cannot be cast to `uint4`
    i4[0] = (int4)f4[0]; // error[CL0406]: `float4` cannot be cast to `int4`
    f4[0] = (float4)i4[0]; // error[CL0406]: `int4` cannot be cast to `float4`
    i8[0] = (int8)f4[0]; // error[CL0406]: `float4` cannot be cast to `int8`
    i4[0] = (int4)f4[0].xy; // error[CL0406]: `float2` cannot be cast to `int4`
    f4[0] = (float4)f4[0].xyz; // error[CL0406]: `float3` cannot be cast to `float4`
    i[0] = (int)i4[0]; // error[CL0406]: `int4` cannot be cast to `int`
    i[0] = (bool)i4[0]; // error[CL0406]: `int4` cannot be cast to `bool`
    i4[0] = (int4)i4[1];
    f4[0] = (float4)i[0];
    f4[0] = convert_float4(i4[0]) + (float4)(2);
}

// The function's name says the type; the argument has as many components. Floating-point numbers do not saturate.
kernel void functions(global int4 *i4, global float4 *f4, global float *f, global int *i)
{
    i4[0] = convert_int4(f[0]); // error[CL0433]: `convert_int4` does not take a `float`
    i[0] = convert_int(f4[0]); // error[CL0433]: `convert_int` does not take a `float4`
    i4[0] = convert_int4(f4[0].xyz); // error[CL0433]: `convert_int4` does not take a `float3`
    f4[0] = convert_float4(f4[0], i4[0]); // error[CL0433]: `convert_float4` takes one argument, and is given 2
    f4[0] = convert_int4(f4[0]); // error[CL0405]: `int4` is not converted to `float4` implicitly in an assignment
    f[0] = convert_float_sat(i[0]); // error[CL0434]: there is no function `convert_float_sat`: conversions to floating-point types do not saturate
    f4[0] = convert_float4_sat_rte(i4[0]); // error[CL0434]: there is no function `convert_float4_sat_rte`: conversions to floating-point types do not saturate
    i[0] = convert_int_rte_sat(f[0]); // error[CL0434]: there is no function `convert_int_rte_sat`: `_sat` stands before the rounding mode
    i[0] = convert_int_rtx(f[0]); // error[CL0434]: there is no function `convert_int_rtx`: `_rtx` is not a modifier
    i[0] = convert_bool(f[0]); // error[CL0434]: there is no function `convert_bool`: `bool` is not a type to convert to
    i[0] = convert_int5(f[0]); // error[CL0434]: there is no function `convert_int5`: `int5` is not a type to convert to
}
