// The four address spaces at work (OpenCL C, section "Address Space Qualifiers"). What is rejected is in
// tests/ui/seeds/address_spaces*.cl.

constant float PI = 3.1415926f;
constant int table[4] = { 1, 10, 100, 1000 };

// constant: program-scope data, with an initialiser that is known when the program is compiled; one may be declared in the
// outermost scope of a kernel too. (A document calls the latter an error; the specification has it, with a constant
// initialiser.)
// launch: global=4
// arg: out = unset 4
// arg: circle = unset 4
// arg: weights = 2 3 4 5
// expect: out = 2 30 400 5000
// expect: circle = 0x40c90fda 0x40c90fda 0x40c90fda 0x40c90fda
kernel void constants(global int *out, global float *circle, constant int *weights) {
    constant float factor = 2.0f;
    int i = get_global_id(0);
    out[i] = table[i] * weights[i];
    circle[i] = PI * factor;
}

// global: buffers, which all work-items see; parameters of a kernel are qualified, with or without the underscores.
// launch: global=6 local=2
// arg: input = 1 2 3 4 5 6
// arg: output = unset 6
// arg: dataBuffer = unset 6
// expect: output = 6 5 4 3 2 1
// expect: dataBuffer = 0 1 2 3 1 2 3 4 2 3 4 5 3 4 5 6 4 5 6 7 5 6 7 8
__kernel void global_buffers(__global float *input, global float *output, __global int4 *dataBuffer) {
    size_t i = get_global_id(0);
    output[i] = input[get_global_size(0) - 1 - i];
    dataBuffer[i] = (int4)(0, 1, 2, 3) + (int)i;
}

// local: shared by the work-group, as a kernel's argument or declared in its outermost scope, without an initialiser, and
// assigned to afterwards; it lives as long as the group.
// launch: global=8 local=4
// arg: out = unset 8
// arg: sharedArray = local 16
// arg: in = 1 2 3 4 5 6 7 8
// expect: out = 14 13 12 11 34 33 32 31
kernel void local_memory(global int *out, local int *sharedArray, global const int *in) {
    local int sum[1];
    int own = get_local_id(0);
    sharedArray[own] = in[get_global_id(0)];
    if (own == 0)
        sum[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own == 0)
        for (int i = 0; i < 4; i++)
            sum[0] += sharedArray[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = sum[0] + sharedArray[3 - own];
}

// What several work-items read more than once is fetched into local memory together first: here the mean of three
// neighbours.
// launch: global=8 local=4
// arg: out = unset 8
// arg: in = 0 3 6 9 12 15 18 21
// expect: out = 1 3 6 9 12 15 18 20
kernel void tile(global float *out, global const float *in) {
    local float near[6];
    int own = get_local_id(0), all = get_global_id(0), last = get_global_size(0) - 1;
    near[own + 1] = in[all];
    if (own == 0)
        near[0] = in[max(all - 1, 0)];
    if (own == 3)
        near[5] = in[min(all + 1, last)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[all] = (near[own] + near[own + 1] + near[own + 2]) / 3;
}

// private: what is declared in a function without a qualifier, parameters included; each work-item has its own. A pointer
// without a qualifier reaches it.
int twice(int *p) {
    int shared_with_nobody = *p;
    *p += shared_with_nobody;
    return *p;
}

// launch: global=4
// arg: out = unset 4
// expect: out = 6 16 26 36
kernel void private_memory(global int *out) {
    private int own[2];
    int i = get_global_id(0);
    own[0] = i * 2;
    own[1] = 3;
    for (int n = 0; n < 1; n++) {
        float temporary = own[0];
        own[0] = temporary * 2.5f;
    }
    int result = twice(own + 1) + twice(&own[0]);
    out[i] = result;
}
