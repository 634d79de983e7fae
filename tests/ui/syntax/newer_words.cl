// options: -cl-std=CL1.2
// stage: parse
void f(__generic int *p); // error[CL0215]: `__generic` is a word of OpenCL C 2.0 and newer
int generic, pipe;
