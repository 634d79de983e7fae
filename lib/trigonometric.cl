// Trigonometric functions, and their inverses. Functions of `real` are for float and double, the others and what is said here for
// float; double_trigonometric.cl has what is for double alone.
//
// Arguments up to some thousand periods are reduced by Cody and Waite's method: the multiple of π nearest to x is taken
// away in four steps, whose constants have so few bits that the first three products are exact. The few
// arguments beyond go through __ferrocl_half_turns, which multiplies with 1 / π to 160 bits in integers (Payne and
// Hanek); lanes that do not need it jump over it.
//
// sin and cos are one odd polynomial on ±π/2 with a sign, tan is the quotient of two on ±π/4.
// The inverses are an odd polynomial on [0, 1] (atan) or [0, 1/2] (asin), with the identities that lead there.
//
// How polynomials were found is said in exponential.cl; so is why sums of products are written plainly.

constant uint __ferrocl_inverse_pi[9] = {
    0x00000000, 0x517cc1b7, 0x27220a94, 0xfe13abe8, 0xfa9a6ee0, 0x6db14acc, 0x9e21c820, 0xff28b1d5, 0xef5de2b0};

// |x| / π modulo 2, times 2^63, for finite |x| >= 2^9.
ulong __ferrocl_half_turns(float x)
{
    uint bits = as_uint(x);
    ulong m = (bits & 0x007fffffu) | 0x00800000u;
    // x = m * 2^e. Of m * 2^(e + 63) / π, the bits below 2^64 are wanted: 96 bits of 1 / π with the first of weight
    // 2^(32 - e), so that 32 bits of the product are dropped in the end. The table has 32 zero bits before the point.
    int first = (int)((bits >> 23) & 0xffu) - 150 + 31;
    int word = first >> 5;
    int shift = first & 31;
    ulong a = __ferrocl_inverse_pi[word];
    ulong b = __ferrocl_inverse_pi[word + 1];
    ulong c = __ferrocl_inverse_pi[word + 2];
    ulong d = __ferrocl_inverse_pi[word + 3];
    ulong high = ((((a << 32) | b) << shift) >> 32) & 0xffffffffUL;
    ulong middle = ((((b << 32) | c) << shift) >> 32) & 0xffffffffUL;
    ulong low = ((((c << 32) | d) << shift) >> 32) & 0xffffffffUL;
    return ((m * high) << 32) + m * middle + ((m * low) >> 32);
}

// turns * π / 2^64, with one rounding if products are fused. Of the absolute value: the parts of a small negative number would
// be large and cancel.
float __ferrocl_angle(long turns)
{
    long magnitude = turns < 0 ? (long)(0UL - (ulong)turns) : turns;
    float high = convert_float((magnitude >> 40) & 0xffffffL);
    float low = convert_float(magnitude & 0xffffffffffL) * 0x1p-40f;
    float angle = high * 0x1.921fb6p-23f + (high * -0x1.777a5cp-48f + low * 0x1.921fb6p-23f);
    return turns < 0 ? -angle : angle;
}

// r = x - n * π for |n| < 2^12 with at most 13 bits.
float __ferrocl_less_pi(float x, float n)
{
    float r = x - n * 0x1.92p+1f;
    r = r - n * 0x1.fb4p-11f;
    r = r - n * 0x1.444p-23f;
    return r - n * 0x1.68c234p-38f;
}

// sin(r) on ±π/2, 2^-27.3, with this bit added to the sign. It is at most 1 for good, as 1 - sin² has to have a root.
float __ferrocl_sine(float r, uint sign)
{
    float a = fabs(r);
    float z = a * a;
    float p = 0x1.5dc902p-19f;
    p = p * z + -0x1.9f70f0p-13f;
    p = p * z + 0x1.110edap-7f;
    p = p * z + -0x1.55554cp-3f;
    float value = a + a * (z * p);
    value = value > 1.0f ? 1.0f : value;
    return as_float(as_uint(value) ^ sign ^ (as_uint(r) & 0x80000000u));
}

