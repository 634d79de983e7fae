// What compilers of the field take besides OpenCL C, used wrongly.
constant int outside = ({ 1; }); // error[CL0211]: statements cannot stand outside of functions
struct s {
    int a, b[2];
};
typedef float three __attribute__((vector_size(20))); // error[CL0342]: a vector of 20 bytes would not have 2, 3, 4, 8 or 16 components

kernel void statements(global int *p)
{
    for (int i = 0; i < 4; i++) {
        ({
            if (i > 2)
                break; // error[CL0211]: this `break` cannot stand in a statement expression `({ … })`
            if (i > 1)
                continue; // error[CL0211]: this `continue` cannot stand in a statement expression
            goto end; // error[CL0211]: `goto` cannot stand in a statement expression
        inside: // error[CL0211]: a label cannot stand in a statement expression
            p[i] = i;
        });
        p[i] = ({ p[0] = 1; int j; }); // error[CL0435]: `void` has no value to convert to `int`
    }
end:
    ({ p[0] = 2; });
}
kernel void selections(global int *p, float f)
{
    p[0] = _Generic(f, int: 1, uint: 2); // error[CL0437]: this selection has nothing for the type `float`
    p[1] = __builtin_choose_expr(p[0], 1, 2); // error[CL0701]: the condition of `__builtin_choose_expr`
}
kernel void offsets(global int *p)
{
    p[0] = __builtin_offsetof(struct s, c); // error[CL0417]: `struct s` has no member `c`
    p[1] = __builtin_offsetof(struct s, a[1]); // error[CL0418]: `int` has no elements
    p[2] = __builtin_offsetof(int, a); // error[CL0418]: `int` has no members
}
kernel void vectors(global int4 *p, global float4 *f)
{
    p[0] = __builtin_shufflevector(p[1], f[2], 0, 1, 2, 3); // error[CL0419]: the vectors have components of two types
    p[1] = __builtin_shufflevector(p[1], p[2], 0, 1, 2, 8); // error[CL0419]: there is no component 8
    p[2].xy = __builtin_shufflevector(p[1], p[2], 0, p[0].x); // error[CL0419]: the numbers of components have to be integer constants
    p[3].x = __builtin_reduce_add(p[0].x); // error[CL0510]: `__builtin_reduce_add` takes vectors, not an `int`
    f[0].x = __builtin_sqrtf(f[1].x, 2.0f); // error[CL0502]: `__builtin_sqrtf` takes 1 argument, and is given 2
}
