// The native_ functions that are more than an operator: without special cases and with few bits to spare.

float native_exp2(float x)
{
    // 2^n is made of n + 127, which is 0 for results too small and 255 for those too great.
    x = x > 128.0f ? 128.0f : x;
    x = x < -127.0f ? -127.0f : x;
    float shifted = x + 0x1.8000fep+23f;
    float r = x - (shifted - 0x1.8000fep+23f);
    // 2^r on ±1/2, 2^-23.4.
    float p = 0x1.5bda58p-10f;
    p = p * r + 0x1.3ce8aep-7f;
    p = p * r + 0x1.c6b6d8p-5f;
    p = p * r + 0x1.ebf9c2p-3f;
    p = p * r + 0x1.62e42ap-1f;
    p = p * r + 1.0f;
    return p * as_float(as_int(shifted) << 23);
}

float native_exp(float x)
{
    return native_exp2(x * 0x1.715476p+0f);
}

float native_exp10(float x)
{
    return native_exp2(x * 0x1.a934f0p+1f);
}

float native_log2(float x)
{
    int i = as_int(x) - 0x3f3504f3;
    float e = convert_float(i >> 23);
    float f = as_float((i & 0x007fffff) + 0x3f3504f3) - 1.0f;
    // log2(1 + f) on [√½, √2), 2^-19.8.
    float p = 0x1.5f6558p-3f;
    p = p * f + -0x1.13c612p-2f;
    p = p * f + 0x1.2ecdf4p-2f;
    p = p * f + -0x1.6fff6ep-2f;
    p = p * f + 0x1.ec294ep-2f;
    p = p * f + -0x1.715690p-1f;
    p = p * f + 0x1.71548ep+0f;
    return p * f + e;
}

float native_log(float x)
{
    return native_log2(x) * 0x1.62e430p-1f;
}

float native_log10(float x)
{
    return native_log2(x) * 0x1.344136p-2f;
}

float native_powr(float x, float y)
{
    return native_exp2(y * native_log2(x));
}

// sin(r) on ±π/2, 2^-27.3, with this bit added to the sign.
float __ferrocl_native_sine(float r, uint sign)
{
    float z = r * r;
    float p = 0x1.5dc902p-19f;
    p = p * z + -0x1.9f70f0p-13f;
    p = p * z + 0x1.110edap-7f;
    p = p * z + -0x1.55554cp-3f;
    p = r + r * (z * p);
    return as_float(as_uint(p) ^ sign);
}

float native_sin(float x)
{
    float shifted = x * 0x1.45f306p-2f + 0x1.8p+23f;
    float n = shifted - 0x1.8p+23f;
    float r = x - n * 0x1.921p+1f;
    r = r - n * 0x1.f6a888p-12f;
    return __ferrocl_native_sine(r, as_uint(shifted) << 31);
}

float native_cos(float x)
{
    float shifted = (x * 0x1.45f306p-2f + 0.5f) + 0x1.8p+23f;
    float n = shifted - 0x1.8p+23f;
    n = n - 0.5f;
    float r = x - n * 0x1.921p+1f;
    r = r - n * 0x1.f6a888p-12f;
    return __ferrocl_native_sine(r, as_uint(shifted) << 31);
}

float native_tan(float x)
{
    return native_divide(native_sin(x), native_cos(x));
}
