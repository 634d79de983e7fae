// Error and gamma functions, the part for double alone.

// erfc(a) for a >= 0.
double __ferrocl_erfc_positive(double a)
{
    // (4 + a) exp(a²) erfc(a) is a polynomial in (a - 4) / (a + 4), 2^-58.1 up to 27.3, where erfc becomes 0.
    a = a > 27.3 ? 27.3 : a;
    double t = 1.0 / (4.0 + a);
    double u = (a - 4.0) * t;
    double p = 0x1.17a017ec7f682p-30;
    p = p * u + -0x1.a60a7003cc65cp-32;
    p = p * u + -0x1.087c64a33ca2bp-26;
    p = p * u + 0x1.66ee7c5027742p-29;
    p = p * u + 0x1.0a2cf15e5526p-23;
    p = p * u + -0x1.4eeaf041dc16fp-24;
    p = p * u + -0x1.c633bb2fe4ba9p-21;
    p = p * u + 0x1.7ed063262a595p-20;
    p = p * u + 0x1.3b0817e505c91p-18;
    p = p * u + -0x1.3c72bfbed188ep-16;
    p = p * u + -0x1.e7e6dcf906fa8p-19;
    p = p * u + 0x1.72cdcd97819ecp-13;
    p = p * u + -0x1.dd2846a12a8a6p-12;
    p = p * u + -0x1.269b55ae65d06p-12;
    p = p * u + 0x1.908f472826973p-8;
    p = p * u + -0x1.b00c052a9f91fp-6;
    p = p * u + 0x1.38dbd2c8dc34p-4;
    p = p * u + -0x1.645fd8a4bf2f1p-3;
    p = p * u + 0x1.52cac23710287p-2;
    p = p * u + -0x1.14eacb1ad02e2p-1;
    p = p * u + 0x1.8be202d26c703p-1;
    p = p * u + -0x1.f3fe31ecb49cp-1;
    p = p * u + 0x1.18932bf08e154p+0;
    p = p * t;
    // The error of a² counts, as it is up to 745.
    double square = a * a;
    double square_low = fma(a, a, -square);
    return exp(-square) * (p - p * square_low);
}

double erf(double x)
{
    double a = fabs(x);
    // Up to 1, x times a polynomial in x², 2^-56.9.
    double z = x * x;
    double p = -0x1.abbeab7fd756dp-31;
    p = p * z + 0x1.d72138026fee9p-27;
    p = p * z + -0x1.5c0828681d7d3p-23;
    p = p * z + 0x1.b98003b741df6p-20;
    p = p * z + -0x1.f4ca5303b2e48p-17;
    p = p * z + 0x1.f9a2bb1562a6bp-14;
    p = p * z + -0x1.c02db0433854ap-11;
    p = p * z + 0x1.565bccf956f59p-8;
    p = p * z + -0x1.b82ce311fc454p-6;
    p = p * z + 0x1.ce2f21a040daap-4;
    p = p * z + -0x1.812746b0379bep-2;
    p = p * z + 0x1.06eba8214db68p-3;
    double near = x + x * p;
    double far = copysign(1.0 - __ferrocl_erfc_positive(a), x);
    return a > 1.0 ? far : near;
}

double erfc(double x)
{
    double value = __ferrocl_erfc_positive(fabs(x));
    return x < 0.0 ? 2.0 - value : value;
}

// |Γ(a)| * 2^-512 for positive a, by Stirling's series where a >= 8, and Γ(a) = Γ(a + 1) / a below. From 186 on, that of 186.
double __ferrocl_gamma_scaled(double a)
{
    a = a > 186.0 ? 186.0 : a;
    double divisor = 1.0;
    double steps = 0.0;
    for (int step = 0; step < 8; step++) {
        double term = a + convert_double(step);
        divisor = term < 8.0 ? divisor * term : divisor;
        steps = term < 8.0 ? steps + 1.0 : steps;
    }
    double x = a + steps;
    double x_low = a - (x - steps);
    // The logarithm to base 2, less 512, in two doubles: (x - 1/2) log2 x - x log2 e.
    double low;
    double high = __ferrocl_log2_parts(x, &low);
    double factor = x - 0.5;
    double p = factor * high;
    double p_low = fma(factor, low, fma(factor, high, -p));
    double q = x * 0x1.71547652b82fep+0;
    double q_low = fma(x, 0x1.777d0ffda0d24p-56, fma(x, 0x1.71547652b82fep+0, -q));
    double s = p - q;
    double s_low = (p - s) - q;
    double shifted = s - 512.0;
    s_low = s_low + (s - (shifted + 512.0));
    double inverse = 1.0 / x;
    double z = inverse * inverse;
    // x times the rest of log Γ(x), 2^-54.6.
    double series = -0x1.b162dfabe1d75p-10;
    series = series * z + 0x1.b6fda0c9d098ep-11;
    series = series * z + -0x1.380ec92fdd70fp-11;
    series = series * z + 0x1.a019fd44dbf53p-11;
    series = series * z + -0x1.6c16c16bb84e2p-9;
    series = series * z + 0x1.5555555555553p-4;
    double rest = ((p_low - q_low) + s_low) + series * inverse * 0x1.71547652b82fep+0;
    // The derivative of that logarithm is log2 x - log2(e) / 2x and less.
    rest = rest + x_low * (high - inverse * 0x1.71547652b82fep-1);
    return __ferrocl_exp2_parts(shifted, rest) * 0x1.40d931ff62706p+1 / divisor;
}