float sin(float x)
{
    // n, rounded to an integer, stands in the lowest bits.
    float shifted = x * 0x1.45f306p-2f + 0x1.8p+23f;
    float n = shifted - 0x1.8p+23f;
    float r = __ferrocl_less_pi(x, n);
    uint sign = as_uint(shifted) << 31;
    if (!(fabs(x) <= 0x1.8p+13f)) {
        ulong turns = __ferrocl_half_turns(x);
        r = __ferrocl_angle((long)(turns << 1));
        sign = ((uint)((turns + 0x4000000000000000UL) >> 63) << 31) ^ (as_uint(x) & 0x80000000u);
        r = fabs(x) < INFINITY ? r : NAN;
    }
    return __ferrocl_sine(r, sign);
}

float cos(float x)
{
    // x = (n - 1/2) * π + r.
    float shifted = (x * 0x1.45f306p-2f + 0.5f) + 0x1.8p+23f;
    float n = shifted - 0x1.8p+23f;
    float r = __ferrocl_less_pi(x, n - 0.5f);
    uint sign = as_uint(shifted) << 31;
    if (!(fabs(x) <= 0x1.8p+13f)) {
        ulong turns = __ferrocl_half_turns(x) + 0x4000000000000000UL;
        r = __ferrocl_angle((long)(turns << 1));
        sign = (uint)((turns + 0x4000000000000000UL) >> 63) << 31;
        r = fabs(x) < INFINITY ? r : NAN;
    }
    return __ferrocl_sine(r, sign);
}

// x = n * π/2 + r with r in ±π/4; n modulo 4 in the lowest bits of *quadrant.
float __ferrocl_quadrant(float x, private uint *quadrant)
{
    float shifted = x * 0x1.45f306p-1f + 0x1.8p+23f;
    float n = shifted - 0x1.8p+23f;
    float r = __ferrocl_less_pi(x, n * 0.5f);
    uint q = as_uint(shifted);
    if (!(fabs(x) <= 0x1.8p+12f)) {
        ulong turns = __ferrocl_half_turns(x);
        r = __ferrocl_angle((long)(turns << 2)) * 0.5f;
        q = (uint)((turns + 0x2000000000000000UL) >> 62);
        q = x < 0.0f ? 0u - q : q;
        r = as_float(as_uint(r) ^ (as_uint(x) & 0x80000000u));
        r = fabs(x) < INFINITY ? r : NAN;
    }
    *quadrant = q;
    return r;
}

// sin(r) on ±π/4, 2^-27.9.
float __ferrocl_sin_quadrant(float r)
{
    float z = r * r;
    float p = -0x1.9954p-13f;
    p = p * z + 0x1.110778p-7f;
    p = p * z + -0x1.555546p-3f;
    // copysign: the sum of -0 and its correction is +0.
    return copysign(r + r * (z * p), r);
}

// cos(r) on ±π/4, 2^-33.
float __ferrocl_cos_quadrant(float r)
{
    float z = r * r;
    float p = 0x1.99e910p-16f;
    p = p * z + -0x1.6c0c2ap-10f;
    p = p * z + 0x1.55554ap-5f;
    return z * z * p + (z * -0.5f + 1.0f);
}

ureal __ferrocl_sign_bit(real x)
{
    return as_ureal(x) & as_ureal(-0.0r);
}

real tan(real x)
{
    ureal quadrant;
    real r = __ferrocl_quadrant(x, &quadrant);
    real s = __ferrocl_sin_quadrant(r);
    real c = __ferrocl_cos_quadrant(r);
    int odd = (quadrant & 1) != 0;
    return (odd ? -c : s) / (odd ? s : c);
}

