// options: -cl-std=CL1.2
kernel void k(global int *out)
{
    out[0] = to_global(out) != 0; // error[CL0513]: `to_global` needs the generic address space
}
