// options: -cl-std=CL2.0
// From OpenCL C 2.0 on.

kernel void k0(int *p) { *p = 1; } // error[CL0331]: the kernel argument `p` is a pointer to generic memory
kernel void k1(global int *global *p) { **p = 1; }
kernel void k2(global int **p) { **p = 1; } // error[CL0331]: the kernel argument `p` is a pointer to generic memory
kernel void k3(bool b, global int *out) { *out = b; } // error[CL0331]: cannot have the type `bool`
kernel void k4(atomic_int a) { } // error[CL0331]: the kernel argument `a` cannot have the type `atomic_int`
kernel void k5(global atomic_int *a) { }
