// Calls.
struct Point { float x, y; };
float scale(float x, float by) { return x * by; }
float half_of(float x) { return x / 2; }
kernel void k(global float *out, constant char *format, float x, struct Point p)
{
    out[0] = scale(x); // error[CL0502]: `scale` takes 2 arguments, and is given 1
    out[0] = half_of(x, x, x); // error[CL0502]: `half_of` takes one argument, and is given 3
    out[0] = x(1.0f); // error[CL0503]: only functions can be called, and this is a `float`
    out[0] = out[1](2); // error[CL0503]: only functions can be called
    out[0] = scal(x, x); // error[CL0501]: nothing declares a function `scal`
    out[0] = no_such_function(x); // error[CL0501]: nothing declares a function `no_such_function`
    out[0] = sine(x); // error[CL0501]: nothing declares a function `sine`
    printf(format, x); // error[CL0504]: the format of `printf` has to be a string literal
    printf(); // error[CL0504]: `printf` needs a format string
    printf("%f\n", p); // error[CL0505]: `printf` cannot print a `struct Point`
}
