// options: -cl-std=CL3.0
// Program-scope variables and pointers without an address space in newer OpenCL C (sections "Usage for Declaration
// Scopes and Variable Types" and "The Generic Address Space"). A document has program-scope variables in constant memory
// alone, and pointers without a qualifier in private memory: that is OpenCL C up to 1.2.

global int offset = 100;
int in_global_too = 20;

int read(const int *p) {
    return *p;
}

// launch: global=4 local=2
// arg: out = unset 4
// arg: in = 1 2 3 4
// expect: out = 123 124 129 130
kernel void generic_pointers(global int *out, global const int *in) {
    local int shared;
    int i = get_global_id(0), own = i;
    if (get_local_id(0) == 0)
        shared = i * 2 + 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = read(&offset) + read(&in_global_too);
    const int *p = in + i;
    sum += *p;
    p = &shared;
    sum += *p;
    p = &own;
    out[i] = sum + *p - i;
}
