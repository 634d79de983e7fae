// stage: parse
x = 3; // error[CL0205]: declaration `x` has no type
static y; // error[CL0205]: declaration `y` has no type
twice(int a) { return 2 * a; } // error[CL0205]: function `twice` has no type
kernel f(global int *p) { // error[CL0205]: function `f` has no type
    const i = p[0]; // error[CL0205]: declaration `i` has no type
}
