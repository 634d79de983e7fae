// What `?:` does not take (OpenCL C, section "Ternary Selection Operator").

struct pair { int a, b; };

// The condition is no floating-point number: neither a vector of them nor a scalar, unlike in C.
kernel void float_conditions(global float4 *f4, global int4 *i4, float f)
{
    i4[0] = f4[0] ? i4[0] : i4[1]; // error[CL0412]: the condition of `?:` is a `float4`, but may not be floating-point
    f4[0] = (f4[0] != 0) ? f4[0] : f4[1];
    f4[0] = f ? f4[0] : f4[1]; // error[CL0412]: the condition of `?:` is a `float`, but may not be floating-point
    i4[0].x = f ? 1 : 2; // error[CL0412]: the condition of `?:` is a `float`, but may not be floating-point
    f4[0] = f != 0 ? f4[0] : f4[1];
}

// A vector condition has as many components as the arms, and components as wide.
kernel void shapes(global int4 *i4, global int2 *i2, global long4 *l4, global float4 *f4, global double4 *d4,
                   global short4 *s4, global int *i)
{
    f4[0] = i2[0] ? f4[0] : f4[1]; // error[CL0413]: the condition of `?:` is an `int2`, which does not match the values of type `float4`
    f4[0] = l4[0] ? f4[0] : f4[1]; // error[CL0413]: the condition of `?:` is a `long4`, which does not match the values of type `float4`
    d4[0] = i4[0] ? d4[0] : d4[1]; // error[CL0413]: the condition of `?:` is an `int4`, which does not match the values of type `double4`
    i4[0] = s4[0] ? i4[0] : i4[1]; // error[CL0413]: the condition of `?:` is a `short4`, which does not match the values of type `int4`
    d4[0] = f4[0] < f4[1] ? d4[0] : d4[1]; // error[CL0413]: the condition of `?:` is an `int4`, which does not match the values of type `double4`
    d4[0] = d4[0] < d4[1] ? d4[0] : d4[1];
    f4[0] = i4[0] ? f4[0] : f4[1];
}

// The arms have a type in common, found as for an operator.
kernel void arms(global int4 *i4, global float4 *f4, global float3 *f3, global int *p, local int *q, int i, float f,
                 struct pair s)
{
    f4[0] = i ? f4[0] : i4[0]; // error[CL0402]: `?:` cannot mix two vector types, `float4` and `int4`
    f4[0] = i4[0] ? f4[0] : i4[1]; // error[CL0402]: `?:` cannot mix two vector types, `float4` and `int4`
    f4[0] = i ? f4[0] : f3[0]; // error[CL0402]: `?:` cannot mix two vector types, `float4` and `float3`
    i4[0] = i4[1] ? i4[0] : f; // error[CL0403]: `?:` cannot take a `float` beside an `int4`, whose components cannot hold its values
    i = i ? s : i; // error[CL0414]: `?:` has to choose between `struct pair` and `int`, which have no common type
    i = s ? 1 : 2; // error[CL0411]: the condition of `?:` has to be a scalar, but this is a `struct pair`
    p = i ? p : q; // error[CL0424]: `?:` cannot take a pointer to global memory and one to local memory
    i4[0] = i4[1] ? i4[0] : i;
}
