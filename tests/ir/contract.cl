// options: -cl-fp32-correctly-rounded-divide-sqrt
// Without options, only contraction is allowed, where the source does not forbid it.
kernel void contract(global float *p, float a, float b) {
    p[0] = a * b + a / b;
    {
#pragma OPENCL FP_CONTRACT OFF
        p[1] = a * b + b;
    }
}
