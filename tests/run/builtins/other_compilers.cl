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
