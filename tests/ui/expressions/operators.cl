// What the operators do not take.
struct Point { float x, y; };
void nothing(void) {}
kernel void k(global int *out, struct Point p, global float4 *f4, global int4 *i4, global ushort4 *us4, float f, int i, long l)
{
    out[0] = p + 1; // error[CL0401]: `+` does not work on `struct Point` and `int`
    out[0] = -p; // error[CL0401]: `-` does not work on `struct Point`
    out[0] = i + nothing(); // error[CL0435]: `void` has no value
    f4[0] = f4[0] + i4[0]; // error[CL0402]: `+` cannot mix two vector types, `float4` and `int4`
    f4[0].xyz = f4[0].xyz * f4[1]; // error[CL0402]: two vector types, `float3` and `float4`
    i4[0] = f4[0] < i4[0]; // error[CL0402]: `<` cannot mix two vector types
    us4[0] = us4[0] + 2; // error[CL0403]: an `int` beside a `ushort4`
    us4[0] += 2; // error[CL0403]: `+=` cannot take an `int` beside a `ushort4`
    f4[0] = f4[0] * 2.0; // error[CL0403]: a `double` beside a `float4`
    i4[0] = i4[0] + l; // error[CL0403]: a `long` beside an `int4`
    i4[0] = i4[0] * f; // error[CL0403]: a `float` beside an `int4`
    f = f % 2.0f; // error[CL0404]: `%` works on integers only, not on `float`
    f = f & 1; // error[CL0404]: `&` works on integers only
    f4[0] = f4[0] << 1; // error[CL0404]: `<<` works on integers only
    i = i << f; // error[CL0404]: `<<` works on integers only
    f4[0] = ~f4[0]; // error[CL0404]: `~` works on integers only
    i4[0] = i << i4[0]; // error[CL0415]: an `int` cannot be shifted by an `int4`
    i4[0] = i4[0] << i4[0].xy; // error[CL0415]: an `int4` cannot be shifted by an `int2`
    out[0] = i ^^ l; // error[CL0428]: `^^` is reserved
    if (f4[0] < f4[1]) // error[CL0411]: a condition has to be a scalar, but this is an `int4`
        out[0] = 1;
    while (p) // error[CL0411]: but this is a `struct Point`
        out[0] = 2;
}
