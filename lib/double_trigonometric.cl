// Trigonometric functions and their inverses, the part for double alone; trigonometric.cl says how they work. Here the method of Cody and
// Waite serves arguments up to 0x1.8p+20, with constants of 31 bits, and 1 / π is needed to 1216 bits.
//
// The inverses have a polynomial on [0, tan(π/8)] (atan; slopes above are turned by π/4) or [0, 1/2] (asin).

// 64 zero bits, and 1 / π.
constant ulong __ferrocl_inverse_pi_long[20] = {
    0x0000000000000000UL, 0x517cc1b727220a94UL, 0xfe13abe8fa9a6ee0UL, 0x6db14acc9e21c820UL, 0xff28b1d5ef5de2b0UL,
    0xdb92371d2126e970UL, 0x0324977504e8c90eUL, 0x7f0ef58e5894d39fUL, 0x74411afa975da242UL, 0x74ce38135a2fbf20UL,
    0x9cc8eb1cc1a99cfaUL, 0x4e422fc5defc941dUL, 0x8ffc4bffef02cc07UL, 0xf79788c5ad05368fUL, 0xb69b3f6793e584dbUL,
    0xa7a31fb34f2ff516UL, 0xba93dd63f5f2f8bdUL, 0x9e839cfbc5294975UL, 0x35fdafd88fc6ae84UL, 0x2b0198237e3db5d5UL};

// |x| / π modulo 2, times 2^127, for finite |x| >= 2^20; the lower half goes to *low. The double nearest to a multiple of π/2
// is 2^-61 away from it, so that 60 bits and more are left of the angle.
ulong __ferrocl_half_turns(double x, private ulong *low)
{
    ulong bits = as_ulong(x);
    ulong m = (bits & 0x000fffffffffffffUL) | 0x0010000000000000UL;
    // x = m * 2^e. Of m * 2^(e + 127) / π, the bits below 2^128 are wanted: 192 bits of 1 / π with the first of weight
    // 2^-e, so that 64 bits of the product are dropped in the end. The first word's bits have the weights 2^63 to 1.
    int first = (int)((bits >> 52) & 0x7ffUL) - 1012;
    int word = first >> 6;
    ulong shift = first & 63;
    ulong a = __ferrocl_inverse_pi_long[word];
    ulong b = __ferrocl_inverse_pi_long[word + 1];
    ulong c = __ferrocl_inverse_pi_long[word + 2];
    ulong d = __ferrocl_inverse_pi_long[word + 3];
    ulong high = (a << shift) | ((b >> 1) >> (63UL - shift));
    ulong middle = (b << shift) | ((c >> 1) >> (63UL - shift));
    ulong last = (c << shift) | ((d >> 1) >> (63UL - shift));
    ulong rest = mul_hi(m, last);
    ulong sum = m * middle + rest;
    *low = sum;
    return m * high + mul_hi(m, middle) + (sum < rest ? 1UL : 0UL);
}

// turns * π / 2^128 for turns of 128 bits with a sign, with one rounding if they are not few. Of the absolute value: the parts of
// a small negative number would be large and cancel.
double __ferrocl_angle(ulong high, ulong low)
{
    int negative = (long)high < 0L;
    high = negative ? ~high + (low == 0UL ? 1UL : 0UL) : high;
    low = negative ? 0UL - low : low;
    double t = convert_double(high & ~0x7ffUL) * 0x1p-64;
    double t_low = convert_double((high << 53) | (low >> 11)) * 0x1p-117;
    double angle = t * 0x1.921fb54442d18p+1;
    double rest = fma(t, 0x1.921fb54442d18p+1, -angle);
    angle = angle + (rest + (t * 0x1.1a62633145c07p-53 + t_low * 0x1.921fb54442d18p+1));
    return negative ? -angle : angle;
}

// r = x - n * π for |n| < 2^20 with at most 21 bits, with one rounding: the first difference is exact, and the error of the second
// is added with the third. (No part of π is negative, and nothing is added to x, so that -0 stays -0.)
double __ferrocl_less_pi(double x, double n)
{
    double first = x - n * 0x1.921fb544p+1;
    double product = n * 0x1.0b4611a4p-33;
    double second = first - product;
    double error = (first - second) - product;
    double r = second - (n * 0x1.13198a2cp-64 - error);
    return r - n * 0x1.01b839a25204ap-95;
}

