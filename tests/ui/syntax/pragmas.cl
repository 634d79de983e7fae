// stage: parse
#pragma OPENCL FP_CONTRACT ON
kernel void f(global float *p) {
    #pragma OPENCL FP_CONTRACT OFF
    p[0] = 1.0f;
    #pragma OPENCL FP_CONTRACT ON
    // warning-prev[CL0217]: pragma `FP_CONTRACT` has no effect at this place
    p[1] = 2.0f;
    #pragma unroll
    for (int i = 0; i < 4; i++) p[i] = 3.0f;
    #pragma unroll 4
    // warning-prev[CL0217]: pragma `unroll` has no effect at this place
    p[2] = 4.0f;
    #pragma nounroll
    // warning-prev[CL0217]: pragma `nounroll` has no effect at this place
}
