// options: -cl-std=CL2.0
// stage: parse
kernel void f(global int *p) {
    asm("nop"); // error[CL0211]: inline assembly
    p[0] = ({ 1; }); // error[CL0211]: a statement expression `({ … })`
    p[1] = _Generic(p[0], int: 1, default: 2); // error[CL0211]: `_Generic`
    void *q = &&end; // error[CL0211]: the address of a label
    _Alignas(16) int a; // error[CL0211]: `_Alignas`, a word of C11
    run(^{ p[0] = 2; }); // error[CL0211]: blocks `^{ … }` are not supported
end:;
}
