// options: -D
// error-anywhere[CL0002]: the build option `-D` has no value
constant int i = 1;
