// options: -cl-std=CL3.0
// Work-group functions (sections "Work-group Collective Functions", "Work-group Collective Uniform Arithmetic Functions"): groups of
// every shape, in the order of the linear local ids; results that are used before and after barriers, in loops and branches of the group.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// The specification's example.
// launch: global=8 local=8
// arg: p = 3 1 7 0 4 1 6 3
// arg: inclusive = unset 8
// arg: exclusive = unset 8
// expect: inclusive = 3 4 11 11 15 16 22 25
// expect: exclusive = 0 3 4 11 11 15 16 22
kernel void example(global const int *p, global int *inclusive, global int *exclusive) {
    int l = get_local_id(0);
    inclusive[l] = work_group_scan_inclusive_add(p[l]);
    exclusive[l] = work_group_scan_exclusive_add(p[l]);
}

// Groups that are cut off, and of one.
// launch: global=11 local=4
// arg: out = unset 11
// expect: out = 10 10 10 10 26 26 26 26 30 30 30
// launch: global=3 local=1
// arg: out = unset 3
// expect: out = 1 2 3
// launch: global=37 local=37
// arg: out = unset 37
// expect: out = 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703 703
kernel void sizes(global int *out) {
    int i = get_global_id(0);
    out[i] = work_group_reduce_add(i + 1);
}

// In two and three dimensions: scans run along x, then y, then z.
// launch: global=3,4 local=3,2
// arg: out = unset 12
// expect: out = 0 1 3 6 10 15 0 7 15 24 34 45
kernel void in_two(global int *out) {
    int i = get_global_linear_id();
    out[i] = work_group_scan_exclusive_add(i + 1);
}
// launch: global=2,2,3 local=2,2,3
// arg: out = unset 24
// expect: out = 11 11 11 11 11 11 11 11 11 11 11 11 0 1 3 6 10 15 21 28 36 45 55 66
kernel void in_three(global int *out) {
    int i = get_local_linear_id();
    out[i] = work_group_broadcast(i, 1, 1, 2);
    out[12 + i] = work_group_scan_inclusive_add(i);
}

// Broadcasts of one to three numbers.
// launch: global=6,2 local=3,2
// arg: out = unset 24
// expect: out = 2 2 2 5 5 5 2 2 2 5 5 5 7 7 7 10 10 10 7 7 7 10 10 10
kernel void broadcasts(global int *out) {
    int i = get_global_linear_id(), n = get_local_size(0);
    out[i] = work_group_broadcast(i, n - 1, 0);
    out[12 + i] = work_group_broadcast(i, 1, 1);
}

// Each type, with signs.
#define TYPE(T)                                                                                         \
    {                                                                                                   \
        T x = (T)(l == 3 ? -1 : l + 2), low = (T)-1 < (T)0 ? (T)-1 : (T)2, high = (T)-1 < (T)0 ? (T)8 : (T)-1; \
        bad += work_group_reduce_min(x) != low;                                                         \
        bad += work_group_reduce_max(x) != high;                                                        \
        bad += work_group_reduce_add((T)(l + 1)) != (T)28;                                              \
        bad += work_group_reduce_mul((T)(l < 5 ? l + 1 : 1)) != (T)120;                                 \
        bad += work_group_scan_inclusive_add((T)l) != (T)(l * (l + 1) / 2);                             \
        bad += work_group_scan_exclusive_add((T)l) != (T)(l * (l - 1) / 2);                             \
        bad += work_group_scan_inclusive_max((T)(l ^ 1)) != (T)(l & 1 ? l : l + 1);                     \
        bad += work_group_scan_inclusive_min((T)(9 - l)) != (T)(9 - l);                                 \
        bad += work_group_broadcast((T)(l * 3), 4) != (T)12;                                            \
    }
