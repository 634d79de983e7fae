// Pragmas that are known, malformed, and unknown.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION all : disable
// "Report an error if the extension is not supported, or if all is specified" (Preprocessor Directives for Optional Extensions).
#pragma OPENCL EXTENSION all : enable // error[CL0138]: `all` can only be disabled
#pragma OPENCL EXTENSION cl_khr_fp46 : enable // error[CL0135]: the extension `cl_khr_fp46` is not supported
#pragma OPENCL EXTENSION cl_khr_no_such_thing : enable // error[CL0135]: the extension `cl_khr_no_such_thing` is not supported
// Programs enable other vendors' extensions without asking.
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable // warning[CL0136]: the extension `cl_khr_mipmap_image` is not supported
#pragma OPENCL EXTENSION cl_intel_subgroups : enable // warning[CL0136]: the extension `cl_intel_subgroups` is not supported
// Many are in no registry; a vendor's name in it tells that somebody has it.
#pragma OPENCL EXTENSION cl_qcom_reqd_sub_group_size : enable // warning[CL0136]: the extension `cl_qcom_reqd_sub_group_size` is not supported
#pragma OPENCL EXTENSION cl_amd_media_opz : enable // warning[CL0136]: the extension `cl_amd_media_opz` is not supported
#pragma OPENCL EXTENSION cl_intel_subgroups : disable // warning[CL0137]: is not supported anyway
// "Warn if the extension is not supported" for `disable`.
#pragma OPENCL EXTENSION cl_khr_fp46 : disable // warning[CL0137]: is not supported anyway
#pragma OPENCL EXTENSION cl_unknown : enable // error[CL0135]: the extension `cl_unknown` is not supported
#pragma OPENCL EXTENSION cl_unknown : disable // warning[CL0137]: is not supported anyway
// What these are about is in the language, or the host's business: there is nothing to enable, and nothing to warn of.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_amd_printf : enable
#pragma OPENCL EXTENSION cl_khr_gl_sharing : enable
#pragma OPENCL EXTENSION cl_khr_gl_sharing : disable
#pragma OPENCL EXTENSION cl_khr_fp64 : maybe // warning[CL0134]: `maybe` is no behaviour
#pragma OPENCL EXTENSION cl_khr_fp64 // warning[CL0134]: needs a name and a behaviour
#pragma OPENCL FP_CONTRACT ON
#pragma STDC FP_CONTRACT OFF
#pragma OPENCL FP_CONTRACT // warning[CL0134]: `FP_CONTRACT` needs a state
#pragma OPENCL FASTER // warning[CL0134]: this is no pragma of OpenCL C
#pragma unrol 4 // warning[CL0133]: unknown pragma
#pragma omp parallel // warning[CL0133]: unknown pragma
#pragma pack 1 // warning[CL0134]: `pack` needs parentheses
#pragma pack(3) // warning[CL0134]: `pack` takes 1, 2, 4, 8 or 16
#pragma pack(pull) // warning[CL0134]: knows `push` and `pop` only
#pragma pack(pop) // warning[CL0134]: has no `pack(push)` before it
#pragma pack(push, 1, 2) // warning[CL0134]: too many parts
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
