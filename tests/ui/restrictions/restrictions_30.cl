// options: -cl-std=CL3.0
// What the specification forbids in "Restrictions", one program a line.
kernel void f1(int *p) { *p = 1; } // error[CL0331]: the kernel argument `p` is a pointer to generic memory, which the host cannot fill
kernel void f167(void) { _Atomic int a; } // error[CL0320]: OpenCL C does not have `_Atomic`
kernel void f218(global int *p) { *p = 1.0h; } // error[CL0426]: the constant `1.0h` is a half, and `half` is only a storage format here
kernel void f230(void) { enum E230 { A = 1.5 }; } // error[CL0701]: the value of an enumeration constant has to be an integer, but this has type `double`
kernel void f231(void) { asm("nop"); } // error[CL0211]: OpenCL C does not have inline assembly
kernel void f233(void) { int *p = new int; } // error[CL0201]: expected `;` after the declaration, found `int` // error[CL0301]: `new` is not declared here
kernel void f234(void) { throw 1; } // error[CL0201]: expected `;` after the expression, found the number `1` // error[CL0301]: `throw` is not declared here
kernel void f235(void) { int (^b)(void) = ^{ return 1; }; } // error[CL0317]: this implementation does not have the type `block` yet // error[CL0211]: blocks `^{ … }` are not supported
kernel void f236(void) { int a = L'a'; } // error[CL0111]: OpenCL C has no wide characters and strings
typedef int T277 = 3; // error[CL0708]: a typedef cannot have an initialiser
static extern constant int a278; // error[CL0308]: a declaration has one storage class at most // error[CL0704]: the constant variable `a278` has no initialiser
kernel int a281; // error[CL0308]: `kernel` belongs to functions; it cannot stand at a variable
void g282(kernel int a) { } // error[CL0308]: `kernel` cannot stand at a parameter
inline int a283; // error[CL0308]: `inline` belongs to functions; it cannot stand at a variable
typedef kernel void T284(void); // error[CL0308]: `kernel` belongs to functions; it cannot stand at a typedef
kernel void f285(void) { void a; } // error[CL0314]: the variable `a` has the incomplete type `void`
void g287(int a, void) { } // error[CL0314]: the parameter has the type `void` // error[CL0336]: a parameter of a function definition needs a name
kernel void f288(void) { void a[2]; } // error[CL0311]: there are no arrays of `void`
int g289(void)[2]; // error[CL0322]: a function cannot give an array
int g290(void)(void); // error[CL0322]: a function cannot give a function
int g291[2](void); // error[CL0311]: there are no arrays of functions
kernel void f292(void) { int a[-1]; } // error[CL0312]: the length of an array is -1, but has to be greater than 0
kernel void f293(void) { int a[1.5f]; } // error[CL0701]: the length of an array has to be an integer, but this has type `float`
kernel void f294(void) { int a[]; } // error[CL0314]: the variable `a` has the incomplete type `int[]`
kernel void f296(global int *a[2]) { } // error[CL0331]: the kernel argument `a` is a pointer to generic memory, which the host cannot fill
