// options: -cl-std=CL2.0
// What users of other implementations met: each kernel is a rule of the specification that was broken somewhere.

// fmin and fmax give the other argument where one is NaN (section "Math Functions").
// launch: global=1
// arg: o = unset 12
// arg: n = nan
// arg: dn = nan
// expect: o = 1 2 -3 4 nan 7 1 nan 5 3 2 6
kernel void fmin_fmax_nan(global float *o, float n, double dn)
{
    o[0] = fmax(n, 1.0f);
    o[1] = fmax(2.0f, n);
    o[2] = fmin(n, -3.0f);
    o[3] = fmin(4.0f, n);
    o[4] = fmax(n, n);
    float4 v = fmax((float4)(n, 1.0f, n, 5.0f), (float4)(7.0f, n, n, 4.0f));
    vstore4(v, 0, o + 5);
    float2 w = fmin((float2)(n, 2.0f), 3.0f);
    o[9] = w.x;
    o[10] = w.y;
    o[11] = (float)fmax(dn, 6.0);
}

// mad_sat saturates the sum, computed without overflow (section "Integer Functions").
// launch: global=1
// arg: o = unset 12
// arg: one = 1
// expect: o = -1 9223372036854775807 -9223372036854775808 -1 100 255 127 255 0 -2147483648 2147483647 -32768
kernel void mad_saturates(global long *o, int one)
{
    o[0] = mad_sat(one * 1L, -1L, 0L);
    o[1] = mad_sat(one * LONG_MAX, 2L, 5L);
    o[2] = mad_sat(one * LONG_MIN, 2L, LONG_MAX);
    o[3] = (long)mad_sat(one * ~0UL, 2UL, 0UL);
    o[4] = mad_sat((char)(one * 100), (char)2, (char)-100);
    o[5] = mad_sat((uchar)(one * 20), (uchar)20, (uchar)1);
    o[6] = add_sat((char)(one * 100), (char)100);
    o[7] = add_sat((uchar)(one * 200), (uchar)100);
    o[8] = sub_sat((uchar)(one * 5), (uchar)6);
    o[9] = sub_sat(one * INT_MIN, 1);
    o[10] = mad_sat(one * INT_MAX, INT_MAX, INT_MIN);
    o[11] = add_sat((short2)(32767, -32768) * (short)one, (short2)(1, -1)).y;
}

// Halves are rounded to nearest even unless the name says otherwise; no extension is needed (section "Vector Data Load and Store
// Functions").
// launch: global=1
// arg: o = unset 10
// arg: f = unset 4
// arg: a = 65520
// arg: b = 1.00048828125
// arg: c = 8.940697e-8
// expect: o = 31744 31743 15361 15360 15360 2 32768 * 11878 64511
// expect: f = inf 1 0.0999755859375 1.1920929e-7
kernel void half_rounding(global ushort *o, global float *f, float a, float b, float c)
{
    global half *h = (global half *)o;
    vstore_half(a, 0, h);
    vstore_half_rtz(a, 1, h);
    vstore_half_rtp(b, 2, h);
    vstore_half_rtn(b, 3, h);
    vstore_half_rte(b, 4, h);
    vstore_half(c, 5, h);
    vstore_half_rtp(-0x1.000002p-25f, 6, h);
    vstore_half2((float2)(0.1f, -65504.0f), 4, h);
    f[0] = vload_half(0, h);
    f[1] = vload_half(4, h);
    f[2] = vload_half2(4, h).x;
    f[3] = vload_half(5, h);
}

// vload3 and vstore3 touch three elements.
// launch: global=2
// arg: o = unset 14
// arg: in = 1 2 3 4 5 6
// expect: o = 2 4 6 8 10 12 -842150451 -842150451 -842150451 4 5 6 -842150451 -842150451
kernel void three_elements(global int *o, global const int *in)
{
    size_t i = get_global_id(0);
    int3 v = vload3(i, in);
    vstore3(v * 2, i, o);
    if (i == 1)
        vstore3(convert_int3(convert_short3(v)), 3, o);
}

// launch: global=64 local=16
// arg: o = zeros 6
// arg: u = zeros 1
// expect: o = 192 64 -128 -63 0 320
// expect: u = 0
kernel void atomics(global int *o, global uint *u)
{
    local int c;
    local uint mx;
    if (get_local_id(0) == 0) {
        c = 0;
        mx = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int old = atomic_add(&c, 3);
    atomic_max(&mx, (uint)get_local_id(0) * 7u);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        atomic_add(&o[0], c);
        atomic_xor(&u[0], mx);
    }
    atomic_inc(&o[1]);
    atomic_sub(&o[2], 2);
    atomic_min(&o[3], -(int)get_global_id(0));
    if (old % 3)
        o[4] = 1;
    for (;;) {
        int e = o[5];
        if (atomic_cmpxchg(&o[5], e, e + 5) == e)
            break;
    }
}

// select by the most significant bit in vectors, by value for scalars (section "Relational Functions").
// launch: global=1
// arg: o = unset 6
// arg: c = 1 -1 0x7fffffff 0x80000000
// expect: o = 1 20 3 40 5 6
kernel void select_bits(global int *o, int4 c)
{
    vstore4(select((int4)(1, 2, 3, 4), (int4)(10, 20, 30, 40), c), 0, o);
    o[4] = select(9, 5, c.x);
    o[5] = select(6, 9, 0);
}

// fma rounds once, whatever FP_CONTRACT says.
#pragma OPENCL FP_CONTRACT OFF
// launch: global=1
// arg: o = unset 4
// arg: a = 0x3f800001
// expect: o = 0 0x28800000 0 0x28800000
kernel void fma_rounds_once(global float *o, float a)
{
    float p = a * a;
    o[0] = a * a - p;
    o[1] = fma(a, a, -p);
    float4 v = (float4)(a);
    float4 q = v * v - p;
    o[2] = q.z;
    o[3] = fma(v, v, (float4)(-p)).y;
}
#pragma OPENCL FP_CONTRACT ON

// Results through pointers, of every address space.
// launch: global=2
// arg: o = unset 24
// arg: x = 3.75 -2.5
// expect: o = 0.75 3 0.9375 2 0.75 3 3.75 * * * * *  0.5 -3 -0.625 2 -0.5 -2 -2.5 * * * * *
kernel void results(global float *o, global const float *x)
{
    size_t i = get_global_id(0);
    private float whole;
    local float shared[2];
    o += 12 * i;
    o[0] = fract(x[i], o + 1);
    int e;
    o[2] = frexp(x[i], &e);
    o[3] = e;
    o[4] = modf(x[i], &shared[i]);
    o[5] = shared[i];
    float *somewhere = i == 0 ? (float *)&whole : (float *)&shared[1];
    o[6] = fract(x[i], somewhere) + *somewhere;
}

// The component-wise functions do each component for itself, with vectors of results.
// launch: global=1
// arg: o = unset 16
// arg: x = 0 0.5 1 -7
// expect: o = 0 0.4794255~2 0.841471~2 -0.6569866~2 1 0.87758255~2 0.5403023~2 0.7539022~2 0 0.5 1 -1 0 0 0 -2
kernel void by_component(global float *o, float4 x)
{
    float4 c;
    float4 s = sincos(x, &c);
    vstore4(s, 0, o);
    vstore4(c, 1, o);
    int4 n;
    float4 r = remquo(x, (float4)(3.0f), &n);
    vstore4(r, 2, o);
    vstore4(convert_float4(n), 3, o);
}
