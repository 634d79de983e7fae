// Indices in 32 bits that grow by a size_t, so that the sum is made in 64 bits and cut (section "Usual Arithmetic Conversions").

// launch: global=20 local=20
// arg: o = unset 50
// arg: n = 50
// expect: o = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 52 55 58 61 64 67 70 73 76 79 82 85 88 91 94 97 100 103 106 109 112 115 118 121 124 127 130 133 136 139 142 145 148
kernel void signed_index(global int *o, int n)
{
    for (int i = get_local_id(0); i < n; i += get_local_size(0))
        o[i] = 3 * i + 1;
}

// launch: global=20
// arg: o = unset 50
// arg: n = 50
// expect: o = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 52 55 58 61 64 67 70 73 76 79 82 85 88 91 94 97 100 103 106 109 112 115 118 121 124 127 130 133 136 139 142 145 148
kernel void unsigned_index(global int *o, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        if (i % 7 == 3) {
            o[i] = 3 * i + 1;
            continue;
        }
        o[i] = i;
        o[i] += 2 * i + 1;
    }
}

// The index is needed after the loop, which work-items leave at different times.
// launch: global=20 local=20
// arg: o = unset 20
// arg: n = 50
// expect: o = 60 61 62 63 64 65 66 67 68 69 50 51 52 53 54 55 56 57 58 59
kernel void after_the_loop(global int *o, int n)
{
    int i = get_local_id(0);
    while (i < n)
        i += get_local_size(0);
    o[get_local_id(0)] = i;
}

// 32 bits wrap between lanes and from turn to turn; what 64 bits hold of the sum does not.
// launch: global=20
// arg: o = unset 40
// expect: o = 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0
kernel void wraps(global uint *o)
{
    uint i = get_global_id(0), first = 0xfffffff0u + i, j = first;
    for (int k = 0; k < 3; k++)
        j += get_global_size(0);
    o[i] = j;
    o[20 + i] = (first + get_global_size(0)) >> 32;
}

// A step that cutting to fewer bits takes away.
// launch: global=20
// arg: o = unset 20
// expect: o = 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
kernel void cut_to_a_byte(global int *o)
{
    int i = get_global_id(0);
    uchar low = i * 256 + 7;
    ushort none = ((uint)i << 16) + get_global_size(0);
    o[i] = low + (none == 20 ? 0 : 100);
}
