// Where variables lie before OpenCL C 2.0.

constant int in_constant = 1;
int nowhere = 1; // error[CL0306]: the program-scope variable `nowhere` needs the address space `constant`
const float pi = 3.14f; // error[CL0306]: the program-scope variable `pi` needs
static int file_static = 1; // error[CL0306]: the program-scope variable `file_static` needs
global int in_global; // error[CL0306]: the program-scope variable `in_global` cannot lie in global memory
local int in_local; // error[CL0306]: the program-scope variable `in_local` cannot lie in local memory
private int in_private; // error[CL0306]: the program-scope variable `in_private` cannot lie in private memory
constant int *pointer = &in_constant; // error[CL0306]: the program-scope variable `pointer` needs
constant int *constant pointer_in_constant = &in_constant;
constant int table[2][2] = { { 1, 2 }, { 3, 4 } };

typedef global int global_int;
void pointers(local global_int *p); // error[CL0304]: a type can have one address space only
void same(global global_int *p);

private int gives_private(void); // error[CL0305]: what a function gives is a value
local int gives_local(void); // error[CL0305]: what a function gives is a value
local int *gives_pointer(local int *p) { return p; }
void takes(local int x); // error[CL0305]: the parameter `x` cannot lie in local memory
void takes_private(private int x);
void takes_array(local int x[4]);
struct holds {
    global int *pointer;
    local int x; // error[CL0305]: the member `x` cannot have an address space of its own
};

int helper(global int *p)
{
    local int shared; // error[CL0307]: the local variable `shared` is declared in a function that is no kernel
    constant int three = 3; // error[CL0307]: the constant variable `three` is declared in a function that is no kernel
    static constant int four = 4;
    static int five = 5; // error[CL0306]: the static variable `five` needs the address space `constant`
    private local int two; // error[CL0304]: a type can have one address space only
    global int six; // error[CL0305]: the variable `six` of a function cannot lie in global memory
    private int seven = 7;
    return p[four] + seven;
}

kernel void k(global int *out)
{
    local int shared[16];
    local float4 *local pointer_to_shared;
    constant int three = 3;
    private int own = three;
    {
        local int inner; // error[CL0307]: the local variable `inner` is declared in an inner scope of a kernel
        static constant int fine = 1;
        own += fine;
    }
    for (;;) {
        constant int in_loop = 1; // error[CL0307]: the constant variable `in_loop`
        break;
    }
    shared[0] = own;
    out[0] = shared[0];
}
