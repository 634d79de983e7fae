// stage: parse
enum E { A __attribute__((foo)) }; // warning[CL0218]: attribute `foo` has no effect on an enumeration constant
kernel void f(global int *p) {
    __attribute__((aligned(16))) p[0] = 1; // warning[CL0218]: attribute `aligned` has no effect on a statement
    __attribute__((ivdep)) for (int i = 0; i < 4; i++) p[i] = 3; // warning[CL0218]: attribute `ivdep` has no effect on a loop
    __attribute__((opencl_unroll_hint(4))) p[0] = 2; // error[CL0222]: `opencl_unroll_hint` has to stand directly before a loop
    __attribute__((opencl_unroll_hint(4, 2))) while (p[0]) p[0]--; // error[CL0222]: `opencl_unroll_hint` takes no argument or one
}
