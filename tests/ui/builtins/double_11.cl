// options: -cl-std=CL1.1
// `double` before OpenCL C 1.2, without the pragma that `cl_khr_fp64` asks for: compilers of the field take it.
kernel void k(global double *p, global float *f)
{
    double d = p[0];
    p[1] = sqrt(d) + convert_double(f[0]);
    double2 v = vload2(0, p);
    vstore2(fma(v, v, v), 0, p);
    f[1] = sqrt(f[2]);
}
