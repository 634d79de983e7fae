// options: -cl-fast-relaxed-mth
// error-anywhere[CL0001]: unknown build option
constant int i = 1;
