// options: -cl-std=CL1.1
// What the specification forbids in "Restrictions", one program a line.
kernel void f22(void) { constant char *p = __func__; } // error[CL0301]: `__func__` is not declared before OpenCL C 1.2
