// options: -cl-std=CL3.0
// Launches of every shape, and what the work-item functions say of them (section "Work-Item Functions").

// launch: global=10 local=4
// arg: out = unset 10
// expect: out = 0 1 2 3 10 11 12 13 20 21
// launch: global=1
// arg: out = unset 2
// expect: out = 0 …
// launch: global=0
// arg: out = unset 2
// expect: out = …
// launch: global=17 local=16
// arg: out = unset 17
// expect: out = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 10
kernel void groups_and_ids(global int *out) {
    out[get_global_id(0)] = (int)get_group_id(0) * 10 + (int)get_local_id(0);
}

// launch: global=5 local=2 offset=100
// arg: out = unset 40
// expect: out = 100 0 0 5 2 3 100 1  101 1 0 5 2 3 100 1  102 0 1 5 2 3 100 1  103 1 1 5 2 3 100 1  104 0 2 5 1 3 100 1
kernel void all_of_one_dimension(global int *out) {
    int i = get_global_id(0) - get_global_offset(0);
    out += 8 * i;
    out[0] = get_global_id(0);
    out[1] = get_local_id(0);
    out[2] = get_group_id(0);
    out[3] = get_global_size(0);
    out[4] = get_local_size(0);
    out[5] = get_num_groups(0);
    out[6] = get_global_offset(0);
    out[7] = get_work_dim();
}

// launch: global=3,2,2 local=3,1,2 offset=0,5,0
// arg: out = unset 12
// expect: out = 5000 5001 5002 6010 6011 6012 15100 15101 15102 16110 16111 16112
kernel void three_dimensions(global int *out) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int at = (z * (int)get_global_size(1) + (y - 5)) * (int)get_global_size(0) + x;
    out[at] = x + 10 * (int)get_group_id(1) + 100 * (int)get_local_id(2) + 1000 * y + 10000 * z;
}

// Dimensions that the launch has not got.
// launch: global=2
// arg: out = unset 10
// expect: out = 0 1 0 1 1 0 0 1 0 1  
kernel void missing_dimensions(global int *out) {
    if (get_global_id(0) == 0) {
        uint d = 1;
        out[0] = get_global_id(d);
        out[1] = get_global_size(d);
        out[2] = get_local_id(2);
        out[3] = get_local_size(2);
        out[4] = get_num_groups(1);
        out[5] = get_group_id(7);
        out[6] = get_global_offset(1);
        out[7] = get_global_size(3);
        out[8] = get_global_id(1000);
        out[9] = get_local_size(100);
    }
}

// One item in x: the lanes lie along another dimension.
// launch: global=1,9
// arg: out = unset 9
// expect: out = 0 1 4 9 16 25 36 49 64
kernel void thin(global int *out) {
    int y = get_global_id(1);
    out[y] = y * y;
}

// Bytes, longs and doubles have vectors of other widths.
// launch: global=21
// arg: b = unset 21
// arg: l = unset 21
// expect: b = 0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60
// expect: l = 0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -10 -11 -12 -13 -14 -15 -16 -17 -18 -19 -20
kernel void widths(global uchar *b, global long *l) {
    size_t i = get_global_id(0);
    b[i] = i * 3;
    l[i] = -(long)i;
}

// Strided, reversed and computed addresses.
// launch: global=6
// arg: in = 0 1 2 3 4 5 6 7 8 9 10 11
// arg: out = unset 18
// expect: out = 0 11 0  2 9 2  4 7 8  6 5 6  8 3 8  10 1 2
kernel void strides(global const int *in, global int *out) {
    int i = get_global_id(0);
    out[3 * i] = in[2 * i];
    out[3 * i + 1] = in[11 - 2 * i];
    out[3 * i + 2] = in[i * i * 2 % 12];
}

// Indices of 64 bits, and unsigned ones that wrap at 32.
// launch: global=4
// arg: p = 5 6 7 8
// arg: out = unset 8
// expect: out = 8 8 5 5 6 6 7 7
kernel void wide_indices(global const int *p, global int *out) {
    ulong i = get_global_id(0);
    uint wrapping = (uint)i - 1u;
    out[2 * i] = p[wrapping & 3];
    out[2 * i + 1] = p[(i + 0xffffffffffffffffUL) & 3];
}
