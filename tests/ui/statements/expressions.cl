// Expression statements and conditions.

int effect(int x) { return x; }
constant int c = 1;
kernel void k(global int *out, int4 v, float f, global int *p, volatile local int *flag)
{
    int x = 0, y = 0;
    x == 1; // warning[CL0610]: this value is not used
    x + 1; // warning[CL0610]: this value is not used
    x; // warning[CL0610]: this value is not used
    out[0]; // warning[CL0610]: this value is not used
    -f; // warning[CL0610]: this value is not used
    (void)x;
    effect(x);
    x = 1, y = 2;
    x++;
    *flag;
    x ? effect(1) : 0;
    x && effect(2);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (x = 0; x < 3; x == 4) y++; // warning[CL0610]: this value is not used
    for (x, y = 1; ; ) break;
    if (f) x = 1;
    if (p) x = 2;
    while (c) break;
    for (int i = 0, j = 1; i < j; ++i) { int i = 3; x += i; }
    for (int i = 0; i < 2; ++i) ;
    ;
    { ; }
    out[0] = x + y;
}
