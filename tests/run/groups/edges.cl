// options: -cl-std=CL3.0
// Launches at the edges: sizes that fill no vector, one item, none at all, large offsets, groups that are cut off in every dimension,
// and control flow around barriers that is the same for a group but shows only at run time (sections "Work-Item Functions",
// "Synchronization Functions").

// Of every size around the numbers of lanes: each item writes its own place, and nothing is written after the last.
// launch: global=1
// arg: out = unset 68
// expect: out = 1 …
// launch: global=2
// arg: out = unset 68
// expect: out = 1 4 …
// launch: global=3
// arg: out = unset 68
// expect: out = 1 4 7 …
// launch: global=4
// arg: out = unset 68
// expect: out = 1 4 7 10 …
// launch: global=5
// arg: out = unset 68
// expect: out = 1 4 7 10 13 …
// launch: global=7
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 …
// launch: global=8
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 22 …
// launch: global=9
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 22 25 …
// launch: global=15
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 …
// launch: global=16
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 …
// launch: global=17
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 …
// launch: global=31
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 52 55 58 61 64 67 70 73 76 79 82 85 88 91 …
// launch: global=33
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 52 55 58 61 64 67 70 73 76 79 82 85 88 91 94 97 …
// launch: global=63
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 52 55 58 61 64 67 70 73 76 79 82 85 88 91 94 97 100 103 106 109 112 115 118 121 124 127 130 133 136 139 142 145 148 151 154 157 160 163 166 169 172 175 178 181 184 187 …
// launch: global=64
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 52 55 58 61 64 67 70 73 76 79 82 85 88 91 94 97 100 103 106 109 112 115 118 121 124 127 130 133 136 139 142 145 148 151 154 157 160 163 166 169 172 175 178 181 184 187 190 …
// launch: global=65
// arg: out = unset 68
// expect: out = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 52 55 58 61 64 67 70 73 76 79 82 85 88 91 94 97 100 103 106 109 112 115 118 121 124 127 130 133 136 139 142 145 148 151 154 157 160 163 166 169 172 175 178 181 184 187 190 193 …
kernel void every_size(global int *out) {
    int i = get_global_id(0);
    out[i] = 3 * i + 1;
}

// No work-items at all, in whichever dimension the 0 stands: nothing runs.
// launch: global=0
// arg: out = unset 4
// expect: out = …
// launch: global=0,5
// arg: out = unset 4
// expect: out = …
// launch: global=5,0
// arg: out = unset 4
// expect: out = …
// launch: global=3,0,2
// arg: out = unset 4
// expect: out = …
// launch: global=2,3,0
// arg: out = unset 4
// expect: out = …
// launch: global=0,0,0
// arg: out = unset 4
// expect: out = …
kernel void nothing(global int *out) {
    local int shared[4];
    shared[get_local_id(0) & 3] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0) & 3] = shared[0];
}

// Groups of any size, with a barrier: each item reads what its neighbour in the group wrote.
// launch: global=1 local=1
// arg: out = unset 44
// expect: out = 0 …
// launch: global=3 local=3
// arg: out = unset 44
// expect: out = 1 2 0 …
// launch: global=10 local=3
// arg: out = unset 44
// expect: out = 1 2 0 4 5 3 7 8 6 9 …
// launch: global=13 local=5
// arg: out = unset 44
// expect: out = 1 2 3 4 0 6 7 8 9 5 11 12 10 …
// launch: global=21 local=7
// arg: out = unset 44
// expect: out = 1 2 3 4 5 6 0 8 9 10 11 12 13 7 15 16 17 18 19 20 14 …
// launch: global=24 local=12
// arg: out = unset 44
// expect: out = 1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 16 17 18 19 20 21 22 23 12 …
// launch: global=40 local=20
// arg: out = unset 44
// expect: out = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 0 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 20 …
// launch: global=17 local=16
// arg: out = unset 44
// expect: out = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0 16 …
// launch: global=33 local=33
// arg: out = unset 44
// expect: out = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 0 …
// launch: global=35 local=17
// arg: out = unset 44
// expect: out = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 0 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 17 34 …
kernel void group_sizes(global int *out) {
    local int shared[33];
    int l = get_local_id(0), n = get_local_size(0);
    shared[l] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[(l + 1) % n];
}

