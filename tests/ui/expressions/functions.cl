// Conversion and reinterpretation functions.
kernel void k(global int *out, global int4 *i4, global float4 *f4, global half *h, double d, float2 f2)
{
    bool b = d > 0;
    out[0] = as_int(d); // error[CL0431]: `as_int` cannot make an `int` of 4 bytes out of a `double` of 8 bytes
    f4[0] = as_float4(f2); // error[CL0431]: a `float4` of 16 bytes out of a `float2` of 8 bytes
    out[0] = as_char(1); // error[CL0431]: a `char` of 1 byte out of an `int` of 4 bytes
    out[0] = as_int(i4[0]); // error[CL0431]: out of an `int4` of 16 bytes
    out[0] = as_char(b); // error[CL0432]: `as_char` cannot reinterpret a `bool` as a `char`
    out[0] = as_ulong(out); // error[CL0432]: cannot reinterpret a `global int*` as a `ulong`
    out[0] = __builtin_astype(d, int); // error[CL0431]: `__builtin_astype` cannot make an `int`
    i4[0] = convert_int4(d); // error[CL0433]: `convert_int4` does not take a `double`
    i4[0] = convert_int4(f2); // error[CL0433]: `convert_int4` does not take a `float2`
    out[0] = convert_int(f4[0]); // error[CL0433]: `convert_int` does not take a `float4`
    out[0] = convert_int(out); // error[CL0433]: `convert_int` does not take a `global int*`
    i4[0] = convert_int4(d, d, d, d); // error[CL0433]: takes one argument, and is given 4
    out[0] = convert_int_rte_sat(d); // error[CL0434]: `_sat` stands before the rounding mode
    f4[0] = convert_float4_sat(i4[0]); // error[CL0434]: conversions to floating-point types do not saturate
    out[0] = convert_bool(d); // error[CL0434]: `bool` is not a type to convert to
    out[0] = convert_size_t(d); // error[CL0434]: there is no function `convert_size_t`
    out[0] = convert_int_round(d); // error[CL0434]: `_round` is not a modifier
    out[0] = as_size_t(d); // error[CL0434]: `size_t` is not reinterpreted
    out[0] = convert_half(d) > 0; // error[CL0426]: a `double` cannot be converted to `half`
}
