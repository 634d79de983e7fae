// Exponentials and logarithms, the part for double alone; exponential.cl says how they work and why sums of products are written plainly.
//
// Polynomials are minimax for the relative error of the result (Remez' exchange), with the coefficients rounded afterwards; the
// comments give the error before that. Of logarithms, a polynomial in 1 + f's quotient f / (2 + f) takes half the terms
// of one in f, which is worth a division.

// 2^n * y for n from -1076 to 1025, where `shifted` is n + 0x1.80000000007fep+52: its lowest bits are n + 2046, which is shared
// between the biased exponents of two factors.
double __ferrocl_scale(double y, double shifted)
{
    ulong bits = as_ulong(shifted);
    ulong half_bits = bits >> 1;
    return y * as_double(half_bits << 52) * as_double((bits - half_bits) << 52);
}

// exp(r) - 1 on ±ln 2 / 2, 2^-58.4.
double __ferrocl_exp_fraction(double r)
{
    double p = 0x1.e631fc1a95af6p-30;
    p = p * r + 0x1.af4dcfd60c0eap-26;
    p = p * r + 0x1.28022443148f4p-22;
    p = p * r + 0x1.71de023f73a8bp-19;
    p = p * r + 0x1.a019f39772b0bp-16;
    p = p * r + 0x1.a01a01abe2fefp-13;
    p = p * r + 0x1.6c16c16f0a0bdp-10;
    p = p * r + 0x1.11111111100e6p-7;
    p = p * r + 0x1.5555555554d3dp-5;
    p = p * r + 0x1.5555555555557p-3;
    p = p * r + 0x1.0000000000001p-1;
    return r * r * p + r;
}

double exp(double x)
{
    // Beyond these, the result is 0 or infinite. (NaN passes: comparisons with it are false.)
    x = x > 710.0 ? 710.0 : x;
    x = x < -746.0 ? -746.0 : x;
    double shifted = x * 0x1.71547652b82fep+0 + 0x1.80000000007fep+52;
    double n = shifted - 0x1.80000000007fep+52;
    double r = __ferrocl_less_ln2(x, n);
    return __ferrocl_scale(__ferrocl_exp_fraction(r) + 1.0, shifted);
}

// 2^r on ±1/2, 2^-63.9.
double __ferrocl_exp2_fraction(double r)
{
    double p = 0x1.c6dba703f4bc7p-36;
    p = p * r + 0x1.ea14305d7b92p-32;
    p = p * r + 0x1.e4cd9c06a5f67p-28;
    p = p * r + 0x1.b524d0e12f56cp-24;
    p = p * r + 0x1.62c0229ac93e9p-20;
    p = p * r + 0x1.ffcbfc7ac80ep-17;
    p = p * r + 0x1.430912f8597cdp-13;
    p = p * r + 0x1.5d87fe78a12fdp-10;
    p = p * r + 0x1.3b2ab6fba4ea8p-7;
    p = p * r + 0x1.c6b08d704a0d6p-5;
    p = p * r + 0x1.ebfbdff82c58fp-3;
    p = p * r + 0x1.62e42fefa39efp-1;
    return p * r + 1.0;
}

double exp10(double x)
{
    x = x > 309.0 ? 309.0 : x;
    x = x < -324.0 ? -324.0 : x;
    double shifted = x * 0x1.a934f0979a371p+1 + 0x1.80000000007fep+52;
    double n = shifted - 0x1.80000000007fep+52;
    double r = x - n * 0x1.34413509f8p-2;
    r = r - n * -0x1.80433b83b532ap-44;
    // 10^r on ±log10(2) / 2, 2^-63.9.
    double p = 0x1.87ad91b387c6cp-15;
    p = p * r + 0x1.fc257241580acp-13;
    p = p * r + 0x1.2ea41a15c93c7p-10;
    p = p * r + 0x1.489772e606ebdp-8;
    p = p * r + 0x1.4116b0b72c32dp-6;
    p = p * r + 0x1.16e4dfd5de57p-4;
    p = p * r + 0x1.a7ed7084639dbp-3;
    p = p * r + 0x1.1429ffd1d0ae3p-1;
    p = p * r + 0x1.2bd7609fd98f3p+0;
    p = p * r + 0x1.0470591de2cb1p+1;
    p = p * r + 0x1.53524c73cea69p+1;
    p = p * r + 0x1.26bb1bbb55516p+1;
    return __ferrocl_scale(p * r + 1.0, shifted);
}

