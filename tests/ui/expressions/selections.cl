// The ternary operator.
struct Point { float x, y; };
kernel void k(global int *out, global double2 *d2, global int4 *i4, global char4 *c4, int2 c, struct Point p, float f, int i)
{
    out[0] = f ? 1 : 2; // error[CL0412]: the condition of `?:` is a `float`
    out[0] = f + 1.0f ? 1 : 2; // error[CL0412]: may not be floating-point
    d2[0] = c ? d2[1] : d2[2]; // error[CL0413]: the condition of `?:` is an `int2`, which does not match the values of type `double2`
    c4[0] = c4[1] ? 1 : 0; // error[CL0413]: the condition of `?:` is a `char4`, which does not match the values of type `int4`
    i4[0] = c ? i4[1] : i4[2]; // error[CL0413]: the condition of `?:` is an `int2`, which does not match the values of type `int4`
    out[0] = i ? p : 1; // error[CL0414]: `?:` has to choose between `struct Point` and `int`
    i4[0] = i4[1] ? out : out; // error[CL0414]: `global int*` and `global int*`
    out[0] = p ? 1 : 2; // error[CL0411]: the condition of `?:` has to be a scalar
    i4[0] = i ? i4[1] : f; // error[CL0403]: `?:` cannot take a `float` beside an `int4`
}
