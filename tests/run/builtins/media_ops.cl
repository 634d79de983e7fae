// The functions of cl_amd_media_ops and cl_amd_media_ops2, which are there from the start and with their pragmas in force.

#if !defined(cl_amd_media_ops) || !defined(cl_amd_media_ops2)
#error "both extensions are macros"
#endif
#pragma OPENCL EXTENSION cl_amd_media_ops : enable
#pragma OPENCL EXTENSION cl_amd_media_ops2 : enable

// launch: global=1
// arg: o = unset 14
// arg: x = 2309737967
// expect: o = 67305985 239 205 171 137 2309737967 3452816845 2309737967 23034747 26017792 15 2311 66053 393216
kernel void bytes(global uint *o, uint x)
{
    o[0] = amd_pack((float4)(1.9f, 2.0f, 259.0f, 1028.5f));
    o[1] = (uint)amd_unpack0(x);
    o[2] = (uint)amd_unpack1(x);
    o[3] = (uint)amd_unpack2(x);
    o[4] = (uint)amd_unpack3(x);
    o[5] = amd_bitalign(0xffffffffu, x, 32u);
    o[6] = amd_bytealign(0xcdcdcdcdu, 0xcd000000u, 7u);
    o[7] = amd_bytealign(1u, x, 4u);
    o[8] = amd_lerp(0x02be7777u, 0x00017f7fu, 0x01000000u);
    o[9] = amd_sadhi(x, 0u, 0xffffu << 16) - (uint)(239 + 205 + 171 + 137) * 65536u + 26083328u;
    o[10] = amd_sad(0x01020304u, 0x04030201u, 7u);
    o[11] = amd_sad4((uint4)(0u, 0xffu, 0xffffu, 0xffffffffu), (uint4)(0u), 526u);
    o[12] = amd_sadw(0x00010002u, 0x00000005u, 66049u);
    o[13] = amd_sadd(0xffffffffu, 0u, 393217u);
}

// Bytes that are 0 in the second argument do not count.
// launch: global=8
// arg: o = unset 8
// arg: q = unset 8
// expect: o = 3 3 3 3 3 3 3 3
// expect: q = 1125917086973956 1125917086973956 1125917086973956 1125917086973956 1125917086973956 1125917086973956 1125917086973956 1125917086973956
kernel void masked(global uint *o, global ulong *q)
{
    size_t i = get_global_id(0);
    o[i] = amd_msad(0xff05ff07u, 0x00040009u, 0u);
    // Four windows, one byte apart: 4 4 4 4, less what was there.
    q[i] = amd_mqsad(0x0101010101010101UL, 0x02020202u, 0UL) & 0x0004000400040004UL;
}

// Sums wrap in their 16 bits.
// launch: global=3
// arg: o = unset 3
// expect: o = 1020 1020 1020
kernel void sums_wrap(global ushort *o)
{
    ulong sums = amd_qsad(0xffffffffffffffffUL, 0u, 0xffffUL << 16);
    ushort4 s = as_ushort4(sums);
    o[get_global_id(0)] = s.y == 1019 && s.z == 1020 && s.w == 1020 ? s.x : 0;
}

// launch: global=5
// arg: o = unset 20
// arg: x = 2309737967
// expect: o = 222 222 222 222 222 -7 -7 -7 -7 -7 0 0 0 0 0 4080 4080 4080 4080 4080
kernel void fields(global int *o, uint x)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    o[i] = (int)amd_bfe(x, 4u, 8u);
    o[n + i] = amd_bfe((int2)((int)x, 0), (uint2)(56u, 0u), (uint2)(4u)).x;
    o[2 * n + i] = amd_bfe((int)x, (uint)i, 32u);
    o[3 * n + i] = (int)amd_bfm(40u, 4u);
}

// launch: global=4
// arg: o = unset 4
// arg: f = 1 nan -0 inf
// expect: o = 1 2 -0 7
kernel void middle_of_three(global float *o, global const float *f)
{
    size_t i = get_global_id(0);
    const float other[4] = {-5.0f, 2.0f, 0.0f, 7.0f}, third[4] = {4.0f, 1.0f, -0.0f, 3.0f};
    o[i] = amd_median3((float3)(0.0f, f[i], 0.0f), (float3)(other[i]), (float3)(third[i])).y;
}

// The dot products of cl_khr_integer_dot_product.
// launch: global=2
// arg: o = unset 8
// expect: o = 260100 260100 -508 -508 2147483647 2147483647 -130560 -130560
kernel void dot_products(global int *o)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    o[i] = (int)dot((uchar4)(255), (uchar4)(255));
    o[n + i] = dot((char4)(127), (char4)(-1, -1, -1, -1));
    o[2 * n + i] = dot_acc_sat((uchar4)(255), (char4)(127), INT_MAX - 5);
    o[3 * n + i] = dot_4x8packed_us_int(0xffffffffu, 0x80808080u);
}
