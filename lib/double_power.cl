// Powers and roots, the part for double alone; power.cl says how they work.
//
// As the exponent of a power may be 1074, log2 x has to be known to some 65 bits. The significand is first multiplied with one
// of 64 numbers of few bits that bring it near to 1, so that few terms of the logarithm's series are left and only two of them
// have to be sums of two doubles.

// For each 64th of [0x1.8ap-1, 0x1.8ap+0) by bits, a number c near to the reciprocal of its middle and -log2(c) in two parts;
// the greater part has 41 bits after the point, so that an exponent can be added to it without error. Where 1
// lies, c is 1 (and |c m - 1| <= 2^-7 everywhere): logarithms of numbers near 1 keep their relative accuracy.
constant double __ferrocl_log2_table[192] = {
    0x1.4bp+0, -0x1.7b957ac51ap-2, -0x1.588aec6dfa7dcp-43,
    0x1.47ap+0, -0x1.6c717aa4dap-2, -0x1.f9f7019b9d14bp-44,
    0x1.446p+0, -0x1.5db71c433ap-2, -0x1.5d91755b9ea1ep-46,
    0x1.414p+0, -0x1.4f69f5d83p-2, -0x1.8f36dd24bae46p-44,
    0x1.3e2p+0, -0x1.40f905757ap-2, -0x1.525f699efceeep-44,
    0x1.3b2p+0, -0x1.32f9a2490ap-2, 0x1.4b8676e50049dp-43,
    0x1.382p+0, -0x1.24d7f80912p-2, -0x1.73cf1d5a532d9p-43,
    0x1.352p+0, -0x1.16935d34fcp-2, 0x1.bab8e72dc9ed7p-43,
    0x1.324p+0, -0x1.08c588cda8p-2, 0x1.871a7610e40bdp-44,
    0x1.2f6p+0, -0x1.f5acbefbb8p-3, 0x1.d26720fbf4f08p-49,
    0x1.2cap+0, -0x1.dac50fe6d4p-3, -0x1.b6484bb8f2009p-45,
    0x1.29ep+0, -0x1.bf9e14fc5cp-3, -0x1.c403ccf9661c6p-45,
    0x1.274p+0, -0x1.a576ee5f3p-3, 0x1.3c4700aaa0694p-46,
    0x1.24ap+0, -0x1.8b13fd1978p-3, 0x1.3afb2013cb379p-43,
    0x1.22p+0, -0x1.70742d4efp-3, -0x1.3f94e00e7d6bcp-46,
    0x1.1f8p+0, -0x1.56df5328d4p-3, -0x1.8c55b2e0d266bp-43,
    0x1.1dp+0, -0x1.3d1146d9a8p-3, -0x1.4c7e0166e1f56p-44,
    0x1.1a8p+0, -0x1.2309065d28p-3, -0x1.7913e788c5887p-43,
    0x1.182p+0, -0x1.0a1721d26p-3, 0x1.630acca0d441dp-45,
    0x1.15cp+0, -0x1.e1ddbb911p-4, 0x1.ffa2f757bbacbp-45,
    0x1.136p+0, -0x1.af1e965988p-4, 0x1.69fef9f09b3fbp-48,
    0x1.112p+0, -0x1.7ea36a7ebp-4, -0x1.37304891da227p-44,
    0x1.0ecp+0, -0x1.4b0751e058p-4, 0x1.29fa3791d16bp-45,
    0x1.0cap+0, -0x1.1c775bfd1p-4, -0x1.7eae38ba3ca02p-43,
    0x1.0a6p+0, -0x1.d58602b4dp-5, -0x1.245a831b90c97p-43,
    0x1.084p+0, -0x1.76dcf723bp-5, 0x1.2e59ea0a7a91p-43,
    0x1.062p+0, -0x1.1770421d4p-5, 0x1.f4123efcbad1ap-46,
    0x1.042p+0, -0x1.79d5e45acp-6, -0x1.7e77e36d38b4cp-45,
    0x1.02p+0, -0x1.6fe50b6fp-7, 0x1.ef5d00e390ap-44,
    0x1p+0, 0x0p+0, 0x0p+0,
    0x1.f8p-1, 0x1.743ee862p-6, -0x1.95539356f93dcp-43,
    0x1.f08p-1, 0x1.6b50e297bp-5, -0x1.98fd2dca61c14p-48,
    0x1.e9p-1, 0x1.0f9a63466p-4, 0x1.d6e65eb089b6ap-43,
    0x1.e2p-1, 0x1.64ce26c068p-4, -0x1.d5297837adb4bp-45,
    0x1.dbp-1, 0x1.bb4102f928p-4, -0x1.6361ccd8974a5p-43,
    0x1.d4p-1, 0x1.097e38ce6p-3, 0x1.924ae921f7ecap-45,
    0x1.cd8p-1, 0x1.32d13e4694p-3, -0x1.149540d5fceb9p-43,
    0x1.c7p-1, 0x1.5cba53a078p-3, -0x1.d12cae3297e14p-43,
    0x1.c1p-1, 0x1.83f304cdc4p-3, 0x1.aa6b8ccbc7dep-43,
    0x1.bacp-1, 0x1.ad5dc4701p-3, -0x1.84f81c3dff604p-47,
    0x1.b5p-1, 0x1.d3fd543a4cp-3, -0x1.2a385b236e315p-43,
    0x1.af4p-1, 0x1.fb1fdb074cp-3, -0x1.024abf84abdbfp-45,
    0x1.a98p-1, 0x1.11646e7792p-2, -0x1.72d51ea7c162ep-43,
    0x1.a4p-1, 0x1.249cd2b13cp-2, 0x1.ad89a083e072ap-43,
    0x1.9ecp-1, 0x1.37320a83c2p-2, -0x1.3d6390fa1c806p-44,
    0x1.998p-1, 0x1.4a03dcbd2ep-2, 0x1.bdc90791aef03p-46,
    0x1.948p-1, 0x1.5c2a096a14p-2, -0x1.4479667bb79bfp-43,
    0x1.8f8p-1, 0x1.6e8a004222p-2, -0x1.3859a74f0d148p-44,
    0x1.8acp-1, 0x1.80359eb99p-2, 0x1.01b831dca2172p-44,
    0x1.86p-1, 0x1.921800924ep-2, -0x1.62404772a151dp-45,
    0x1.818p-1, 0x1.a33d25fcb2p-2, -0x1.4f144da6e4533p-48,
    0x1.7dp-1, 0x1.b495d4e918p-2, 0x1.7dd4bcb97f73cp-44,
    0x1.78cp-1, 0x1.c5283c43b8p-2, 0x1.234ac496aa838p-43,
    0x1.744p-1, 0x1.d6e8acea8cp-2, 0x1.190d07574fa07p-43,
    0x1.704p-1, 0x1.e6de896222p-2, 0x1.31c43ee386f0ep-46,
    0x1.6cp-1, 0x1.f804ae8d0cp-2, 0x1.a0331af2e6feap-43,
    0x1.68p-1, 0x1.042bd4b9a8p-1, -0x1.b3b3864c60011p-44,
    0x1.644p-1, 0x1.0be7ebeb2dp-1, -0x1.79ec9d8efda9cp-47,
    0x1.604p-1, 0x1.143f1ff033p-1, 0x1.19e47623ddf37p-45,
    0x1.5c8p-1, 0x1.1c27039d85p-1, 0x1.cb8127f322845p-43,
    0x1.59p-1, 0x1.239bb9203cp-1, -0x1.9e65cd77582e2p-44,
    0x1.554p-1, 0x1.2bae607426p-1, -0x1.0ad35665e0e32p-44,
    0x1.51cp-1, 0x1.334bd8cc4bp-1, 0x1.342b98d0710f5p-48,
    0x1.4e4p-1, 0x1.3afd9fd2a2p-1, 0x1.aa4a112bff53ep-44};

