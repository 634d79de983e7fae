// Loops are left by `break`; `continue` goes to the end of the body's block, where there is a step.
kernel void loops(global int *p, int n) {
    for (int i = 0; i < n; i++) {
        if (p[i] == 0)
            continue;
        if (p[i] < 0)
            break;
        p[i]--;
    }
    while (p[0])
        p[0]--;
    do
        p[1]++;
    while (p[1] < n);
    do {
        if (n)
            break;
        p[2] = 0;
    } while (0);
}
