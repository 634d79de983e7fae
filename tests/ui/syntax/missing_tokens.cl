// stage: parse
struct S { int a; } // error[CL0201]: expected `;` after the definition of the type
int b // error[CL0201]: expected `;` after the declaration
kernel void f(global int *p, int n) {
    p[0] = 1 // error[CL0201]: expected `;` after the expression
    if (n) p[1] = 2 // error[CL0201]: expected `;` after the expression
    else p[1] = 3;
    while n > 3 { n--; } // error[CL0201]: expected `(` after `while`
    for (int i = 0; i < n, i++) p[i] = 4; // error[CL0201]: expected `;` after the condition of `for`
    switch (n) { case 1 p[0] = 5; } // error[CL0201]: expected `:` after the label
    do { n++; } while (n < 3) // error[CL0201]: expected `;` after `do … while (…)`
    return // error[CL0201]: expected `;` after the `return` statement
}
kernel void g(global int *p) {
    p.; // error[CL0201]: expected the name of a member after `.`
    whle (p[0]) { p[0]--; } // error[CL0201]: OpenCL C has no statement `whle (…) { … }`
    goto 3; // error[CL0201]: expected the name of a label after `goto`
}
barrier(1); // error[CL0201]: expected a declaration, found `barrier`
