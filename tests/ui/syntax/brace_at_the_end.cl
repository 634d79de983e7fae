// stage: parse
kernel void f(global int *p) {
    while (p[0]) { // error[CL0202]: this `{` is never closed
        p[0]--;
}
