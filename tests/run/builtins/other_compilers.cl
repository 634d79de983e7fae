// Functions that other compilers have of themselves.

// launch: global=3
// arg: o = unset 30
// arg: x = 1 305419896 4278190080
// expect: o = 1 13 8 31 3 0 0 3 24 1 4 25 16777216 2018915346 255 8 2443359168 4160749575 1 1 1 2147483648 510274632 255 2 2 2 1 1 1
kernel void bits(global uint *o, global const uint *x)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    uint v = x[i];
    if (__builtin_expect(v == 0, 0))
        return;
    __builtin_assume(v != 0);
    o[i] = __builtin_popcount(v);
    o[n + i] = __builtin_clz(v);
    o[2 * n + i] = __builtin_ctz(v);
    o[3 * n + i] = __builtin_ffs((int)v);
    o[4 * n + i] = __builtin_bswap32(v);
    o[5 * n + i] = __builtin_rotateleft32(v, 3);
    o[6 * n + i] = __builtin_popcountll((ulong)i << 32 | 1) - __builtin_popcountl(i);
    o[7 * n + i] = __builtin_bitreverse32(v);
    o[8 * n + i] = __builtin_convertvector((float4)(2.9f), int4).z;
    o[9 * n + i] = __builtin_constant_p(3) + __builtin_constant_p(v);
}

// C's names of maths functions: with `f` they take floats, without it doubles.
// launch: global=4
// arg: o = unset 12
// arg: d = unset 4
// arg: x = 0.25 4 -9 16
// expect: o = 0.5 2 nan 4 0.25 4 9 16 1.25 5 -7 17
// expect: d = 0.5 2 3 4
kernel void maths(global float *o, global double *d, global const float *x)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    o[i] = __builtin_sqrtf(x[i]);
    o[n + i] = __builtin_fmaxf(__builtin_fabsf(x[i]), __builtin_copysignf(0.0f, x[i]));
    o[2 * n + i] = __builtin_isnan(o[i]) ? __builtin_floorf(-7.5f) + 1.0f : __builtin_fmaf(x[i], 1.0f, 1.0f);
    d[i] = __builtin_sqrt(__builtin_fabs(x[i]));
}

// Constants, classes of values.
// launch: global=1
// arg: o = unset 6
// expect: o = inf 1 1 0 1 3
kernel void values(global float *o)
{
    o[0] = __builtin_inff();
    o[1] = __builtin_isinf(__builtin_huge_val());
    o[2] = __builtin_isnan(__builtin_nanf(""));
    o[3] = __builtin_isfinite(__builtin_inff());
    o[4] = __builtin_signbit(-0.0f) != 0;
    o[5] = __builtin_types_compatible_p(int, const int) + __builtin_choose_expr(sizeof(int) == 4, 2, undeclared);
}

// Vectors: components of two, all components of one, component by component. Operands are evaluated once.
// launch: global=2
// arg: o = unset 8
// arg: r = unset 16
// arg: v = 1 2 3 4 5 6 7 8
// expect: o = 2 5 4 8 6 1 8 4
// expect: r = 10 24 0 7 4 4 1 1 26 1680 0 15 0 8 5 1
kernel void vectors(global int *o, global int *r, global const int *v)
{
    size_t i = get_global_id(0);
    int4 a = vload4(i, v), b = vload4(1 - i, v);
    int count = 0;
    int4 s = __builtin_shufflevector(a, (count++, b), 1, 4, 3, 7);
    vstore4(s, i, o);
    int8 t = (int8)(a.lo, b.hi, s);
    r[8 * i] = __builtin_reduce_add(a);
    r[8 * i + 1] = __builtin_reduce_mul(a);
    r[8 * i + 2] = __builtin_reduce_and(a);
    r[8 * i + 3] = __builtin_reduce_or(a);
    r[8 * i + 4] = __builtin_reduce_xor((int4)(a.w, 0, 0, a.w - 4 + (a.w - 4)));
    r[8 * i + 5] = __builtin_reduce_max(__builtin_elementwise_max(a, (int4)(3)));
    r[8 * i + 6] = __builtin_reduce_min(a);
    r[8 * i + 7] = count;
}

// Offsets of members; bits as another type.
struct inner
{
    char c;
    int a[3];
};
struct outer
{
    float4 v;
    struct inner in[2];
    union
    {
        short s;
        double d;
    };
};
constant ulong table_of_offsets[] = {__builtin_offsetof(struct outer, in), __builtin_offsetof(struct outer, in[1].a[2])};
// launch: global=1
// arg: o = unset 4
// expect: o = 16 44 48 1065353216
kernel void offsets(global int *o)
{
    o[0] = table_of_offsets[0];
    o[1] = table_of_offsets[1];
    o[2] = __builtin_offsetof(struct outer, d);
    o[3] = __builtin_bit_cast(int, 1.0f);
}