double expm1(double x)
{
    double y = x > 710.0 ? 710.0 : x;
    y = y < -38.0 ? -38.0 : y;
    double shifted = y * 0x1.71547652b82fep+0 + 0x1.8p+52;
    double n = shifted - 0x1.8p+52;
    double r = __ferrocl_less_ln2(y, n);
    double p = __ferrocl_exp_fraction(r);
    // 2^n (p + 1) - 1, with half of 2^n, which is in range for n = 1024 too.
    double scale = as_double((as_ulong(shifted) << 52) + 0x3fe0000000000000UL);
    double value = (scale * p + (scale - 0.5)) * 2.0;
    // Where n is 0, this is p, but for denormals, which must not be halved.
    return copysign(n == 0.0 ? p : value, x);
}

// Whether x is not a positive normal number: a logarithm has to look again.
int __ferrocl_log_is_unusual(double x)
{
    return as_ulong(x) - 0x0010000000000000UL >= 0x7fe0000000000000UL;
}

// f, for x = 2^e (1 + f) with 1 + f between √1/2 and √2, where x is positive and finite; denormals are scaled first.
double __ferrocl_log_fraction(double x, private double *e)
{
    int unusual = __ferrocl_log_is_unusual(x);
    double y = unusual ? x * 0x1p+52 : x;
    long i = as_long(y) - 0x3fe6a09e667f3bcdL;
    *e = (unusual ? -52.0 : 0.0) + convert_double((int)(i >> 32) >> 20);
    return as_double((i & 0x000fffffffffffffL) + 0x3fe6a09e667f3bcdL) - 1.0;
}

// log(1 + f) - f on that, 2^-59.5 of log(1 + f).
double __ferrocl_log_tail(double f)
{
    // With s = f / (2 + f), log(1 + f) is 2 artanh(s) = 2s + s³ q(s²), and 2s = f - s f = f - (h - s h) for h = f² / 2.
    double s = f / (f + 2.0);
    double z = s * s;
    double q = 0x1.2f06557bd7865p-3;
    q = q * z + 0x1.39a1a49a22b7fp-3;
    q = q * z + 0x1.74663fae313fcp-3;
    q = q * z + 0x1.c71c5206123a3p-3;
    q = q * z + 0x1.24924941f48b5p-2;
    q = q * z + 0x1.999999997fd86p-2;
    q = q * z + 0x1.5555555555592p-1;
    double h = f * f * 0.5;
    return s * (z * q + h) - h;
}

double log(double x)
{
    double e;
    double f = __ferrocl_log_fraction(x, &e);
    double p = __ferrocl_log_tail(f) + e * -0x1.8432a1b0e2634p-43;
    double value = e * 0x1.62e42fefa4p-1 + (p + f);
    if (__ferrocl_log_is_unusual(x))
        value = __ferrocl_log_special(x, value);
    return value;
}

double log2(double x)
{
    double e;
    double f = __ferrocl_log_fraction(x, &e);
    double tail = __ferrocl_log_tail(f);
    double p = tail * 0x1.71547652b82fep+0 + f * 0x1.777d0ffda0d24p-56;
    double value = e + (f * 0x1.71547652b82fep+0 + p);
    if (__ferrocl_log_is_unusual(x))
        value = __ferrocl_log_special(x, value);
    return value;
}

double log10(double x)
{
    double e;
    double f = __ferrocl_log_fraction(x, &e);
    double tail = __ferrocl_log_tail(f);
    double p = tail * 0x1.bcb7b1526e50ep-2 + (f * 0x1.95355baaafad3p-57 + e * -0x1.80433b83b532ap-44);
    double value = e * 0x1.34413509f8p-2 + (f * 0x1.bcb7b1526e50ep-2 + p);
    if (__ferrocl_log_is_unusual(x))
        value = __ferrocl_log_special(x, value);
    return value;
}

double log1p(double x)
{
    double u = x + 1.0;
    // The exponent of 1 + x; f = (1 + x) / 2^e - 1 has one rounding.
    long i = as_long(u) - 0x3fe6a09e667f3bcdL;
    double e = convert_double((int)(i >> 32) >> 20);
    double s = as_double(0x4010000000000000L - (i & (long)0xfff0000000000000UL)) * 0.25;
    double f = x * s + (s - 1.0);
    double p = __ferrocl_log_tail(f) + e * -0x1.8432a1b0e2634p-43;
    double value = e * 0x1.62e42fefa4p-1 + (p + f);
    if (!(x > -1.0 && x < INFINITY))
        value = x == -1.0 ? -INFINITY : x > -1.0 ? x : NAN;
    return copysign(value, x);
}
