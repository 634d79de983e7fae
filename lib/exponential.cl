// Exponentials and logarithms. Functions of `real` are for float and double, the others and what is said here for float;
// double_exponential.cl has what is for double alone.
//
// exp and its kin: with n the integer nearest to the exponent in base 2, the argument is n steps plus a rest, the power of
// the rest is a polynomial, and 2^n goes into the exponent field. Adding 1.5 * 2^23 rounds to an integer, which
// then stands in the lowest bits of the sum; taking it away again gives it as a float. 2^n is applied as two
// factors, so that results overflow and become denormal with one rounding.
//
// log and its kin: x = 2^e * (1 + f) with 1 + f in [√½, √2), by integer arithmetic on the bits; log(1 + f) is a polynomial.
//
// Polynomials are near-minimax for the relative error of the result, found by a weighted Lawson iteration in which the
// coefficients are rounded to float one after another, lowest first. The comments give that error.
//
// Products and sums that may be fused are written plainly: results are within the bounds whether the target has a fused
// multiply-add or not. Constants that are multiplied by n and must not be rounded have few bits.

// 2^n * y for n from -150 to 128, where `shifted` is n + 0x1.8001fcp+23: its lowest bits are n + 254, which is shared
// between the biased exponents of two factors.
float __ferrocl_scale(float y, float shifted)
{
    int bits = as_int(shifted);
    int half_bits = bits >> 1;
    return y * as_float(half_bits << 23) * as_float((bits - half_bits) << 23);
}

// x - n ln 2.
real __ferrocl_less_ln2(real x, real n)
{
    real r = x - n * real(0x1.62e4p-1, 0x1.62e42fefa4p-1);
    return r - n * real(0x1.7f7d1cp-20, -0x1.8432a1b0e2634p-43);
}

float exp(float x)
{
    // Beyond these, the result is 0 or infinite. (NaN passes: comparisons with it are false.)
    x = x > 89.0f ? 89.0f : x;
    x = x < -104.0f ? -104.0f : x;
    float shifted = x * 0x1.715476p+0f + 0x1.8001fcp+23f;
    float n = shifted - 0x1.8001fcp+23f;
    float r = __ferrocl_less_ln2(x, n);
    // exp(r) on ±ln 2 / 2, 2^-28.2.
    float p = 0x1.6a495cp-10f;
    p = p * r + 0x1.1239a0p-7f;
    p = p * r + 0x1.5558b4p-5f;
    p = p * r + 0x1.555492p-3f;
    p = p * r + 0x1.fffffcp-2f;
    p = r * r * p + r;
    return __ferrocl_scale(p + 1.0f, shifted);
}

// 2^r on ±1/2, 2^-28.3.
float __ferrocl_exp2_fraction(float r)
{
    float p = 0x1.417a5cp-13f;
    p = p * r + 0x1.5f0946p-10f;
    p = p * r + 0x1.3b2dd2p-7f;
    p = p * r + 0x1.c6af7ap-5f;
    p = p * r + 0x1.ebfbdcp-3f;
    p = p * r + 0x1.62e430p-1f;
    return p * r + 1.0f;
}

real exp2(real x)
{
    x = x > real(129.0, 1025.0) ? real(129.0, 1025.0) : x;
    x = x < real(-151.0, -1076.0) ? real(-151.0, -1076.0) : x;
    real rounding = real(0x1.8001fcp+23, 0x1.80000000007fep+52);
    real shifted = x + rounding;
    real r = x - (shifted - rounding);
    return __ferrocl_scale(__ferrocl_exp2_fraction(r), shifted);
}

float exp10(float x)
{
    x = x > 39.0f ? 39.0f : x;
    x = x < -46.0f ? -46.0f : x;
    float shifted = x * 0x1.a934f0p+1f + 0x1.8001fcp+23f;
    float n = shifted - 0x1.8001fcp+23f;
    float r = x - n * 0x1.3440p-2f;
    r = r - n * 0x1.3509f8p-18f;
    // 10^r on ±log10(2) / 2, 2^-28.5.
    float p = 0x1.a6427ap-3f;
    p = p * r + 0x1.156a26p-1f;
    p = p * r + 0x1.2bd9fap+0f;
    p = p * r + 0x1.046f9cp+1f;
    p = p * r + 0x1.53524ap+1f;
    p = p * r + 0x1.26bb1cp+1f;
    p = p * r + 1.0f;
    return __ferrocl_scale(p, shifted);
}

float expm1(float x)
{
    float y = x > 89.0f ? 89.0f : x;
    y = y < -18.0f ? -18.0f : y;
    float shifted = y * 0x1.715476p+0f + 0x1.8p+23f;
    float n = shifted - 0x1.8p+23f;
    float r = __ferrocl_less_ln2(y, n);
    // exp(r) - 1 on ±ln 2 / 2, 2^-26.1.
    float p = 0x1.6b9caap-10f;
    p = p * r + 0x1.122560p-7f;
    p = p * r + 0x1.5556f2p-5f;
    p = p * r + 0x1.5554b4p-3f;
    p = p * r + 0x1.fffffep-2f;
    p = r * r * p + r;
    // 2^n (p + 1) - 1, with half of 2^n, which is in range for n = 128 too.
    float scale = as_float((as_int(shifted) << 23) + 0x3f000000);
    float value = (scale * p + (scale - 0.5f)) * 2.0f;
    // Where n is 0, this is p, but for denormals, which must not be halved.
    return copysign(n == 0.0f ? p : value, x);
}

