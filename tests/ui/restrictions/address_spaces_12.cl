// options: -cl-std=CL1.2
// What the specification forbids in "Address Space Qualifiers", "Initialization" and "Address Space Conversions", one program a line.
kernel void f2(global int *g2) { constant int *c = g2; } // error[CL0407]: `global int*` cannot become `constant int*` in an initialiser
kernel void f9(global int *global *p) { } // error[CL0331]: the kernel argument `p` is a pointer to a pointer (`global int* global*`), which kernels take from OpenCL C 2.0 on
constant int a46 = 3; kernel void f46(void) { a46 = 42; } // error[CL0409]: `a46` lies in constant memory, which cannot be written
kernel void f47(constant int *p) { p[1] = 42; } // error[CL0409]: `p[1]` lies in constant memory, which cannot be written
kernel void f48(constant int *p) { (*p)++; } // error[CL0409]: `*p` lies in constant memory, which cannot be written
kernel void f49(int n) { if (n) { local float c; c = 1; } } // error[CL0307]: the local variable `c` is declared in an inner scope of a kernel
void g50(int n) { local float c; c = 1; } // error[CL0307]: the local variable `c` is declared in a function that is no kernel
kernel void f51(int n) { constant float c; } // error[CL0704]: the constant variable `c` has no initialiser
global int a56; // error[CL0306]: the program-scope variable `a56` cannot lie in global memory
kernel void f60(void) { static float c; } // error[CL0306]: the static variable `c` needs the address space `constant`
static kernel void f63(void) { } // error[CL0308]: a kernel cannot be `static`
kernel void f76(void) { int global = 1; } // error[CL0214]: `global` is a keyword of OpenCL C and cannot be a name
kernel void f82(global int *gp, local int *lp) { gp = lp; } // error[CL0407]: `local int*` cannot become `global int*` in an assignment
kernel void f88(global int *gp, local int *lp, int a) { *(a ? gp : lp) = 1; } // error[CL0424]: `?:` cannot take a pointer to global memory and one to local memory
kernel void f114(int a) { 1 = a; } // error[CL0408]: `1` cannot be assigned to: it is a constant
kernel void f132(int a, global int *p) { *a = 1; } // error[CL0421]: `*` needs a pointer, but this is an `int`
kernel void f134(global void *v, global int *p) { *p = *v; } // error[CL0421]: a `global void*` points to nothing that has a type
kernel void f164(void) { private int *a __attribute__((endian(host))); } // error[CL0344]: the attribute `endian` can only stand at pointers into global or constant memory
kernel void f171(constant char *p) { printf(p); } // error[CL0504]: the format of `printf` has to be a string literal
kernel void f223(void) { extern constant int a = 1; } // error[CL0308]: an `extern` variable inside a function cannot have an initialiser
constant int a225 = 1; kernel void f225(void) { int *p = &a225; } // error[CL0407]: `constant int*` cannot become `private int*` in an initialiser
kernel void f239(global int *a) { local int *b = (local int *)a; } // error[CL0407]: `global int*` cannot be cast to `local int*`
void g266(void) { } kernel void f266(void) { *g266; } // error[CL0429]: the function `g266` can only be called, not used as a value
kernel void f267(constant int *p) { global int *q; q = p; } // error[CL0407]: `constant int*` cannot become `global int*` in an assignment
kernel void f268(void) { extern int a; } // error[CL0306]: the extern variable `a` needs the address space `constant`
kernel void f269(void) { extern local int a; } // error[CL0306]: the extern variable `a` cannot lie in local memory
kernel void f270(void) { static local int a; } // error[CL0306]: the static variable `a` cannot lie in local memory
kernel void f297(int a[2]) { } // error[CL0331]: the kernel argument `a` is a pointer to private memory, which the host cannot fill
kernel void f332(constant volatile int *p) { *p = 1; } // error[CL0409]: `*p` lies in constant memory, which cannot be written
kernel void f336(int a) { switch (a) { case a:; } } // error[CL0701]: the value of a `case` has to be constant
_Thread_local int a340; // error[CL0211]: OpenCL C does not have `_Thread_local`, a word of C11 // error[CL0306]: the program-scope variable `a340` needs the address space `constant`
