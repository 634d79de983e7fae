// What logical operators do not take or give, and conditions (OpenCL C, sections "Logical Operators", "Unary Logical
// Operator" and "Relational Functions").

struct pair { int a, b; };

kernel void operands(global int4 *i4, global float4 *f4, global double4 *d4, global int2 *i2, struct pair p, int i,
                     long l)
{
    i4[0] = i4[0] && f4[0]; // error[CL0402]: two vector types, `int4` and `float4`
    i4[0] = i2[0] || i4[0]; // error[CL0402]: two vector types, `int2` and `int4`
    i4[0] = i4[0] && l; // error[CL0403]: a `long` beside an `int4`
    i4[0] = i4[0] || 0.5f; // error[CL0403]: a `float` beside an `int4`
    i = p && i; // error[CL0401]: `&&` does not work on `struct pair`
    i = !p; // error[CL0401]: `!` does not work on `struct pair`
    i = i ^^ l; // error[CL0428]: `^^` is reserved
    i4[0] = i4[0] ^^ i4[1]; // error[CL0428]: `^^` is reserved
    f4[0] = f4[0] && f4[1]; // error[CL0405]: `int4` is not converted to `float4`
    f4[0] = !f4[0]; // error[CL0405]: `int4` is not converted to `float4`
    i4[0] = d4[0] || d4[1]; // error[CL0405]: `long4` is not converted to `int4`
    i = i4[0] && i4[1]; // error[CL0405]: `int4` is not converted to `int`
    i4[0] = f4[0] && f4[1];
    i4[0] = !f4[0];
}

// A vector of truth values is no condition: any or all makes it one.
kernel void conditions(global float4 *a, global float4 *b, int4 mask)
{
    if (a[0] < b[0]) // error[CL0411]: a condition has to be a scalar, but this is an `int4`
        a[0] = b[0];
    while (mask) // error[CL0411]: a condition has to be a scalar
        a[0] = b[0];
    do
        a[0] = b[0];
    while (a[0] == b[0] && mask); // error[CL0411]: a condition has to be a scalar
    for (; !mask;) // error[CL0411]: a condition has to be a scalar
        a[0] = b[0];
    if (a[0]) // error[CL0411]: a condition has to be a scalar, but this is a `float4`
        a[0] = b[0];
    if (any(a[0] < b[0]) && !all(mask))
        a[0] = b[0];
}

// True is -1 in a vector: comparing it with 1 is never true.
kernel void compared_with_one(global int4 *out, global float4 *a)
{
    out[0] = (a[0] < a[1]) == 1; // warning[CL0452]: true
}
