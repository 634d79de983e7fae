// Attributes.

kernel __attribute__((reqd_work_group_size(8, 4, 1))) void k0(global int *o) { *o = 1; }
__attribute__((work_group_size_hint(8, 1, 1))) __attribute__((vec_type_hint(float4))) kernel void k1(global int *o) { *o = 1; }
kernel void __attribute__((reqd_work_group_size(2 * 4, sizeof(int), 1), vec_type_hint(int))) k2(global int *o) { *o = 1; }
kernel __attribute__((intel_reqd_sub_group_size(16))) void k3(global int *o) { *o = 1; }
kernel void k4(global int *o) __attribute__((reqd_work_group_size(8, 1, 1)));
kernel void k4(global int *o) { *o = 1; }
#define ATTRIBUTE(x) __attribute__((x))
kernel ATTRIBUTE(reqd_work_group_size(0, 1, 1)) void k5(global int *o) { *o = 1; } // error[CL0342]: cannot have these arguments
kernel ATTRIBUTE(reqd_work_group_size(8)) void k6(global int *o) { *o = 1; } // error[CL0342]: cannot have these arguments
kernel ATTRIBUTE(reqd_work_group_size(-8, 1, 1)) void k7(global int *o) { *o = 1; } // error[CL0342]: cannot have these arguments
kernel ATTRIBUTE(vec_type_hint(4)) void k8(global int *o) { *o = 1; } // error[CL0342]: cannot have these arguments
kernel ATTRIBUTE(vec_type_hint(int *)) void k9(global int *o) { *o = 1; } // error[CL0342]: cannot have these arguments
kernel __attribute__((reqd_work_group_size(8, 1, 1), reqd_work_group_size(4, 1, 1))) void k10(global int *o) { *o = 1; } // error[CL0342]: cannot have these arguments
kernel __attribute__((reqd_workgroup_size(8, 1, 1))) void k11(global int *o) { *o = 1; } // warning[CL0340]: unknown attribute `reqd_workgroup_size`
kernel __attribute__((overloadable)) void k12(global int *o) { *o = 1; } // error[CL0342]: cannot be overloadable
__attribute__((reqd_work_group_size(8, 1, 1))) void helper(global int *o) { *o = 1; } // warning[CL0341]: has no effect on a function that is no kernel
__attribute__((noinline, unused, pure, const, __always_inline__)) int harmless(int x) { return x; }

typedef struct { char a; int b; } late __attribute__((packed)); // warning[CL0341]: `packed` has no effect on a typedef
struct __attribute__((aligned(12))) odd { int a; }; // error[CL0342]: cannot have these arguments
struct __attribute__((aligned(0))) none { int a; }; // error[CL0342]: cannot have these arguments
struct __attribute__((packed(1))) counted { char a; int b; }; // error[CL0342]: cannot have these arguments
constant int aligned_table[4] __attribute__((aligned(64))) = { 1, 2, 3, 4 };
void pointers(global float4 *p __attribute__((endian(host))), int x __attribute__((endian(device)))); // error[CL0344]: `endian` can only stand at pointers
void wrong_endian(global float4 *p __attribute__((endian(big)))); // error[CL0342]: cannot have these arguments
void no_svm(global int *p __attribute__((nosvm)));

kernel void loops(global int *o, int n)
{
    int x __attribute__((aligned(16), unused)) = 0;
    __attribute__((opencl_unroll_hint(2 + 2))) for (int i = 0; i < 16; ++i) x += i;
    __attribute__((opencl_unroll_hint)) while (x > 10) x -= 10;
    __attribute__((opencl_unroll_hint(-1))) while (x > 10) x -= 10; // error[CL0342]: an unroll factor has to be positive, but this is -1
    __attribute__((opencl_unroll_hint(n))) while (x > 10) x -= 10; // error[CL0701]: an unroll factor has to be constant
    *o = x + aligned_table[1];
}
