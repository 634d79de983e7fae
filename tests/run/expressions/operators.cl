// What operators give (section "Operators"): the values that surprise.

// Relational operators: 1 for scalars, −1 for vectors, of the signed type as wide (sections "Relational Operators", "Equality Operators").
// launch: global=1
// arg: nan = nan
// arg: out = unset 6
// arg: wide = unset 2
// expect: out = 0 -1 0 0  -1 0 -1 0  0 0 -1 -1  -1 -1 0 -1  1 1 0 2  -1 0 -1 4
// expect: wide = -1 0  0 -1
kernel void comparisons(float nan, global int4 *out, global long2 *wide) {
    float4 a = (float4)(2, nan, -0.0f, 7), b = (float4)(1, 1, 0, 7);
    out[0] = a < b == 0 == 0 ? a < b : a < b;
    out[0].y = (int)(b.y != a.y) - 2;
    out[1] = a > b | (int4)(0, 0, a.z == b.z ? -1 : 0, 0);
    out[2] = a == b;
    out[3] = a != b | b > 0.5f;
    out[4] = (int4)(1.0f < 2.0f, nan != nan, nan == nan, (2 > 1) + (3 >= 3));
    uchar4 u = (uchar4)(200, 1, 100, 0);
    char4 c = u >= (uchar)100;
    out[5] = (int4)(c.x, c.y, c.z, sizeof(c));
    wide[0] = (double2)(1, 2) < 1.5;
    wide[1] = (ulong2)(1, 0xffffffffffffffffUL) > 1UL;
}

// Shift counts are taken modulo the width of the promoted left operand (section "Shift Operators").
// launch: global=1
// arg: n = 33
// arg: out = unset 10
// arg: wide = unset 2
// expect: out = 2 0x40000000 -1 600 6 12 128 -2 1 -128
// expect: wide = 2 0x4000000000000000
kernel void shifts(int n, global int *out, global ulong *wide) {
    out[0] = 1 << n;
    out[1] = 0x80000000u >> n;
    out[2] = -2 >> n;
    uchar byte = 150;
    out[3] = byte << (n - 31);
    uchar4 v = (uchar4)(3, 3, 64, 255);
    v = v << (uchar4)(1, 10, 9, 15);
    out[4] = v.x;
    out[5] = v.y;
    out[6] = v.z;
    char2 s = (char2)(-128, 1) >> (char2)(14, 8);
    out[7] = s.x;
    out[8] = s.y;
    out[9] = (char)(v.w);
    wide[0] = 1UL << (n + 32);
    wide[1] = 1UL << (n - 35);
}

// Integer division never traps; where the divisor is not zero the quotient goes towards zero (section "Arithmetic Operators").
// launch: global=8
// arg: a = 7 -7 7 -7 -2147483648 5 1 0
// arg: b = 2 2 -2 -2 -1 0 0 0
// arg: quotient = unset 8
// arg: rest = unset 8
// expect: quotient = 3 -3 -3 3 * * * *
// expect: rest = 1 -1 1 -1 * * * *
kernel void division(global const int *a, global const int *b, global int *quotient, global int *rest) {
    int i = get_global_id(0);
    quotient[i] = a[i] / b[i];
    rest[i] = a[i] % b[i];
}

// launch: global=1
// arg: out = unset 3
// arg: zero = 0 1 2 0
// expect: out = * 7 3 *   * 0 1 *  255 85 42 1
kernel void division_of_vectors(global int4 *out, global const int4 *zero) {
    int4 a = (int4)(5, 7, 7, -5);
    out[0] = a / zero[0];
    out[1] = a % zero[0];
    uchar4 u = (uchar4)(255);
    out[2] = convert_int4(u / (uchar4)(1, 3, 6, 200));
}

