// What random programs found wrong once.
// options: -cl-std=CL3.0

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// A step between work-items that does not fit: adding the least number to an index.
// launch: global=5
// arg: out = unset 5
// expect: out = 0 1 2 3 4
kernel void least_number_added(global int *out) {
    uint lid = (uint)get_local_id(0);
    out[lid] = (int)((-9223372036854775807L - 1) + (long)lid);
}

// launch: global=5
// arg: out = unset 5
// expect: out = 0 -1 -2 -3 -4
kernel void least_number_times(global int *out) {
    long lid = (long)get_local_id(0);
    out[lid] = (int)(lid * (-9223372036854775807L - 1) - lid);
}

// The greater and the lesser of two halves, as a comparison and a selection.
// launch: global=6
// arg: out = unset 12
// arg: in = -3 4 nan -0.0 0.5 -65504
// expect: out = 0 4 0 0 0.5 0 -3 0 0 0 0 -65504
kernel void greater_half(global half *out, global const half *in) {
    size_t i = get_global_id(0);
    half x = in[i];
    out[i] = 0 < x ? x : (half)0;
    out[i + 6] = 0 > x ? x : (half)0;
}

// What one branch of a uniform `if` leaves, where the other has a barrier.
// launch: global=6 local=3
// arg: out = unset 6
// arg: in = 10 20 30 40 50 60
// arg: which = 1
// arg: memory = local 12
// expect: out = 10 20 30 40 50 60
// launch: global=6 local=3
// arg: out = unset 6
// arg: in = 10 20 30 40 50 60
// arg: which = 0
// arg: memory = local 12
// expect: out = 5 5 5 5 5 5
kernel void barrier_in_one_branch(global int *out, volatile global int *in, int which, local int *memory) {
    size_t i = get_global_id(0);
    int v = 5;
    if (which) {
        v = atomic_max(&in[i], 0);
    } else {
        memory[get_local_id(0)] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = v;
}

// What is set before a jump on which the whole group agrees.
// launch: global=4 local=2
// arg: out = unset 4
// arg: in = 10 20 30 40
// arg: which = 1
// arg: memory = local 12
// expect: out = 20 30 40 50
// launch: global=4 local=2
// arg: out = unset 4
// arg: in = 10 20 30 40
// arg: which = 2
// arg: memory = local 12
// expect: out = 40 60 80 100
kernel void set_before_jump(global int *out, volatile global int *in, int which, local int *memory) {
    size_t i = get_global_id(0);
    int v = 5;
    for (int turn = 0; turn < 3; turn++) {
        memory[get_local_id(0)] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        v += memory[get_local_id(0)];
        if (turn == which) {
            v = atomic_max(&in[i], 0) * which + 10 * which;
            break;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = v;
}
