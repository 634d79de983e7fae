// What indirection and the address operator do not take (OpenCL C, sections "Indirection Operator", "Address Operator"
// and "Vector Components").

int helper(int x) { return x; }

kernel void operands(global int *out, int i, float4 v)
{
    *i = 1; // error[CL0421]: `*` needs a pointer, but this is an `int`
    out[0] = *v; // error[CL0421]: `*` needs a pointer, but this is a `float4`
    int *p = &(i + 1); // error[CL0420]: `&` needs an object in memory, but this is a value
    p = &5; // error[CL0420]: `&` needs an object in memory, but this is a constant
    p = &helper(1); // error[CL0420]: `&` needs an object in memory, but this is the result of a call
    float *x = &v.x; // error[CL0420]: components of a vector have no address
    float2 *low = &v.lo; // error[CL0420]: components of a vector have no address
    float2 *two = &v.xy; // error[CL0420]: components of a vector have no address
    float4 *whole = &v;
    int *q = &*&i;
}
