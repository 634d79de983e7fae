// Error and gamma functions, and exact remainders. Functions of `real` are for float and double, the others for float;
// double_special.cl has what is for double alone.

float erf(float x)
{
    float a = fabs(x);
    // Up to 1, x times a polynomial in x², 2^-24.6.
    float z = x * x;
    float p = -0x1.271656p-11f;
    p = p * z + 0x1.423978p-8f;
    p = p * z + -0x1.b5a048p-6f;
    p = p * z + 0x1.ce08f6p-4f;
    p = p * z + -0x1.812672p-2f;
    p = p * z + 0x1.06eba2p-3f;
    float near = x + x * p;
    // Beyond, 1 - exp of a polynomial, 2^-29.8; from 3.95 on that is 1.
    float b = a > 3.95f ? 3.95f : a;
    float q = -0x1.86e22ep-13f;
    q = q * b + 0x1.825d36p-9f;
    q = q * b + -0x1.65cc50p-6f;
    q = q * b + 0x1.a65394p-4f;
    q = q * b + 0x1.46bae4p-1f;
    q = q * b + 0x1.2088ecp+0f;
    q = q * b + 0x1.661b64p-12f;
    float far = copysign(1.0f - exp(-q), x);
    return a > 1.0f ? far : near;
}

float erfc(float x)
{
    // exp(a²) erfc(a), 2^-27.8 on [0, 10.1], where erfc becomes 0.
    float a = fabs(x);
    a = a > 10.1f ? 10.1f : a;
    float t = native_divide(3.0f, 3.0f + a);
    float p = 0x1.c7b682p-5f;
    p = p * t + -0x1.2aa9d2p-2f;
    p = p * t + 0x1.11b3fap-1f;
    p = p * t + -0x1.c22df4p-2f;
    p = p * t + 0x1.9bde1ep-2f;
    p = p * t + -0x1.410488p-10f;
    p = p * t + 0x1.8905f0p-3f;
    p = p * t + 0x1.5f2dd4p-3f;
    p = p * t + 0x1.826b08p-3f;
    p = p * t + 0x1.811904p-3f;
    p = p * t;
    // The error of a² counts, as it is up to 102.
    float square = a * a;
    float square_low = fma(a, a, -square);
    float value = exp(-square) * (p - p * square_low);
    return x < 0.0f ? 2.0f - value : value;
}

// |Γ(a)| * 2^-64 for positive a, by Stirling's series where a >= 6, and Γ(a) = Γ(a + 1) / a below. From 43 on, that of 43.
float __ferrocl_gamma_scaled(float a)
{
    a = a > 43.0f ? 43.0f : a;
    float divisor = 1.0f;
    float x = a;
    for (int step = 0; step < 6; step++) {
        divisor = x < 6.0f ? divisor * x : divisor;
        x = x < 6.0f ? x + 1.0f : x;
    }
    // The logarithm to base 2, less 64, in two floats: (x - 1/2) log2 x - x log2 e.
    float low;
    float high = __ferrocl_log2_parts(x, &low);
    float factor = x - 0.5f;
    float p = factor * high;
    float p_low = fma(factor, low, fma(factor, high, -p));
    float q = x * 0x1.715476p+0f;
    float q_low = fma(x, 0x1.4ae0cp-26f, fma(x, 0x1.715476p+0f, -q));
    float s = p - q;
    float s_low = (p - s) - q;
    float shifted = s - 64.0f;
    s_low = s_low + (s - (shifted + 64.0f));
    float inverse = 1.0f / x;
    float z = inverse * inverse;
    // (1 / 12x - 1 / 360x³ + 1 / 1260x⁵) log2 e.
    float series = 0x1.2c2762p-10f;
    series = series * z + -0x1.06a276p-8f;
    series = series * z + 0x1.ec709ep-4f;
    float rest = ((p_low - q_low) + s_low) + series * inverse;
    return __ferrocl_exp2_parts(shifted, rest) * 0x1.40d932p+1f / divisor;
}

