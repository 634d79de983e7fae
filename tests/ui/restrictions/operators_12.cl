// options: -cl-std=CL1.2
// What the specification forbids in "Operators" and "Conversions and Type Casting", one program a line.
kernel void f100(void) { int4 i; uint4 u = (uint4) i; } // error[CL0406]: `int4` cannot be cast to `uint4`
kernel void f101(void) { float4 i; int4 u = (int4) i; } // error[CL0406]: `float4` cannot be cast to `int4`
kernel void f102(void) { float4 i; int8 u = (int8) i; } // error[CL0406]: `float4` cannot be cast to `int8`
kernel void f103(void) { float4 i; int4 u = i; } // error[CL0405]: `float4` is not converted to `int4` implicitly in an initialiser
kernel void f104(void) { double2 a; float2 b = as_float2(a); } // error[CL0431]: `as_float2` cannot make a `float2` of 8 bytes out of a `double2` of 16 bytes
kernel void f105(void) { int a; short b = as_short(a); } // error[CL0431]: `as_short` cannot make a `short` of 2 bytes out of an `int` of 4 bytes
kernel void f106(int4 a, float4 b, global float4 *p) { *p = a + b; } // error[CL0402]: `+` cannot mix two vector types, `int4` and `float4`
kernel void f107(int a, char4 b, global char4 *p) { *p = a + b; } // error[CL0403]: `+` cannot take an `int` beside a `char4`, whose components cannot hold its values
kernel void f109(float a, global float *p) { *p = a % 2.0f; } // error[CL0404]: `%` works on integers only, not on `float`
kernel void f110(const int a) { a++; } // error[CL0409]: `a` is const and cannot be written
kernel void f111(const int a) { a = 1; } // error[CL0409]: `a` is const and cannot be written
kernel void f112(int a) { int b, c; (a ? b : c) = 1; } // error[CL0408]: `a ? b : c` cannot be assigned to: it is the result of `?:`
void g113(void) {} kernel void f113(int a) { g113 = 1; } // error[CL0429]: the function `g113` can only be called, not used as a value
void g115(void) {} kernel void f115(global int *p) { *p = sizeof(g115); } // error[CL0429]: the function `g115` can only be called, not used as a value
struct S116; kernel void f116(global int *p) { *p = sizeof(struct S116); } // error[CL0427]: `sizeof` of `struct S116`: the type is not known completely here
kernel void f117(global int *p) { *p = sizeof(void); } // error[CL0427]: `sizeof` of `void`: `void` has no values
kernel void f118(global int *p) { *p = sizeof(void(void)); } // error[CL0427]: `sizeof` of `void(void)`: a function is not an object
extern constant int a119[]; kernel void f119(global int *p) { *p = sizeof(a119); } // error[CL0427]: `sizeof` of `constant int[]`: the type is not known completely here
kernel void f120(float a, global float *p) { *p = a & 1; } // error[CL0404]: `&` works on integers only, not on `float`
kernel void f121(float a, global float *p) { *p = ~a; } // error[CL0404]: `~` works on integers only, not on `float`
kernel void f122(int a, int4 b, global int4 *p) { *p = a << b; } // error[CL0415]: an `int` cannot be shifted by an `int4`
kernel void f123(float a, global float *p) { *p = a << 1; } // error[CL0404]: `<<` works on integers only, not on `float`
kernel void f124(int4 a, int2 b, global int4 *p) { *p = a << b; } // error[CL0415]: an `int4` cannot be shifted by an `int2`
kernel void f125(int4 a, int2 b, global int4 *p) { *p = a && b; } // error[CL0402]: `&&` cannot mix two vector types, `int4` and `int2`
kernel void f126(float4 a, int4 b, global int4 *p) { *p = a ? b : b; } // error[CL0412]: the condition of `?:` is a `float4`, but may not be floating-point
kernel void f127(int2 a, int4 b, global int4 *p) { *p = a ? b : b; } // error[CL0413]: the condition of `?:` is an `int2`, which does not match the values of type `int4`
kernel void f128(int4 a, global int *p) { if (a) *p = 1; } // error[CL0411]: a condition has to be a scalar, but this is an `int4`
kernel void f129(int4 a, global int *p) { while (a) *p = 1; } // error[CL0411]: a condition has to be a scalar, but this is an `int4`
kernel void f130(float a, global int *p) { switch (a) { case 1: *p = 1; } } // error[CL0605]: `switch` needs an integer, but this has type `float`
kernel void f131(int4 a, global int *p) { switch (a) { case 1: *p = 1; } } // error[CL0605]: `switch` needs an integer, but this has type `int4`
kernel void f133(int a, global int *p) { &(a + 1); } // error[CL0420]: `&` needs an object in memory, but this is a value
kernel void f202(void) { int a[2], b[2]; a = b; } // error[CL0408]: an array cannot be assigned as a whole, and this is an `int[2]`
struct S203 { int a; }; struct T203 { int a; }; kernel void f203(void) { struct S203 s; struct T203 t; s = t; } // error[CL0405]: `struct T203` is not converted to `struct S203` implicitly in an assignment
struct S204 { int a; }; kernel void f204(void) { struct S204 s = (struct S204)1; } // error[CL0406]: `int` cannot be cast to `struct S204`
kernel void f205(float a) { global int *p = (global int *)a; } // error[CL0406]: `float` cannot be cast to `global int*`
kernel void f206(float4 a, global float *p) { *p = (float)a; } // error[CL0406]: `float4` cannot be cast to `float`
struct S207 { int a; }; kernel void f207(global int *p) { struct S207 s, t; if (s == t) *p = 1; } // error[CL0401]: `==` does not work on `struct S207` and `struct S207`
struct S208 { int a; }; kernel void f208(global int *p) { struct S208 s; *p = !s; } // error[CL0401]: `!` does not work on `struct S208`
kernel void f209(global float4 *p) { (*p)++; } // error[CL0425]: `++` does not work on `float4`
kernel void f210(global int *p, global int *q) { p + q; } // error[CL0423]: `+` does not work on `global int*` and `global int*`
kernel void f211(global int *p, global int *q) { p * 2; } // error[CL0423]: `*` does not work on `global int*` and `int`
kernel void f212(global int *p) { p[1.0f] = 1; } // error[CL0422]: an index is an integer, but this is a `float`
kernel void f213(global int *p, int4 i) { p[i] = 1; } // error[CL0422]: an index is an integer, but this is an `int4`
kernel void f240(global int *a, global float *p) { *p = a; } // error[CL0405]: `global int*` is not converted to `float` implicitly in an assignment
kernel void f242(int4 a) { uint4 b = a; } // error[CL0405]: `int4` is not converted to `uint4` implicitly in an initialiser
uint4 g243(int4 a) { return a; } // error[CL0405]: `int4` is not converted to `uint4` implicitly for a returned value
void g244(uint4 a) { } kernel void f244(int4 a) { g244(a); } // error[CL0405]: `int4` is not converted to `uint4` implicitly for an argument
kernel void f245(int4 a, float4 b, global int4 *p) { *p = a == b; } // error[CL0402]: `==` cannot mix two vector types, `int4` and `float4`
kernel void f246(int4 a, int2 b, global int4 *p) { *p = a == b; } // error[CL0402]: `==` cannot mix two vector types, `int4` and `int2`
kernel void f247(uint4 a, uint4 b, global uint4 *p) { *p = a == b; } // error[CL0405]: `int4` is not converted to `uint4` implicitly in an assignment
kernel void f248(double2 a, double2 b, global int2 *p) { *p = a == b; } // error[CL0405]: `long2` is not converted to `int2` implicitly in an assignment
kernel void f249(float2 a, float2 b, global long2 *p) { *p = a < b; } // error[CL0405]: `int2` is not converted to `long2` implicitly in an assignment
struct S250 { int a; }; kernel void f250(global int *p) { struct S250 s, t; *p = s && t; } // error[CL0401]: `&&` does not work on `struct S250` and `struct S250`
struct S251 { int a; }; kernel void f251(global int *p) { struct S251 s; *p = -s; } // error[CL0401]: `-` does not work on `struct S251`
kernel void f252(global int *p) { +p; } // error[CL0401]: `+` does not work on `global int*`
kernel void f253(global int *p) { -p; } // error[CL0401]: `-` does not work on `global int*`
kernel void f254(global int *p) { ~p; } // error[CL0401]: `~` does not work on `global int*`
kernel void f255(float4 p) { ++p; } // error[CL0425]: `++` does not work on `float4`
kernel void f256(float4 a, global float4 *p) { *p = a % a; } // error[CL0404]: `%` works on integers only, not on `float4`
kernel void f257(int a, int2 b) { a <<= b; } // error[CL0415]: an `int` cannot be shifted by an `int2`
kernel void f258(int a, int2 b) { a += b; } // error[CL0405]: `+=` would give an `int2`, which does not go into an `int`
kernel void f259(int2 a, float2 b) { a += b; } // error[CL0402]: `+=` cannot mix two vector types, `int2` and `float2`
kernel void f260(float2 a, double b) { a += b; } // error[CL0403]: `+=` cannot take a `double` beside a `float2`, whose components cannot hold its values
kernel void f262(int4 a, char4 b, global char4 *p) { *p = a ? b : b; } // error[CL0413]: the condition of `?:` is an `int4`, which does not match the values of type `char4`
kernel void f263(int a, char4 b, int4 c, global char4 *p) { *p = a ? b : c; } // error[CL0402]: `?:` cannot mix two vector types, `char4` and `int4`
kernel void f264(void) { &5; } // error[CL0420]: `&` needs an object in memory, but this is a constant
kernel void f313(int a, global size_t *p) { *p = convert_size_t(a); } // error[CL0434]: there is no function `convert_size_t`: `size_t` is not a type to convert to
kernel void f314(int4 a, global float2 *p) { *p = convert_float2(a); } // error[CL0433]: `convert_float2` does not take an `int4`
kernel void f315(int a, global int *p) { *p = convert_bool(a); } // error[CL0434]: there is no function `convert_bool`: `bool` is not a type to convert to
kernel void f316(int a, global float *p) { *p = convert_float_sat(a); } // error[CL0434]: there is no function `convert_float_sat`: conversions to floating-point types do not saturate
kernel void f317(bool a) { as_char(true); } // error[CL0331]: the kernel argument `a` cannot have the type `bool` // error[CL0432]: `as_char` cannot reinterpret a `bool` as a `char`
kernel void f318(global int *a) { as_ulong(a); } // error[CL0432]: `as_ulong` cannot reinterpret a `global int*` as a `ulong`
kernel void f319(int2 a) { as_int3(a); } // error[CL0431]: `as_int3` cannot make an `int3` of 16 bytes out of an `int2` of 8 bytes
