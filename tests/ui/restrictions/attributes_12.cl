// options: -cl-std=CL1.2
// What the specification forbids in "Attribute Qualifiers", one program a line.
kernel __attribute__((reqd_work_group_size(0,1,1))) void f154(void) { } // error[CL0342]: the attribute `reqd_work_group_size` cannot have these arguments
kernel __attribute__((reqd_work_group_size(1,1))) void f155(void) { } // error[CL0342]: the attribute `reqd_work_group_size` cannot have these arguments
kernel __attribute__((reqd_work_group_size(1,1,1))) __attribute__((reqd_work_group_size(2,1,1))) void f157(void) { } // error[CL0342]: the attribute `reqd_work_group_size` cannot have these arguments
struct S158 { int a; }; kernel __attribute__((vec_type_hint(struct S158))) void f158(void) { } // error[CL0342]: the attribute `vec_type_hint` cannot have these arguments
kernel __attribute__((vec_type_hint(bool))) void f159(void) { } // error[CL0342]: the attribute `vec_type_hint` cannot have these arguments
kernel void f162(void) { int a __attribute__((endian(host))); } // error[CL0344]: the attribute `endian` can only stand at pointers into global or constant memory
kernel void f163(global int *q) { global int *a __attribute__((endian(big))) = q; } // error[CL0342]: the attribute `endian` cannot have these arguments
