// Calls of built-in functions for which no overload, or more than one, fits.
#define TOP 255
kernel void k(global float *out, global uchar *bytes, global const int *in, float4 v, float3 w, int i, uint u, local int *l)
{
    out[0] = dot(v, w); // error[CL0510]: no overload of `dot` takes (float4, float3)
    out[0] = sqrt(v); // error[CL0405]: `float4` is not converted
    v = sqrt(convert_int4(v)); // error[CL0510]: no overload of `sqrt` takes (int4)
    v = fma(v, v, w); // error[CL0510]: no overload of `fma` takes (float4, float4, float3)
    bytes[0] = max(bytes[1], i > 0 ? (uchar)1 : (uchar)0); // error[CL0511]: the call of `max` with (uchar, int) is ambiguous
    bytes[0] = min(bytes[1], TOP); // error[CL0511]: the call of `min` with (uchar, int) is ambiguous
    out[0] = clamp(out[1], 0, 1); // error[CL0511]: the call of `clamp` with (float, int, int) is ambiguous
    out[0] = fmax(out[1], 0.5); // error[CL0511]: the call of `fmax` with (float, double) is ambiguous
    out[0] = sqrt(2); // error[CL0511]: the call of `sqrt` with (int) is ambiguous
    u = rotate(u, 16); // error[CL0511]: the call of `rotate` with (uint, int) is ambiguous
    i = max(i, bytes[0] + bytes[1]);
    out[0] = clamp(out[1], 0.0f); // error[CL0512]: `clamp` takes 3 arguments, not 2
    u = get_global_id(); // error[CL0512]: `get_global_id` takes 1 argument, not 0
    i = ctz(i); // error[CL0513]: `ctz` needs OpenCL C 2.0
    vstore_half(out[0], 0, (global ushort *)out); // warning[CL0455]: `global ushort*` becomes `global half*`
    i = atomic_add(in, 1); // warning[CL0456]: `global const int*`
    i = atomic_add(&i, 1); // error[CL0510]: no overload of `atomic_add` takes (private int*, int)
    i = atomic_add(l, 1);
    out[0] = sinn(out[1]); // error[CL0501]: nothing declares a function `sinn`
    i = __ferrocl_scale(out[0], out[1]); // error[CL0501]: nothing declares a function `__ferrocl_scale`
}
