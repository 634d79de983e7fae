// options: -cl-std=CL9.9
// error-anywhere[CL0003]: is not a version of OpenCL C
constant int i = 1;