// Three dimensions, each cut off by its last groups, each with an offset; with a barrier and without.
// launch: global=5,3,2 local=2,2,2 offset=1,2,3
// arg: out = unset 60
// expect: out = 30201 0 30202 1 30203 100 30204 101 30205 200 30301 2 30302 3 30303 102 30304 103 30305 201 30401 300 30402 301 30403 400 30404 401 30405 500 40201 4 40202 5 40203 104 40204 105 40205 202 40301 6 40302 7 40303 106 40304 107 40305 203 40401 302 40402 303 40403 402 40404 403 40405 501
// launch: global=1,7,1 local=1,3,1 offset=0,9,0
// arg: out = unset 14
// expect: out = 900 0 1000 1 1100 2 1200 100 1300 101 1400 102 1500 200
// launch: global=3,1,5 local=3,1,2 offset=0,0,100
// arg: out = unset 30
// expect: out = 1000000 0 1000001 1 1000002 2 1010000 3 1010001 4 1010002 5 1020000 100 1020001 101 1020002 102 1030000 103 1030001 104 1030002 105 1040000 200 1040001 201 1040002 202
// launch: global=2,2,2 local=2,2,2 offset=0,0,0
// arg: out = unset 16
// expect: out = 0 0 1 1 100 2 101 3 10000 4 10001 5 10100 6 10101 7
// launch: global=17,2,1 local=16,2,1 offset=5,0,0
// arg: out = unset 68
// expect: out = 5 0 6 1 7 2 8 3 9 4 10 5 11 6 12 7 13 8 14 9 15 10 16 11 17 12 18 13 19 14 20 15 21 100 105 16 106 17 107 18 108 19 109 20 110 21 111 22 112 23 113 24 114 25 115 26 116 27 117 28 118 29 119 30 120 31 121 101
kernel void cut_off(global int *out) {
    int at = get_global_linear_id();
    out[2 * at] = (int)(get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2));
    size_t group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
    out[2 * at + 1] = (int)(100 * group + get_local_linear_id());
}
// launch: global=5,3,2 local=2,2,2 offset=1,2,3
// arg: out = unset 90
// expect: out = 30201 0 1 30202 1 5 30203 100 3 30204 101 7 30205 200 9 30301 2 6 30302 3 15 30303 102 8 30304 103 17 30305 201 19 30401 300 11 30402 301 25 30403 400 13 30404 401 27 30405 500 29 40201 4 16 40202 5 20 40203 104 18 40204 105 22 40205 202 24 40301 6 21 40302 7 0 40303 106 23 40304 107 2 40305 203 4 40401 302 26 40402 303 10 40403 402 28 40404 403 12 40405 501 14
// launch: global=1,7,1 local=1,3,1 offset=0,9,0
// arg: out = unset 21
// expect: out = 900 0 1 1000 1 2 1100 2 0 1200 100 4 1300 101 5 1400 102 3 1500 200 6
// launch: global=3,1,5 local=3,1,2 offset=0,0,100
// arg: out = unset 45
// expect: out = 1000000 0 1 1000001 1 2 1000002 2 3 1010000 3 4 1010001 4 5 1010002 5 0 1020000 100 7 1020001 101 8 1020002 102 9 1030000 103 10 1030001 104 11 1030002 105 6 1040000 200 13 1040001 201 14 1040002 202 12
// launch: global=2,2,2 local=2,2,2 offset=0,0,0
// arg: out = unset 24
// expect: out = 0 0 1 1 1 2 100 2 3 101 3 4 10000 4 5 10001 5 6 10100 6 7 10101 7 0
// launch: global=17,2,1 local=16,2,1 offset=5,0,0
// arg: out = unset 102
// expect: out = 5 0 1 6 1 2 7 2 3 8 3 4 9 4 5 10 5 6 11 6 7 12 7 8 13 8 9 14 9 10 15 10 11 16 11 12 17 12 13 18 13 14 19 14 15 20 15 17 21 100 33 105 16 18 106 17 19 107 18 20 108 19 21 109 20 22 110 21 23 111 22 24 112 23 25 113 24 26 114 25 27 115 26 28 116 27 29 117 28 30 118 29 31 119 30 32 120 31 0 121 101 16
kernel void cut_off_with_barrier(global int *out) {
    local int shared[64];
    int at = get_global_linear_id(), l = get_local_linear_id();
    int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
    shared[l] = at;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[3 * at] = (int)(get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2));
    size_t group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
    out[3 * at + 1] = (int)(100 * group + l);
    out[3 * at + 2] = shared[(l + 1) % size];
}