// Whether x is not a positive normal number: a logarithm has to look again.
int __ferrocl_log_is_unusual(float x)
{
    return as_uint(x) - 0x00800000u >= 0x7f000000u;
}

// f, for x = 2^e (1 + f) with 1 + f between √1/2 and √2, where x is positive and finite; denormals are scaled first.
float __ferrocl_log_fraction(float x, private float *e)
{
    int unusual = __ferrocl_log_is_unusual(x);
    float y = unusual ? x * 0x1p+23f : x;
    int i = as_int(y) - 0x3f3504f3;
    *e = (unusual ? -23.0f : 0.0f) + convert_float(i >> 23);
    return as_float((i & 0x007fffff) + 0x3f3504f3) - 1.0f;
}

float log(float x)
{
    float e;
    float f = __ferrocl_log_fraction(x, &e);
    // log(1 + f) on that, 2^-24.9.
    float p = 0x1.645de2p-4f;
    p = p * f + -0x1.242fb8p-3f;
    p = p * f + 0x1.3172fep-3f;
    p = p * f + -0x1.5382a6p-3f;
    p = p * f + 0x1.98d824p-3f;
    p = p * f + -0x1.000380p-2f;
    p = p * f + 0x1.5556d8p-2f;
    p = p * f + -0.5f;
    p = p * (f * f) + e * 0x1.7f7d1cp-20f;
    float value = e * 0x1.62e4p-1f + (p + f);
    if (__ferrocl_log_is_unusual(x))
        value = __ferrocl_log_special(x, value);
    return value;
}

// The logarithm of x, where `value` is right for finite positive x.
real __ferrocl_log_special(real x, real value)
{
    real not_positive = x == 0.0r ? -INFINITY : NAN;
    real not_finite = x < INFINITY ? value : x;
    return x > 0.0r ? not_finite : not_positive;
}

float log2(float x)
{
    float e;
    float f = __ferrocl_log_fraction(x, &e);
    // log2(1 + f) on that, 2^-25.1.
    float p = 0x1.01a032p-3f;
    p = p * f + -0x1.a779d8p-3f;
    p = p * f + 0x1.b95494p-3f;
    p = p * f + -0x1.e981bcp-3f;
    p = p * f + 0x1.26dd00p-2f;
    p = p * f + -0x1.715b78p-2f;
    p = p * f + 0x1.ec7368p-2f;
    p = p * f + -0x1.715472p-1f;
    float value = e + (f * 0x1.715476p+0f + f * f * p);
    if (__ferrocl_log_is_unusual(x))
        value = __ferrocl_log_special(x, value);
    return value;
}

float log10(float x)
{
    float e;
    float f = __ferrocl_log_fraction(x, &e);
    // log10(1 + f) on that, 2^-24.7.
    float p = 0x1.37a10ap-5f;
    p = p * f + -0x1.fa82dcp-5f;
    p = p * f + 0x1.089538p-4f;
    p = p * f + -0x1.26edd6p-4f;
    p = p * f + 0x1.63367ap-4f;
    p = p * f + -0x1.bcbe42p-4f;
    p = p * f + 0x1.287b44p-3f;
    p = p * f + -0x1.bcb7aep-3f;
    p = f * 0x1.bcb7b2p-2f + (f * f * p + e * 0x1.3509f8p-18f);
    float value = e * 0x1.3440p-2f + p;
    if (__ferrocl_log_is_unusual(x))
        value = __ferrocl_log_special(x, value);
    return value;
}

float log1p(float x)
{
    float u = x + 1.0f;
    // The exponent of 1 + x; f = (1 + x) / 2^e - 1 has one rounding.
    int i = as_int(u) - 0x3f3504f3;
    float e = convert_float(i >> 23);
    float s = as_float(0x40800000 - (i & (int)0xff800000)) * 0.25f;
    float f = x * s + (s - 1.0f);
    // log(1 + f), 2^-27.3.
    float p = -0x1.38c9dep-4f;
    p = p * f + 0x1.055ec6p-3f;
    p = p * f + -0x1.0d8242p-3f;
    p = p * f + 0x1.22d92ep-3f;
    p = p * f + -0x1.54728ap-3f;
    p = p * f + 0x1.99a01cp-3f;
    p = p * f + -0x1.000226p-2f;
    p = p * f + 0x1.555554p-2f;
    p = p * f + -0.5f;
    p = p * (f * f) + e * 0x1.7f7d1cp-20f;
    float value = e * 0x1.62e4p-1f + (p + f);
    if (!(x > -1.0f && x < INFINITY))
        value = x == -1.0f ? -INFINITY : x > -1.0f ? x : NAN;
    return copysign(value, x);
}
