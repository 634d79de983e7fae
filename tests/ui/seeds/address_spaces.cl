// The address spaces (OpenCL C, sections "Address Space Qualifiers" to "Address Space Conversions") up to OpenCL C 1.2.

constant float pi = 3.1415926f;
constant float no_value; // error[CL0704]: the constant variable `no_value` has no initialiser
float in_no_space = 1; // error[CL0306]: the program-scope variable `in_no_space` needs the address space `constant`
global int in_global; // error[CL0306]: the program-scope variable `in_global` cannot lie in global memory
local int in_local; // error[CL0306]: the program-scope variable `in_local` cannot lie in local memory

// A kernel's pointers say where they point.
kernel void unqualified(int *p) // error[CL0331]: the kernel argument `p` is a pointer to private memory, which the host cannot fill
{
}
kernel void in_private(private int *p) // error[CL0331]: the kernel argument `p` is a pointer to private memory, which the host cannot fill
{
}
kernel void qualified(global float *input, __global int4 *buffer, local float *shared, constant int *table)
{
}

// local variables stand in the outermost scope of a kernel, without an initialiser.
kernel void local_variables(global float *out)
{
    local float data[128];
    local float initialised[128] = { 0 }; // error[CL0703]: the local variable `initialised` cannot have an initialiser
    local int one = 1; // error[CL0703]: the local variable `one` cannot have an initialiser
    data[0] = 0.0f;
    for (int i = 0; i < 10; i++) {
        local float tmp; // error[CL0307]: the local variable `tmp` is declared in an inner scope of a kernel
        float own = i;
        out[i] = own;
    }
    if (out[0] > 0) {
        local int inner[4]; // error[CL0307]: the local variable `inner` is declared in an inner scope of a kernel
    }
    {
        local int inner; // error[CL0307]: the local variable `inner` is declared in an inner scope of a kernel
    }
}
void helper(global float *out)
{
    local float tmp; // error[CL0307]: the local variable `tmp` is declared in a function that is no kernel
}

// constant variables have a constant initialiser, and are not written. In the outermost scope of a kernel they are
// legal; a document has them as an error there.
kernel void constant_variables(global float *out, int n, constant float *table)
{
    constant float factor = 2.0f;
    constant float varying = n; // error[CL0701]: the initialiser of `varying` has to be constant
    constant float no_value; // error[CL0704]: the constant variable `no_value` has no initialiser
    pi = 3; // error[CL0409]: `pi` lies in constant memory, which cannot be written
    factor = 3; // error[CL0409]: `factor` lies in constant memory, which cannot be written
    table[0] = 3; // error[CL0409]: `table[0]` lies in constant memory, which cannot be written
    out[0] = pi * factor * table[0];
}

// The spaces are disjoint: no pointer to one becomes a pointer to another, neither implicitly nor by a cast.
kernel void pointers(global int *g, local int *l, constant int *c)
{
    int own = 1, *p = &own;
    local int *a = (local int *)g; // error[CL0407]: `global int*` cannot be cast to `local int*`
    global int *b = (global int *)l; // error[CL0407]: `local int*` cannot be cast to `global int*`
    p = g; // error[CL0407]: `global int*` cannot become `private int*` in an assignment
    p = (int *)g; // error[CL0407]: `global int*` cannot be cast to `private int*`
    g = p; // error[CL0407]: `private int*` cannot become `global int*` in an assignment
    l = p; // error[CL0407]: `private int*` cannot become `local int*` in an assignment
    l = (local int *)p; // error[CL0407]: `private int*` cannot be cast to `local int*`
    g = (global int *)c; // error[CL0407]: `constant int*` cannot be cast to `global int*`
    c = g; // error[CL0407]: `global int*` cannot become `constant int*` in an assignment
    const int *q = c; // error[CL0407]: `constant int*` cannot become `private const int*` in an initialiser
    if (g == l) // error[CL0424]: `==` cannot take a pointer to global memory and one to local memory
        p = &own;
    global char *bytes = (global char *)g;
    g = (global int *)(bytes + 4);
    private int *same = p;
}
