// stage: parse
kernel void f(global float4 *p, int n) {
    n = ; // error[CL0203]: expected an expression, found `;`
    n = n + * / 2; // error[CL0203]: expected an expression, found `/`
    p[] = p[0]; // error[CL0203]: expected an expression, found `]`
    n = max(n, ); // error[CL0203]: expected an argument, found `)`
    if () n = 1; // error[CL0203]: expected an expression, found `)`
    p[0] = {1, 2, 3, 4}; // error[CL0203]: a list in braces is not an expression
    p[1] = float4; // error[CL0203]: expected an expression, found the type `float4`
    p[2] = (float4)(); // error[CL0203]: literal without components
}
