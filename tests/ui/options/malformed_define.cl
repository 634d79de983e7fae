// options: -D F(x=1 -D A(1)=2 -D A=1 -D A=2
// A macro of the options is read like any other.
// error-anywhere[CL0003]: `F(x`, the value of the build option `-D`
// error-anywhere[CL0142]: a parameter's name belongs here
// warning-anywhere[CL0140]: the macro `A` is defined again
constant int a = A;
