// options: -x spir
// error-anywhere[CL0005]: asks for SPIR
constant int i = 1;
