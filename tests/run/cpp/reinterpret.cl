// options: -cl-std=CLC++
// OpenCL C++'s reinterpreting library: `cl::as_type` for every type of a size, qualified or not.
#include <opencl_reinterpret>
using namespace cl;

// launch: global=3
// arg: o = unset 27
// arg: f = 1 -2 0.5
// expect: o = 1065353216 3221225472 1056964608 16256 49152 16128 1065353216 3221225472 1056964608 63 192 63 1065353216 1065353216 1065353216 3221225472 3221225472 3221225472 1073741824 1073741824 1073741824 3 3 3 7 7 7
kernel void numbers(global uint *o, global const float *f)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    float x = f[i];
    o[i] = as_type<uint>(x);
    o[n + i] = as_type<ushort2>(x).y;
    float4 v = float4(x, 2.0f, 3.0f, 4.0f);
    o[2 * n + i] = as_type<const int4>(v).x;
    o[3 * n + i] = cl::as_type<volatile uchar16>(v).s3;
    // Bits pass through every type of 16 bytes.
    uint4 u = as_type<uint4>(as_type<long2>(as_type<double2>(as_type<ushort8>(as_type<uchar16>(float4(1, f[1], x, x))))));
    o[4 * n + i] = u.x;
    o[5 * n + i] = u.y;
    o[6 * n + i] = as_type<uint3>(v).y;
    o[7 * n + i] = as_type<ulong>(as_type<double>(3UL));
    o[8 * n + i] = as_type<int>(7u);
}
