// options: -cl-std=CL1.2
// What the specification forbids in "Vector Literals", "Vector Components" and "Reserved Data Types", one program a line.
kernel void f89(void) { float4 vf; private float *p = &vf.x; } // error[CL0420]: components of a vector have no address
kernel void f90(void) { float8 vf; private float4 *p = &vf.odd; } // error[CL0420]: components of a vector have no address
kernel void f91(void) { float2 c; c.z = 1.0f; } // error[CL0416]: `.z` does not select components of `float2`: it has 2 components, and `z` would be number 3
kernel void f92(void) { float3 c; c.w = 1.0f; } // error[CL0416]: `.w` does not select components of `float3`: it has 3 components, and `w` would be number 4
kernel void f93(void) { float4 pos; pos.xx = (float2)(3.0f, 4.0f); } // error[CL0410]: component 0 would be assigned twice
kernel void f94(void) { float4 pos; pos.xy = (float4)(1,2,3,4); } // error[CL0405]: `float4` is not converted to `float2` implicitly in an assignment
kernel void f95(void) { float8 a; a.xxxxxxx; } // error[CL0416]: `.xxxxxxx` does not select components of `float8`: there are no vectors of 7 components
kernel void f96(void) { float16 f96; float4 a = f96.x12w; } // error[CL0416]: `.x12w` does not select components of `float16`: `1` is not a component
float4 g97(void) { return 0; } kernel void f97(void) { g97().x = 1; } // error[CL0408]: `g97().x` cannot be assigned to: it is a part of a value
kernel void f98(void) { float4 f98 = (float4)(1.0f, 2.0f); } // error[CL0419]: a literal of type `float4` needs 4 components, but 2 are given
kernel void f99(void) { float4 f99 = (float4)(1.0f, 2.0f, 3.0f, 4.0f, 5.0f); } // error[CL0419]: a literal of type `float4` needs 4 components, but 5 are given
kernel void f135(void) { long double a; } // error[CL0318]: the type name `long double` is reserved; OpenCL C does not have such a type
kernel void f136(void) { float complex a; } // error[CL0201]: expected `;` after the declaration, found `a`
kernel void f137(void) { bool4 a; } // error[CL0318]: the type name `bool4` is reserved; OpenCL C does not have such a type
kernel void f138(void) { quad a; } // error[CL0318]: the type name `quad` is reserved; OpenCL C does not have such a type
kernel void f139(void) { float4x4 a; } // error[CL0318]: the type name `float4x4` is reserved; OpenCL C does not have such a type
kernel void f140(void) { float2x16 a; } // error[CL0318]: the type name `float2x16` is reserved; OpenCL C does not have such a type
kernel void f141(void) { int5 a; } // error[CL0318]: the type name `int5` is reserved; OpenCL C does not have such a type
kernel void f142(void) { long long a; } // warning[CL0352]: OpenCL C reserves `long long` for integers of 128 bits
kernel void f143(void) { ulonglong2 a; } // error[CL0318]: the type name `ulonglong2` is reserved; OpenCL C does not have such a type
kernel void f144(void) { half2 a; } // error[CL0319]: vectors of `half` need the extension `cl_khr_fp16`
kernel void f216(global int4 *p, char4 c) { *p = min(*p, c); } // error[CL0510]: no overload of `min` takes (int4, char4)
kernel void f217(float4 a, global int4 *p) { *p = (int4)(a.xy, a.zw); } // error[CL0419]: a `float2` cannot be a part of a literal of type `int4` // error[CL0419]: a `float2` cannot be a part of a literal of type `int4`
kernel void f238(int2 a, global float4 *p) { *p = (float4)(a, 1, 2); } // error[CL0419]: an `int2` cannot be a part of a literal of type `float4`
kernel void f241(global int *p) { bool2 b; } // error[CL0318]: the type name `bool2` is reserved; OpenCL C does not have such a type
kernel void f265(global float4 *p) { global float *q = &p->x; } // error[CL0420]: components of a vector have no address
kernel void f321(float4 a) { a.s4; } // error[CL0416]: `.s4` does not select components of `float4`: it has 4 components, and `s4` would be number 5
kernel void f322(float16 a) { a.sg; } // error[CL0416]: `.sg` does not select components of `float16`: `g` is not a hexadecimal digit
kernel void f323(float a) { a.even; } // error[CL0418]: a `float` has no members or components, so there is no `.even`
kernel void f324(float8 a) { a.q; } // error[CL0416]: `.q` does not select components of `float8`: `q` is not a component
kernel void f326(float8 a) { a.s01234; } // error[CL0416]: `.s01234` does not select components of `float8`: there are no vectors of 5 components
kernel void f327(float2 a) { a.hi.lo; } // error[CL0418]: a `float` has no members or components, so there is no `.lo`
kernel void f328(float4 a) { a.s0x; } // error[CL0416]: `.s0x` does not select components of `float4`: `x` is not a hexadecimal digit
kernel void f329(float4 a) { a = {1, 2, 3, 4}; } // error[CL0203]: a list in braces is not an expression
kernel void f330(float4 a) { a = float4(1, 2, 3, 4); } // error[CL0208]: `float4(…)` does not make a value in OpenCL C
kernel void f341(void) { _Complex float a; } // error[CL0318]: the type name `_Complex` is reserved; OpenCL C does not have such a type
kernel void f342(void) { imaginary float a; } // error[CL0318]: the type name `imaginary float` is reserved; OpenCL C does not have such a type
constant int *p343 = L"a"; // error[CL0111]: OpenCL C has no wide characters and strings // error[CL0306]: the program-scope variable `p343` needs the address space `constant`
