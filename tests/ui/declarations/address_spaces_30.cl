// options: -cl-std=CL3.0
// Where variables lie from OpenCL C 2.0 on.

int zero;
static int also_global = 1;
global int written = 2;
constant int in_constant = 1;
const float pi = 3.14f;
global int *global pointer_in_global = &written;
int *generic_pointer = &written;
global int *constant pointer_in_constant = &written;
local int in_local; // error[CL0306]: the program-scope variable `in_local` cannot lie in local memory
private int in_private; // error[CL0306]: the program-scope variable `in_private` cannot lie in private memory
constant int missing; // error[CL0704]: the constant variable `missing` has no initialiser

void reserved(generic int *p); // warning[CL0350]: `generic` is a reserved word
int *give(int *p) { return p; }

kernel void k(global int *out, int n)
{
    static int calls;
    static global int also;
    static constant int four = 4;
    extern global int elsewhere;
    global int six; // error[CL0305]: the variable `six` of a function cannot lie in global memory
    static local int seven; // error[CL0306]: the static variable `seven` cannot lie in local memory
    constant int later = n; // error[CL0701]: the initialiser of `later` has to be constant
    local int shared;
    int own = 0;
    int *either = n ? give(&own) : give(&shared);
    *either = calls + also + four + zero + also_global;
    out[0] = *either + *pointer_in_global + *generic_pointer + *pointer_in_constant + elsewhere;
}
global int elsewhere;
