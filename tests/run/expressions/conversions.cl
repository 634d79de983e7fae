// Conversions (section "Conversions and Type Casting").

// launch: global=8
// arg: f = nan inf -inf -0.9 254.99 255.5 -129 127.99
// arg: out = unset 8
// arg: wide = unset 8
// expect: out = 0 255 0 0 254 255 0 127
// expect: wide = 0 127 -128 0 127 127 -128 127
kernel void saturated(global const float *f, global uchar *out, global int *wide) {
    int i = get_global_id(0);
    out[i] = convert_uchar_sat(f[i]);
    wide[i] = convert_char4_sat((float4)(f[i])).z;
}

// Rounding first, then saturation.
// launch: global=7
// arg: f = 0.5 1.5 2.5 255.5 -0.5 -1.5 -2.25
// arg: rte = unset 7
// arg: rtz = unset 7
// arg: rtp = unset 7
// arg: rtn = unset 7
// expect: rte = 0 2 2 256 0 -2 -2
// expect: rtz = 0 1 2 255 0 -1 -2
// expect: rtp = 1 2 3 256 0 -1 -2
// expect: rtn = 0 1 2 255 -1 -2 -3
kernel void rounding(global const float *f, global int *rte, global int *rtz, global int *rtp, global int *rtn) {
    int i = get_global_id(0);
    rte[i] = convert_int_rte(f[i]);
    rtz[i] = convert_int(f[i]);
    rtp[i] = convert_int2_rtp((float2)(f[i])).x;
    rtn[i] = convert_int_sat_rtn(f[i]);
}

// launch: global=1
// arg: us = 200
// arg: m1 = -1
// arg: um = 4294967295
// arg: l = -5
// arg: out = unset 12
// expect: out = 127 0 0 32767 0 2147483647 127 200 -32768 127 -56 -1
kernel void between_integers(ushort us, int m1, uint um, long l, global int *out) {
    out[0] = convert_char_sat(us);
    out[1] = convert_uint_sat(m1);
    out[2] = (int)convert_ulong_sat(l);
    out[3] = convert_short_sat(um);
    out[4] = convert_uchar_sat(m1);
    out[5] = convert_int_sat(um);
    out[6] = convert_char_sat_rte(us);
    out[7] = convert_uchar_rtz(us);
    out[8] = convert_short4_sat((int4)(40000, -40000, 5, -6)).y;
    out[9] = convert_ushort4_sat((char4)(-1, 1, -128, 127)).w;
    out[10] = convert_char(us);
    out[11] = (int)um;
}

// Integers to floats: what does not fit is rounded, by the mode that is asked for.
// launch: global=1
// arg: i = 16777217
// arg: u = 4294967295
// arg: l = -9007199254740993
// arg: f = unset 8
// arg: d = unset 4
// expect: f = 16777216 16777218 16777216 4294967296 4294967040 -9007199254740992 -9007199000000000 -16777216
// expect: d = 16777217 4294967295 -9007199254740992 -9007199254740994
kernel void to_floats(int i, uint u, long l, global float *f, global double *d) {
    f[0] = i;
    f[1] = convert_float_rtp(i);
    f[2] = convert_float_rtz(i);
    f[3] = u;
    f[4] = convert_float_rtn(u);
    f[5] = l;
    f[6] = convert_float_rtp(l);
    f[7] = convert_float2_rtp((int2)(-i)).y;
    d[0] = i;
    d[1] = u;
    d[2] = l;
    d[3] = convert_double_rtn(l);
}

// Between float and double.
// launch: global=1
// arg: x = 0.1
// arg: huge = 1e300
// arg: f = unset 6
// arg: d = unset 2
// expect: f = 0x3dcccccd 0x3dcccccc 0x3dcccccd inf 0x7f7fffff 0x3dcccccc
// expect: d = 0.10000000149011612 0.1
kernel void between_floats(double x, double huge, global float *f, global double *d) {
    f[0] = x;
    f[1] = convert_float_rtz(x);
    f[2] = convert_float_rtp(x);
    f[3] = huge;
    f[4] = convert_float_rtz(huge);
    f[5] = convert_float4_rtn((double4)(x)).z;
    d[0] = (float)x;
    d[1] = x;
}

// as_type keeps the bits; the first component lies lowest (section "Reinterpreting Types Using as_type").
// launch: global=1
// arg: f = 1
// arg: nan = 0x7fa12345
// arg: d = -2
// arg: out = unset 14
// expect: out = 0x3f800000 0x80000000 0x7fa12345 1 4 0 0xc0000000 1 -1 0x80000001 7 3 2 0x40400000
kernel void reinterpreted(float f, float nan, double d, global int *out) {
    out[0] = as_int(f);
    out[1] = as_int(-0.0f);
    out[2] = as_int(nan);
    uchar4 b = as_uchar4(0x04030201u);
    out[3] = b.x;
    out[4] = b.w;
    int2 w = as_int2(d);
    out[5] = w.x;
    out[6] = w.y;
    short2 s = as_short2(0xffff0001u);
    out[7] = s.x;
    out[8] = s.y;
    out[9] = as_int((char4)(1, 0, 0, -128));
    out[10] = (int)as_ulong((uint2)(7u, 0u));
    int3 three = as_int3((int4)(1, 2, 3, 4));
    out[11] = three.z;
    out[12] = as_int4(three).y;
    out[13] = as_int3((float3)(1, 2, 3)).z;
}

// Casts: of scalars to vectors, to bool, between signs, of enumerators.
enum level { LOW = -3, HIGH = 200 };
// launch: global=1
// arg: out = unset 9
// arg: half_ = 0.5
// expect: out = 5 5 1 -56 200 -3 1 3 4000000000
kernel void casts(global long *out, float half_) {
    int4 v = (int4)5;
    out[0] = v.w;
    float2 f = (float2)(5);
    out[1] = (int)f.y;
    out[2] = (bool)half_;
    out[3] = (char)HIGH;
    out[4] = (uchar)(char)HIGH;
    enum level level = LOW;
    out[5] = level;
    out[6] = (bool)LOW;
    out[7] = (uchar)3.9f;
    out[8] = (uint)4e9f;
}

// half as it is stored: reads and writes through vload_half and vstore_half (section "Vector Data Load and Store Functions").
// launch: global=4
// arg: in = 1 65504 0.1 -2.5
// arg: out = unset 4
// arg: back = unset 4
// expect: out = half:1 half:65504 half:0.1 half:-2.5
// expect: back = 1 65504 0.099975586 -2.5
kernel void half_storage(global const float *in, global ushort *out, global float *back) {
    int i = get_global_id(0);
    vstore_half(in[i], i, (global half *)out);
    back[i] = vload_half(i, (global const half *)out);
}

// Parts of vector literals are converted; one scalar is for every component (section "Vector Literals").
// launch: global=1
// arg: out = unset 4
// expect: out = 1 2 3 4  7 7 7 7  2 8 9 -1  5 6 1 2
kernel void literals(global int4 *out) {
    int2 p = (int2)(1, 2);
    out[0] = (int4)(p, (int2)(3.9f, 4));
    out[1] = (int4)(7);
    out[2] = (int4)((int3)(p.y, (int2)(8, 9)), -1);
    int8 v = (int8)((int4)(5, 6, p), 0, 0, (int2)(0));
    out[3] = v.lo;
}
