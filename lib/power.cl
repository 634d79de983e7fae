// Powers and roots. Functions of `real` are for float and double, the others for float; double_power.cl has what is for double alone.
//
// x^y is 2^(y log2 x). As the exponent may be 150, log2 x has to be known to some 29 bits: it is a sum of two floats, made with
// the errors of its first terms (Dekker), and so is the product with y.

// log2(x) for positive x; the rest, which the result leaves over, goes to *low.
float __ferrocl_log2_parts(float x, private float *low)
{
    float y = x < 0x1p-126f ? x * 0x1p+23f : x;
    float e = x < 0x1p-126f ? -23.0f : 0.0f;
    int i = as_int(y) - 0x3f3504f3;
    e = e + convert_float(i >> 23);
    // The significand is in [√½, √2); above 1.16 it is multiplied by 3/4, and log2(4/3) added to e. All this is exact.
    float m = as_float((i & 0x007fffff) + 0x3f3504f3);
    float f = (m - 1.0f) - (m > 1.16f ? 0.25f : 0.0f) * m;
    e = e + (m > 1.16f ? 0x1.a9p-2f : 0.0f);
    // log2(1 + f) = a + b + …: the first two terms of the series, f / ln 2 and -f² / (2 ln 2), with their errors.
    float a = f * 0x1.715476p+0f;
    float a_low = fma(f, 0x1.4ae0cp-26f, fma(f, 0x1.715476p+0f, -a));
    float h = f * -0.5f;
    float b = a * h;
    float b_low = fma(a_low, h, fma(a, h, -b));
    // The other terms, divided by b * f; 2^-32.5 of the logarithm.
    float p = 0x1.b12066p-2f;
    p = p * f + -0x1.795be8p-3f;
    p = p * f + 0x1.ec13d8p-3f;
    p = p * f + -0x1.2702d4p-2f;
    p = p * f + 0x1.55758cp-2f;
    p = p * f + -0x1.998ed6p-2f;
    p = p * f + 0x1.ffffe4p-2f;
    p = p * f + -0x1.55555cp-1f;
    b_low = b * f * p + b_low;
    a_low = a_low + (m > 1.16f ? -0x1.a39fbep-20f : 0.0f);
    // Each sum is of a greater and a lesser number, whose rounding error is a float.
    float high = e + a;
    float rest = (e - high) + a;
    float sum = high + b;
    rest = rest + ((high - sum) + b);
    rest = rest + a_low;
    rest = rest + b_low;
    high = sum + rest;
    *low = (sum - high) + rest;
    return high;
}

// 2^(high + low) for any high, where low is at most some units of its last place.
real __ferrocl_exp2_parts(real high, real low)
{
    real x = high > real(129.0, 1025.0) ? real(129.0, 1025.0) : high;
    x = x < real(-151.0, -1076.0) ? real(-151.0, -1076.0) : x;
    real rest = x == high ? low : 0.0r;
    real rounding = real(0x1.8001fcp+23, 0x1.80000000007fep+52);
    real shifted = x + rounding;
    real r = (x - (shifted - rounding)) + rest;
    return __ferrocl_scale(__ferrocl_exp2_fraction(r), shifted);
}

// x^y for finite positive x.
real __ferrocl_positive_power(real x, real y)
{
    // Beyond this, the power of every x but 1 is 0 or infinite.
    real most = real(0x1p+31, 0x1p+64);
    y = y > most ? most : y;
    y = y < -most ? -most : y;
    real low;
    real high = __ferrocl_log2_parts(x, &low);
    real product = high * y;
    real rest = fma(low, y, fma(high, y, -product));
    return __ferrocl_exp2_parts(product, rest);
}

real pow(real x, real y)
{
    real value = __ferrocl_positive_power(fabs(x), y);
    if (as_ureal(x) - 1 >= ureal(0x7f7fffff, 0x7fefffffffffffff) || y != y)
        value = __ferrocl_pow_special(x, y, value);
    return value;
}

// pow where x is not positive and finite, or y is NaN; `value` is |x|^y for finite x and y.
real __ferrocl_pow_special(real x, real y, real value)
{
    real a = fabs(x);
    int is_integer = trunc(y) == y;
    int is_odd = is_integer && fabs(y) < real(0x1p+24, 0x1p+53) && (convert_ireal(y) & 1) != 0;
    real extreme = (a == 0.0r) == (y < 0.0r) ? INFINITY : 0.0r;
    value = a == 0.0r || a == INFINITY ? extreme : value;
    value = is_odd ? copysign(value, x) : value;
    value = x < 0.0r && x > -INFINITY && !is_integer ? NAN : value;
    value = x != x || y != y ? x + y : value;
    return y == 0.0r || x == 1.0r ? 1.0r : value;
}

