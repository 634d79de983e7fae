// `float4(…)`, as a document writes vectors, is how other languages make them; in OpenCL C the type stands in parentheses
// (section "Vector Literals").
kernel void k(global float4 *out, float s1, float s2)
{
    float4 vec = float4(1.0f, 2.0f, 3.0f, 4.0f); // error[CL0208]: `float4(…)` does not make a value in OpenCL C
    out[0] = vec + float4(2.5f, 2.5f, 2.5f, 2.5f); // error[CL0208]: `float4(…)` does not make a value in OpenCL C
    out[1] = float4(s1, s2, s1, s2) * vec; // error[CL0208]: `float4(…)` does not make a value in OpenCL C
    out[2] = (float4)(s1, s2, s1, s2);
}
