// Components, members, vector literals.
struct Ball { float3 centre; float radius; };
kernel void k(global float4 *v, global struct Ball *ball, float2 f2, int2 i2, int i)
{
    v[0].xy = f2.xyz; // error[CL0416]: it has 2 components, and `z` would be number 3
    v[0].x = f2.s2; // error[CL0416]: `.s2` does not select components of `float2`
    v[0] = v[1].x12w; // error[CL0416]: `1` is not a component
    v[0].xy = v[1].xg; // error[CL0416]: are not mixed
    v[0] = v[1].xxxxx; // error[CL0416]: there are no vectors of 5 components
    v[0] = v[1].q; // error[CL0416]: `q` is not a component
    v[0].x = v[1].sg; // error[CL0416]: `g` is not a hexadecimal digit
    ball->radios = 1.0f; // error[CL0417]: `struct Ball` has no member `radios`
    ball.radius = 1.0f; // error[CL0418]: a `global struct Ball*` has no members
    v[0]->x = 1.0f; // error[CL0418]: `->` needs a pointer
    i.x = 1; // error[CL0418]: an `int` has no members or components
    v[0] = (float4)(1.0f, 2.0f); // error[CL0419]: needs 4 components, but 2 are given
    v[0] = (float4)(f2, v[1].xyz); // error[CL0419]: needs 4 components, but 5 are given
    v[0] = (float4)(i2, f2); // error[CL0419]: an `int2` cannot be a part of a literal of type `float4`
    v[0].x = v[1][4]; // error[CL0422]: a `float4` has no component 4
}