double tgamma(double x)
{
    double a = fabs(x);
    double gamma = __ferrocl_gamma_scaled(a);
    // Γ(-a) = -π / (a sin(πa) Γ(a)).
    double sine = sinpi(a);
    double reflected = -0x1.921fb54442d18p+1 / (a * sine * gamma) * 0x1p-512;
    double value = x > 0.0 ? gamma * 0x1p+512 : reflected;
    // Close to 0, 1 / x; poles have no sign but that of zero.
    value = a < 0x1p-60 ? 1.0 / x : value;
    value = x < 0.0 && floor(x) == x ? NAN : value;
    return x < INFINITY ? value : x;
}

// The logarithm of |Γ(x)|, and the sign of Γ(x), 0 at its poles.
double lgamma_r(double x, private int *signp)
{
    double a = fabs(x);
    // Up to 8, from u * Q(u), the logarithm of Γ(2 + u), 2^-60.4, for u in [-1/2, 1]. Below 3/2, Γ(2 + u) = (1 + u) Γ(1 + u)
    // = (1 + u) u Γ(u); from 3 on, Γ(a) = (a - 1) Γ(a - 1) as often as it takes.
    double u = a < 1.5 ? a - 1.0 : a - 2.0;
    u = a < 0.5 ? a : u;
    double below = a < 1.5 ? a : 1.0;
    below = a < 0.5 ? a + a * a : below;
    double above = 1.0;
    for (int step = 0; step < 5; step++) {
        above = u > 1.0 ? above * (u + 1.0) : above;
        u = u > 1.0 ? u - 1.0 : u;
    }
    double p = 0x1.d97d707301835p-30;
    p = p * u + -0x1.ba9685968c0f9p-27;
    p = p * u + 0x1.86f95637012b5p-25;
    p = p * u + -0x1.d200b7e9b15ap-24;
    p = p * u + 0x1.d9cf1e094cbc9p-23;
    p = p * u + -0x1.e2bbfd2e1ce18p-22;
    p = p * u + 0x1.fe8a5b1b178c9p-21;
    p = p * u + -0x1.117549c4fb154p-19;
    p = p * u + 0x1.25a576f201b38p-18;
    p = p * u + -0x1.3cc2609ca0ebp-17;
    p = p * u + 0x1.580da68a3739ap-16;
    p = p * u + -0x1.78de19a91d845p-15;
    p = p * u + 0x1.a127ae3c976b7p-14;
    p = p * u + -0x1.d3fd4e180bca1p-13;
    p = p * u + 0x1.0b36af94d5dep-11;
    p = p * u + -0x1.38ac5c291ed15p-10;
    p = p * u + 0x1.7add6ead7e957p-9;
    p = p * u + -0x1.e404fc21947c7p-8;
    p = p * u + 0x1.51322ac7d872ep-6;
    p = p * u + -0x1.13e001a5575f8p-4;
    p = p * u + 0x1.4a34cc4a60fa6p-2;
    p = p * u + 0x1.b0ee6072093cep-2;
    double logarithm = log(a < 3.0 ? below : a < 8.0 ? above : a);
    double small = u * p + (a < 3.0 ? -logarithm : logarithm);
    // Above, by Stirling's series, 2^-60.6.
    double inverse = 1.0 / a;
    double z = inverse * inverse;
    double series = 0x1.4c3829132c98bp-8;
    series = series * z + -0x1.ef980c25087d8p-10;
    series = series * z + 0x1.b92c938d403d2p-11;
    series = series * z + -0x1.38134e166afcdp-11;
    series = series * z + 0x1.a01a017e8adc5p-11;
    series = series * z + -0x1.6c16c16c14af7p-9;
    series = series * z + 0x1.5555555555555p-4;
    // (a - 1/2) (log a - 1) and half of log(2π / e).
    series = series * inverse + 0x1.acfe390c97d69p-2;
    double value = a < 8.0 ? small : (a - 0.5) * (logarithm - 1.0) + series;
    return __ferrocl_log_gamma_signed(x, value, signp);
}
