// How much private and local memory kernels may have. What is too much is an error on every engine, before anything runs.

// launch: global=3 local=1
// arg: out = unset 3
// expect: out = 16 16 16
kernel void large_private_arrays(global int *out)
{
    uchar a[1 << 20];
    int i = get_global_id(0);
    for (int k = 0; k < 1 << 20; k += 1 << 16)
        a[k] = k >> 16;
    out[i] = a[15 << 16] + 1 + a[i & 0];
}

// launch: global=2 local=1
// arg: out = unset 2
// error: a work-item of `too_large_private_array` needs 67108864 bytes of private memory
kernel void too_large_private_array(global int *out)
{
    float a[1 << 24];
    int i = get_global_id(0);
    a[out[i] & 0xffff] = i;
    out[i] = a[i];
}

// launch: global=2 local=1
// arg: out = unset 2
// error: private memory
kernel void too_many_private_arrays(global int *out)
{
    char a[3 << 20];
    short b[1 << 20];
    int i = get_global_id(0);
    a[out[i] & 0xffff] = i;
    b[out[i] & 0xffff] = i;
    out[i] = a[i] + b[i];
}

int helper(int i)
{
    int a[1 << 21];
    for (int k = 0; k < 4; k++)
        a[i + k] = k;
    return a[i + 1];
}

// launch: global=2 local=1
// arg: out = unset 2
// error: private memory
kernel void too_large_private_array_of_a_function(global int *out)
{
    out[get_global_id(0)] = helper(out[get_global_id(0)] & 7);
}

// launch: global=1024 local=1024
// arg: out = unset 1024
// error: the 1024 work-items of a group of `private_arrays_across_barriers` need 524288 bytes of private memory each
// launch: global=256 local=256
// arg: out = unset 256
// expect: out = 255{256}
kernel void private_arrays_across_barriers(global int *out)
{
    int a[1 << 17];
    local int last;
    int i = get_local_id(0);
    a[i & out[i]] = i;
    a[i << 8] = i;
    if (i == get_local_size(0) - 1)
        last = a[i << 8];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = a[i << 8] - i + last;
}

// launch: global=4 local=4
// arg: out = unset 4
// error: a work-group of `too_large_local_array` needs 2097152 bytes of local memory
kernel void too_large_local_array(global int *out)
{
    local char a[2 << 20];
    int i = get_local_id(0);
    a[i] = i;
    out[i] = a[i];
}

// launch: global=4 local=4
// arg: out = unset 4
// arg: a = local 1048576
// error: of local memory, its variables and pointer arguments together
// launch: global=4 local=4
// arg: out = unset 4
// arg: a = local 1048560
// expect: out = 0 1 2 3
// launch: global=4 local=4
// arg: out = unset 4
// arg: a = local 18446744073709551615
// error: of local memory
kernel void local_arguments(global int *out, local char *a)
{
    local int b[4];
    int i = get_local_id(0);
    b[i] = i;
    a[i] = b[i];
    out[i] = a[i];
}

// launch: global=8192 local=8192
// arg: out = unset 8192
// error: a group of 8192 work-items is more than the 4096 that are possible
// launch: global=4294967296,4294967296 local=4294967296,4294967295
// arg: out = unset 1
// error: 64 bits
kernel void huge_groups(global int *out)
{
    out[get_local_id(0)] = 1;
}
