// stage: parse
kernel void f(global int *p) {
    if (p[0]) int x = p[1]; // error[CL0216]: a declaration is not a statement
    for (;;) float y; // error[CL0216]: a declaration is not a statement
}
