// What kernels take and give, before OpenCL C 2.0.

typedef size_t my_size;
typedef bool my_bool;
typedef struct { int a; size_t b[2]; } with_size;
typedef struct { int a; struct { union { bool flag; int i; } u; } inner[2]; } with_bool;
typedef struct { float4 a; int b[3]; global int *p; } fine;
enum choice { LEFT, RIGHT };

kernel int gives(global int *out) { return out[0]; } // error[CL0330]: a kernel returns nothing, but `gives` returns `int`
kernel void k0(bool b, global int *out) { *out = b; } // error[CL0331]: the kernel argument `b` cannot have the type `bool`
kernel void k1(my_bool b, global int *out) { *out = b; } // error[CL0331]: the kernel argument `b` cannot have the type `bool`
kernel void k2(size_t n, global int *out) { *out = n; } // error[CL0331]: cannot have the type `size_t`
kernel void k3(my_size n, global int *out) { *out = n; } // error[CL0331]: cannot have the type `size_t`
kernel void k4(ptrdiff_t n, global int *out) { *out = n; } // error[CL0331]: cannot have the type `ptrdiff_t`
kernel void k5(uintptr_t n, global int *out) { *out = n; } // error[CL0331]: cannot have the type `uintptr_t`
kernel void k6(intptr_t n, global int *out) { *out = n; } // error[CL0331]: cannot have the type `intptr_t`
kernel void k7(with_size s, global int *out) { *out = s.a; } // error[CL0331]: the member `b` has the type `size_t`
kernel void k8(with_bool s, global int *out) { *out = s.a; } // error[CL0331]: the member `flag` has the type `bool`
kernel void k9(int *p) { *p = 1; } // error[CL0331]: the kernel argument `p` is a pointer to private memory
kernel void k10(private int *p) { *p = 1; } // error[CL0331]: the kernel argument `p` is a pointer to private memory
kernel void k11(int p[4]) { *p = 1; } // error[CL0331]: the kernel argument `p` is a pointer to private memory
kernel void k12(global int **p) { **p = 1; } // error[CL0331]: the kernel argument `p` is a pointer to private memory
kernel void k13(global int *global *p) { **p = 1; } // error[CL0331]: the kernel argument `p` is a pointer to a pointer
kernel void k14(constant uint4 a, global uint4 *o) { o[0] = a; } // error[CL0305]: the parameter `a` cannot lie in constant memory
kernel void k15(half h) { } // error[CL0319]: the parameter `h` cannot have the type `half`
kernel void k16(event_t e) { } // error[CL0331]: the kernel argument `e` cannot have the type `event_t`
kernel void k17(queue_t q) { } // error[CL0317]: is a type from OpenCL C 2.0 on
kernel void k18(global int *out, ...) { } // error[CL0332]: a fixed number of parameters
static kernel void k19(global int *out) { } // error[CL0308]: a kernel cannot be `static`

kernel void fine_arguments(global int *a, global const float4 *restrict b, constant half *c, local int *d,
    local float e[16], global size_t *f, global bool *g, fine h, enum choice i, float3 j, char k, ulong l, double m,
    global void *n, volatile global int *o)
{
    a[0] = h.b[0] + i + k + (int)j.x + (int)l + (int)m;
}
extern kernel void declared_first(global int *out);
void declared_first(global int *out) { local int shared; shared = 1; out[0] = shared; }
kernel void calls_a_kernel(global int *out) { declared_first(out); }
inline kernel void inlined(global int *out) { *out = 1; }
kernel void main(global int *out) { *out = 1; } // error[CL0337]: cannot be called `main`
