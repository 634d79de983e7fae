// What a document lists as common mistakes: each is an error that says what to write instead.

// Reinterpreting to another size (section "Reinterpreting Types Using as_type() and as_typen()").
kernel void sizes(global long *l, global uint *u, global ulong *ul, float f, double d)
{
    l[0] = as_long(f); // error[CL0431]: `as_long` cannot make a `long` of 8 bytes out of a `float` of 4 bytes
    u[0] = as_uint(d); // error[CL0431]: `as_uint` cannot make a `uint` of 4 bytes out of a `double` of 8 bytes
    u[0] = as_uint(f);
    ul[0] = as_ulong(d);
}

// Vectors of different widths (section "Usual Arithmetic Conversions").
kernel void widths(global float4 *out, global float3 *pos)
{
    float4 transform = (float4)(1.0f, 0.0f, 0.0f, 0.0f);
    out[0] = pos[0] * transform; // error[CL0402]: `*` cannot mix two vector types, `float3` and `float4`
    out[0] = (float4)(pos[0], 1.0f) * transform;
}

// A vector as a condition (section "Relational Functions").
kernel void conditions(global float4 *a, global float4 *b, float4 c, float4 d)
{
    int4 mask = (a[0] < b[0]) && (c < d);
    if (mask) // error[CL0411]: a condition has to be a scalar, but this is an `int4`
        a[0] = c;
    if (a[0] < b[0] && c < d) // error[CL0411]: a condition has to be a scalar, but this is an `int4`
        a[0] = c;
    if (any(mask))
        a[0] = c;
}

// local variables in inner scopes, and with initialisers; constant variables without one (sections "Usage for Declaration
// Scopes and Variable Types" and "Initialization").
constant float PI = 3.1415926f;
constant float TAU; // error[CL0704]: the constant variable `TAU` has no initialiser
kernel void places(global float *out)
{
    local float shared[256];
    local float data[128] = { 0 }; // error[CL0703]: the local variable `data` cannot have an initialiser
    for (int i = 0; i < 10; i++) {
        local float tmp; // error[CL0307]: the local variable `tmp` is declared in an inner scope of a kernel
        float privateTmp = i;
        shared[i] = privateTmp;
    }
    out[0] = shared[0] * PI;
}