// Ids that pass 2^31 and 2^32: they have 64 bits, and as `int` and `uint` they wrap.
// launch: global=6 offset=2147483645
// arg: out = unset 18
// expect: out = 0x7ffffffd 2147483645 2147483646 0x7ffffffe 2147483646 2147483647 0x7fffffff 2147483647 2147483648 0x80000000 18446744071562067968 2147483649 0x80000001 18446744071562067969 2147483650 0x80000002 18446744071562067970 2147483651
// launch: global=18 offset=4294967291
// arg: out = unset 54
// expect: out = 0xfffffffb 18446744073709551611 4294967292 0xfffffffc 18446744073709551612 4294967293 0xfffffffd 18446744073709551613 4294967294 0xfffffffe 18446744073709551614 4294967295 0xffffffff 18446744073709551615 0 0x100000000 0 1 0x100000001 1 2 0x100000002 2 3 0x100000003 3 4 0x100000004 4 5 0x100000005 5 6 0x100000006 6 7 0x100000007 7 8 0x100000008 8 9 0x100000009 9 10 0x10000000a 10 11 0x10000000b 11 12 0x10000000c 12 13
// launch: global=3 offset=1099511627783
// arg: out = unset 9
// expect: out = 0x10000000007 7 8 0x10000000008 8 9 0x10000000009 9 10
// launch: global=2 offset=9223372036854775808
// arg: out = unset 6
// expect: out = 0x8000000000000000 0 1 0x8000000000000001 1 2
kernel void far_ids(global ulong *out) {
    size_t id = get_global_id(0), i = id - get_global_offset(0);
    out[3 * i] = id;
    out[3 * i + 1] = (ulong)(long)(int)id;
    out[3 * i + 2] = (uint)id + 1u;
}

// Indices of 64 bits: what is left after large terms cancel, halves of a product, steps below zero, in every address space.
// launch: global=19
// arg: in = ramp 40
// arg: out = unset 95
// expect: out = 2 0 0 39 30 3 1 2 37 0 4 2 4 35 20 5 3 6 33 40 6 4 8 31 10 7 5 10 29 30 8 6 12 27 0 9 7 14 25 20 10 8 16 23 40 11 9 18 21 10 12 10 20 19 30 13 11 22 17 0 14 12 24 15 20 15 13 26 13 40 16 14 28 11 10 17 15 30 9 30 18 16 32 7 0 19 17 34 5 20 20 18 36 3 40
kernel void wide_indices(global const int *in, global int *out) {
    size_t i = get_global_id(0);
    long big = 0x300000000L;
    int a[5];
    local int shared[8];
    for (long k = 4; k >= 0; k--)
        a[k] = 10 * (int)k;
    shared[i & 7] = 0;
    global const int *p = in + (big + (long)i);
    out[5 * i] = *(p - (big - 2));
    out[5 * i + 1] = in[(i * 0x100000000UL) >> 32];
    out[5 * i + 2] = (in + 2 * i)[(long)(int)i - (long)i];
    out[5 * i + 3] = in[39 + (long)i * -2];
    ulong wrapped = (i * 7 + 3) % 5 - big;
    out[5 * i + 4] = a[wrapped + big] + shared[(i + big) & 7];
}

