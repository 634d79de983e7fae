// options: -cl-std=CL3.0
// "Address Space Qualifier Functions": a generic pointer to anything, and nothing else.

typedef struct {
    int a;
} pair;

kernel void good(global int *out, local float *l)
{
    pair p = {1};
    const pair *q = &p;
    const private pair *r = to_private(q);
    volatile local float *s = to_local((volatile float *)l);
    out[0] = r->a + (s != NULL) + get_fence(out);
}

kernel void bad(global int *out, constant int *c, int n)
{
    out[0] = to_global(c) != NULL; // error[CL0510]: `to_global` takes a generic pointer
    out[1] = to_local(n) != NULL; // error[CL0510]: `to_local` takes a generic pointer
    out[2] = get_fence(); // error[CL0512]: `get_fence` takes one pointer, and is given 0 arguments
    local int *l = to_private(out); // error[CL0407]: `private int*` cannot become `local int*`
}
