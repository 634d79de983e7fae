// options: -cl-std=CLC++
// OpenCL C++, "Reinterpreting Data Library": types of the same size, but for `bool` and `void`.
#include <opencl_reinterpret>

kernel void fine(global uint *o, float f)
{
    using namespace cl;
    uint u = as_type<uint>(f);
    float4 v = float4(1.0f, 2.0f, 3.0f, 4.0f);
    const int4 i = ::cl::as_type<const volatile int4>(v);
    float3 g = as_type<float3>(v);
    o[0] = u + as_type<uint>(i.x) + as_type<uint>(g.y) + cl::as_type<uint>(f);
}

kernel void faults(global uint *o, bool b, float f) // error[CL0331]: cannot have the type `bool`
{
    float4 v(f);
    double4 d = cl::as_type<double4>(v); // error[CL0431]: `as_type` cannot make a `double4` of 32 bytes out of a `float4` of 16 bytes
    o[0] = cl::as_type<bool>(f); // error[CL0432]: `as_type` cannot reinterpret a `float` as a `bool`
    cl::as_type<void>(f); // error[CL0432]: `as_type` cannot reinterpret a `float` as a `void`
    o[1] = cl::as_type<uchar>(f > 1.0f == true); // error[CL0431]: `as_type` cannot make a `uchar` of 1 byte
    o[2] = cl::as_float(f); // error[CL0224]: no namespace has a member `cl::as_float`
    o[3] = std::min(1, 2); // error[CL0209]: `::` is C++
}