real powr(real x, real y)
{
    real value = __ferrocl_positive_power(fabs(x), y);
    if (as_ureal(x) - 1 >= ureal(0x7f7fffff, 0x7fefffffffffffff) || !(fabs(y) < INFINITY)) {
        real a = fabs(x);
        real extreme = (a == 0.0r) == (y < 0.0r) ? INFINITY : 0.0r;
        value = a == 0.0r || a == INFINITY ? extreme : value;
        value = (a == 0.0r || a == INFINITY) && y == 0.0r ? NAN : value;
        value = a == 1.0r && fabs(y) == INFINITY ? NAN : value;
        value = x < 0.0r || x != x || y != y ? NAN : value;
    }
    return value;
}

float pown(float x, int y)
{
    // An int takes two floats.
    float y_high = convert_float(y);
    float y_low = convert_float(y - convert_int_sat(y_high));
    float low;
    float high = __ferrocl_log2_parts(fabs(x), &low);
    float product = high * y_high;
    float rest = fma(high, y_low, fma(low, y_high, fma(high, y_high, -product)));
    float value = __ferrocl_exp2_parts(product, rest);
    return __ferrocl_pown_signed(x, y, value);
}

// x^y, where `value` is |x|^y for x that is finite and not 0.
real __ferrocl_pown_signed(real x, int y, real value)
{
    real sign = y & 1 ? x : 1.0r;
    if (!(fabs(x) > 0.0r && fabs(x) < INFINITY)) {
        value = (x == 0.0r) == (y < 0) ? INFINITY : 0.0r;
        value = x != x ? x : value;
        sign = y == 0 ? 1.0r : sign;
        value = y == 0 ? 1.0r : value;
    }
    return copysign(value, sign);
}

real rootn(real x, int y)
{
    real n = convert_real(y);
    real low;
    real high = __ferrocl_log2_parts(fabs(x), &low);
    real quotient = high / n;
    real rest = (fma(-quotient, n, high) + low) / n;
    real value = __ferrocl_exp2_parts(quotient, rest);
    real sign = y & 1 ? x : 1.0r;
    if (!(x > 0.0r && x < INFINITY) || y == 0) {
        real extreme = (x == 0.0r) == (y < 0) ? INFINITY : 0.0r;
        value = x == 0.0r || fabs(x) == INFINITY ? extreme : value;
        value = x != x || y == 0 || (x < 0.0r && !(y & 1)) ? NAN : value;
    }
    return copysign(value, sign);
}

float cbrt(float x)
{
    float a = fabs(x);
    float y = a < 0x1p-126f ? a * 0x1p+24f : a;
    float unscale = a < 0x1p-126f ? 0x1p-8f : 1.0f;
    // A third of the exponent, with a third of the significand: 3.3 % off.
    float t = as_float(convert_int(convert_float(as_int(y)) * 0x1.555556p-2f) + 0x2a512ce3);
    // One step of Halley's method: 2^-16; one of Newton's, with the error of t³ - y made small.
    float cube = t * t * (t * 0.25f);
    float quarter = y * 0.25f;
    t = t * native_divide(2.0f * quarter + cube, 2.0f * cube + quarter);
    float square = t * t;
    float square_low = fma(t, t, -square);
    float error = fma(square, t, -y) + square_low * t;
    t = t - native_divide(error, 3.0f * square);
    t = t * unscale;
    return copysign(a > 0.0f && a < INFINITY ? t : x + x, x);
}

real hypot(real x, real y)
{
    real a = fabs(x);
    real b = fabs(y);
    real most = a < b ? b : a;
    real least = a < b ? a : b;
    real value = sqrt(most * most + least * least);
    if (!(most > real(0x1p-60, 0x1p-450) && most < real(0x1p+63, 0x1p+511))) {
        real scale = most > 1.0r ? real(0x1p-64, 0x1p-520) : real(0x1p+90, 0x1p+600);
        real unscale = most > 1.0r ? real(0x1p+64, 0x1p+520) : real(0x1p-90, 0x1p-600);
        most = most * scale;
        least = least * scale;
        value = sqrt(most * most + least * least) * unscale;
        value = a == INFINITY || b == INFINITY ? INFINITY : x != x || y != y ? NAN : value;
    }
    return value;
}