// launch: global=7 local=7
// arg: out = unset 7
// expect: out = 0 0 0 0 0 0 0
kernel void integers(global int *out) {
    int l = get_local_id(0), bad = 0;
    TYPE(int)
    TYPE(uint)
    TYPE(long)
    TYPE(ulong)
    out[l] = bad;
}
// launch: global=7 local=7
// arg: out = unset 7
// expect: out = 0 0 0 0 0 0 0
kernel void floats(global int *out) {
    int l = get_local_id(0), bad = 0;
    TYPE(half)
    TYPE(float)
    TYPE(double)
    out[l] = bad;
}

// What the first work-item gets of an exclusive scan.
// launch: global=2 local=2
// arg: i = unset 4
// arg: f = unset 8
// arg: l = unset 2
// expect: i = 2147483647 -2147483648 1 -1
// expect: f = inf -inf 0.0 1.0 5.0 5.0 5.0 5.0
// expect: l = 9223372036854775807 -9223372036854775808
kernel void identities(global int *i, global float *f, global long *l) {
    int a = work_group_scan_exclusive_min(5), b = work_group_scan_exclusive_max(5);
    int c = work_group_scan_exclusive_mul(5), d = work_group_scan_exclusive_and(5);
    float e = work_group_scan_exclusive_min(5.0f), g = work_group_scan_exclusive_max(5.0f);
    float h = work_group_scan_exclusive_add(5.0f), k = work_group_scan_exclusive_mul(5.0f);
    long m = work_group_scan_exclusive_min(5L), n = work_group_scan_exclusive_max(5L);
    int at = get_local_id(0);
    vstore4((float4)(e, g, h, k), at, f);
    if (at == 0) {
        vstore4((int4)(a, b, c, d), 0, i);
        vstore2((long2)(m, n), 0, l);
    }
}

// Predicates and bits.
// launch: global=20 local=5
// arg: out = unset 20
// expect: out = 18 26 26 26 26 23 31 31 31 31 2 2 10 10 10 0 0 0 0 0
kernel void predicates(global int *out) {
    int g = get_group_id(0), l = get_local_id(0);
    int p = g == 0 ? l != 4 : g == 1 ? 1 : g == 2 ? l & 1 : 0;
    int all = work_group_all(p * 256), any = work_group_any(p << 10);
    int x = work_group_reduce_logical_xor(p), e = work_group_scan_exclusive_logical_or(p);
    int bits = work_group_reduce_or(p << (l & 1) << 4);
    bits = work_group_reduce_and(bits | 15) & 16;
    out[get_global_id(0)] = (all ? 1 : 0) + (any ? 2 : 0) + (x ? 4 : 0) + (e ? 8 : 0) + bits;
}

// Kept across barriers, in loops whose length a result decides, in branches of the group; with private arrays and structs alive.
// launch: global=10 local=5
// arg: out = unset 10
// expect: out = 25 27 29 31 33 1225 1227 1229 1231 1233
kernel void control(global int *out) {
    local int s[5];
    int l = get_local_id(0), sum = 0, a[3] = {l, 2 * l, 3};
    int n = work_group_reduce_max(l) - 1;
    int before = work_group_scan_inclusive_add(1);
    for (int i = 0; i < n; i++) {
        s[l] = a[i % 3] + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += work_group_reduce_min(s[(l + 1) % 5]);
        a[i % 3] += before;
        if (work_group_any(sum > 1000))
            break;
        if (get_group_id(0) == 1)
            sum += work_group_broadcast(a[2], i) * 100;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    sum += before + work_group_scan_exclusive_add(1);
    out[get_global_id(0)] = sum + 18;
}

// Sums of floats are done in order, whatever the number of lanes.
// launch: global=9 local=9
// arg: in = 1.0 1e8 1.0 -1e8 3.0 0.125 7.5 -0.25 2.0
// arg: out = unset 10
// expect: out = 1.0 1e8 1e8 0.0 3.0 3.125 10.625 10.375 12.375 12.375
kernel void rounding(global const float *in, global float *out) {
    int l = get_local_id(0);
    out[l] = work_group_scan_inclusive_add(in[l]);
    out[9] = work_group_reduce_add(in[l]);
}
