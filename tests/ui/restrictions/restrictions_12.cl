// options: -cl-std=CL1.2
// What the specification forbids in "Restrictions", one program a line.
kernel void f0(int *p) { *p = 1; } // error[CL0331]: the kernel argument `p` is a pointer to private memory, which the host cannot fill
void g5(void); kernel void f5(void) { void (*p)(void) = g5; } // error[CL0310]: OpenCL C has no pointers to functions
void g6(void) {} kernel void f6(void) { &g6; } // error[CL0429]: the function `g6` can only be called, not used as a value
void h7(int g7(void)) {} // error[CL0310]: the parameter `g7` is a function
kernel void f8(global int **p) { } // error[CL0331]: the kernel argument `p` is a pointer to private memory, which the host cannot fill
struct S12 { int a : 3; }; // error[CL0324]: OpenCL C has no bit-fields
kernel void f13(int n) { int a[n]; } // error[CL0313]: the length of an array has to be constant
struct S14 { int n; int a[]; }; // error[CL0325]: OpenCL C has no flexible array members
struct S15 { int n; int a[0]; }; // warning[CL0351]: this array has no elements
void g16(int a, ...) {} // error[CL0332]: a function of OpenCL C has a fixed number of parameters
int g18() { return 1; } kernel void f18(global int *p) { *p = g18(1); } // error[CL0502]: `g18` takes no arguments, and is given 1
kernel void f20(void) { auto int a = 1; } // error[CL0308]: OpenCL C does not have `auto`
kernel void f21(void) { register int a = 1; } // error[CL0308]: OpenCL C does not have `register`
int g24(int n) { return n ? g24(n - 1) : 0; } kernel void f24(global int *p) { *p = g24(3); } // error[CL0333]: the function `g24` calls itself
int h25(int n); int g25(int n) { return n ? h25(n - 1) : 0; } int h25(int n) { return g25(n); } kernel void f25(global int *p) { *p = g25(3); } // error[CL0333]: the function `h25` calls itself through 1 others
kernel int f26(void) { return 1; } // error[CL0330]: a kernel returns nothing, but `f26` returns `int`
kernel void f27(bool b) { } // error[CL0331]: the kernel argument `b` cannot have the type `bool`
kernel void f28(size_t b) { } // error[CL0331]: the kernel argument `b` cannot have the type `size_t`: host and device may disagree about its size
kernel void f29(ptrdiff_t b) { } // error[CL0331]: the kernel argument `b` cannot have the type `ptrdiff_t`: host and device may disagree about its size
kernel void f30(intptr_t b) { } // error[CL0331]: the kernel argument `b` cannot have the type `intptr_t`: host and device may disagree about its size
kernel void f31(uintptr_t b) { } // error[CL0331]: the kernel argument `b` cannot have the type `uintptr_t`: host and device may disagree about its size
struct S32 { size_t a; }; kernel void f32(struct S32 s) { } // error[CL0331]: the kernel argument `s` cannot have the type `struct S32`: the member `a` has the type `size_t`
struct T33 { bool a; }; struct S33 { struct T33 t[2]; }; kernel void f33(struct S33 s) { } // error[CL0331]: the kernel argument `s` cannot have the type `struct S33`: the member `a` has the type `bool`
kernel void f34(half h34) { } // error[CL0319]: the parameter `h34` cannot have the type `half`
kernel void f35(void) { half h35; } // error[CL0319]: the variable `h35` cannot have the type `half`
kernel void f36(global half *p) { *p = *p + *p; } // error[CL0426]: a `half` cannot be read as a value: it is only a storage format here // error[CL0426]: a `half` cannot be read as a value: it is only a storage format here // error[CL0426]: a `half` cannot be assigned: it is only a storage format here
kernel void f37(global half *p) { float f37 = *p; } // error[CL0426]: a `half` cannot be read as a value: it is only a storage format here
kernel void f40(void) { restrict int a; } // error[CL0309]: `restrict` qualifies pointers only
void g41(int restrict a) { } // error[CL0309]: `restrict` qualifies pointers only
kernel void main(void) { } // error[CL0337]: a function cannot be called `main`
kernel void f45(global int *p) { *p = undeclared(1); } // error[CL0501]: nothing declares a function `undeclared`
int a57 = 3; // error[CL0306]: the program-scope variable `a57` needs the address space `constant`
kernel void f75(void) { int kernel = 1; } // error[CL0214]: `kernel` is a keyword of OpenCL C and cannot be a name
kernel void f108(double a, float4 b, global float4 *p) { *p = a + b; } // error[CL0403]: `+` cannot take a `double` beside a `float4`, whose components cannot hold its values
kernel void f194(void) { goto l; } // error[CL0606]: the function has no label `l`
kernel void f195(void) { break; } // error[CL0601]: `break` is not inside a loop or `switch`
kernel void f196(void) { case 1:; } // error[CL0603]: `case` is not inside a `switch`
kernel void f197(int a, global int *p) { switch (a) { case 1: *p = 1; break; case 1: *p = 2; } } // error[CL0602]: the `switch` has two labels for the value 1
kernel void f198(int a) { return a; } // error[CL0608]: a kernel returns nothing, but `return` has a value of type `int`
int g199(void) { return; } // error[CL0608]: this function returns `int`, but `return` has no value
struct S200 { void (*f200)(void); }; // error[CL0310]: OpenCL C has no pointers to functions
void g214(int a, int b) {} kernel void f214(void) { g214(1); } // error[CL0502]: `g214` takes 2 arguments, and is given 1
void g215(int a) {} kernel void f215(void) { g215(1, 2); } // error[CL0502]: `g215` takes one argument, and is given 2
int g221(int a) { return a; } float g221(float a) { return a; } // error[CL0303]: `g221` was declared as `int (int)` before and is `float (float)` here
kernel void f222(void) { void g222(void) { } } // error[CL0212]: function `g222` is defined inside another function
kernel void f227(void) { char *p = "a"; } // error[CL0407]: `constant char*` cannot become `private char*` in an initialiser
kernel void f229(void) { "abc"[0] = 'x'; } // error[CL0409]: `"abc"[0]` lies in constant memory, which cannot be written
union S301 { intptr_t a; int b; }; kernel void f301(union S301 a) { } // error[CL0331]: the kernel argument `a` cannot have the type `union S301`: the member `a` has the type `intptr_t`
struct S331 { const int a; }; kernel void f331(void) { struct S331 s; s.a = 1; } // error[CL0409]: `s.a` is const and cannot be written
kernel void f333(void) { l:; l:; } // error[CL0607]: the label `l` stands at two places
kernel void f334(int a) { switch (a) { case 1: continue; } } // error[CL0601]: `continue` is not inside a loop
kernel void f335(int a) { switch (a) { default:; default:; } } // error[CL0602]: the `switch` has two `default` labels
kernel void f337(int a) { switch (a) { case 1.0f:; } } // error[CL0701]: the value of a `case` has to be an integer, but this has type `float`
kernel void f338(int a) { _Generic(a, int: 1); } // warning[CL0610]: this value is not used
kernel void f339(int a) { _Alignas(8) int b; }
kernel void f344(void) { __builtin_va_list a; } // error[CL0204]: unknown type name `__builtin_va_list`
