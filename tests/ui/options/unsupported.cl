// options: -cl-std=CLC++
// error-anywhere[CL0005]: asks for C++ for OpenCL
constant int i = 1;
