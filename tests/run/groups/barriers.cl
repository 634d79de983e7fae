// Barriers, local memory, and private state that lives across them (section "Synchronization Functions").

// launch: global=8 local=4
// arg: in = 1 2 3 4 5 6 7 8
// arg: out = unset 8
// expect: out = 4 3 2 1 8 7 6 5
kernel void reversed(global const int *in, global int *out) {
    local int shared[4];
    int l = get_local_id(0), n = get_local_size(0);
    shared[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[n - 1 - l];
}

// A sum in a tree; the group's size is given by the launch, and is no power of two.
// launch: global=12 local=6
// arg: in = 1 2 3 4 5 6 7 8 9 10 11 12
// arg: tmp = local 24
// arg: out = unset 2
// expect: out = 21 57
kernel void tree(global const int *in, local int *tmp, global int *out) {
    int l = get_local_id(0);
    tmp[l] = in[get_global_id(0)];
    for (int n = get_local_size(0); n > 1; n = (n + 1) / 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < n / 2)
            tmp[l] += tmp[n - 1 - l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
        out[get_group_id(0)] = tmp[0];
}

// Everything private survives: scalars, vectors, arrays, pointers, structs, loop counters.
typedef struct {
    int n;
    short2 s;
} State;
// launch: global=5 local=5
// arg: n = 3
// arg: out = unset 5
// expect: out = 9103 12115 15127 18139 -8849
kernel void private_state(global int *out, int n) {
    local int shared[5];
    int l = get_local_id(0);
    int a[3] = {l, l + 1, l + 2}, *p = a;
    int4 v = l;
    State s = {0, (short2)(l, 1)};
    for (int i = 0; i < n; i++) {
        shared[l] = a[i] + v.y;
        barrier(CLK_LOCAL_MEM_FENCE);
        a[(i + 1) % 3] += 1;
        v += (int4)(0, 1, 2, 3);
        p = a + i;
        s.n += shared[(l + 1) % 5] - *p;
        s.s += (short2)(1, 2);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[l] = s.n * 1000 + v.w * 10 + s.s.x + s.s.y + *p;
}

// In a loop whose bounds are the same for all, inside of branches that are.
// launch: global=8 local=8
// arg: n = 4
// arg: m = 3
// arg: out = unset 8
// expect: out = 26 38 50 62 74 86 98 14
kernel void in_uniform_control_flow(global int *out, int n, int m) {
    local int s[8];
    int l = get_local_id(0), acc = 0;
    s[l] = l;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            if (m > n)
                barrier(CLK_LOCAL_MEM_FENCE);
            if (n > 1) {
                barrier(CLK_LOCAL_MEM_FENCE);
                acc += 2 * s[(l + 1) % 8];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
        }
        if (i == 1)
            break;
    }
    switch (m) {
    case 3:
        s[l] = 14;
        barrier(CLK_LOCAL_MEM_FENCE);
        acc += s[7 - l];
        break;
    default:
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[l] = acc;
}

// Between barriers the work-items do different things.
// launch: global=6 local=3
// arg: out = unset 6
// expect: out = 3 6 12 103 106 112
kernel void different_between(global int *out) {
    local int s[3];
    int l = get_local_id(0), r;
    s[l] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        for (int i = 0; i < 3; i++)
            s[i] = 1;
        s[0] = 3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    r = s[0];
    while (l-- > 0)
        r *= 2;
    out[get_global_id(0)] = r + 100 * (int)get_group_id(0);
}

// Work-items leave after the last barrier, not all at the same place.
// launch: global=4 local=4
// arg: out = zeros 4
// expect: out = 0 2 0 4
kernel void returns_after(global int *out) {
    local int s[4];
    int l = get_local_id(0);
    s[l] = l + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l % 2 == 0)
        return;
    out[l] = s[l];
}

// A whole group leaves before the barrier.
// launch: global=8 local=4
// arg: out = zeros 8
// expect: out = 0 0 0 0 8 5 6 7
kernel void groups_return_before(global int *out) {
    local int s[4];
    int l = get_local_id(0);
    if (get_group_id(0) == 0)
        return;
    s[l] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[(l + 3) % 4] + 1;
}

// Through global memory, in two dimensions.
// launch: global=4,2 local=4,2
// arg: data = zeros 8
// arg: out = unset 8
// expect: out = 70 61 52 43 34 25 16 7
kernel void transposed(global int *data, global int *out) {
    int x = get_local_id(0), y = get_local_id(1);
    data[y * 4 + x] = y * 4 + x;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int other = data[(1 - y) * 4 + 3 - x];
    out[y * 4 + x] = other * 10 + y * 4 + x;
}

// In a function; several local variables; local vectors and structs.
void exchange(local State *box, int l) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int n = box[l ^ 1].n;
    barrier(CLK_LOCAL_MEM_FENCE);
    box[l].n = n;
    barrier(CLK_LOCAL_MEM_FENCE);
}
// launch: global=4 local=4
// arg: out = unset 4
// expect: out = 17 7 37 27
kernel void in_functions(global int *out) {
    local State boxes[4];
    local float4 shared;
    local char flag;
    int l = get_local_id(0);
    boxes[l].n = 10 * l;
    boxes[l].s = (short2)(l, 0);
    if (l == 2) {
        shared = (float4)(7);
        flag = 1;
    }
    exchange(boxes, l);
    out[l] = boxes[l].n + (int)shared.z * flag;
}
