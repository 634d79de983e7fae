// options: -cl-std=CL1.1
// Before OpenCL C 1.2 there are no storage classes but `typedef`.

static constant int table = 1; // error[CL0308]: `static` exists from OpenCL C 1.2 on
extern constant int other; // error[CL0308]: `extern` exists from OpenCL C 1.2 on // error[CL0704]: has no initialiser
typedef int number;
kernel void k(global number *out) { out[0] = table; }
// "Predefined identifiers are not supported" (section "Restrictions").
kernel void named(global char *out) { out[0] = __func__[0]; } // error[CL0301]: `__func__` is not declared before OpenCL C 1.2
