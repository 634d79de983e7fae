// Atomics on local memory: places that are one for all, differ, clash, or lie side by side; under masks; with and without
// a use of the old value (section "Atomic Functions", "Atomic Legacy Functions").

// Places that clash.
// launch: global=40 local=40
// arg: o = unset 5
// expect: o = 8 16 0 0 16
kernel void clashes(global int *o)
{
    local uint h[5];
    int i = get_local_id(0);
    if (i < 5)
        h[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&h[(i * i) % 5]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 5)
        o[i] = h[i];
}

// One place for all, with every operator, by all and by some.
// launch: global=40 local=40
// arg: o = 0 0 5 -5 0 -1 0 0 0 0x7fffffff 0 0xfffffff0
// expect: o = 500 -741 -29 30 511 -16 912 26 9 -2147483611 -40 -255
kernel void one_place(global int *o)
{
    local int t[12];
    int i = get_local_id(0);
    if (i == 0)
        for (int k = 0; k < 12; k++)
            t[k] = o[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&t[0], i - 7);
    atomic_min(&t[2], 10 - i);
    atomic_max(&t[3], (i * 7) % 31);
    atomic_or(&t[4], 1 << i % 9);
    atomic_xor(&t[6], i * i);
    atomic_dec(&t[10]);
    if (i % 3 == 1) {
        atomic_sub(&t[1], 3 * i);
        atomic_and(&t[5], ~(1 << i % 4));
        atomic_add(&t[7], 2);
        atomic_xor(&t[8], 9);
        atomic_max((local uint *)&t[9], 0x80000000u + i);
        atomic_min((local uint *)&t[11], 0xffffff00u + i);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0)
        for (int k = 0; k < 12; k++)
            o[k] = t[k];
}

// The same in global memory.
// launch: global=40
// arg: o = 0 0 5 -5 0 -1 0 0 0 0x7fffffff 0 0xfffffff0
// expect: o = 500 -741 -29 30 511 -16 912 26 9 -2147483611 -40 -255
kernel void one_global_place(global int *o)
{
    int i = get_global_id(0);
    atomic_add(&o[0], i - 7);
    atomic_min(&o[2], 10 - i);
    atomic_max(&o[3], (i * 7) % 31);
    atomic_or(&o[4], 1 << i % 9);
    atomic_xor(&o[6], i * i);
    atomic_dec(&o[10]);
    if (i % 3 == 1) {
        atomic_sub(&o[1], 3 * i);
        atomic_and(&o[5], ~(1 << i % 4));
        atomic_add(&o[7], 2);
        atomic_xor(&o[8], 9);
        atomic_max((volatile global uint *)&o[9], 0x80000000u + i);
        atomic_min((volatile global uint *)&o[11], 0xffffff00u + i);
    }
}

// Places side by side.
// launch: global=40 local=40
// arg: o = unset 40
// expect: o = 120 120 120 120 120 129 141 148 175 189 206 235 259 278 309 343 364 405 441 472 523 561 602 655 703 746 801 859 904 969 1029 1084 1159 1221 1286 1363 1435 1502 1581 1663
kernel void side_by_side(global int *o)
{
    local int t[40];
    int i = get_local_id(0);
    t[i] = 100 + i;
    int before = atomic_add(&t[i], i * i);
    if (i % 3 == 1)
        atomic_sub(&t[i], 5);
    atomic_xor(&t[i], 3);
    atomic_max(&t[i], 120);
    barrier(CLK_LOCAL_MEM_FENCE);
    o[i] = before == 100 + i ? t[i] : -1;
}

// The old values are all different: each work-item gets a number of its own.
// launch: global=40 local=40
// arg: o = unset 40
// arg: f = 0 0
// expect: o = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
// expect: f = 780 80
kernel void tickets(global int *o, global int *f)
{
    local int next, total, claimed[40];
    local float swapped;
    int i = get_local_id(0);
    if (i == 0) {
        next = 0;
        total = 0;
        swapped = 0.5f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int mine = atomic_inc(&next);
    claimed[mine] = mine;
    for (;;) {
        int seen = total;
        if (atomic_cmpxchg(&total, seen, seen + i) == seen)
            break;
    }
    float before = atomic_xchg(&swapped, 0.5f + 0 * i);
    barrier(CLK_LOCAL_MEM_FENCE);
    o[i] = claimed[i];
    atomic_add(&f[1], (int)(4 * before));
    if (i == 0)
        f[0] = total;
}
