// options: -cl-std=CL1.1
// What the specification forbids in "Address Space Qualifiers", "Initialization" and "Address Space Conversions", one program a line.
static constant int a64 = 1; // error[CL0308]: `static` exists from OpenCL C 1.2 on
extern void g65(void); // error[CL0308]: `extern` exists from OpenCL C 1.2 on
