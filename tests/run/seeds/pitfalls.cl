// What a document lists as common mistakes: the forms that work. Those that are rejected are in
// tests/ui/seeds/pitfalls.cl.

// A mask of two comparisons is their `&&`, component by component; whether one component is true is asked by any. With
// scalars && short-circuits, so that it may guard a division or an access. (OpenCL C, section "Logical Operators".)
// launch: global=2
// arg: out = unset 2
// arg: branches = unset 2
// arg: a = 1 5 2 9 4 4 4 4
// arg: b = 2 2 2 10 4 4 4 5
// arg: c = 0 0 0 7 1 1 1 1
// arg: d = 1 1 1 6 2 2 2 1
// expect: out = -1 0 0 0 0 0 0 0
// expect: branches = 1 1 0 0
kernel void mask_of_comparisons(global int4 *out, global int2 *branches, global const float4 *a, global const float4 *b,
                                global const float4 *c, global const float4 *d) {
    int i = get_global_id(0);
    int4 mask = (a[i] < b[i]) && (c[i] < d[i]);
    out[i] = mask;
    int of_vectors = 0, of_scalars = 0;
    if (any(mask))
        of_vectors = 1;
    if (a[i].x < b[i].x && c[i].x < d[i].x)
        of_scalars = 1;
    branches[i] = (int2)(of_vectors, of_scalars);
}

// The bits & and | of masks give the same as && and ||.
// launch: global=2
// arg: out = unset 2
// arg: a = 1 5 2 9 4 nan 4 4
// arg: b = 2 2 2 10 4 4 4 5
// expect: out = -1 -1 -1 -1 -1 -1 -1 -1
kernel void bits_of_masks(global int4 *out, global const float4 *a, global const float4 *b) {
    int i = get_global_id(0);
    int4 less = a[i] < b[i], equal = a[i] == b[i];
    out[i] = ((less && equal) == (less & equal)) & ((less || equal) == (less | equal)) & (!less == ~less);
}

// A division by zero in a branch that is not taken, or in a component whose value is not used, does no harm.
// launch: global=4
// arg: out = unset 4
// arg: divisor = 0 5 0 -1
// expect: out = 0 20 0 -100
kernel void guarded_division(global int *out, global const int *divisor) {
    int i = get_global_id(0);
    int d = divisor[i], quotient = 0;
    if (d != 0 && 100 / d != 0)
        quotient = 100 / d;
    int2 both = d ? (int2)(100) / d : (int2)(0);
    out[i] = quotient == both.y ? quotient : 1;
}

// Values are printed with printf, vectors with a %v that says how many components and how long each is (section
// "printf"). A document asks for the extension of double precision for that; it is not needed.
// launch: global=1
// arg: v = 1.5 -2 0.25 100
// arg: n = 7 -8
// output: f = 1.500000, u = 0x3fc00000
// output: v = 1.50,-2.00,0.25,100.00
// output: n = 7,-8; mask = -1,0
kernel void printed(float4 v, int2 n) {
    printf("f = %f, u = 0x%x\n", v.x, as_uint(v.x));
    printf("v = %.2v4hlf\n", v);
    printf("n = %v2hld; mask = %v2hld\n", n, n > 0);
}

// A computation is tried with scalars first and made vectors step by step: each step gives the same.
// launch: global=2
// arg: out = unset 2
// arg: in = 1 2 3 4 5 6 7 8
// expect: out = -1 -1 -1 -1 -1 -1 -1 -1
kernel void scalars_and_vectors_agree(global int4 *out, global const float4 *in) {
    int i = get_global_id(0);
    float values[4] = { in[i].x, in[i].y, in[i].z, in[i].w }, results[4];
    for (int n = 0; n < 4; n++)
        results[n] = values[n] > 4 ? values[n] * values[n] - 1 : values[n] / 3;
    float4 v = in[i];
    float4 result = v > 4 ? v * v - 1 : v / 3;
    out[i] = result == (float4)(results[0], results[1], results[2], results[3]);
}
