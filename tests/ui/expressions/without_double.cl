// options: -cl-std=CL1.1
kernel void k(global float *x)
{
    x[0] = 0.5; // warning[CL0458]: the constant `0.5` is a double, and is taken as a float here
}
