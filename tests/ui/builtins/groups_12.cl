// Before OpenCL C 2.0 these functions are not there.
kernel void k(global int *out) {
    out[0] = work_group_reduce_add(out[1]); // error[CL0513]: `work_group_reduce_add` needs OpenCL C 2.0
    out[1] = sub_group_all(out[0]); // error[CL0513]: `sub_group_all` needs OpenCL C 2.0
    out[2] = get_sub_group_size(); // error[CL0513]: `get_sub_group_size` needs OpenCL C 2.0
}
