// Initialisers of variables in functions and of program-scope data (C99 6.7.8).

struct point { int x, y; };
struct line { struct point from, to; float width; };
union either { int i; float f; };
typedef struct { short id; float2 w; uchar name[3]; } row;

constant row rows[3] = { { -5, (float2)(1.5f, -2.5f), "ab" }, { 6, { 3.0f, 4.0f }, { 7, 8, 9 } }, { 7 } };
constant int squares[] = { [3] = 9, 16, [0] = 0, 1, 4 };
constant int *constant into = &squares[2];
constant struct line lines[2] = { { .to = { 1, 2 }, 2.5f }, { 3, 4, 5, 6, 7 } };
constant char text[] = "text";
constant char *constant texts[2] = { "one", text + 1 };
constant float3 vectors[2] = { (float3)(1, 2, 3), { 4, 5, 6 } };
constant struct point *constant literal = (struct point[]){ { 1, 2 }, { 3, 4 } };

// launch: global=2
// arg: out = unset 24
// expect: out = -5 97 98 0 1 -2  9 3 7 2 1 111  6 7 8 9 3 4  16 6 7 6 4 101
kernel void tables(global int *out)
{
    int i = get_global_id(0);
    global int *o = out + i * 12;
    o[0] = rows[i].id; o[1] = rows[i].name[0]; o[2] = rows[i].name[1]; o[3] = rows[i].name[2];
    o[4] = (int)rows[i].w.x; o[5] = (int)rows[i].w.y;
    o[6] = squares[3 + i]; o[7] = i ? lines[i].to.y : into[0] - 1; o[8] = i ? (int)lines[i].width : 7; o[9] = i ? lines[1].to.y : lines[i].to.y;
    o[10] = i ? literal[1].y : literal[0].x; o[11] = i ? texts[1][0] : texts[0][0];
}

// What no part covers is zero, in each turn of a loop anew.
// launch: global=3
// arg: out = unset 9
// expect: out = 0 0 0  1 1 2  2 2 4
kernel void fresh_in_each_turn(global int *out)
{
    int n = get_global_id(0), sum = 0, last = 0;
    for (int k = 0; k < 2; ++k) {
        int a[4] = { [1] = n };
        struct line l = { .to.y = n };
        sum += a[0] + a[1] + a[3] + l.from.x;
        a[0] = a[3] = 100; l.from.x = 100;
        last = l.to.y;
    }
    out[n * 3] = sum / 2; out[n * 3 + 1] = last; out[n * 3 + 2] = sum;
}

struct point swapped(struct point p) { return (struct point){ p.y, p.x }; }
// launch: global=2
// arg: out = unset 26
// expect: out = 0 1 0 1 2 3 0 0 98 0 120 121 1   1 2 1 1 2 3 1 1 98 0 120 121 1065353216
kernel void in_functions(global int *out)
{
    int n = get_global_id(0);
    global int *o = out + n * 13;
    struct point p = { n, 1 + n };
    struct line l = { p, .width = 1, .to = swapped((struct point){ .y = n }) }, copy = l, pair[2] = { l, { l.to, l.from, 2 } };
    int listed[] = { n, 1, 2, [3] = 3 }, ranged[6] = { [2 ... 4] = n };
    char word[4] = "abc", list[2][3] = { "xy", { 'x', 'y' } };
    union either u = { .f = 1.0f * n };
    o[0] = p.x; o[1] = p.y; o[2] = copy.to.x; o[3] = listed[1]; o[4] = listed[2]; o[5] = listed[3];
    o[6] = ranged[2]; o[7] = ranged[4]; o[8] = word[1]; o[9] = word[3]; o[10] = list[0][0]; o[11] = list[1][1];
    o[12] = n ? u.i : pair[1].from.x + pair[1].to.y;
}