real sincos(real x, private real *cosval)
{
    ureal quadrant;
    real r = __ferrocl_quadrant(x, &quadrant);
    real s = __ferrocl_sin_quadrant(r);
    real c = __ferrocl_cos_quadrant(r);
    int odd = (quadrant & 1) != 0;
    real sine = odd ? c : s;
    real cosine = odd ? s : c;
    *cosval = as_real(as_ureal(cosine) ^ ((quadrant + 1) >> 1 << ureal(31, 63)));
    return as_real(as_ureal(sine) ^ (quadrant >> 1 << ureal(31, 63)));
}

real sinpi(real x)
{
    // |x| modulo 2, in [0, 2); all steps are exact.
    real y = fabs(x);
    y = y - 2.0r * floor(0.5r * y);
    real r = y > 1.5r ? y - 2.0r : 1.0r - y;
    r = y > 0.5r ? r : y;
    return __ferrocl_sine(r * 0x1.921fb54442d18p+1r, __ferrocl_sign_bit(x));
}

real cospi(real x)
{
    real y = fabs(x);
    y = y - 2.0r * floor(0.5r * y);
    // cos(πy) = sin(π(1/2 - y)), and cos(πy) = cos(π(2 - y)).
    real r = 0.5r - (y > 1.0r ? 2.0r - y : y);
    return __ferrocl_sine(r * 0x1.921fb54442d18p+1r, 0);
}

real tanpi(real x)
{
    real y = fabs(x);
    y = y - 2.0r * floor(0.5r * y);
    real n = rint(2.0r * y);
    real r = y - 0.5r * n;
    // Signs of r and of the cosine are exchanged where that gives zeros and infinities the sign that they must have.
    real turned = n == 1.0r || n == 2.0r ? 0.0r - r : r;
    turned = r == 0.0r ? 0.0r : turned;
    real s = __ferrocl_sin_quadrant(turned * 0x1.921fb54442d18p+1r);
    real c = __ferrocl_cos_quadrant(r * 0x1.921fb54442d18p+1r);
    c = n == 2.0r || n == 3.0r ? -c : c;
    int odd = n == 1.0r || n == 3.0r;
    real value = (odd ? c : s) / (odd ? s : c);
    return as_real(as_ureal(value) ^ __ferrocl_sign_bit(x));
}

// atan(t) on [0, 1], 2^-25.8.
float __ferrocl_atan_polynomial(float t)
{
    float z = t * t;
    float p = 0x1.7eb1a4p-9f;
    p = p * z + -0x1.0c1c26p-6f;
    p = p * z + 0x1.61f140p-5f;
    p = p * z + -0x1.355190p-4f;
    p = p * z + 0x1.b4dedep-4f;
    p = p * z + -0x1.230a96p-3f;
    p = p * z + 0x1.9978ecp-3f;
    p = p * z + -0x1.5554dcp-2f;
    return t + t * (z * p);
}

// atan(a) for a >= 0, or of 1 / a where that is less.
float __ferrocl_atan_folded(float a)
{
    return __ferrocl_atan_polynomial(a > 1.0f ? 1.0f / a : a);
}

// p / π, with 1 / π in two parts, as the parts of π/2 and π are two below.
real __ferrocl_over_pi(real p)
{
    return p * 0x1.45f306dc9c883p-2r + p * real(0x1.b9391p-27, -0x1.6b01ec5417056p-56);
}

real atan(real x)
{
    real a = fabs(x);
    real p = __ferrocl_atan_folded(a);
    p = a > 1.0r ? 0x1.921fb54442d18p+0r - (p - real(-0x1.777a5cp-25, 0x1.1a62633145c07p-54)) : p;
    return copysign(p, x);
}

real atanpi(real x)
{
    real a = fabs(x);
    real p = __ferrocl_atan_folded(a);
    p = __ferrocl_over_pi(p);
    p = a > 1.0r ? 0.5r - p : p;
    return copysign(p, x);
}

