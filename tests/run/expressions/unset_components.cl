// A vector with a component that nothing sets: it has some value, and what is computed beside it is not touched.

float3 three(float a, float b) {
    float4 v;
    v.x = a;
    v.y = b;
    v.z = a + b;
    return v.xyz;
}
// launch: global=4
// arg: out = unset 16
// arg: in = 1 2 3 4  5 6 7 8  9 10 11 12  13 14 15 16
// expect: out = 2 6 12 0  30 42 56 0  90 110 132 0  182 210 240 0
kernel void beside(global float *out, global const float4 *in) {
    int i = get_global_id(0);
    float4 a = in[i], v;
    v.x = a.x;
    if (a.y > 0.0f)
        v.y = a.y;
    v.z = three(a.x, 2.0f).z;
    float4 all = v * a + a;
    out[4 * i] = all.x;
    out[4 * i + 1] = all.y;
    out[4 * i + 2] = all.z;
    out[4 * i + 3] = a.w > 1000.0f ? all.w : 0.0f;
}
