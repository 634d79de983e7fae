// options: -cl-std=CL3.0
// What the specification forbids in "Attribute Qualifiers", one program a line.
struct S145 { int a __attribute__((aligned(3))); }; // error[CL0342]: the attribute `aligned` cannot have these arguments
struct S146 { int a __attribute__((aligned(0))); }; // error[CL0342]: the attribute `aligned` cannot have these arguments
kernel void f149(global int *p) { __attribute__((opencl_unroll_hint(-1))) while (*p) --*p; } // error[CL0342]: an unroll factor has to be positive, but this is -1
kernel void f150(global int *p) { __attribute__((opencl_unroll_hint)) if (*p) --*p; } // error[CL0222]: `opencl_unroll_hint` has to stand directly before a loop
kernel void f152(global int *p) { __attribute__((opencl_unroll_hint(0))) while (*p) --*p; } // error[CL0342]: an unroll factor has to be positive, but this is 0
kernel __attribute__((reqd_work_group_size(1.5, 1, 1))) void f304(void) { } // error[CL0701]: the argument of an attribute has to be an integer, but this has type `double`
kernel __attribute__((work_group_size_hint(-1, 1, 1))) void f306(void) { } // error[CL0342]: the attribute `work_group_size_hint` cannot have these arguments
struct __attribute__((packed(1))) S307 { char a; }; // error[CL0342]: the attribute `packed` cannot have these arguments
struct S308 { int a __attribute__((aligned("x"))); }; // error[CL0701]: the argument of an attribute has to be an integer, but this has type `constant char*`
struct S309 { int a __attribute__((aligned(-8))); }; // error[CL0342]: the attribute `aligned` cannot have these arguments
kernel void f311(global int *p) { __attribute__((opencl_unroll_hint(1.5))) while (*p) --*p; } // error[CL0701]: an unroll factor has to be an integer, but this has type `double`
