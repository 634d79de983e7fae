// options: -cl-std=CLC++2021
// Values made by their types, casts with names, `auto`.
struct S { int a, b; };

kernel void construction(global int *o, global S *s)
{
    o[0] = int(2.5f) + int() + float2(1).x;
    s[0] = S{1, 2};
    s[1] = S(1, 2); // error[CL0801]: a value of type `struct S` is not made of 2 values
    o[1] = int(1, 2); // error[CL0801]: a value of type `int` is not made of 2 values
    float4 v(1, 2); // error[CL0419]: needs 4 components
}

kernel void casts(global int *o, global const int *c, float4 f)
{
    int *anywhere = static_cast<int *>(o);
    global int *back = addrspace_cast<global int *>(anywhere);
    back = const_cast<global int *>(c);
    ulong address = reinterpret_cast<ulong>(o);
    int4 bits = reinterpret_cast<int4>(f);
    back = static_cast<global int *>(anywhere); // error[CL0802]: the address space would change
    back = reinterpret_cast<global int *>(c); // error[CL0802]: a qualifier would be lost
    back = static_cast<global int *>(address); // error[CL0802]: one of them is a pointer
    int2 two = reinterpret_cast<int2>(f); // error[CL0802]: their sizes differ
    int one = reinterpret_cast<int>(1.0f); // error[CL0802]: neither is a vector or a pointer
    o[0] = const_cast<int>(1.0f); // error[CL0802]: it changes `const` and `volatile` of pointers alone
    global float *other = addrspace_cast<global float *>(anywhere); // error[CL0802]: it changes the address space of pointers alone
    one = reinterpret_cast<int>(o); // error[CL0802]: the integer is too small for an address
}

void nothing() {}

kernel void deduction(global int *o)
{
    auto x = 1.5f;
    auto *p = o;
    const auto &r = o[0];
    o[1] = x + p[2] + r;
    auto y; // error[CL0803]: `auto` takes its type from an initialiser with one value
    auto z = {1, 2}; // error[CL0803]: `auto` takes its type from an initialiser with one value
    auto *q = 1; // error[CL0803]: `auto *` needs a pointer, and this is an `int`
    auto n = nothing(); // error[CL0803]: there is no value from which `auto` could take its type
}

int taken(auto x) { return 1; } // error[CL0803]: `auto` stands for the type of a variable's initialiser