// Arithmetic wraps; narrow scalars are promoted, narrow vectors are not (sections "Usual Arithmetic Conversions").
// launch: global=1
// arg: a = 250
// arg: b = 10
// arg: out = unset 12
// expect: out = 260 4 130 2 -251 5 -250 6 62500 36 4 2
kernel void promotion(uchar a, uchar b, global int *out) {
    uchar2 va = a, vb = b;
    out[0] = a + b;
    out[1] = (va + vb).x;
    out[2] = (a + b) >> 1;
    out[3] = ((va + vb) >> 1).y;
    out[4] = ~a;
    out[5] = (~va).x;
    out[6] = -a;
    out[7] = (-va).x;
    out[8] = a * a;
    out[9] = (va * va).x;
    out[10] = sizeof(a + b);
    out[11] = sizeof(va + vb);
}

// launch: global=1
// arg: out = unset 6
// arg: l = unset 3
// expect: out = -2147483648 2147483647 0 1 1 0
// expect: l = -9223372036854775808 4294967296 -1
kernel void wrapping(global int *out, global long *l) {
    int big = 0x7fffffff;
    out[0] = big + 1;
    out[1] = -big - 2;
    out[2] = -1 < 1u;
    out[3] = (uchar)255 > -1;
    out[4] = -1 < (long)1u;
    out[5] = (ulong)-1 < 1;
    long huge = 0x7fffffffffffffffL;
    l[0] = huge + 1;
    l[1] = 0xffffffffu + 1L;
    l[2] = (int)0xffffffffu;
}

// A scalar beside a vector gets the element's type (section "Usual Arithmetic Conversions").
// launch: global=1
// arg: k = -3
// arg: out = unset 4
// arg: f = unset 2
// expect: out = 2 2 2 16383  -3 -6 -9 -12  9 8 7 6  -1 0 -1 0
// expect: f = 6 0.375 7.5 -1.5
kernel void widening(short k, global int4 *out, global float2 *f) {
    out[0] = convert_int4((ushort4)(9, 10, 11, 65535) >> 2);
    out[1] = convert_int4((short4)(1, 2, 3, 4) * k);
    out[2] = 10 - (int4)(1, 2, 3, 4);
    out[3] = 3 < (int4)(5, 2, 4, 3);
    f[0] = (float2)(3, 0.1875f) * 2;
    f[1] = (float2)(2.5f, 0.5f) * -k * (float2)(1, -1);
}

// Logical operators evaluate both sides of vectors (sections "Logical Operators", "Unary Logical Operator").
int4 noted(global int *count, int4 v) {
    count[0]++;
    return v;
}
// launch: global=1
// arg: out = unset 6
// arg: count = zeros 1
// expect: out = 0 0 -1 0  -1 0 -1 -1  -1 -1 0 0  -1 0 0 -1  0 -1 -1 -1  0 0 -1 0
// expect: count = 3
kernel void logic_on_vectors(global int4 *out, global int *count) {
    int4 a = (int4)(0, 0, 7, 3), b = (int4)(1, 0, 2, 0);
    float4 f = (float4)(0.0f, 0.5f, NAN, -0.0f);
    out[0] = noted(count, a) && noted(count, b);
    out[1] = b || noted(count, (int4)(0, 0, 0, 9));
    out[2] = !a;
    out[3] = !f;
    out[4] = (f || (float4)(0, 0, 0, 1)) || 0;
    out[5] = !!a && !!b && 1;
}

// `?:` on vectors goes by the sign bit, on scalars by zero (section "Ternary Selection Operator").
// launch: global=2
// arg: out = unset 8
// expect: out = 1 20 3 40  10 20 30 40  0 2 9 2  2 0 0 0  1 20 3 40  1 2 3 4  0 2 9 2  1 0 0 0
kernel void selection(global int4 *out) {
    int i = get_global_id(0);
    int4 mask = (int4)(1, -1, 0x7fffffff, 1 << 31), a = (int4)(10, 20, 30, 40), b = (int4)(1, 2, 3, 4);
    out += 4 * i;
    out[0] = mask ? a : b;
    out[1] = i ? b : a;
    uchar4 u = (char4)(-128, 127, -1, 0) ? (uchar4)(0, 9, 9, 9) : (uchar4)(2);
    out[2] = convert_int4(u);
    out[3] = (int4)(0);
    double2 d = (long2)(-1, 1) ? (double2)(1) : 2;
    out[3].x = i ? (int)d.x : (int)d.y;
}

