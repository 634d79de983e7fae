// Unions: every member lies at the start, bytes are little-endian.

typedef union {
    int i;
    uint u;
    float f;
    uchar b[4];
    short2 s;
} Word;

typedef union {
    ulong l;
    uint2 w;
    double d;
    uchar8 b;
    struct {
        ushort a, b, c, d;
    } parts;
} Long;

// launch: global=1
// arg: out = unset 6
// expect: out = 1065353216 0 128 63 0 16256
kernel void bits_of_a_float(global int *out) {
    Word w;
    w.f = 1.0f;
    out[0] = w.i;
    out[1] = w.b[0];
    out[2] = w.b[2];
    out[3] = w.b[3];
    out[4] = w.s.x;
    out[5] = w.s.y;
}

// launch: global=3
// arg: out = unset 3
// expect: out = 1 256 65536
kernel void bytes_by_index(global uint *out) {
    int i = get_global_id(0);
    Word w;
    w.u = 0;
    w.b[i] = 1;
    out[i] = w.u;
}

// launch: global=1
// arg: out = unset 6
// expect: out = 0x1122334455667788 0x55667788 0x11223344 0x7788 0x1122 0x9922334455667788
kernel void parts_of_a_long(global ulong *out) {
    Long x;
    x.l = 0x1122334455667788UL;
    out[0] = x.l;
    out[1] = x.w.x;
    out[2] = x.w.y;
    out[3] = x.parts.a;
    out[4] = x.parts.d;
    x.b.s7 = 0x99;
    out[5] = x.l;
}

Word flipped(Word w) {
    w.u ^= 0x80000000u;
    return w;
}
// launch: global=2
// arg: in = 1.5 -2
// arg: out = unset 2
// expect: out = -1.5 2
kernel void by_value(global const float *in, global float *out) {
    int i = get_global_id(0);
    Word w = {.f = in[i]};
    out[i] = flipped(w).f;
}

// In global memory; the first member is initialised, the rest of the bytes are zero.
// launch: global=1
// arg: p = int:5 int:6
// arg: out = unset 2
// expect: out = 5 0
// expect: p = float:2 int:6
kernel void in_memory(global Word *p, global int *out) {
    out[0] = p[0].i;
    p[0].f = 2;
    Long zero = {0};
    Word first = {0x01020304};
    out[1] = (int)zero.w.y + first.b[0] - 4;
}