// Vectors from lists.
// launch: global=1
// arg: out = unset 8
// expect: out = 1 2 3 4 1 2 3 4
kernel void vectors_from_lists(global float *out)
{
    int n = get_global_id(0) + 1;
    float4 a = { n, 2, 3, 4 };
    float2 b[2] = { { n, 2 }, (float2)(3, 4) };
    vstore4(a, 0, out);
    vstore2(b[0], 2, out); vstore2(b[1], 3, out);
}

// A vector is no aggregate (C99 6.2.5, 21): without braces of its own it takes one value, and a scalar is widened to it.
// launch: global=1
// arg: out = unset 6
// expect: out = 1 1 5 5 3 4
kernel void vectors_in_lists(global float *out)
{
    int n = get_global_id(0) + 1;
    struct { int i; float2 v; } s = { 7, n };
    float2 b[2] = { n + 4, (float2)(3, 4) };
    vstore2(s.v, 0, out);
    vstore2(b[0], 1, out);
    vstore2(b[1], 2, out);
}

// `#pragma pack`: members at odd addresses.
#pragma pack(push, 1)
struct tight { uchar tag; int value; float4 vector; };
#pragma pack(pop)
// launch: global=3
// arg: out = unset 9
// expect: out = 21 10 3 21 11 4 21 12 5
kernel void packed_by_pragma(global int *out)
{
    int i = get_global_id(0);
    struct tight list[2] = { { 1, 2, { 3, 4, 5, 6 } }, { i, 10 + i, (float4)(i + 3) } };
    out[3 * i] = sizeof(struct tight);
    out[3 * i + 1] = list[1].value;
    out[3 * i + 2] = list[1].vector.z;
}

// Constants: what is known at compile time is the same as what is computed.
constant int a = 7 / 2 * 2 + 7 % 3, b = (char)200, c = (1 << 4) | 3 ^ 1, d = sizeof(struct line);
constant float e = 1.0f / 3.0f, f = (float)(1 / 3.0);
constant uint g = as_uint(e), h = -1;
constant int4 i4 = ((int4)(1, 2, 3, 4) > (int4)(2)) ? (int4)(5) : (int4)(6, 7, 8, 9);
enum { FIRST = 3, SECOND, MASK = 1 << SECOND };
// launch: global=1
// arg: out = unset 12
// arg: one = 1
// expect: out = 7 -56 18 20 1 1051372203 -1 6 7 5 5 19
kernel void constants(global int *out, int one)
{
    const int size = 4;
    int array[size * 2];
    for (int k = 0; k < size * 2; ++k) array[k] = k;
    out[0] = a; out[1] = b; out[2] = c; out[3] = d;
    out[4] = e == one / 3.0f && f == e; out[5] = g; out[6] = h;
    out[7] = i4.x; out[8] = i4.y; out[9] = i4.z; out[10] = i4.w;
    out[11] = MASK + FIRST + array[0];
}

// Packed structs and vectors at addresses that are less aligned than the type.
struct packed { char tag; int value; float4 vector; } __attribute__((packed));
typedef float4 loose_float4 __attribute__((aligned(4)));
// launch: global=2
// arg: in = 0 1 2 3 4 5 6 7
// arg: out = unset 8
// expect: out = 10 9 5 21   21 10 6 42
kernel void less_aligned(global const float *in, global int *out)
{
    int i = get_global_id(0);
    float4 v = *(global const loose_float4 *)(in + 1 + i);
    struct packed p[2] = { { 1, 2, v }, { 3, 4 + i, v + 1 } };
    out[i * 4] = i ? (int)(p[1].vector.x + p[1].vector.w + p[1].vector.y * 3) : (int)(p[0].vector.x + p[0].vector.y + p[0].vector.z + p[0].vector.w);
    out[i * 4 + 1] = p[1].value + p[1].tag + 2 * (1 - i) + 2 * i; out[i * 4 + 2] = (int)p[1].vector.w - i + i; out[i * 4 + 3] = 21 * (i + 1) * (sizeof(p) / 42);
}
