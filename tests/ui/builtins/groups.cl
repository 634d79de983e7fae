// options: -cl-std=CL3.0
// Functions of work-groups and sub-groups: what they take, and what not.
kernel void right(global int *out, global float *f, uint4 field) {
    out[0] = work_group_reduce_add(out[1]) + work_group_broadcast(out[2], 0) + work_group_all(1);
    f[0] = work_group_scan_inclusive_max(f[1]) + sub_group_scan_exclusive_min(f[2]) + sub_group_broadcast(f[3], 0);
    out[3] = sub_group_ballot_bit_count(field) + get_sub_group_size() + sub_group_clustered_reduce_add(1, 1 << 2);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
}

kernel void wrong(global int *out, global float *f, int2 pair, uint n) {
    pair = work_group_reduce_add(pair); // error[CL0510]: no overload of `work_group_reduce_add` takes (int2)
    f[0] = work_group_reduce_and(f[1]); // error[CL0511]: the call of `work_group_reduce_and` with (float) is ambiguous
    out[0] = work_group_broadcast(out[1]); // error[CL0512]: `work_group_broadcast` takes 2 or 3 or 4 arguments
    f[2] = sub_group_non_uniform_reduce_xor(f[3]); // error[CL0511]: is ambiguous
    out[1] = sub_group_ballot_find_lsb(1u);
    out[2] = sub_group_clustered_reduce_add(out[3], n); // error[CL0518]: has to be a constant and a power of two
    out[3] = sub_group_clustered_reduce_max(out[4], 3); // error[CL0518]: has to be a constant and a power of two
    out[4] = sub_group_clustered_rotate(out[5], 1, 0); // error[CL0518]: has to be a constant and a power of two
    sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_order_acquire); // error[CL0516]: and `memory_order_acquire` is none
}
