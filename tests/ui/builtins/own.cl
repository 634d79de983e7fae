// A program's own functions of a built-in function's name: overloads beside those, or in their place.
float max(float a, float b, float c) { return max(max(a, b), c); }
float mix(float a, float b, float t) { return a * (1.0f - t) + b * t; }
int popcount(int x) { return 1; }
kernel void k(global float *out, global int *i, float4 v)
{
    out[0] = max(out[1], out[2], out[3]);
    out[0] = max(out[1], out[2]);
    out[0] = mix(out[1], out[2], 0.5f);
    v = mix(v, v, 0.5f);
    i[0] = popcount(i[1]);
    out[0] = max(out[1]); // error[CL0512]: `max` takes 2 or 3 arguments, not 1
    out[0] = max(v, out[1], out[2]); // error[CL0510]: no overload of `max` takes (float4, float, float)
}