// log2(x) for positive x; the rest, which the result leaves over, goes to *low.
double __ferrocl_log2_parts(double x, private double *low)
{
    double y = x < 0x1p-1022 ? x * 0x1p+52 : x;
    double e = x < 0x1p-1022 ? -52.0 : 0.0;
    long i = as_long(y) - 0x3fe8a00000000000L;
    e = e + convert_double((int)(i >> 32) >> 20);
    int row = ((int)(i >> 46) & 63) * 3;
    double c = __ferrocl_log2_table[row];
    // c times the significand is 1 + f, with a rest.
    double m = as_double((i & 0x000fffffffffffffL) + 0x3fe8a00000000000L);
    double product = m * c;
    double f_low = fma(m, c, -product);
    double f = product - 1.0;
    double high = e + __ferrocl_log2_table[row + 1];
    // log2(1 + f) = a + b + …: the first two terms of the series, f / ln 2 and -f² / (2 ln 2), with their errors.
    double a = f * 0x1.71547652b82fep+0;
    double a_low = fma(f, 0x1.777d0ffda0d24p-56, fma(f, 0x1.71547652b82fep+0, -a));
    a_low = a_low + f_low * 0x1.71547652b82fep+0;
    double h = f * -0.5;
    double b = a * h;
    double b_low = fma(a_low, h, fma(a, h, -b)) + a * (f_low * -0.5);
    // The other terms, divided by f³; 2^-73 of the logarithm.
    double p = 0x1.4856b54820428p-3;
    p = p * f + -0x1.715ea2b54b7ddp-3;
    p = p * f + 0x1.a617627b4cd89p-3;
    p = p * f + -0x1.ec709da7c1ae5p-3;
    p = p * f + 0x1.2776c50ef9e0ep-2;
    p = p * f + -0x1.71547652b83b6p-2;
    p = p * f + 0x1.ec709dc3a03fdp-2;
    b_low = f * f * (f * p) + b_low;
    // Each sum is of a greater and a lesser number, whose rounding error is a double.
    double sum = high + a;
    double rest = (high - sum) + a;
    double total = sum + b;
    rest = rest + ((sum - total) + b);
    rest = rest + (__ferrocl_log2_table[row + 2] + a_low);
    rest = rest + b_low;
    high = total + rest;
    *low = (total - high) + rest;
    return high;
}

