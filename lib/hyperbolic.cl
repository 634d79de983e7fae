// Hyperbolic functions for float, and their inverses.
//
// With x = n ln 2 + r, sinh and cosh are sums of (2^n ± 2^-n) / 2 times sinh(r) and cosh(r), for which there are short
// polynomials: nothing is lost near 0, and no division is needed. The inverses are log1p of something.

// (2^n + 2^-n) / 4, (2^n - 2^-n) / 4, cosh(r) - 1 and sinh(r), where |x| <= 89.5.
void __ferrocl_hyperbolic(float x, private float *sum, private float *difference, private float *even, private float *odd)
{
    float shifted = x * 0x1.715476p+0f + 0x1.8p+23f;
    float n = shifted - 0x1.8p+23f;
    float r = x - n * 0x1.62e4p-1f;
    r = r - n * 0x1.7f7d1cp-20f;
    float grow = as_float((as_int(shifted) << 23) + 0x3e800000);
    float shrink = as_float(0x3e800000 - (as_int(shifted) << 23));
    shrink = fabs(n) > 100.0f ? 0.0f : shrink;
    *sum = grow + shrink;
    *difference = grow - shrink;
    float z = r * r;
    // cosh(r) - 1, 2^-33.3 of cosh(r), and sinh(r), 2^-26.2, on ±ln 2 / 2.
    float p = 0x1.6d4f24p-10f * z + 0x1.5554e6p-5f;
    *even = p * z * z + z * 0.5f;
    p = 0x1.1227bcp-7f * z + 0x1.5554b0p-3f;
    *odd = r * z * p + r;
}

float sinh(float x)
{
    float a = fabs(x);
    a = a > 89.5f ? 89.5f : a;
    float sum;
    float difference;
    float even;
    float odd;
    __ferrocl_hyperbolic(a, &sum, &difference, &even, &odd);
    float value = (difference + (difference * even + sum * odd)) * 2.0f;
    // Where n is 0, this is sinh(r), but for denormals.
    return copysign(a < 0.25f ? odd : value, x);
}

float cosh(float x)
{
    float a = fabs(x);
    a = a > 89.5f ? 89.5f : a;
    float sum;
    float difference;
    float even;
    float odd;
    __ferrocl_hyperbolic(a, &sum, &difference, &even, &odd);
    return (sum + (sum * even + difference * odd)) * 2.0f;
}

float tanh(float x)
{
    float a = fabs(x);
    a = a > 10.0f ? 10.0f : a;
    float sum;
    float difference;
    float even;
    float odd;
    __ferrocl_hyperbolic(a, &sum, &difference, &even, &odd);
    float sine = difference + (difference * even + sum * odd);
    float cosine = sum + (sum * even + difference * odd);
    // Where n is 0, the quarters must not make denormals inexact.
    sine = a < 0.25f ? odd : sine;
    cosine = a < 0.25f ? even + 1.0f : cosine;
    return copysign(sine / cosine, x);
}

float asinh(float x)
{
    // log(a + √(a² + 1)); for large a, log(2a).
    float a = fabs(x);
    float square = a * a;
    float t = a + square / (sqrt(square + 1.0f) + 1.0f);
    float value = log1p(a > 0x1p+20f ? a : t);
    return copysign(a > 0x1p+20f ? value + 0x1.62e430p-1f : value, x);
}

float acosh(float x)
{
    float t = x - 1.0f;
    float u = t + sqrt(t * t + 2.0f * t);
    float value = log1p(x > 0x1p+20f ? x : u);
    value = x > 0x1p+20f ? value + 0x1.62e430p-1f : value;
    return x < 1.0f ? NAN : value;
}

float atanh(float x)
{
    float a = fabs(x);
    return copysign(0.5f * log1p(2.0f * a / (1.0f - a)), x);
}
