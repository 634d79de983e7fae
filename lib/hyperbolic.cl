// Hyperbolic functions, and their inverses.
//
// With x = n ln 2 + r, sinh and cosh are sums of (2^n ± 2^-n) / 2 times sinh(r) and cosh(r), for which there are short
// polynomials: nothing is lost near 0, and no division is needed. The inverses are log1p of something.

// (2^n + 2^-n) / 4, (2^n - 2^-n) / 4, cosh(r) - 1 and sinh(r), where |x| <= 89.5.
void __ferrocl_hyperbolic(float x, private float *sum, private float *difference, private float *even, private float *odd)
{
    float shifted = x * 0x1.715476p+0f + 0x1.8p+23f;
    float n = shifted - 0x1.8p+23f;
    float r = __ferrocl_less_ln2(x, n);
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

// The same, where |x| <= 710.5.
void __ferrocl_hyperbolic(double x, private double *sum, private double *difference, private double *even, private double *odd)
{
    double shifted = x * 0x1.71547652b82fep+0 + 0x1.8p+52;
    double n = shifted - 0x1.8p+52;
    double r = __ferrocl_less_ln2(x, n);
    double grow = as_double((as_ulong(shifted) << 52) + 0x3fd0000000000000UL);
    double shrink = as_double(0x3fd0000000000000UL - (as_ulong(shifted) << 52));
    shrink = fabs(n) > 1000.0 ? 0.0 : shrink;
    *sum = grow + shrink;
    *difference = grow - shrink;
    double z = r * r;
    // cosh(r) - 1, 2^-70 of cosh(r), and sinh(r), 2^-61.7, on ±ln 2 / 2.
    double p = 0x1.1f8b7a0e6155bp-29;
    p = p * z + 0x1.27e4cc4f19ddcp-22;
    p = p * z + 0x1.a01a01ad6353dp-16;
    p = p * z + 0x1.6c16c16c1504dp-10;
    p = p * z + 0x1.5555555555558p-5;
    *even = p * z * z + z * 0.5;
    p = 0x1.af5ec126a6e3dp-26;
    p = p * z + 0x1.71ddf8527b39p-19;
    p = p * z + 0x1.a01a01afe594cp-13;
    p = p * z + 0x1.111111110f6adp-7;
    p = p * z + 0x1.5555555555559p-3;
    *odd = r * z * p + r;
}

real sinh(real x)
{
    real a = fabs(x);
    a = a > real(89.5, 710.5) ? real(89.5, 710.5) : a;
    real sum;
    real difference;
    real even;
    real odd;
    __ferrocl_hyperbolic(a, &sum, &difference, &even, &odd);
    real value = (difference + (difference * even + sum * odd)) * 2.0r;
    // Where n is 0, this is sinh(r), but for denormals.
    return copysign(a < 0.25r ? odd : value, x);
}

real cosh(real x)
{
    real a = fabs(x);
    a = a > real(89.5, 710.5) ? real(89.5, 710.5) : a;
    real sum;
    real difference;
    real even;
    real odd;
    __ferrocl_hyperbolic(a, &sum, &difference, &even, &odd);
    return (sum + (sum * even + difference * odd)) * 2.0r;
}

real tanh(real x)
{
    real a = fabs(x);
    a = a > real(10.0, 22.0) ? real(10.0, 22.0) : a;
    real sum;
    real difference;
    real even;
    real odd;
    __ferrocl_hyperbolic(a, &sum, &difference, &even, &odd);
    real sine = difference + (difference * even + sum * odd);
    real cosine = sum + (sum * even + difference * odd);
    // Where n is 0, the quarters must not make denormals inexact.
    sine = a < 0.25r ? odd : sine;
    cosine = a < 0.25r ? even + 1.0r : cosine;
    return copysign(sine / cosine, x);
}

real asinh(real x)
{
    // log(a + √(a² + 1)); for large a, log(2a).
    real a = fabs(x);
    real square = a * a;
    real t = a + square / (sqrt(square + 1.0r) + 1.0r);
    real value = log1p(a > real(0x1p+20, 0x1p+60) ? a : t);
    return copysign(a > real(0x1p+20, 0x1p+60) ? value + 0x1.62e42fefa39efp-1r : value, x);
}

real acosh(real x)
{
    real t = x - 1.0r;
    real u = t + sqrt(t * t + 2.0r * t);
    real value = log1p(x > real(0x1p+20, 0x1p+60) ? x : u);
    value = x > real(0x1p+20, 0x1p+60) ? value + 0x1.62e42fefa39efp-1r : value;
    return x < 1.0r ? NAN : value;
}

real atanh(real x)
{
    real a = fabs(x);
    return copysign(0.5r * log1p(2.0r * a / (1.0r - a)), x);
}
