// stage: parse
typedef struct { float4 row[4]; } float4x4; // note[CL0219]: OpenCL C keeps the name `float4x4`
typedef unsigned int uint;
kernel void f(global float4x4 *m) {
    int event_t = 3; // note[CL0219]: OpenCL C keeps the name `event_t`
    int quad = event_t;
    m[0].row[0].x = quad;
}