double pown(double x, int y)
{
    double n = convert_double(y);
    double value = __ferrocl_positive_power(fabs(x), n);
    return __ferrocl_pown_signed(x, y, value);
}

double cbrt(double x)
{
    // Small numbers are scaled, so that the error of the cube below is a normal number.
    double a = fabs(x);
    double y = a < 0x1p-900 ? a * 0x1p+162 : a;
    double unscale = a < 0x1p-900 ? 0x1p-54 : 1.0;
    // A third of the exponent, with a third of the significand: 3.3 % off.
    int third = convert_int(convert_double((int)(as_ulong(y) >> 32)) * 0x1.5555555555555p-2) + 0x2a9f7af2;
    double t = as_double((long)third << 32);
    // Two steps of Halley's method: 2^-16, 2^-48; one of Newton's, with the error of t³ - y made small.
    double quarter = y * 0.25;
    double cube = t * t * (t * 0.25);
    t = t * ((2.0 * quarter + cube) / (2.0 * cube + quarter));
    cube = t * t * (t * 0.25);
    t = t * ((2.0 * quarter + cube) / (2.0 * cube + quarter));
    double square = t * t;
    double square_low = fma(t, t, -square);
    double error = fma(square, t, -y) + square_low * t;
    t = t - error / (3.0 * square);
    t = t * unscale;
    return copysign(a > 0.0 && a < INFINITY ? t : x + x, x);
}
