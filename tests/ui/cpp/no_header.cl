// options: -cl-std=CLC++2021
// `cl::as_type` needs its header.
namespace cl {}

kernel void f(global uint *o, float x)
{
    o[0] = cl::as_type<uint>(x); // error[CL0224]: no namespace has a member `cl::as_type`
}
