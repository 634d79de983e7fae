// options: -cl-fast-relaxed-math
// What options and pragmas allow of float operators.
kernel void relaxed(global float *p, float a, float b) {
    p[0] = a / b + a * b;
    p[1] = a < b;
}
