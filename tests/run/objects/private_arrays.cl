// Private arrays with indices that are one for all lanes and with ones that differ, in straight and in divergent code, across
// barriers, and accessed in ways that keep an engine from laying them out by elements (sections "Address Space
// Qualifiers", "Vector Data Load and Store Functions"; C99 6.5.2.1, 6.5.3.2).

// One index for all, then one for each.
// launch: global=21
// arg: out = unset 21
// expect: out = 70 63 56 49 42 35 28 21 14 7 0 70 63 56 49 42 35 28 21 14 7
kernel void indices(global int *out) {
    int i = get_global_id(0);
    int a[11];
    for (int k = 0; k < 11; k++)
        a[k] = 7 * k;
    out[i] = a[10 - i % 11];
}

// Writes to a differing index; the others keep what they had.
// launch: global=18
// arg: out = unset 18
// expect: out = 218700 221980 223620 226354 227556 230728 232368 235102 236196 239476 241116 243850 245052 248224 249864 252598 253692 256972
kernel void scattered_writes(global int *out) {
    int i = get_global_id(0);
    short a[8] = {0};
    for (int k = 0; k < 8; k++)
        a[(k * i) & 7] += 1;
    a[i % 8] = 100 + i;
    int digits = 0;
    for (int k = 0; k < 8; k++)
        digits = digits * 3 + a[(k + i) & 7];
    out[i] = digits;
}

// Elements of every size; vectors as elements, of three components too.
// launch: global=9
// arg: out = unset 9
// expect: out = 32 64 96 128 160 192 224 256 288
kernel void element_types(global int *out) {
    int i = get_global_id(0) + 1;
    uchar b[5];
    short h[3];
    long l[4];
    float4 f[3];
    char3 t[4];
    for (int k = 0; k < 5; k++)
        b[k] = k + i;
    for (int k = 0; k < 3; k++) {
        h[k] = -i;
        f[k] = (float4)(k, i, 2 * i, 3 * i);
    }
    for (int k = 0; k < 4; k++) {
        l[k] = (long)i << 33;
        t[k] = (char3)(i, 2, k);
    }
    int v = i % 3;
    int r = b[v] - v;                       // i
    r += -h[v];                             // i
    r += (int)(l[v + 1] >> 32);             // 2 i
    r += f[v].y + f[v].w + f[v].x - v;      // 4 i
    r += t[v].x + t[v].z - v;               // i
    ((float *)f)[4 * v + 2] *= 2;
    r += f[v].z;                            // 4 i
    float4 *p = &f[1];
    r += p->w + p[1].w + p[-1].w;           // 9 i
    r += vload4(v, (float *)f).w;           // 3 i
    r += vload2(1, (float *)f).s1;           // 3 i
    r += vload3(0, (char *)t + 4 * v).x * 4; // 4 i
    out[i - 1] = r;
}

// An array of structs with members of one size, copied whole, and with members of several sizes.
struct body { float x, y; int count; };
struct mixed { char tag; int value; double weight; };
// launch: global=7
// arg: out = unset 7
// expect: out = 12 24 36 48 60 72 84
kernel void structs(global int *out) {
    int i = get_global_id(0) + 1;
    struct body bodies[4];
    struct mixed m[3];
    for (int k = 0; k < 4; k++) {
        struct body one = {k, 2 * i, i};
        bodies[k] = one;
    }
    for (int k = 0; k < 3; k++)
        m[k] = (struct mixed){k, i, 0.5 * i};
    struct body last = bodies[i % 4];
    bodies[(i + 1) % 4] = last;
    struct mixed chosen = m[i % 3];
    m[0] = chosen;
    out[i - 1] = (int)last.x - i % 4 + (int)bodies[(i + 1) % 4].y + bodies[i & 3].count + (int)bodies[2].y
        + chosen.tag - i % 3 + chosen.value + (int)(2 * m[0].weight) + (int)last.y + 3 * m[2].value;
}

// Pointers that are moved, compared, stored and chosen.
// launch: global=10
// arg: out = unset 10
// expect: out = 28 29 30 31 32 33 34 35 36 37
kernel void pointers(global int *out) {
    int i = get_global_id(0);
    int a[8], b[8], c[2];
    for (int *p = a; p < a + 8; p++)
        *p = p - a;
    for (int k = 0; k < 8; k++)
        b[k] = a[7 - k];
    int *chosen = i & 1 ? a : b;
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += chosen[(k + i) & 7];
    int *two[2] = {c, c + 1};
    *two[i & 1] = i;
    out[i] = sum + c[i & 1];
}

// One memory as words and as bytes.
// launch: global=5
// arg: out = unset 5
// expect: out = 0x01020304 0x01020405 0x01020506 0x01020607 0x01020708
kernel void words_and_bytes(global uint *out) {
    uint i = get_global_id(0);
    uint words[4];
    for (int k = 0; k < 4; k++)
        words[k] = 0x01020304;
    uchar *bytes = (uchar *)words;
    bytes[4 * (i & 3) + 0] += i;
    bytes[4 * (i & 3) + 1] += i;
    out[i] = words[i & 3];
}

// Under masks: lanes that are off keep theirs.
// launch: global=19 local=19
// arg: out = unset 19
// expect: out = 4321 5436 4321 16308 4321 27186 4321 38058 4321 48936 4321 59808 4321 70686 4321 81558 4321 92436 4321
kernel void under_masks(global int *out) {
    int i = get_global_id(0);
    int a[4] = {1, 2, 3, 4};
    if (i & 1) {
        for (int k = 0; k < 4; k++)
            a[k] = i * (k + 2);
        int b[4] = {0, 0};
        for (int k = 0; k < i; k++)
            b[k & 3] += 6;
        a[0] = b[0] + b[1] + b[2] + b[3] + b[i & 3];
    }
    out[i] = a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3];
}

// Filled before a barrier, read after it, with what another work-item says.
// launch: global=24 local=12
// arg: out = unset 24
// expect: out = 110 101 92 83 74 65 56 47 38 29 20 11 110 101 92 83 74 65 56 47 38 29 20 11
kernel void across_barriers(global int *out) {
    local int chosen[12];
    int l = get_local_id(0);
    int a[12];
    float4 v[3];
    for (int k = 0; k < 12; k++)
        a[k] = 10 * k + l;
    for (int k = 0; k < 3; k++)
        v[k] = (float4)(k, l, k, l);
    chosen[11 - l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    int c = chosen[l];
    for (int round = 0; round < 2; round++) {
        a[c] += round;
        barrier(CLK_LOCAL_MEM_FENCE);
        a[c] -= round * (v[c % 3].x - c % 3 + 1);
    }
    out[get_global_id(0)] = a[c] + (int)v[1].y - l;
}

void exchange(int *values, int a, int b) {
    int t = values[a];
    values[a] = values[b];
    values[b] = t;
}

// A function that sorts its caller's array; the index varies.
// launch: global=6
// arg: in = 5 3 9 1 7 2
// arg: out = unset 6
// expect: out = 123579 123579 123579 123579 123579 123579
kernel void sorts(global const int *in, global int *out) {
    int i = get_global_id(0);
    int a[6];
    for (int k = 0; k < 6; k++)
        a[k] = in[(k + i) % 6];
    for (int n = 0; n < 6; n++)
        for (int k = 0; k < 5; k++)
            if (a[k] > a[k + 1])
                exchange(a, k, k + 1);
    int number = 0;
    for (int k = 0; k < 6; k++)
        number = number * 10 + a[k];
    out[i] = number;
}
