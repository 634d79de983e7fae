// options: -cl-std=CL3.0
// "The `__generic` and `generic` names are reserved for future use." (section "Address Space Qualifiers"): pointers that say so are taken.
int first(generic const int *values) { return values[0]; } // warning[CL0350]: `generic` is a reserved word
kernel void f(global int *p, local int *l) {
    __generic int *q = p; // warning[CL0350]: `generic` is a reserved word
    *(generic int *)l = first(q); // warning[CL0350]: `generic` is a reserved word
    p = q; // error[CL0407]: `generic int*` cannot become `global int*` in an assignment
    // error-next[CL0305]: the variable `x` of a function cannot lie in generic memory
    generic int x; // warning[CL0350]: `generic` is a reserved word
}