// A loop with a barrier that ends when nothing changed in the whole group: the condition lies in local memory.
// launch: global=19 local=19
// arg: out = unset 38
// expect: out = 0 11 7 11 14 11 14 11 14 11 16 11 16 11 16 11 18 11 18 11 18 11 18 11 18 11 18 11 18 11 18 11 18 11 18 11 18 11
kernel void until_nothing_changes(global int *out) {
    local int value[19];
    local int changed;
    int l = get_local_id(0), rounds = 0;
    value[l] = l * 7 % 19;
    do {
        barrier(CLK_LOCAL_MEM_FENCE);
        int mine = value[l], left = l ? value[l - 1] : mine;
        if (l == 0)
            changed = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (left > mine) {
            value[l] = left;
            changed = 1;
        }
        rounds++;
        barrier(CLK_LOCAL_MEM_FENCE);
    } while (changed);
    out[2 * l] = value[l];
    out[2 * l + 1] = rounds;
}

// All of a group return between barriers, by what they read; the next group goes on.
// launch: global=15 local=5
// arg: limits = 0 3 1
// arg: out = unset 15
// expect: out = 1000 1000 1000 1000 1000 1004 1007 1010 1013 1001 1001 1002 1003 1004 1000
kernel void returns_between(global const int *limits, global int *out) {
    local int shared[5];
    local int limit;
    int l = get_local_id(0), id = get_global_id(0), sum = 0;
    shared[l] = l;
    if (l == 4)
        limit = limits[get_group_id(0)];
    for (int k = 0; k < 4; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k == limit) {
            out[id] = sum + 1000;
            return;
        }
        sum += shared[(l + 1) % 5];
        barrier(CLK_LOCAL_MEM_FENCE);
        shared[l] += k;
    }
    out[id] = sum;
}

// Loops of other lengths in each item, and items that are done early, between barriers that all come to.
// launch: global=22 local=11
// arg: out = unset 22
// expect: out = 0 44 40 -9 32 28 -9 14 14 -9 0 86 -15 86 86 -24 48 48 -24 24 24 -24
kernel void divergent_between(global int *out) {
    local int shared[11];
    int l = get_local_id(0), id = get_global_id(0), x = id;
    for (int k = 0; x % 5 != 4 && k < l; k++)
        x += 3;
    shared[l] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id % 3 == 0) {
        out[id] = -x;
        return;
    }
    int sum = 0;
    for (int k = l; k < 11; k++) {
        if (shared[k] % 7 == 6)
            break;
        if (shared[k] & 1)
            continue;
        sum += shared[k];
    }
    out[id] = sum;
}

// The items that have something to do are fewer in every turn, down to one, with barriers between; then a switch on what is the
// same for all, with a barrier in each case.
// launch: global=26 local=13
// arg: kinds = 2 1
// arg: out = unset 26
// expect: out = 21 22 23 24 25 26 27 28 16 17 18 19 20 1612 1611 1610 1609 1608 1607 1606 1605 1604 1603 1602 1601 1600
kernel void fewer_and_fewer(global const int *kinds, global int *out) {
    local int shared[13];
    int l = get_local_id(0), id = get_global_id(0), n = get_local_size(0);
    shared[l] = id * id % 17;
    while (n > 1) {
        int half_way = (n + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < n - half_way)
            shared[l] = max(shared[l], shared[l + half_way]);
        n = half_way;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int most = shared[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    switch (kinds[get_group_id(0)]) {
    case 1:
        shared[l] = l;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[id] = most * 100 + shared[12 - l];
        break;
    case 2:
        shared[(l + 8) % 13] = l;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[id] = most + shared[l];
        break;
    default:
        out[id] = -1;
    }
}

// A private array that lives across barriers, written at one index and read at another, both of them varying.
// launch: global=18 local=9
// arg: out = unset 18
// expect: out = 256 431 800 1133 1456 1511 2000 2373 1327 257 432 801 1134 1457 1512 2001 2374 1328
kernel void arrays_across_barriers(global int *out) {
    local int shared[9];
    int l = get_local_id(0), a[4];
    for (int k = 0; k < 4; k++)
        a[k] = l * 10 + k;
    for (int r = 0; r < 3; r++) {
        shared[l] = a[(l + r) % 4];
        barrier(CLK_LOCAL_MEM_FENCE);
        a[(l * 3 + r) % 4] += shared[(l + 1) % 9];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3] + (int)get_group_id(0);
}
