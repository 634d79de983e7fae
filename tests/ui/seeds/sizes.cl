// What has no size (OpenCL C, section "Sizeof Operator"), and sizes that are checked while compiling.

struct unknown;
void function(void);
struct pair { char c; int i; };

kernel void without_size(global int *out, global struct unknown *p)
{
    out[0] = sizeof(void); // error[CL0427]: `sizeof` of `void`: `void` has no values
    out[0] = sizeof(struct unknown); // error[CL0427]: `sizeof` of `struct unknown`: the type is not known completely here
    out[0] = sizeof(*p); // error[CL0427]: `sizeof` of `struct unknown`: the type is not known completely here
    out[0] = sizeof(function); // error[CL0429]: the function `function` can only be called, not used as a value
    out[0] = sizeof(int[]); // error[CL0427]: `sizeof` of `int[]`: the type is not known completely here
    int n = out[0];
    float array[n]; // error[CL0313]: the length of an array has to be constant
}

// Whether images, samplers and events have a size is up to the implementation. For portable programs they have none.
kernel void opaque(global int *out)
{
    out[0] = sizeof(sampler_t); // warning[CL0469]: the size of `sampler_t` says nothing about the object
    out[0] = sizeof(image2d_t); // warning[CL0469]: says nothing about the object
    out[0] = sizeof(event_t); // warning[CL0469]: says nothing about the object
}

_Static_assert(sizeof(char) == 1 && sizeof(uchar) == 1 && sizeof(short) == 2 && sizeof(ushort) == 2, "small");
_Static_assert(sizeof(half) == 2 && sizeof(int) == 4 && sizeof(uint) == 4 && sizeof(float) == 4, "half to float");
_Static_assert(sizeof(long) == 8 && sizeof(ulong) == 8 && sizeof(double) == 8, "large");
_Static_assert(sizeof(char2) == 2 && sizeof(short8) == 16 && sizeof(float4) == 16 && sizeof(double16) == 128, "vectors");
_Static_assert(sizeof(char3) == 4 && sizeof(half *) == 8 && sizeof(float3) == 16 && sizeof(long3) == 32, "three");
_Static_assert(sizeof(struct pair) == 8 && sizeof(struct pair[3]) == 24 && sizeof(float3[2]) == 32, "padding");
_Static_assert(sizeof(float3) == 12, "as a 3-vector does not count"); // error[CL0338]: static assertion failed: as a 3-vector does not count
