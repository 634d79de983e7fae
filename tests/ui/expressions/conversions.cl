// Implicit conversions and casts that do not exist.
struct Point { float x, y; };
struct Later;
float take(float4 v) { return v.x; }
kernel void k(global float4 *f4, global int4 *i4, global float *f, global long *l, struct Point p, global struct Later *later, global half *h)
{
    f4[0] = i4[0]; // error[CL0405]: `int4` is not converted to `float4` implicitly in an assignment
    f[0] = f4[0]; // error[CL0405]: `float4` is not converted to `float` implicitly
    f[0] = take(f4[0].xyz); // error[CL0405]: `float3` is not converted to `float4` implicitly for an argument
    float2 v = f4[0]; // error[CL0405]: `float4` is not converted to `float2` implicitly in an initialiser
    f[0] += f4[0]; // error[CL0405]: `+=` would give a `float4`
    f[0] = p; // error[CL0405]: `struct Point` is not converted to `float`
    global int *a = 5; // error[CL0405]: `int` is not converted to `global int*`
    l[0] = f; // error[CL0405]: `global float*` is not converted to `long`
    f = f4[0].x; // error[CL0405]: `float` is not converted to `global float*`
    f[0] = f; // error[CL0405]: `global float*` is not converted to `float`
    i4[0] = (int4)f4[0]; // error[CL0406]: `float4` cannot be cast to `int4`
    i4[0] = (int4)(f4[0]); // error[CL0406]: `float4` cannot be cast to `int4`
    f[0] = (float)f4[0]; // error[CL0406]: `float4` cannot be cast to `float`
    f[0] = (float)p; // error[CL0406]: `struct Point` cannot be cast to `float`
    f[0] = (float)f; // error[CL0406]: `global float*` cannot be cast to `float`
    f[0] = *(global float*)f[0]; // error[CL0406]: `float` cannot be cast to `global float*`
    f[0] = *later; // error[CL0430]: the type `struct Later` is not known completely here
    f[0] = later->x; // error[CL0430]: the members of `struct Later` are not known here
    f[0] = h[0]; // error[CL0426]: a `half` cannot be read as a value
    h[0] = f[0]; // error[CL0426]: a `half` cannot be assigned
    f[0] = (half)f[0]; // error[CL0426]: a `float` cannot be converted to `half`
    f[0] = 1.5h; // error[CL0426]: the constant `1.5h` is a half
    l[0] = sizeof(void); // error[CL0427]: `sizeof` of `void`
    l[0] = sizeof(struct Later); // error[CL0427]: not known completely
    l[0] = vec_step(p); // error[CL0427]: `vec_step` counts the components of scalars and vectors
}
