// Jumps forwards leave a block, jumps backwards start a loop anew; what does not nest becomes a loop over pieces.
kernel void structured(global int *p, int n) {
again:
    if (n == 0)
        goto done;
    p[n]++;
    n--;
    goto again;
done:
    p[0] = n;
}
kernel void irreducible(global int *p, int n) {
    if (n)
        goto inside;
    while (p[0]) {
        p[0]--;
inside:
        p[1]++;
    }
}
