// options: -cl-std=CL3.0
// What the specification forbids in "Address Space Qualifiers", "Initialization" and "Address Space Conversions", one program a line.
kernel void f3(constant int *c) { int *g3 = c; } // error[CL0407]: `constant int*` cannot become `generic int*` in an initialiser
kernel void f4(constant int *c) { int *g4 = (int *)c; } // error[CL0407]: `constant int*` cannot be cast to `generic int*`
kernel void f52(int n) { local float c = 1; } // error[CL0703]: the local variable `c` cannot have an initialiser
kernel void f53(int n) { private int g53; constant int h53 = g53; } // error[CL0701]: the initialiser of `h53` has to be constant
constant int d54; // error[CL0704]: the constant variable `d54` has no initialiser
kernel void f55(int n) { constant int d; } // error[CL0704]: the constant variable `d` has no initialiser
kernel void f59(void) { global int hurl; } // error[CL0305]: the variable `hurl` of a function cannot lie in global memory
private int f66() { return 1; } // error[CL0305]: what a function gives is a value and has no address space
global int f67() { return 1; } // error[CL0305]: what a function gives is a value and has no address space
kernel void f69(void) { private local int i; } // error[CL0304]: a type can have one address space only
void g70(global local int *p) { } // error[CL0304]: a type can have one address space only
void g71(global int a) { } // error[CL0305]: the parameter `a` cannot lie in global memory
void g72(local int a) { } // error[CL0305]: the parameter `a` cannot lie in local memory
struct S73 { global int a; }; // error[CL0305]: the member `a` cannot have an address space of its own
global int baz80; constant int *global ptr80 = &baz80; // error[CL0407]: `global int*` cannot become `constant int*` in an initialiser
kernel void f83(global int *gp) { int *p = gp; gp = p; } // error[CL0407]: `generic int*` cannot become `global int*` in an assignment
kernel void f84(global int *gp, local int *lp) { gp = (global int *)lp; } // error[CL0407]: `local int*` cannot be cast to `global int*`
kernel void f86(global int *gp, local int *lp, global int *r) { if (lp == gp) *r = 1; } // error[CL0424]: `==` cannot take a pointer to local memory and one to global memory
kernel void f87(global int *gp, constant int *lp, global int *r) { int x = *r ? *gp : *(*r ? gp : lp); } // error[CL0424]: `?:` cannot take a pointer to global memory and one to constant memory
kernel void f151(global int *p, int x) { __attribute__((opencl_unroll_hint(x))) while (*p) --*p; } // error[CL0701]: an unroll factor has to be constant
kernel void f219(void) { struct S219 { local int a; }; } // error[CL0305]: the member `a` cannot have an address space of its own
kernel void f271(void) { static local int a; } // error[CL0306]: the static variable `a` cannot lie in local memory
local int a272; // error[CL0306]: the program-scope variable `a272` cannot lie in local memory
private int a273; // error[CL0306]: the program-scope variable `a273` cannot lie in private memory
void g274(static int a) { } // error[CL0308]: `static` cannot stand at a parameter
void g275(extern int a) { } // error[CL0308]: `extern` cannot stand at a parameter
struct S276 { static int a; }; // error[CL0308]: `static` cannot stand at a member
static typedef int T279; // error[CL0308]: a declaration has one storage class at most
kernel void f280(void) { static static int a; } // error[CL0308]: a declaration has one storage class at most
void g286(void a) { } // error[CL0314]: the parameter `a` has the type `void`
kernel __attribute__((reqd_work_group_size(n, 1, 1))) void f305(int n) { } // error[CL0301]: `n` is not declared here
kernel void f310(int n) { int a __attribute__((aligned(n))); } // error[CL0701]: the argument of an attribute has to be constant
kernel void f348(void) { private atomic_int a = 1; a += 1; } // error[CL0436]: an object of type `atomic_int` is only written by the atomic functions
