// options: -cl-std=CLC++2021
// Operators of a program, and implicit conversions that C++ does not have.
struct S { int a; };
S operator+(S x, S y) { return S{x.a + y.a}; }
S operator[](S x, int i) { return x; } // error[CL0226]: has to be a member of a class

kernel void k(global int *o, global S *s, global const int *c, global float *f)
{
    s[0] = s[1] + s[2];
    s[1] = s[0] - s[2]; // error[CL0401]: `-`
    s[2] = s[0] + 1; // error[CL0401]: `+`
    global int *p = c; // error[CL0456]: `const`
    p = f; // error[CL0455]: `global float*`
}
