// stage: parse
kernel void f(global int *p) {
    switch (p[0]) {
    case 1: // warning[CL0220]: label before a declaration
        int x = 3;
    default: // warning[CL0220]: label at the end of a block
    }
}
