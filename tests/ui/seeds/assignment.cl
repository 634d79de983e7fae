// What cannot be assigned to, or assigned (OpenCL C, section "Assignment Operator").

int helper(int x) { return x; }

kernel void places(global int *p, global int4 *v, int i, int j, const int fixed, constant int *c, global const int *read)
{
    i + 1 = j; // error[CL0408]: `i + 1` cannot be assigned to: it is the result of an operator
    5 = i; // error[CL0408]: `5` cannot be assigned to: it is a constant
    -i = j; // error[CL0408]: `-i` cannot be assigned to: it is the result of an operator
    helper(1) = i; // error[CL0408]: `helper(1)` cannot be assigned to: it is the result of a call
    helper = i; // error[CL0429]: the function `helper` can only be called, not used as a value
    (i ? i : j) = 1; // error[CL0408]: `i ? i : j` cannot be assigned to: it is the result of `?:`
    (i = j) = 1; // error[CL0408]: `i = j` cannot be assigned to: it is the result of an assignment
    (int)i = 1; // error[CL0408]: `(int)i` cannot be assigned to: it is the result of a cast
    v[0].xx = (int2)(1, 2); // error[CL0410]: component 0 would be assigned twice
    v[0].xyzx += v[1]; // error[CL0410]: component 0 would be assigned twice
    (v[0] + v[1]).x = 1; // error[CL0408]: `(v[0] + v[1]).x` cannot be assigned to: it is a part of a value
    fixed = 1; // error[CL0409]: `fixed` is const and cannot be written
    c[0] = 1; // error[CL0409]: `c[0]` lies in constant memory, which cannot be written
    read[0] += 1; // error[CL0409]: `read[0]` is const and cannot be written
    int array[2], other[2];
    array = other; // error[CL0408]: an array cannot be assigned as a whole, and this is an `int[2]`
    (i) = 1;
    (p[0]) = (v[0].x) = 1;
}

// Only scalars are converted.
kernel void values(global int4 *i4, global uint4 *u4, global float4 *f4, global float3 *f3, global float *f, global int *i)
{
    i4[0] = f4[0]; // error[CL0405]: `float4` is not converted to `int4`
    f4[0] = i4[0]; // error[CL0405]: `int4` is not converted to `float4`
    u4[0] = i4[0]; // error[CL0405]: `int4` is not converted to `uint4`
    f4[0] = f3[0]; // error[CL0405]: `float3` is not converted to `float4`
    f3[0] = f4[0]; // error[CL0405]: `float4` is not converted to `float3`
    f4[0].xy = f4[1]; // error[CL0405]: `float4` is not converted to `float2`
    f[0] = f4[0]; // error[CL0405]: `float4` is not converted to `float`
    i[0] = i4[0].xy; // error[CL0405]: `int2` is not converted to `int`
    f4[0] = f4[1].x;
    i4[0] = f[0];
}

// `a op= b` needs what `op` needs, and what `=` needs.
kernel void compound(global char4 *c4, global int4 *i4, global float4 *f4, global float *f, global int *i)
{
    f[0] %= 2; // error[CL0404]: `%=` works on integers only
    f4[0] |= i4[0]; // error[CL0404]: `|=` works on integers only
    f4[0] <<= 1; // error[CL0404]: `<<=` works on integers only
    i[0] <<= i4[0]; // error[CL0415]: an `int` cannot be shifted by an `int4`
    i4[0] += f[0]; // error[CL0403]: a `float` beside an `int4`
    c4[0] -= i[0]; // error[CL0403]: an `int` beside a `char4`
    i[0] += i4[0]; // error[CL0405]: `+=` would give an `int4`, which does not go into an `int`
    f4[0].xy *= f4[0]; // error[CL0402]: two vector types
    i[0] %= 2.5f; // error[CL0404]: `%=` works on integers only
    i[0] += 2.5f;
    f4[0] += i[0];
}
