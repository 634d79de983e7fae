// Results that the specification prescribes exactly (section "Edge Case Behavior", C99 F.9).

// launch: global=1
// arg: o = unset 24
// arg: z = 0
// arg: inf = inf
// expect: o = 1 1 1 nan inf -inf 0 -0.0 -inf inf 1 1 nan inf inf 0 0 -inf -0.0 0 nan nan nan nan
kernel void powers(global float *o, float z, float inf)
{
    float nan = inf - inf;
    o[0] = pow(nan, z);
    o[1] = pow(1.0f + z, nan);
    o[2] = pow(-1.0f + z, inf);
    o[3] = pow(-2.0f + z, 0.5f);
    o[4] = pow(z, -inf);
    o[5] = pow(-z, -3.0f);
    o[6] = pow(-z, 2.5f);
    o[7] = pow(-z, 3.0f);
    o[8] = pow(-inf, 3.0f);
    o[9] = pow(-inf, 2.0f);
    o[10] = pown(nan, (int)z);
    o[11] = powr(1.0f + z, 5.0f);
    o[12] = powr(z, z);
    o[13] = powr(-z, -1.0f);
    o[14] = pown(-z, -2 + (int)z);
    o[15] = pown(-z, 4 + (int)z);
    o[16] = rootn(-z, 2 + (int)z);
    o[17] = rootn(-z, -3 + (int)z);
    o[18] = rootn(-z, 3 + (int)z);
    o[19] = rootn(z, 3 + (int)z);
    o[20] = rootn(-2.0f + z, 2);
    o[21] = rootn(2.0f + z, (int)z);
    o[22] = powr(inf, z);
    o[23] = powr(1.0f + z, inf);
}

// launch: global=1
// arg: o = unset 24
// arg: z = 0
// arg: inf = inf
// expect: o = -0.0 nan 0 -0.0 nan 1 0 0 nan 0 -0.0 inf -inf -0.0 1 -1 0 0.5 -0.5 0.75 0.25 0.5 -0.5 0
kernel void angles(global float *o, float z, float inf)
{
    o[0] = sin(-z);
    o[1] = sin(inf);
    o[2] = sinpi(3.0f + z);
    o[3] = sinpi(-2.0f + z);
    o[4] = sinpi(inf);
    o[5] = cospi(-z);
    o[6] = cospi(1.5f + z);
    o[7] = cospi(-0.5f + z);
    o[8] = cospi(-inf);
    o[9] = tanpi(2.0f + z);
    o[10] = tanpi(1.0f + z);
    o[11] = tanpi(2.5f + z);
    o[12] = tanpi(1.5f + z);
    o[13] = asinpi(-z);
    o[14] = atan2pi(z, -z);
    o[15] = atan2pi(-z, -1.0f);
    o[16] = atan2pi(1.0f, inf);
    o[17] = atanpi(inf);
    o[18] = atan2pi(-inf, 1.0f);
    o[19] = atan2pi(inf, -inf);
    o[20] = atan2pi(inf, inf);
    o[21] = atan2pi(1.0f, -z);
    o[22] = atan2pi(-1.0f, z);
    o[23] = acospi(1.0f + z);
}

// launch: global=1
// arg: o = unset 20
// arg: z = 0
// arg: inf = inf
// expect: o = 0 inf -1 -0.0 -inf nan inf -inf nan -0.0 0 inf -0.0 nan 0 inf nan inf nan -inf
kernel void exponentials(global float *o, float z, float inf)
{
    o[0] = exp10(-inf);
    o[1] = exp10(inf);
    o[2] = expm1(-inf);
    o[3] = expm1(-z);
    o[4] = log(z);
    o[5] = log(-1.0f + z);
    o[6] = log2(inf);
    o[7] = log1p(-1.0f + z);
    o[8] = log1p(-2.0f + z);
    o[9] = log1p(-z);
    o[10] = log10(1.0f + z);
    o[11] = hypot(inf, inf - inf);
    o[12] = cbrt(-z);
    o[13] = acosh(0.5f + z);
    o[14] = acosh(1.0f + z);
    o[15] = atanh(1.0f + z);
    o[16] = atanh(2.0f + z);
    o[17] = tgamma(z);
    o[18] = tgamma(-3.0f + z);
    o[19] = tgamma(-z);
}

// Lengths neither overflow nor underflow on the way (section "Additional Requirements Beyond C99 TC2").
// launch: global=1
// arg: o = unset 12
// arg: z = 0
// arg: inf = inf
// expect: o = 0x7f5c3d52 0x00000005 5 nan 0 -0.0 1 0 -1 0 0.6~4 0.8~4
kernel void lengths(global float *o, float z, float inf)
{
    o[0] = length((float2)(z, 0x1.b87aa4p+127f));
    o[1] = length((float2)(as_float(3), as_float(4)) + z);
    o[2] = distance((float3)(1.0f, 1.0f, z), (float3)(4.0f, 5.0f, z));
    o[3] = length((float2)(inf - inf, 1.0f));
    vstore2(normalize((float2)(z, -z)), 0, o + 4);
    // Beside an infinite component, finite ones count as zeros.
    vstore2(normalize((float2)(inf, 2.0f)), 0, o + 6);
    o[8] = normalize(-3.0f + z);
    o[9] = normalize(z);
    vstore2(normalize((float2)(3e-30f, 4e-30f) + z), 0, o + 10);
}

// The same of doubles: beside a large component, a small one keeps the bits that its result has.
// launch: global=1
// arg: o = unset 6
// arg: z = 0
// expect: o = 1 0x0000000000000040 1 0 0.6~4 0.8~4
kernel void double_lengths(global double *o, double z)
{
    vstore2(normalize((double2)(0x1p+513, 0x1p-555) + z), 0, o);
    vstore2(normalize((double2)(INFINITY, 2.0) + z), 0, o + 2);
    vstore2(normalize((double2)(3e-300, 4e-300) + z), 0, o + 4);
}

// "Relative Error as ULPs": cos within 4 ULP where a large argument lies just below a zero. The cosine of this one is
// -0x1.db49e304p-28 to 36 bits, which was off by 14 ULP.
// launch: global=1
// arg: far = unset 1
// arg: x = 1522788990976
// expect: far = 0
kernel void large_arguments(global int *far, float x)
{
    far[0] = abs(as_int(cos(x)) - as_int(-0x1.db49e4p-28f)) > 4;
}
