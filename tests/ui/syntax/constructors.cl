// stage: parse
typedef struct { int a, b; } Pair;
kernel void f(global float4 *p, float x) {
    float4 u(x, x, 0, 1); // error[CL0208]: a variable is not initialised with parentheses
    float4 v(1, x, 0, 1); // error[CL0208]: a variable is not initialised with parentheses
    p[0] = v * float4(2, 2, 2, 1); // error[CL0208]: `float4(…)` does not make a value
    p[1] = float4{1, 2, 3, 4}; // error[CL0208]: `float4{…}` does not make a value
    p[2].x = float(1) + unsigned int(2); // error[CL0208]: `float(…)` // error[CL0208]: `unsigned int(…)`
    Pair q = Pair(1, 2); // error[CL0208]: `Pair(…)` does not make a value
}
