// options: -cl-std=CLC++2021
// Operators on atomic types (section "Atomic operations").

// launch: global=64 local=16
// arg: o = 0 0 0 0
// expect: o = 64 128 2016 63
kernel void atomics(global int *o)
{
    volatile global atomic_int *a = (volatile global atomic_int *)o;
    a[0]++;
    ++a[1];
    a[1] += 1;
    a[2] += (int)get_global_id(0);
    a[3] |= (int)get_global_id(0);
    int seen = a[0];
    if (seen < 1)
        a[0] = -1;
}
