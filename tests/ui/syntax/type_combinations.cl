// stage: parse
unsigned float a; // error[CL0206]: `unsigned` and `float` do not combine
kernel void f(global unsigned int4 *p) { // error[CL0206]: `unsigned` and `int4` do not combine
    short long b; // error[CL0206]: `short` and `long` do not combine
    float4 int c; // error[CL0206]: `float4` and `int` do not combine
    int int d; // error[CL0206]: `int` and `int` do not combine
}
