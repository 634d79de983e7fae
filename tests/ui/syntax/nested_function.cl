// stage: parse
kernel void f(global int *p) {
    int twice(int x) { return 2 * x; } // error[CL0212]: function `twice` is defined inside another function
    p[0] = twice(p[1]);
}
