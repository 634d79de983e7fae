// stage: parse
kernel void f(global int *p) {
    if (p[0] > 0)
        p[1] = 1;
        p[2] = 2;
    else // error[CL0213]: `else` without an `if` before it
        p[1] = 0;
}
