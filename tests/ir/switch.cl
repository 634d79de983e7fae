// Sections stand side by side; one that falls through raises a flag; many are tested in a tree.
kernel void few(global int *p, int n) {
    switch (n) {
    case 1:
        p[0] = 1;
        break;
    case 2 ... 5:
        p[0] = 2;
    case 7:
        p[1] = 3;
        break;
    default:
        p[0] = 4;
    }
}
kernel void many(global int *p, uint n) {
    switch (n) {
    case 0: p[0] = 10; break;
    case 1: p[0] = 11; break;
    case 2: p[0] = 12; break;
    case 3: p[0] = 13; break;
    case 4: p[0] = 14; break;
    case 5: p[0] = 15; break;
    case 6: p[0] = 16; break;
    }
}
