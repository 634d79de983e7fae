// stage: parse
kernel void f(global int *p, int kernel) { // error[CL0214]: `kernel` is a keyword
    int local = p[0]; // error[CL0214]: `local` is a keyword
    float while; // error[CL0214]: `while` is a keyword
}
