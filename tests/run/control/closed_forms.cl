// Code that an optimiser makes something else of: sums with a closed form (computed one bit wider), switches that become tables of a
// few bits, bytes in another order, counting bits, fills and copies. Whatever it is made into, the values stay.

// Sums and products over a range, of integers of every width, modulo 2^N.
// launch: global=5
// arg: n = 2000
// arg: out = unset 30
// expect: out = 5997000 2664667000 40 10488138258059781952 2246081089 667667  6005001 2668667000 216 10472620584375875392 2443275971 668334  6013007 2672671001 143 4682630554017818245 3034860617 669002  6021018 2676679005 77 13706006110143182317 514647259 669670  6029034 2680691014 18 15854409669591420628 1543941777 670338
kernel void sums(global ulong *out, int n) {
    int id = get_global_id(0);
    n += id;
    int linear = 0;
    for (int k = 0; k < n; k++)
        linear += id + 3 * k;
    uint squares = 0;
    for (int k = 1; k < n; k++)
        squares += (uint)k * k;
    uchar narrow = 0;
    for (short k = 0; k < n; k++)
        narrow += k * 7;
    ulong cubes = 0, factor = 0x9e3779b97f4a7c15UL;
    for (ulong k = 0; k < n; k++)
        cubes += k * k * k * factor;
    uint power = 1;
    for (int k = 0; k < n; k++)
        power *= 3;
    long down = 0;
    for (long k = n; k > 0; k -= 3)
        down += k;
    out += 6 * id;
    out[0] = linear;
    out[1] = squares;
    out[2] = narrow;
    out[3] = cubes;
    out[4] = power;
    out[5] = down;
}

// Dense switches: tables of values, of truth values, of what grows evenly; with gaps, from below zero, on a few bits.
// launch: global=11
// arg: out = unset 55
// expect: out = 0 1 7 -200 0  0 0 7 -100 1  11 1 7 0 0  22 0 13 100 1  33 1 7 200 1  44 1 -1 300 0  55 0 7 400 1  0 0 7 500 0  0 1 99 600 0  0 0 7 9 1  0 1 7 9 0
kernel void tables(global int *out) {
    int id = get_global_id(0), x = id - 2;
    int value;
    switch (x) {
    case 0: value = 11; break;
    case 1: value = 22; break;
    case 2: value = 33; break;
    case 3: value = 44; break;
    case 4: value = 55; break;
    default: value = 0;
    }
    bool yes;
    switch (x & 7) {
    case 0: case 2: case 3: case 6: yes = true; break;
    default: yes = false;
    }
    char with_gaps;
    switch ((uchar)id) {
    case 3: with_gaps = 13; break;
    case 5: with_gaps = -1; break;
    case 8: with_gaps = 99; break;
    default: with_gaps = 7;
    }
    short even;
    switch (x) {
    case -2: even = -200; break;
    case -1: even = -100; break;
    case 0: even = 0; break;
    case 1: even = 100; break;
    case 2: even = 200; break;
    case 3: even = 300; break;
    case 4: even = 400; break;
    case 5: even = 500; break;
    case 6: even = 600; break;
    default: even = 9;
    }
    out += 5 * id;
    out[0] = value;
    out[1] = yes;
    out[2] = with_gaps;
    out[3] = even;
    out[4] = id == 1 || id == 3 || id == 4 || id == 6 || id == 9;
}

