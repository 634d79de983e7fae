// Groups of one work-item, which engines may do many at a time: ids and sizes are those of the groups that were asked for (section
// "Work-Item Functions"), and a barrier waits for nobody.

// launch: global=5 local=1
// arg: in = 1 2 3 4 5
// arg: out = unset 15
// expect: out = 0 1 5 10 1 5 20 1 5 30 1 5 40 1 5
kernel void places(global const int *in, global int *out) {
    int i = get_group_id(0), n = get_local_size(0);
    out[3 * i] = (in[get_global_id(0)] - 1) * 10 + get_local_id(0);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[3 * i + 1] = n;
    out[3 * i + 2] = get_num_groups(0);
}

// Two dimensions, thin in x.
// launch: global=1,6 local=1,1
// arg: out = unset 6
// expect: out = 60 61 62 63 64 65
kernel void thin(global int *out) {
    out[get_group_id(1)] = get_num_groups(1) * 10 + get_group_id(0) + get_global_id(1);
}

// Local memory ties a work-item to its group.
// launch: global=4 local=1
// arg: out = unset 4
// expect: out = 1 2 3 4
kernel void tied(global int *out) {
    local int sum;
    sum = 0;
    sum += get_group_id(0) + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_group_id(0)] = sum;
}

// What a required size says.
// launch: global=4 local=1
// arg: out = unset 4
// expect: out = 1 2 3 4
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void required(global int *out) {
    out[get_group_id(0)] = get_local_id(0) + get_local_size(0) + get_group_id(0);
}
