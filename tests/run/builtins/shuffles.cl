// `shuffle` and `shuffle2` (section "Miscellaneous Vector Functions"): every element type, every width, masks that are constants
// and masks that are not, with bits that do not count.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// The specification's examples.
// launch: global=1
// arg: a = 1 2 3 4
// arg: b = 5 6 7 8
// arg: out = unset 12
// expect: out = 4 3 2 1 1 2 3 4 5 6 7 8
kernel void examples(global const float *a, global const float *b, global float *out) {
    float4 x = vload4(0, a), y = vload4(0, b);
    vstore4(shuffle(x, (uint4)(3, 2, 1, 0)), 0, out);
    vstore8(shuffle2(x, y, (uint8)(0, 1, 2, 3, 4, 5, 6, 7)), 0, out + 4);
}

// Which of a mask's bits count.
// launch: global=3
// arg: m = 0xfffffffd 0x6 0x80000003 0x11
// arg: out = unset 24
// expect: out = 21 20 21 21 11 20 21 11 25 23 25 25 12 23 25 12 29 26 29 29 13 26 29 13
kernel void bits(global const uint *m, global int *out) {
    int i = get_global_id(0);
    int2 a = (int2)(10, 11) + i, b = (int2)(20, 21) + i * (int2)(3, 4);
    uint4 mask = vload4(0, m);
    out[8 * i] = 0;
    vstore4(shuffle2(b, a, mask & 1u), 2 * i, out);
    vstore4(shuffle2(a, b, mask), 2 * i + 1, out);
}

// Against components picked one by one. Masks differ between work-items.
#define ONE(T, M, m, n)                                                              \
    {                                                                                       \
        T x[m], y[m];                                                                       \
        M k[n], f = (M)0 - (M)1;                                                            \
        for (int i = 0; i < m; i++)                                                         \
            x[i] = (T)(i + 1), y[i] = (T)(i + 51);                                          \
        for (int i = 0; i < n; i++)                                                         \
            k[i] = (M)((i * seed + (seed >> i % 5) * 3) * 37 + i);                          \
        T r[n], q[n];                                                                       \
        T##n one = shuffle(vload##m(0, x), vload##n(0, k));                                 \
        T##n two = shuffle2(vload##m(0, x), vload##m(0, y), vload##n(0, k));                \
        vstore##n(one, 0, r);                                                               \
        vstore##n(two, 0, q);                                                               \
        for (int i = 0; i < n; i++) {                                                       \
            int j = (int)(k[i] & (M)(2 * m - 1));                                           \
            bad += r[i] != x[j % m];                                                        \
            bad += q[i] != (j < m ? x[j] : y[j - m]);                                       \
        }                                                                                   \
        T##n all = shuffle2(vload##m(0, x), vload##m(0, y), (M##n)(f));                     \
        T##n last = shuffle(vload##m(0, x), (M##n)(f));                                     \
        vstore##n(all, 0, r);                                                               \
        vstore##n(last, 0, q);                                                              \
        for (int i = 0; i < n; i++)                                                         \
            bad += (r[i] != y[m - 1]) + (q[i] != x[m - 1]);                                 \
    }
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_char(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(char, uchar, 2, 8)
    ONE(char, uchar, 4, 16)
    out[get_global_id(0)] = bad;
}
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_uchar(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(uchar, uchar, 4, 2)
    ONE(uchar, uchar, 16, 4)
    out[get_global_id(0)] = bad;
}
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_short(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(short, ushort, 4, 4)
    ONE(short, ushort, 8, 8)
    out[get_global_id(0)] = bad;
}
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_ushort(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(ushort, ushort, 2, 4)
    ONE(ushort, ushort, 8, 16)
    out[get_global_id(0)] = bad;
}
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_int(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(int, uint, 8, 2)
    ONE(int, uint, 16, 16)
    out[get_global_id(0)] = bad;
}
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_uint(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(uint, uint, 2, 2)
    ONE(uint, uint, 4, 8)
    out[get_global_id(0)] = bad;
}
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_long(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(long, ulong, 4, 2)
    ONE(long, ulong, 8, 4)
    out[get_global_id(0)] = bad;
}
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_ulong(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(ulong, ulong, 16, 2)
    ONE(ulong, ulong, 2, 16)
    out[get_global_id(0)] = bad;
}
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_half(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(half, ushort, 4, 8)
    ONE(half, ushort, 16, 8)
    out[get_global_id(0)] = bad;
}
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_float(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(float, uint, 8, 4)
    ONE(float, uint, 2, 4)
    out[get_global_id(0)] = bad;
}
// launch: global=6
// arg: out = unset 6
// expect: out = 0 0 0 0 0 0
kernel void of_double(global int *out) {
    int bad = 0, seed = (int)get_global_id(0) * 11 + 3;
    ONE(double, ulong, 4, 4)
    ONE(double, ulong, 16, 2)
    out[get_global_id(0)] = bad;
}
