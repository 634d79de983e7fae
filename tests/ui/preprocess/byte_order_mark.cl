// A byte order mark, lines that end with CR LF, and no new line at the end.
#define ADD(a, \
            b) ((a) + (b))
kernel void f(global int *p) { p[0] = ADD(1, 2) + __LINE__; }
constant int last = 1 `; // error[CL0102]: cannot