// Unary operators, the comma, sizeof.
// launch: global=1
// arg: out = unset 12
// expect: out = -5 5 -6 0 1 3 16 12 2 1 4 16
kernel void others(global int *out) {
    int a = 5, n = 0;
    out[0] = -a;
    out[1] = +a;
    out[2] = ~a;
    out[3] = !a;
    out[4] = !!a;
    out[5] = (n++, n++, n + 1);
    out[6] = sizeof(float3);
    out[7] = sizeof(int[3]);
    out[8] = n + sizeof(n++) - 4;
    out[9] = sizeof(char);
    out[10] = sizeof('a') + 0 * n;
    out[11] = sizeof(a ? (uint3)(1) : (uint3)(2));
}

// Increments of everything; their values before and after.
// launch: global=1
// arg: out = unset 14
// arg: f = unset 3
// expect: out = 3 3 3 5 0 255 127 -128 1 0 0 2 10 20
// expect: f = 1.5 2.5 1.5
kernel void increments(global int *out, global float *f) {
    int a = 3;
    out[0] = a++;
    out[1] = --a;
    out[2] = a;
    a++;
    out[3] = ++a;
    uchar u = 255;
    u++;
    out[4] = u--;
    out[5] = u;
    char c = 127;
    out[6] = c++;
    out[7] = c;
    ushort s = 0;
    out[8] = -(ushort)--s + 65536;
    out[9] = ++s;
    int2 v = (int2)(0, 1);
    int2 w = v++;
    out[10] = w.x;
    out[11] = v.y;
    int t[3] = {10, 20, 30}, *p = t;
    out[12] = *p++;
    out[13] = (*p)++;
    float x = 1.5f;
    f[0] = x++;
    f[1] = x;
    f[2] = --x;
}

// A place in a compound assignment is evaluated once; the sum is done in the common type.
int next(int *counter) { return (*counter)++; }
// launch: global=1
// arg: a = 10 20 30 40
// arg: out = unset 10
// expect: a = 15 40 3 40
// expect: out = 2 144 1 3 -1 250 24 100 65280 7
kernel void compound_assignment(global int *a, global int *out) {
    int n = 0;
    a[next(&n)] += 5;
    a[next(&n)] *= 2;
    out[0] = n;
    a[2] /= 10;
    uchar u = 200;
    u += 200;
    out[1] = u;
    uchar h = 2;
    h *= 0.75f;
    out[2] = h;
    int i = 2;
    i += 1.9;
    out[3] = i;
    char c = 0;
    c -= 1u;
    out[4] = c;
    u = 5;
    u = -(u += 1);
    out[5] = u;
    i <<= 3;
    out[6] = i;
    i = 100;
    i ^= 0xff;
    i ^= 0xff;
    out[7] = i;
    ushort s = 0xffff;
    s &= ~0xff;
    out[8] = s;
    i = 7;
    i %= 8;
    i |= 0;
    out[9] = i;
}

// Assignments give values: chains, and places on both sides.
// launch: global=1
// arg: out = unset 8
// expect: out = 7 7 1 1 3 -1 2 1
kernel void assignment_values(global int *out) {
    int a, b;
    a = b = 7;
    out[0] = a;
    out[1] = b;
    char narrow;
    int wide = narrow = 257;
    out[2] = wide;
    out[3] = narrow;
    out[4] = (a = 1) + (b = 2);
    uchar u;
    out[5] = -(int)(bool)(u = 255);
    int2 v;
    int2 w = v.yx = (int2)(1, 2);
    out[6] = v.x;
    out[7] = w.x;
}
