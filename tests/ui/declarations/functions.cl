// Prototypes, definitions and calls.

int twice(int x);
int twice(const int y);
int twice(int x) { return x * 2; }
int twice(int x) { return x + x; } // error[CL0302]: `twice` is declared twice
float twice(int x); // error[CL0303]: `twice` was declared as `int (int)` before and is `float (int)` here
int twice(float x); // error[CL0303]: `twice` was declared as `int (int)` before and is `int (float)` here
int no_parameters();
int no_parameters(void) { return 1; }
int no_parameters() { return 2; } // error[CL0302]: `no_parameters` is declared twice
int arrays(private int a[4]);
int arrays(private int *a) { return a[0]; }

int first(int a, int) { return a; } // error[CL0336]: needs a name
int void_parameter(void a); // error[CL0314]: the parameter `a` has the type `void`
int same_names(int a, int a); 
int same_names(int a, int a) { return a; } // error[CL0302]: `a` is declared twice
int hides(int a) { int a = 1; return a; } // error[CL0302]: `a` is declared twice
int hides_inside(int a) { { int a = 1; a++; } return a; }
int (*pointer_to_function)(int); // error[CL0310]: no pointers to functions
int calls_back(int f(int)); // error[CL0310]: the parameter `f` is a function
int calls_back_too(int (*f)(int)); // error[CL0310]: no pointers to functions
int gives_array(void)[4]; // error[CL0322]: a function cannot give an array
int many(int count, ...); // error[CL0332]: a fixed number of parameters
half gives_half(void); // error[CL0319]: a function's result cannot have the type `half`
struct unknown takes_unknown(struct unknown x);
struct unknown defined_unknown(struct unknown x) { } // error[CL0314]: the parameter has the incomplete type `struct unknown` // error[CL0314]: the function's result has the incomplete type
int with_value(int x) = 3; // error[CL0708]: a function cannot have an initialiser

int __attribute__((overloadable)) size(int x) { return 4; }
int __attribute__((overloadable)) size(char x) { return 1; }
int __attribute__((overloadable)) size(float4 x) { return 16; }
float __attribute__((overloadable)) size(char x); // error[CL0303]: `size` was declared as `int (char)` before and is `float (char)` here

inline int inlined(int x) { return x; }
static inline int static_inlined(int x) { return x; }
extern inline int extern_inlined(int x) { return x; }
__inline int other_spelling(int x) { return x; }
__inline__ int third_spelling(int x) { return x; }
__attribute__((always_inline)) int by_attribute(int x) { return x; }
static int never_called(int x) { return x; }
int declared_only(int x);

int undefined(int x);
constant int not_a_function = 1;
int not_a_function(int x); // error[CL0302]: `not_a_function` is declared twice
kernel void k(global int *out)
{
    int undefined_too(int x);
    out[0] = inlined(1) + static_inlined(2) + extern_inlined(3) + other_spelling(4) + third_spelling(5);
    out[1] = by_attribute(1) + twice(2) + no_parameters() + size(1) + size((char)1) + size((float4)(1.0f));
    out[2] = undefined(1); // error[CL0334]: the function `undefined` is called but has no body
    out[3] = undefined_too(1); // error[CL0334]: the function `undefined_too` is called but has no body
    out[4] = undefined(2);
}