// Bytes and bits in another order.
// launch: global=4
// arg: in = 0x0123456789abcdef 0x8000000000000001 0xffffffff00000000 0x00000000deadbeef
// arg: out = unset 32
// expect: out = 0xefcdab8967452301 0xefcdab89 0xefcd 0xefcdab89 0xf7b3d591e6a2c480 0xfffffffffffffff7 0x123456789abcdef 0xc  0x100000000000080 0x1000000 0x100 0x1000000 0x8000000000000001 0x0 0x8000000000000001 0x0  0xffffffff 0x0 0x0 0x0 0xffffffff 0x0 0xffffffff00000000 0x0  0xefbeadde00000000 0xefbeadde 0xefbe 0xefbeadde 0xf77db57b00000000 0xfffffffffffffff7 0xdeadbeef 0x0
kernel void orders(global const ulong *in, global ulong *out) {
    int id = get_global_id(0);
    ulong x = in[id];
    uint w = (uint)x;
    ushort h = (ushort)x;
    ulong turned = 0, reversed = 0;
    for (int k = 0; k < 8; k++)
        turned |= ((x >> (8 * k)) & 0xff) << (56 - 8 * k);
    for (int k = 0; k < 64; k++)
        reversed |= ((x >> k) & 1) << (63 - k);
    out += 8 * id;
    out[0] = turned;
    out[1] = ((w & 0xffu) << 24) | ((w & 0xff00u) << 8) | ((w & 0xff0000u) >> 8) | (w >> 24);
    out[2] = (ushort)((h << 8) | (h >> 8));
    out[3] = as_uint(as_uchar4(w).wzyx);
    out[4] = reversed;
    // The bits 1 to 5, with the sign of the highest.
    out[5] = (long)((char)(w << 2) >> 3);
    // A rotation and back by what is not known beforehand.
    uint r = (uint)id * 13 + 5;
    ulong rotated = (x << r) | (x >> (64 - r));
    out[6] = (rotated >> r) | (rotated << (64 - r));
    // Two fields of six bits.
    out[7] = (w >> 2 ^ w >> 6) & 0x3f;
}

// Counting bits, one at a time.
// launch: global=6
// arg: in = 0 1 0x80000000 0xffffffff 0x00f0 0x5555aaaa
// arg: out = unset 18
// expect: out = 0 32 0  1 0 1  1 31 1  32 0 0  4 4 0  16 1 0
kernel void counts(global const uint *in, global int *out) {
    int id = get_global_id(0);
    uint x = in[id];
    int ones = 0, low = 0;
    for (uint rest = x; rest; rest &= rest - 1)
        ones++;
    while (low < 32 && !((x >> low) & 1))
        low++;
    uint parity = x;
    for (int step = 16; step; step /= 2)
        parity ^= parity >> step;
    out[3 * id] = ones;
    out[3 * id + 1] = low;
    out[3 * id + 2] = parity & 1;
}

// Objects of three, five and seven bytes, and truth values side by side.
typedef struct { uchar a, b, c; } Three;
typedef struct { char bytes[5]; } Five;
typedef struct __attribute__((packed)) { short a; uchar b; int c; } Seven;
// launch: global=3
// arg: r = 2
// arg: out = unset 15
// expect: out = 321 6 3005 5 131  341 9 3005 7 8  361 12 3005 1 141
kernel void odd_objects(global int *out, int r) {
    int id = get_global_id(0);
    Three three = { 1, (uchar)(r + 2 * id), 3 }, other = three;
    Five five = { { 1, r, 3, (char)id } }, five_more;
    five_more = five;
    five_more.bytes[4] = (char)(2 * id);
    int sum = 0;
    for (int k = 0; k < 5; k++)
        sum += five_more.bytes[k];
    Seven seven = { -1, (uchar)(r + 1), 3005 }, copies[2] = { seven, seven };
    copies[1].c = id;
    bool few[3] = { r > 1, id == 1, id < 2 };
    bool many[9];
    for (int k = 0; k < 9; k++)
        many[k] = (id * 5 + 3) >> k & 1 || (k == 7 && id != 1);
    int bits = 0;
    for (int k = 0; k < 9; k++)
        bits |= many[k] << k;
    out += 5 * id;
    out[0] = other.a + other.b * 10 + other.c * 100;
    out[1] = sum;
    out[2] = copies[0].c + copies[1].a + copies[1].b / r;
    out[3] = few[0] + few[1] * 2 + few[2] * 4;
    out[4] = bits;
}

// Fills and copies of any length.
// launch: global=1
// arg: n = 19
// arg: in = ramp 24
// arg: out = unset 24
// arg: words = unset 12
// expect: out = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 -85 -85 -85 -85 …
// expect: words = -1{5} 7{3} 0{3} …
kernel void fills_and_copies(global const char *in, global char *out, global int *words, int n) {
    for (int k = 0; k < n; k++)
        out[k] = in[k];
    for (int k = n; k < 23; k++)
        out[k] = 0xab;
    for (int k = 0; k < 5; k++)
        words[k] = -1;
    for (int k = 0; k < n - 16; k++)
        words[5 + k] = 7;
    for (long k = 8; k < 11; k++)
        words[k] = 0;
}
