// Derived types, qualifiers, typedefs and redeclarations.

typedef int number;
typedef int number;
typedef float number; // error[CL0303]: the type `number` was `int` before and is `float` here
typedef int first, *second, third[3];
typedef int initialised = 1; // error[CL0708]: a typedef cannot have an initialiser
typedef struct node { global struct node *next; int value; } node;
typedef uint my_uint4 __attribute__((ext_vector_type(4)));
typedef float wrong5 __attribute__((ext_vector_type(5))); // error[CL0342]: the attribute `ext_vector_type` cannot have these arguments
typedef int4 not_scalar __attribute__((ext_vector_type(4))); // error[CL0342]: makes vectors of scalars only
typedef float quad_of_floats __attribute__((vector_size(16)));
typedef int one_byte __attribute__((mode(QI))); // error[CL0343]: does not exist in OpenCL C

constant int n = 4;
constant int squares[n * n] = { 1 };
constant int more[sizeof(int4) / sizeof(int)] = { 1, 2, 3, 4 };
extern constant int redeclared[];
constant int redeclared[2] = { 1, 2 };
extern constant int redeclared[2];
extern constant int redeclared[3]; // error[CL0303]: `redeclared` was declared as
constant float redeclared[2] = { 1 }; // error[CL0303]: `redeclared` was declared as // error[CL0302]: `redeclared` is declared twice
extern constant int nowhere;
struct later;
int uses(global struct later *p);
quad too_long; // error[CL0318]: the type name `quad` is reserved
bool4 truths; // error[CL0318]: the type name `bool4` is reserved
float4x4 matrix; // error[CL0318]: the type name `float4x4` is reserved

kernel void k(global int *out, int length)
{
    int restrict r; // error[CL0309]: `restrict` qualifies pointers only
    global int *restrict p = out;
    read_only int q; // error[CL0321]: `read_only` qualifies images and pipes only
    _Atomic int atomic; // error[CL0320]: OpenCL C does not have `_Atomic`
    void nothing; // error[CL0314]: the variable `nothing` has the incomplete type `void`
    void nothings[2]; // error[CL0311]: there are no arrays of `void`
    int empty[0]; // warning[CL0351]: this array has no elements
    int negative[-1]; // error[CL0312]: the length of an array is -1
    int open[]; // error[CL0314]: the variable `open` has the incomplete type `int[]`
    int open_inside[2][]; // error[CL0311]: there are no arrays of arrays of unknown length
    int variable[length]; // error[CL0313]: the length of an array has to be constant
    int by_float[2.5f]; // error[CL0701]: has to be an integer, but this has type `float`
    struct later unknown; // error[CL0314]: the variable `unknown` has the incomplete type `struct later`
    half h; // error[CL0319]: the variable `h` cannot have the type `half`
    half hs[4]; // error[CL0319]: the variable `hs` cannot have the type `half`
    half4 hv; // error[CL0319]: vectors of `half` need the extension
    half *hp = 0;
    image2d_t picture; // error[CL0329]: the variable `picture` cannot have the type `read_only image2d_t`
    sampler_t sampler; // error[CL0347]: the sampler `sampler` has no initialiser
    const int m = 8;
    int sized[m + n];
    int twice; // error-next[CL0302]: `twice` is declared twice
    float twice;
    typeof(sized[0]) copy = 1;
    __typeof__(float4) vector = (float4)(copy);
    number number = 3;
    first f = number;
    second s = &f;
    third t = { 1, 2, 3 };
    out[0] = nowhere; // error[CL0335]: the variable `nowhere` is used but only declared `extern`
    out[1] = squares[0] + more[1] + redeclared[1] + *s + t[0] + p[0] + (int)vector.x + sized[0] + (hp == 0);
}
event_t at_program_scope; // error[CL0306]: needs the address space `constant`
constant event_t event = 0; // error[CL0329]: cannot be declared at program scope
