// stage: parse
kernel void f(global int *p, int n) {
    for (int i = 0; i < n; i++) {
        if (p[i]) { // error[CL0202]: this `{` is never closed
            p[i] = 0;
    }
}

kernel void g(global int *p) {
    p[0] = 1;
}
} // error[CL0202]: this `}` closes nothing
struct S { // error[CL0202]: this `{` is never closed
    int a;

kernel void h(global int *p) {
    p[0] = 2;
}
