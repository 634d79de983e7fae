// options: -cl-std=CL1.2
// Built-in functions that a program declares once more, as those do that were written for other compilers; nothing is said.
int printf(constant const char *format, ...);
float __attribute__((overloadable)) sin(float x);
float fabs(float x);
#if !__has_builtin(__builtin_expect) || !__has_builtin(__builtin_convertvector) || !__has_builtin(sqrt) || __has_builtin(no_such)
#error
#endif
#if !__has_extension(c_generic_selections)
#error
#endif
constant char built[] = __DATE__ " " __TIME__;

kernel void k(global float *p)
{
    p[0] = sin(p[1]) + fabs(p[2]) + built[0];
    printf("%f\n", p[0]);
    __extension__({ p[1] = 0; });
    __extension__ int x = 1;
    p[2] = x;
}
