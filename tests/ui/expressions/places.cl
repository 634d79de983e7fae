// Assignment, addresses, indirection, indices.
struct Fixed { const int a; int b; };
constant int table[2] = { 1, 2 };
int one(void) { return 1; }
kernel void k(global int *out, global const int *in, global float4 *v, global struct Fixed *fixed, const int n, float f, global void *any, int2 i2)
{
    int a[3], b[3];
    one() = 2; // error[CL0408]: it is the result of a call
    out[0] + 1 = 2; // error[CL0408]: it is the result of an operator
    (n ? out[0] : out[1]) = 2; // error[CL0408]: it is the result of `?:`
    (int)f = 2; // error[CL0408]: `(int)f` cannot be assigned to: it is the result of a cast
    ((int)n)++; // error[CL0408]: `(int)n` cannot be assigned to: it is the result of a cast
    --(int)n; // error[CL0408]: it is the result of a cast
    (float)f += 1; // error[CL0408]: it is the result of a cast
    5 = n; // error[CL0408]: it is a constant
    a = b; // error[CL0408]: an array cannot be assigned as a whole
    out[0]++++; // error[CL0408]: it is the result of `++` or `--`
    in[0] = 1; // error[CL0409]: `in[0]` is const
    n = 3; // error[CL0409]: `n` is const
    table[0] = 3; // error[CL0409]: lies in constant memory
    fixed[0] = fixed[1]; // error[CL0409]: has a const member
    v[0].xyx = v[1].xyz; // error[CL0410]: component 0 would be assigned twice
    v[0]++; // error[CL0425]: `++` does not work on `float4`
    out = &n + 1; // error[CL0407]: `private const int*` cannot become `global int*`
    out[0] = *&5; // error[CL0420]: `&` needs an object in memory
    out[0] = *&one(); // error[CL0420]: but this is the result of a call
    global float *x = &v[0].x; // error[CL0420]: components of a vector have no address
    global float *y = &v[0][n]; // error[CL0420]: components of a vector have no address
    out[0] = *n; // error[CL0421]: `*` needs a pointer, but this is an `int`
    out[0] = *any; // error[CL0421]: a `global void*` points to nothing that has a type
    out[0] = n[n]; // error[CL0422]: an `int` cannot be indexed
    out[0] = out[f]; // error[CL0422]: an index is an integer, but this is a `float`
    out[0] = out[i2]; // error[CL0422]: an index is an integer, but this is an `int2`
    out[0] = one; // error[CL0429]: the function `one` can only be called
    out[0] = sin; // error[CL0429]: the function `sin` can only be called
    out[0] = noSuchThing; // error[CL0301]: `noSuchThing` is not declared here
    out[0] = tabel[0]; // error[CL0301]: `tabel` is not declared here
}
