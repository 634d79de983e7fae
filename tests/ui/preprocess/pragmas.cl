// Pragmas that are known, malformed, and unknown.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION all : disable
#pragma OPENCL EXTENSION all : enable // warning[CL0134]: `all` can only be disabled
#pragma OPENCL EXTENSION cl_khr_fp46 : enable // warning[CL0135]: the extension `cl_khr_fp46` is not supported
#pragma OPENCL EXTENSION cl_amd_printf : enable // warning[CL0135]: the extension `cl_amd_printf`
#pragma OPENCL EXTENSION cl_khr_fp64 : maybe // warning[CL0134]: `maybe` is no behaviour
#pragma OPENCL EXTENSION cl_khr_fp64 // warning[CL0134]: needs a name and a behaviour
#pragma OPENCL FP_CONTRACT ON
#pragma STDC FP_CONTRACT OFF
#pragma OPENCL FP_CONTRACT // warning[CL0134]: `FP_CONTRACT` needs a state
#pragma OPENCL FASTER // warning[CL0134]: this is no pragma of OpenCL C
#pragma unrol 4 // warning[CL0133]: unknown pragma
#pragma omp parallel // warning[CL0133]: unknown pragma
#pragma pack(1) // warning[CL0133]: `#pragma pack` is ignored
#pragma once // warning[CL0136]: does nothing here
#pragma clang diagnostic push
#pragma GCC diagnostic pop
#pragma

#define FOUR 4
kernel void loops(global int *p)
{
#pragma unroll
    for (int i = 0; i < 4; ++i) p[i] = i;
#pragma unroll FOUR
    for (int i = 0; i < 4; ++i) p[i] = i;
    _Pragma("unroll(2)") for (int i = 0; i < 4; ++i) p[i] = i;
#pragma nounroll
    for (int i = 0; i < 4; ++i) p[i] = i;
#pragma unroll many // warning[CL0134]: must be an integer constant
    for (int i = 0; i < 4; ++i) p[i] = i;
    _Pragma(unroll) // error[CL0121]: `_Pragma` must be followed by a string
    for (int i = 0; i < 4; ++i) p[i] = i;
}