// sin(r) on ±π/2, 2^-61.6, with this bit added to the sign. It is at most 1 for good, as 1 - sin² has to have a root.
double __ferrocl_sine(double r, ulong sign)
{
    double a = fabs(r);
    double z = a * a;
    double p = 0x1.882932a3a8a71p-49;
    p = p * z + -0x1.ae4319fae80abp-41;
    p = p * z + 0x1.6123cb1d71078p-33;
    p = p * z + -0x1.ae6454cb3358dp-26;
    p = p * z + 0x1.71de3a528790fp-19;
    p = p * z + -0x1.a01a01a0148b8p-13;
    p = p * z + 0x1.11111111110c1p-7;
    p = p * z + -0x1.5555555555555p-3;
    double value = a + a * (z * p);
    value = value > 1.0 ? 1.0 : value;
    return as_double(as_ulong(value) ^ sign ^ (as_ulong(r) & 0x8000000000000000UL));
}

double sin(double x)
{
    // n, rounded to an integer, stands in the lowest bits.
    double shifted = x * 0x1.45f306dc9c883p-2 + 0x1.8p+52;
    double n = shifted - 0x1.8p+52;
    double r = __ferrocl_less_pi(x, n);
    ulong sign = as_ulong(shifted) << 63;
    if (!(fabs(x) <= 0x1.8p+20)) {
        ulong low;
        ulong turns = __ferrocl_half_turns(x, &low);
        r = __ferrocl_angle((turns << 1) | (low >> 63), low << 1);
        sign = ((turns + 0x4000000000000000UL) & 0x8000000000000000UL) ^ (as_ulong(x) & 0x8000000000000000UL);
        r = fabs(x) < INFINITY ? r : NAN;
    }
    return __ferrocl_sine(r, sign);
}

double cos(double x)
{
    // x = (n - 1/2) * π + r.
    double shifted = (x * 0x1.45f306dc9c883p-2 + 0.5) + 0x1.8p+52;
    double n = shifted - 0x1.8p+52;
    double r = __ferrocl_less_pi(x, n - 0.5);
    ulong sign = as_ulong(shifted) << 63;
    if (!(fabs(x) <= 0x1.8p+20)) {
        ulong low;
        ulong turns = __ferrocl_half_turns(x, &low) + 0x4000000000000000UL;
        r = __ferrocl_angle((turns << 1) | (low >> 63), low << 1);
        sign = (turns + 0x4000000000000000UL) & 0x8000000000000000UL;
        r = fabs(x) < INFINITY ? r : NAN;
    }
    return __ferrocl_sine(r, sign);
}

// x = n * π/2 + r with r in ±π/4; n modulo 4 in the lowest bits of *quadrant.
double __ferrocl_quadrant(double x, private ulong *quadrant)
{
    double shifted = x * 0x1.45f306dc9c883p-1 + 0x1.8p+52;
    double n = shifted - 0x1.8p+52;
    double r = __ferrocl_less_pi(x, n * 0.5);
    ulong q = as_ulong(shifted);
    if (!(fabs(x) <= 0x1.8p+20)) {
        ulong low;
        ulong turns = __ferrocl_half_turns(x, &low);
        r = __ferrocl_angle((turns << 2) | (low >> 62), low << 2) * 0.5;
        q = (turns + 0x2000000000000000UL) >> 62;
        q = x < 0.0 ? 0UL - q : q;
        r = as_double(as_ulong(r) ^ (as_ulong(x) & 0x8000000000000000UL));
        r = fabs(x) < INFINITY ? r : NAN;
    }
    *quadrant = q;
    return r;
}

// sin(r) on ±π/4, 2^-57.9.
double __ferrocl_sin_quadrant(double r)
{
    double z = r * r;
    double p = 0x1.5d8fd7eed77e2p-33;
    p = p * z + -0x1.ae5e5acb25c1cp-26;
    p = p * z + 0x1.71de356850a9dp-19;
    p = p * z + -0x1.a01a019bfebf2p-13;
    p = p * z + 0x1.111111110f7d9p-7;
    p = p * z + -0x1.5555555555548p-3;
    // copysign: the sum of -0 and its correction is +0.
    return copysign(r + r * (z * p), r);
}

