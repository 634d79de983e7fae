// What the unary operators do not take (OpenCL C, sections "Unary Operators" and "Pre- and Post-Operators").

struct pair { int a, b; };

kernel void signs(global int *p, struct pair s)
{
    s = -s; // error[CL0401]: `-` does not work on `struct pair`
    p = -p; // error[CL0401]: `-` does not work on `global int*`
    p[0] = +s; // error[CL0401]: `+` does not work on `struct pair`
}

// ++ and -- are not for floating-point numbers. Compilers take them on scalars, as C does, so that here they only warn.
kernel void increments_of_floats(global float *f, global float4 *v, global double *d, global double2 *d2)
{
    v[0]++; // error[CL0425]: `++` does not work on `float4`
    --v[0]; // error[CL0425]: `--` does not work on `float4`
    d2[0]--; // error[CL0425]: `--` does not work on `double2`
    f[0]++; // warning[CL0454]: `++` on a `float`
    --f[0]; // warning[CL0454]: `--` on a `float`
    d[0]--; // warning[CL0454]: `--` on a `double`
    v[0].x++; // warning[CL0454]: `++` on a `float`
    v[0].xy++; // error[CL0425]: `++` does not work on `float2`
}

// The operand has to be one that can be assigned to.
kernel void increments_of_values(global int *p, global int4 *v, int i, constant int *c, const int fixed)
{
    p[0] = (i + 1)++; // error[CL0408]: `i + 1` cannot be assigned to: it is the result of an operator
    p[0] = 5--; // error[CL0408]: `5` cannot be assigned to: it is a constant
    p[0] = ++get_work_dim(); // error[CL0408]: `get_work_dim()` cannot be assigned to: it is the result of a call
    p[0] = i++ ++; // error[CL0408]: `i++` cannot be assigned to: it is the result of `++` or `--`
    v[0].xx++; // error[CL0410]: component 0 would be assigned twice
    c[0]++; // error[CL0409]: `c[0]` lies in constant memory, which cannot be written
    p[0] = --fixed; // error[CL0409]: `fixed` is const and cannot be written
    p[0] = -i++ + ++v[0].y;
}
