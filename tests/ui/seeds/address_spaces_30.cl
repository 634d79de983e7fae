// options: -cl-std=CL3.0
// The address spaces in newer OpenCL C: program-scope variables in global memory, and the generic space for pointers that
// name none (sections "Usage for Declaration Scopes and Variable Types" and "Address Space Conversions").

int in_global;
global int also_in_global = 5;
constant int fixed = 5;
local int in_local; // error[CL0306]: the program-scope variable `in_local` cannot lie in local memory
constant int no_value; // error[CL0704]: the constant variable `no_value` has no initialiser

void foo(int *a)
{
    *a += 2;
}

kernel void pointers(global int *g, local int *l, constant int *c)
{
    int own, *p = &own;
    p = g;
    p = l;
    p = &in_global;
    foo(g);
    foo(l);
    foo(&also_in_global);
    p = c; // error[CL0407]: `constant int*` cannot become `generic int*` in an assignment
    p = (int *)c; // error[CL0407]: `constant int*` cannot be cast to `generic int*`
    foo(&fixed); // error[CL0407]: `constant int*` cannot become `generic int*` for an argument
    g = p; // error[CL0407]: `generic int*` cannot become `global int*` in an assignment
    g = (global int *)p;
    l = (local int *)p;
    l = g; // error[CL0407]: `global int*` cannot become `local int*` in an assignment
    l = (local int *)g; // error[CL0407]: `global int*` cannot be cast to `local int*`
    c = (constant int *)p; // error[CL0407]: `generic int*` cannot be cast to `constant int*`
    private int *own_pointer = p; // error[CL0407]: `generic int*` cannot become `private int*` in an initialiser
}

kernel void unqualified(int *p) // error[CL0331]: the kernel argument `p` is a pointer to generic memory, which the host cannot fill
{
}
