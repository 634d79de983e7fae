// Hyperbolic functions for double, and their inverses; hyperbolic.cl says how they work.

// (2^n + 2^-n) / 4, (2^n - 2^-n) / 4, cosh(r) - 1 and sinh(r), where |x| <= 710.5.
void __ferrocl_hyperbolic(double x, private double *sum, private double *difference, private double *even, private double *odd)
{
    double shifted = x * 0x1.71547652b82fep+0 + 0x1.8p+52;
    double n = shifted - 0x1.8p+52;
    double r = x - n * 0x1.62e42fefa4p-1;
    r = r - n * -0x1.8432a1b0e2634p-43;
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

double sinh(double x)
{
    double a = fabs(x);
    a = a > 710.5 ? 710.5 : a;
    double sum;
    double difference;
    double even;
    double odd;
    __ferrocl_hyperbolic(a, &sum, &difference, &even, &odd);
    double value = (difference + (difference * even + sum * odd)) * 2.0;
    // Where n is 0, this is sinh(r), but for denormals.
    return copysign(a < 0.25 ? odd : value, x);
}

double cosh(double x)
{
    double a = fabs(x);
    a = a > 710.5 ? 710.5 : a;
    double sum;
    double difference;
    double even;
    double odd;
    __ferrocl_hyperbolic(a, &sum, &difference, &even, &odd);
    return (sum + (sum * even + difference * odd)) * 2.0;
}

double tanh(double x)
{
    double a = fabs(x);
    a = a > 22.0 ? 22.0 : a;
    double sum;
    double difference;
    double even;
    double odd;
    __ferrocl_hyperbolic(a, &sum, &difference, &even, &odd);
    double sine = difference + (difference * even + sum * odd);
    double cosine = sum + (sum * even + difference * odd);
    // Where n is 0, the quarters must not make denormals inexact.
    sine = a < 0.25 ? odd : sine;
    cosine = a < 0.25 ? even + 1.0 : cosine;
    return copysign(sine / cosine, x);
}

double asinh(double x)
{
    // log(a + √(a² + 1)); for large a, log(2a).
    double a = fabs(x);
    double square = a * a;
    double t = a + square / (sqrt(square + 1.0) + 1.0);
    double value = log1p(a > 0x1p+60 ? a : t);
    return copysign(a > 0x1p+60 ? value + 0x1.62e42fefa39efp-1 : value, x);
}

double acosh(double x)
{
    double t = x - 1.0;
    double u = t + sqrt(t * t + 2.0 * t);
    double value = log1p(x > 0x1p+60 ? x : u);
    value = x > 0x1p+60 ? value + 0x1.62e42fefa39efp-1 : value;
    return x < 1.0 ? NAN : value;
}

double atanh(double x)
{
    double a = fabs(x);
    return copysign(0.5 * log1p(2.0 * a / (1.0 - a)), x);
}
