// options: -cl-std=CL3.0
// Global ids round 2^31 and 2^32, where arithmetic of 32 bits wraps ("Work-Item Functions"; C99 6.2.5 for unsigned types), and from
// lane to lane.

// launch: global=21 local=7 offset=4294967286
// arg: out = unset 21
// expect: out = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
// launch: global=21 local=21 offset=2147483638
// arg: out = unset 21
// expect: out = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
// launch: global=21 local=21 offset=18446744073709551590
// arg: out = unset 21
// expect: out = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
kernel void wide_differences(global ulong *out)
{
    size_t i = get_global_id(0) - get_global_offset(0);
    out[i] = i;
}

// launch: global=21 local=7 offset=4294967286
// arg: out = unset 21
// expect: out = 4294967286 4294967287 4294967288 4294967289 4294967290 4294967291 4294967292 4294967293 4294967294 4294967295 0 1 2 3 4 5 6 7 8 9 10
// launch: global=21 local=3 offset=2147483638
// arg: out = unset 21
// expect: out = 2147483638 2147483639 2147483640 2147483641 2147483642 2147483643 2147483644 2147483645 2147483646 2147483647 2147483648 2147483649 2147483650 2147483651 2147483652 2147483653 2147483654 2147483655 2147483656 2147483657 2147483658
kernel void ids_as_uint_wrap(global uint *out)
{
    uint i = get_global_id(0);
    out[i - (uint)get_global_offset(0)] = i;
}

// launch: global=21 local=21 offset=2147483638
// arg: out = unset 21
// expect: out = 2147483638 2147483639 2147483640 2147483641 2147483642 2147483643 2147483644 2147483645 2147483646 2147483647 -2147483648 -2147483647 -2147483646 -2147483645 -2147483644 -2147483643 -2147483642 -2147483641 -2147483640 -2147483639 -2147483638
// launch: global=21 local=7 offset=4294967286
// arg: out = unset 21
// expect: out = -10 -9 -8 -7 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6 7 8 9 10
kernel void ids_as_int(global int *out)
{
    int i = get_global_id(0);
    out[get_global_id(0) - get_global_offset(0)] = i;
}

// launch: global=21 local=7 offset=4294967286
// arg: out = unset 21
// expect: out = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
kernel void signed_indices_from_the_middle(global int *out)
{
    // -10 to 10.
    int i = get_global_id(0);
    global int *middle = out + 10;
    middle[i] = i + 10;
}

// launch: global=21 local=7 offset=4294967286
// arg: in = ramp 32
// arg: out = unset 21
// expect: out = 22 23 24 25 26 27 28 29 30 31 0 1 2 3 4 5 6 7 8 9 10
// launch: global=21 local=21 offset=2147483638
// arg: in = ramp 32
// arg: out = unset 21
// expect: out = 22 23 24 25 26 27 28 29 30 31 0 1 2 3 4 5 6 7 8 9 10
kernel void loads_that_wrap(global const int *in, global int *out)
{
    uint i = get_global_id(0);
    out[get_global_id(0) - get_global_offset(0)] = in[i % 32u];
}

// launch: global=20 local=5 offset=4294967290
// arg: in = ramp 40
// arg: out = unset 20
// expect: out = 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38
kernel void strided_indices_wrap(global const int *in, global int *out)
{
    // 2 i and i + 6 wrap at 2^32 in the midst of the lanes.
    uint i = get_global_id(0);
    out[i + 6u] = in[2u * i + 12u];
}

// launch: global=16 local=16 offset=4294967288
// arg: in = ramp 16
// arg: out = unset 16
// expect: out = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
kernel void vector_elements_with_wrapping_indices(global const int4 *in, global int4 *out)
{
    uint i = get_global_id(0) + 8u;
    out[i] = in[i];
}

// launch: global=3,16 local=3,16 offset=4294967294,2147483640
// arg: out = unset 48
// expect: out = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
kernel void rows_and_columns(global int *out)
{
    uint x = get_global_id(0) + 2u;
    uint y = get_global_id(1) - 2147483640u;
    out[y * 3u + x] = (get_global_id(1) - get_global_offset(1)) * 3 + (get_global_id(0) - get_global_offset(0));
}

// launch: global=24 local=8 offset=4294967288
// arg: out = unset 24
// expect: out = 21 22 23 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
kernel void indices_across_barriers(global int *out)
{
    local uint last[8];
    uint i = get_global_id(0);
    uint l = get_local_id(0);
    last[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    // What work-item 7 - l wrote: together with its own, an odd number that the sums below take away again.
    uint other = last[7u - l] + 8u;
    uint mine = i + 8u;
    out[(mine + 3u) % 24u] = mine + (other + mine - (2u * (mine / 8u) * 8u + 7u));
}

// launch: global=21 local=7 offset=4294967286
// arg: limit = 5
// arg: out = zeros 21
// expect: out = 1 1 1 1 1 1 1 1 1 1 0 1 2 3 4 0 0 0 0 0 0
kernel void loops_up_to_ids_that_wrap(uint limit, global int *out)
{
    uint i = get_global_id(0);
    int count = 0;
    if (i < limit) {
        for (uint k = 0; k < i; k++)
            count++;
    } else if (i > 4294967000u) {
        for (uint k = i; k != i + 1u; k++)
            count++;
    }
    out[get_global_id(0) - get_global_offset(0)] = count;
}
