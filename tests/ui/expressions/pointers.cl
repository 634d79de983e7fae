// Pointers and address spaces of OpenCL C 1.2.
struct Later;
float first(float *p) { return p[0]; }
kernel void k(global float *g, local float *l, constant float *c, global int *i, global struct Later *later, int n, float4 v)
{
    float x;
    g[0] = first(g); // error[CL0407]: `global float*` cannot become `private float*` for an argument
    g = l; // error[CL0407]: `local float*` cannot become `global float*`
    g = &x; // error[CL0407]: `private float*` cannot become `global float*`
    g = (global float*)l; // error[CL0407]: `local float*` cannot be cast to `global float*`
    g = (global float*)c; // error[CL0407]: `constant float*` cannot be cast
    global float *local *a = 0;
    global int *local *b = 0;
    local float *local *d = a; // error[CL0407]: `global float* local*` cannot become `local float* local*`
    n = g == l; // error[CL0424]: a pointer to global memory and one to local memory
    n = g - l; // error[CL0424]: a pointer to global memory and one to local memory
    g = n ? g : &x; // error[CL0424]: `?:` cannot take a pointer to global memory and one to private memory
    g = g + g; // error[CL0423]: `+` does not work on `global float*` and `global float*`
    g[0] = g * 2.0f; // error[CL0423]: `*` does not work on `global float*` and `float`
    n = g - i; // error[CL0423]: `-` does not work on `global float*` and `global int*`
    g -= g; // error[CL0423]: `-=` does not work on
    later++; // error[CL0423]: points to something whose size is not known
    n = &g[1] - g;
}
