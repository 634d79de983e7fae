// Components of vectors, read and written (section "Vector Components").

// launch: global=1
// arg: out = unset 6
// expect: out = 4 3 2 1  2 2 3 4  1 2 3 4  3 1 3 1  1 4 1 4  2 4 1 3
kernel void values(global int4 *out) {
    int4 v = (int4)(1, 2, 3, 4);
    out[0] = v.wzyx;
    out[1] = v.yyzw;
    out[2] = v.s0123;
    out[3] = v.zxzx;
    out[4] = (int4)(v.xw, v.s03);
    out[5] = (int4)(v.odd, v.even);
}

// launch: global=1
// arg: out = unset 4
// expect: out = 0 2 4 6 8 10 12 14  1 3 5 7 9 11 13 15  0 1 2 3 4 5 6 7  15 14 13 12 11 10 9 8
kernel void halves(global int8 *out) {
    int16 v = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    out[0] = v.even;
    out[1] = v.odd;
    out[2] = v.lo;
    out[3] = v.sFEDCBA98;
}

// Into registers: the other components stay.
// launch: global=2
// arg: out = unset 8
// expect: out = 1 20 3 4  4 3 3 4  7 7 8 4  10 7 8 13  1 21 3 4  4 3 3 4  7 7 8 4  10 7 8 13
kernel void into_variables(global int4 *out) {
    int i = get_global_id(0);
    int4 v = (int4)(1, 2, 3, 4);
    v.y = 20 + i;
    out[4 * i] = v;
    v.xy = v.wz;
    out[4 * i + 1] = v;
    v.zyx = (int3)(8, 7, 7);
    out[4 * i + 2] = v;
    v.xw += (int2)(3, 9);
    out[4 * i + 3] = v;
}

// Swaps, and components of components.
// launch: global=1
// arg: out = unset 4
// expect: out = 2 1 4 3  4 3 2 1  9 3 2 8  9 5 2 6
kernel void targets_that_overlap(global int4 *out) {
    int4 v = (int4)(1, 2, 3, 4);
    v.xyzw = v.yxwz;
    out[0] = v;
    v = (int4)(1, 2, 3, 4);
    v.even = v.odd;
    v = (int4)(1, 2, 3, 4);
    v.wzyx = v;
    out[1] = v;
    v.hi.y = 8;
    v.lo.x = 9;
    out[2] = v;
    v.odd.lo = 5;
    v.odd.hi = 6;
    out[3] = v;
}

// Into memory only the components that are named: neighbours belong to other work-items.
// launch: global=8 local=8
// arg: out = unset 4
// expect: out = 0 0xcdcdcdcd 10 0xcdcdcdcd  1 0xcdcdcdcd 11 0xcdcdcdcd  2 3 12 13  0xcdcdcdcd{4}
kernel void into_memory(global int4 *out) {
    int i = get_global_id(0);
    if (i < 3)
        out[i].x = i;
    if (i == 3)
        out[2].y = i;
    if (i < 3 && i >= 0)
        out[i].z = 10 + i;
    if (i == 7)
        out[2].s3 = 13;
}

// Each work-item writes its own component of one vector.
// launch: global=16 local=16
// arg: out = unset 2
// expect: out = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15  16 0xcdcdcdcd 18 0xcdcdcdcd 20 0xcdcdcdcd 22 0xcdcdcdcd 24 0xcdcdcdcd 26 0xcdcdcdcd 28 0xcdcdcdcd 30 0xcdcdcdcd
kernel void by_index_into_memory(global int16 *out) {
    int i = get_global_id(0);
    out[0][i] = i;
    if (i % 2 == 0)
        out[1][i] = 16 + i;
}

// By index in registers, read and written.
// launch: global=6
// arg: out = unset 24
// expect: out = 100 11 12 13  10 101 12 13  10 11 102 13  10 11 12 103  104 11 12 13  10 105 12 13
kernel void by_index(global int *out) {
    int i = get_global_id(0);
    int4 v = (int4)(10, 11, 12, 13);
    v[i & 3] = 100 + i;
    for (int k = 0; k < 4; k++)
        out[4 * i + k] = v[k];
}

// launch: global=3
// arg: out = unset 3
// expect: out = 1.5 -2 0.25
kernel void of_three_by_index(global float *out) {
    int i = get_global_id(0);
    float3 v = (float3)(1.5f, -2, 0.25f);
    out[i] = v[i];
}

// Compound assignment and increments on components.
// launch: global=1
// arg: out = unset 3
// expect: out = 2 1 9 16  3 2 2 4  6 0 6 8
kernel void changed_in_place(global int4 *out) {
    int4 v = (int4)(1, 2, 3, 4);
    v.x++;
    --v.y;
    v.zw *= v.zw;
    out[0] = v;
    int4 w = (int4)(3, 3, 2, 2);
    int a = w.y--, b = ++w.x;
    w.x = a;
    w.w <<= 1;
    out[1] = w;
    w.xyz += (int3)(b - 1, -2, 4);
    w.w |= 8;
    w.w &= ~4;
    out[2] = w;
}

// Components of 3-vectors; the fourth one of `.hi` and `.odd` is no one's.
// launch: global=1
// arg: out = unset 8
// expect: out = 1 2 3 2 3 1 30 20
kernel void of_three(global int *out) {
    int3 v = (int3)(1, 2, 3);
    out[0] = v.lo.x;
    out[1] = v.lo.y;
    out[2] = v.hi.x;
    out[3] = v.odd.x;
    out[4] = v.even.y;
    v.zyx = v * 10;
    out[5] = v.z / 10;
    out[6] = v.x;
    out[7] = v.y;
}

// .rgba, since OpenCL C 2.0 or so everywhere in use, and upper and lower case digits.
// launch: global=1
// arg: out = unset 2
// expect: out = 3 2 1 4  26 25 24 23
kernel void other_spellings(global int4 *out) {
    int4 v = (int4)(1, 2, 3, 4);
    out[0] = v.zyxw;
    char16 c = (char16)(11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26);
    out[1] = (int4)(c.sf, c.sE, c.Sd, c.SC);
}

// What a function gives has components too.
float4 quad(float x) { return (float4)(x, x * x, x * x * x, 1); }
// launch: global=1
// arg: out = unset 2
// expect: out = 9 27
kernel void of_results(global float *out) {
    out[0] = quad(3).y;
    float2 zy = quad(3).zy;
    out[1] = zy.x;
}
