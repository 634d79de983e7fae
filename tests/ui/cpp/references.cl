// options: -cl-std=CLC++
// References: what they refer to (C++ for OpenCL, "References" and "Address space inference").

void add(int &x, int y) { x += y; }
float longer(const float &a, const float &b) { return a > b ? a : b; }
void in_global(global int &x) { x = 1; }
int &first(int *p) { return p[0]; }

kernel void k(global int *o, constant int *c, float4 v, global int &r) // error[CL0331]: is a reference, which the host cannot pass
{
    int a = 1;
    const int b = 2;
    add(a, 1);
    add(o[0], 1);
    in_global(o[1]);
    first(o) = 3;
    o[2] = longer(1, v.x);
    (a > 1 ? o[3] : o[4]) = 5;
    add(1, 1); // error[CL0805]: a reference to `generic int` cannot refer to this `int`
    add(b, 1); // error[CL0805]: a reference to `generic int` cannot refer to this `int`
    in_global(a); // error[CL0805]: a reference to `global int` cannot refer to this `int`
    add(c[0], 1); // error[CL0805]: a reference to `generic int` cannot refer to this `int`
    float &component = v.y; // error[CL0805]: a reference to `generic float` cannot refer to this `float`
    int &none; // error[CL0804]: a reference needs something to refer to
    int &*pointer; // error[CL0804]: there are no pointers to references
    void &nothing = a; // error[CL0804]: there are no references to `void`
}
