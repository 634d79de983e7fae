// options: -cl-std=CL2.0
// stage: parse
kernel void f(global int *p) {
    asm("nop"); // error[CL0211]: inline assembly
    void *q = &&end; // error[CL0211]: the address of a label
    _Thread_local int a; // error[CL0211]: `_Thread_local`, a word of C11
    run(^{ p[0] = 2; }); // error[CL0211]: blocks `^{ … }` are not supported
    int (^block)(int) = ^(int n) { return n; }; // error[CL0211]: blocks `^{ … }` are not supported
end:;
}
