// options: -D "A=1
// error-anywhere[CL0004]: is not closed
constant int i = 1;