float tgamma(float x)
{
    float a = fabs(x);
    float gamma = __ferrocl_gamma_scaled(a);
    // Γ(-a) = -π / (a sin(πa) Γ(a)).
    float sine = sinpi(a);
    float reflected = native_divide(-0x1.921fb6p+1f, a * sine * gamma) * 0x1p-64f;
    float value = x > 0.0f ? gamma * 0x1p+64f : reflected;
    // Close to 0, 1 / x; poles have no sign but that of zero.
    value = a < 0x1p-30f ? 1.0f / x : value;
    value = x < 0.0f && floor(x) == x ? NAN : value;
    return x < INFINITY ? value : x;
}

// The logarithm of |Γ(x)|, and the sign of Γ(x), 0 at its poles.
float lgamma_r(float x, private int *signp)
{
    float a = fabs(x);
    // Up to 3, from u * Q(u), the logarithm of Γ(2 + u), 2^-25.9, and Γ(2 + u) = (1 + u) Γ(1 + u) = (1 + u) u Γ(u).
    float u = a < 1.5f ? a - 1.0f : a - 2.0f;
    u = a < 0.5f ? a : u;
    float steps = a < 1.5f ? a : 1.0f;
    steps = a < 0.5f ? a + a * a : steps;
    float p = 0x1.d9aaf4p-15f;
    p = p * u + -0x1.dede42p-13f;
    p = p * u + 0x1.16d7a4p-11f;
    p = p * u + -0x1.38cae6p-10f;
    p = p * u + 0x1.7a60ccp-9f;
    p = p * u + -0x1.e419a0p-8f;
    p = p * u + 0x1.513360p-6f;
    p = p * u + -0x1.13dfbcp-4f;
    p = p * u + 0x1.4a34ccp-2f;
    p = p * u + 0x1.b0ee60p-2f;
    float logarithm = log(a < 3.0f ? steps : a);
    // Above, by Stirling's series.
    float inverse = 1.0f / a;
    float z = inverse * inverse;
    float series = 0x1.a01a02p-11f;
    series = series * z + -0x1.6c16c2p-9f;
    series = series * z + 0x1.555556p-4f;
    series = series * inverse + 0x1.acfe3ap-2f;
    float value = a < 3.0f ? u * p - logarithm : (a - 0.5f) * (logarithm - 1.0f) + series;
    return __ferrocl_log_gamma_signed(x, value, signp);
}

// lgamma_r, where `value` is the logarithm of Γ(|x|).
real __ferrocl_log_gamma_signed(real x, real value, private int *signp)
{
    real a = fabs(x);
    real whole = floor(x);
    int is_pole = x <= 0.0r && whole == x;
    if (x < 0.0r) {
        // Γ(-a) = -π / (a sin(πa) Γ(a)).
        real sine = fabs(sinpi(a));
        value = a < real(0x1p-30, 0x1p-60) ? -log(a) : log(0x1.921fb54442d18p+1r / (a * sine)) - value;
    }
    int is_odd = 2.0r * floor(0.5r * whole) != whole;
    *signp = is_pole ? 0 : x < 0.0r && is_odd ? -1 : 1;
    value = is_pole || a == INFINITY ? INFINITY : value;
    return x != x ? x : value;
}

real lgamma(real x)
{
    int sign;
    return lgamma_r(x, &sign);
}

// x - n * y with n the integer nearest to x / y, even in a tie; n modulo 128, with the sign of x / y.
real remquo(real x, real y, private int *quo)
{
    real a = fabs(x);
    real b = fabs(y);
    // What is taken away here and below is exact; 128 multiples of y do not count.
    real r = b < real(0x1p+121, 0x1p+1017) ? fmod(a, 128.0r * b) : a;
    int n = 0;
    for (int bit = 6; bit >= 0; bit--) {
        real multiple = b * as_real((ireal)(bit + ireal(127, 1023)) << ireal(23, 52));
        int fits = r >= multiple;
        r = fits ? r - multiple : r;
        n = fits ? n + (1 << bit) : n;
    }
    real other = b - r;
    int up = r > other || (r == other && (n & 1));
    r = up ? r - b : r;
    n = (up ? n + 1 : n) & 127;
    r = as_real(as_ureal(r) ^ __ferrocl_sign_bit(x));
    n = (as_ireal(x) ^ as_ireal(y)) < 0 ? -n : n;
    int is_defined = a < INFINITY && b > 0.0r;
    *quo = is_defined ? n : 0;
    return is_defined ? r : NAN;
}

real remainder(real x, real y)
{
    int n;
    return remquo(x, y, &n);
}
