// Storage classes.

static constant int file_table[2] = { 1, 2 };
extern constant int outside;
constant int outside = 3;
static extern constant int both = 1; // error[CL0308]: a declaration has one storage class at most
auto constant int automatic = 1; // error[CL0308]: OpenCL C does not have `auto`
inline constant int inlined = 1; // error[CL0308]: `inline` belongs to functions
kernel constant int kerneled = 1; // error[CL0308]: `kernel` belongs to functions
static int helper(int x) { return x; }
static int helper(int x);
typedef int defined(int x) { return x; } // error[CL0308]: a function definition is no typedef
int parameter(static int x); // error[CL0308]: `static` cannot stand at a parameter

kernel void k(global int *out)
{
    register int r = 1; // error[CL0308]: OpenCL C does not have `register`
    auto int a = 2; // error[CL0308]: OpenCL C does not have `auto`
    static constant int counter = 5;
    extern constant int outside;
    extern constant int late = 3; // error[CL0308]: an `extern` variable inside a function cannot have an initialiser
    for (static constant int i = 0; ; ) break; // error[CL0308]: `static` cannot stand in a `for`
    out[0] = helper(counter) + outside + file_table[1] + r + a;
}