// cos(r) on ±π/4, 2^-64.2.
double __ferrocl_cos_quadrant(double r)
{
    double z = r * r;
    double p = -0x1.8faea3803c33bp-37;
    p = p * z + 0x1.1ee9ebf6c8555p-29;
    p = p * z + -0x1.27e4f80a04955p-22;
    p = p * z + 0x1.a01a019cb1d8ep-16;
    p = p * z + -0x1.6c16c16c1517fp-10;
    p = p * z + 0x1.555555555554cp-5;
    return z * z * p + (z * -0.5 + 1.0);
}

// atan(least / most), where 0 <= least <= most and most is neither 0 nor infinite.
double __ferrocl_arc(double least, double most)
{
    // Above tan(π/8), the slope is turned by π/4, so that t is at most that on both sides.
    int wide = least > 0x1.a827999fcef32p-2 * most;
    double t = (wide ? least - most : least) / (wide ? least + most : most);
    double z = t * t;
    // atan(t), 2^-59.4.
    double p = -0x1.254f279fe1905p-6;
    p = p * z + 0x1.37c8bd7746a56p-5;
    p = p * z + -0x1.9ccd6eb5f29d8p-5;
    p = p * z + 0x1.df0e0e4623878p-5;
    p = p * z + -0x1.10eba1328f2fp-4;
    p = p * z + 0x1.3b1116f00cc0ap-4;
    p = p * z + -0x1.745cf8ba848c1p-4;
    p = p * z + 0x1.c71c70e4c2211p-4;
    p = p * z + -0x1.24924922a995cp-3;
    p = p * z + 0x1.99999999957b2p-3;
    p = p * z + -0x1.555555555553dp-2;
    p = t * (z * p);
    return wide ? 0x1.921fb54442d18p-1 + (t + (p + 0x1.1a62633145c07p-55)) : t + p;
}

// atan(a) for a >= 0, or of 1 / a where that is less.
double __ferrocl_atan_folded(double a)
{
    return __ferrocl_arc(a > 1.0 ? 1.0 : a, a > 1.0 ? a : 1.0);
}

// atan of the quotient of the lesser and the greater of two magnitudes; 0 where both are 0, π/4 where both are infinite.
double __ferrocl_octant(double x, double y)
{
    double least = y < x ? y : x;
    double most = y < x ? x : y;
    // Large ones are halved, as they are added; beside those, what is lost of small ones makes no difference. Small ones
    // are multiplied, as fractions of denormals are not exact.
    double scale = most > 0x1p+1000 ? 0.5 : most < 0x1p-900 ? 0x1p+200 : 1.0;
    double p = __ferrocl_arc(least * scale, most * scale);
    if (p != p) {
        p = x != x || y != y ? x + y : most == 0.0 ? 0.0 : 0x1.921fb54442d18p-1;
    }
    return p;
}

double atan2pi(double y, double x)
{
    double a = fabs(y);
    double b = fabs(x);
    double p = __ferrocl_octant(b, a);
    p = __ferrocl_over_pi(p);
    p = a == b && a != 0.0 ? 0.25 : p;
    p = a > b ? 0.5 - (as_long(x) < 0L ? -p : p) : as_long(x) < 0L ? 1.0 - p : p;
    return copysign(p, y);
}

// asin(r) on [0, 1/2] for z = r * r, 2^-59.9.
double __ferrocl_asin_polynomial(double r, double z)
{
    double p = 0x1.0b522fde4f6f9p-5;
    p = p * z + -0x1.58229c9e56d74p-6;
    p = p * z + 0x1.63b72414a9af8p-6;
    p = p * z + 0x1.e59bddfb4ba75p-9;
    p = p * z + 0x1.6142a3fc13d16p-7;
    p = p * z + 0x1.75846a4beb7dap-7;
    p = p * z + 0x1.ca1fb1fe0416bp-7;
    p = p * z + 0x1.1c49eec27ca53p-6;
    p = p * z + 0x1.6e8bdef899446p-6;
    p = p * z + 0x1.f1c71a9402adbp-6;
    p = p * z + 0x1.6db6db721532fp-5;
    p = p * z + 0x1.333333332e0ebp-4;
    p = p * z + 0x1.5555555555577p-3;
    return r + r * (z * p);
}
