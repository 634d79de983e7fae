// stage: parse
flaot4 a; // error[CL0204]: unknown type name `flaot4`
struct Particle { float4 p; };
kernel void f(global Particle *p, cl_uint n) { // error[CL0204]: unknown type name `Particle` // error[CL0204]: unknown type name `cl_uint`
    uint32_t i = (flaot4)3; // error[CL0204]: unknown type name `uint32_t`
    Particle q = p[i];
    f g; // error[CL0201]: expected `;` after the expression, found `g`
    image4d_t *x; // error[CL0204]: unknown type name `image4d_t`
}
void g(generic int *p, f x); // error[CL0215]: `generic` is a word of OpenCL C 2.0 and newer // error[CL0204]: `f` is the name of a variable or function
