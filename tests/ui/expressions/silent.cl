// What is right and gives no word.
float4 touch(global int *p, float4 v) { p[0] += 1; return v; }
int twice(int x) { return x * 2; }
kernel void k(global int *o, global float4 *f, global uchar4 *c, global const int *in, short h, int i, local float *l, global half *half_data)
{
    ushort4 v = (ushort4)(9, 10, 11, 65535);
    v = v >> 2;
    short4 s = (short4)(1, 2, 3, 4) * h;
    int4 w = 10 - (int4)(1, 2, 3, 4);
    f[0] = (float4)(1.5f) * 2 + i;
    f[1] = i / f[0];
    o[0] = (3 < (int2)(2, 5)).y;
    long2 wide = (long2)(1L) << i;
    w = w + (int4)i && touch(o, f[0]) != 0;
    f[2] = w > 2 ? f[0] : (float4)(0.5f);
    c[0] = convert_uchar4_sat_rte(f[2] * 255.0f);
    c[1] = (uchar4)true;
    int8 e = (int8)(0, 1, 2, 3, 4, 5, 6, 7);
    e.odd = e.even * 10;
    e.s07 = e.s70;
    e.lo.xy += (int2)(100, 200);
    e.hi.even = -1;
    w.wzyx = w;
    int4 last = (1, 2, 3, 4);
    f[3] = as_float4(as_int4(f[0]) & (f[0] < f[1]));
    vstore_half(vload_half(0, half_data), 1, half_data + 1);
    o[1] = sizeof(*half_data) + vec_step(f[0].xyz) + (int)(size_t)&c[1] + twice(i) + s.x + v.y + (int)wide.x + e.s3 + last.x;
    o[2] = i ?: twice(in[0]);
    o[3] = !f[0].x + !w.x + ~h + -h;
    l[i] = 2.0f * i;
    printf("%d %v4hlf %s\n", i, f[0], "text");
    global int *p = i ? o : 0;
    if (p && p != NULL && p >= o)
        p[i]++;
}
