// options: -cl-std=CL3.0
// What the specification forbids in "Operators" and "Conversions and Type Casting", one program a line.
kernel void f168(global atomic_int *p) { *p = *p + 1; } // error[CL0436]: an object of type `atomic_int` is only read by the atomic functions // error[CL0436]: an object of type `atomic_int` is only written by the atomic functions
kernel void f169(global atomic_int *p) { (*p)++; } // error[CL0436]: an object of type `atomic_int` is only written by the atomic functions
kernel void f170(global atomic_int *p, int a) { *p = a; } // error[CL0436]: an object of type `atomic_int` is only written by the atomic functions
struct S312 { int a : 3, b; }; kernel void f312(global int *p) { *p = sizeof(struct S312); } // error[CL0324]: OpenCL C has no bit-fields