// atan of the quotient of the lesser and the greater of two magnitudes; 0 where both are 0, π/4 where both are infinite.
float __ferrocl_octant(float x, float y)
{
    float least = y < x ? y : x;
    float most = y < x ? x : y;
    float t = least / most;
    if (t != t) {
        t = x != x || y != y ? x + y : most == 0.0f ? 0.0f : 1.0f;
    }
    return __ferrocl_atan_polynomial(t);
}

real atan2(real y, real x)
{
    real a = fabs(y);
    real b = fabs(x);
    real p = __ferrocl_octant(b, a);
    // Beside the y axis, π/2 - p or π/2 + p, so that it is π/2 on it; else p, or π - p where x is negative.
    real steep = 0x1.921fb54442d18p+0r - ((as_ireal(x) < 0 ? -p : p) - real(-0x1.777a5cp-25, 0x1.1a62633145c07p-54));
    real flat = as_ireal(x) < 0 ? 0x1.921fb54442d18p+1r - (p - real(-0x1.777a5cp-24, 0x1.1a62633145c07p-53)) : p;
    return copysign(a > b ? steep : flat, y);
}

float atan2pi(float y, float x)
{
    float a = fabs(y);
    float b = fabs(x);
    float p = __ferrocl_octant(b, a);
    p = __ferrocl_over_pi(p);
    p = a == b && a != 0.0f ? 0.25f : p;
    p = a > b ? 0.5f - p : p;
    p = as_int(x) < 0 ? 1.0f - p : p;
    return copysign(p, y);
}

// asin(r) on [0, 1/2] for z = r * r, 2^-27.6.
float __ferrocl_asin_polynomial(float r, float z)
{
    float p = 0x1.596d5cp-5f;
    p = p * z + 0x1.8c2d86p-6f;
    p = p * z + 0x1.747d06p-5f;
    p = p * z + 0x1.3301fcp-4f;
    p = p * z + 0x1.5555c8p-3f;
    return r + r * (z * p);
}

real asin(real x)
{
    // asin(x) = π/2 - 2 asin(√((1 - x) / 2)).
    real a = fabs(x);
    real z = a > 0.5r ? 0.5r - 0.5r * a : x * x;
    real p = __ferrocl_asin_polynomial(a > 0.5r ? sqrt(z) : a, z);
    p = a > 0.5r ? 0x1.921fb54442d18p+0r - (2.0r * p - real(-0x1.777a5cp-25, 0x1.1a62633145c07p-54)) : p;
    return copysign(p, x);
}

real asinpi(real x)
{
    real a = fabs(x);
    real z = a > 0.5r ? 0.5r - 0.5r * a : x * x;
    real p = __ferrocl_asin_polynomial(a > 0.5r ? sqrt(z) : a, z);
    p = __ferrocl_over_pi(p);
    p = a > 0.5r ? 0.5r - 2.0r * p : p;
    return copysign(p, x);
}

real acos(real x)
{
    real a = fabs(x);
    real z = a > 0.5r ? 0.5r - 0.5r * a : x * x;
    real p = __ferrocl_asin_polynomial(a > 0.5r ? sqrt(z) : a, z);
    // For small x, π/2 - asin(x); else 2p, or π - 2p where x is negative.
    real near = 0x1.921fb54442d18p+0r - (copysign(p, x) - real(-0x1.777a5cp-25, 0x1.1a62633145c07p-54));
    real far = x < 0.0r ? 0x1.921fb54442d18p+1r - (2.0r * p - real(-0x1.777a5cp-24, 0x1.1a62633145c07p-53)) : 2.0r * p;
    return a > 0.5r ? far : near;
}

real acospi(real x)
{
    real a = fabs(x);
    real z = a > 0.5r ? 0.5r - 0.5r * a : x * x;
    real p = __ferrocl_asin_polynomial(a > 0.5r ? sqrt(z) : a, z);
    p = __ferrocl_over_pi(p);
    real near = 0.5r - copysign(p, x);
    real far = x < 0.0r ? 1.0r - 2.0r * p : 2.0r * p;
    return a > 0.5r ? far : near;
}
