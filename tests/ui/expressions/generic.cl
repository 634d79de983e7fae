// options: -cl-std=CL2.0
// Pointers to the generic address space.
int get(int *p) { return *p; }
kernel void k(global int *g, local int *l, constant int *c, global atomic_int *counter)
{
    int *p = g;
    p = l;
    p = c; // error[CL0407]: `constant int*` cannot become `generic int*`
    g = p; // error[CL0407]: `generic int*` cannot become `global int*`
    g = (global int*)p;
    c = (constant int*)p; // error[CL0407]: `generic int*` cannot be cast to `constant int*`
    g[0] = get(g) + get(l) + (p == g);
    g[1] = get(c); // error[CL0407]: `constant int*` cannot become `generic int*` for an argument
    g[0] = *counter; // error[CL0436]: is only read by the atomic functions
    *counter = 1; // error[CL0436]: is only written by the atomic functions
}
