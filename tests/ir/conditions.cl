// What is only looked at as a condition never becomes a number; cheap operands are selected, others are branches.
kernel void conditions(global const int *in, global int *out, int n) {
    int i = get_global_id(0);
    if (i < n && !(n == 3))
        out[i] = 1;
    if (i < n && in[i] > 0 && in[i] < 10)
        out[i] = 2;
    out[i] = i > n ? i : n;
    out[i] = i > n ? in[i] : n;
    out[i] = i > n;
}
kernel void masks(global int4 *out, int4 a, float4 b) {
    out[0] = a < 3 && a != 0 ? a : as_int4(b > 0.5f);
}
