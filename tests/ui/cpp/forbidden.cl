// options: -cl-std=CLC++2021
// What C++ has and C++ for OpenCL has not (section "Restrictions to C++ features").

struct Shape {
    virtual int area() const { return 0; } // error[CL0228]: has no virtual functions
    int name() const = 0; // error[CL0228]: has no virtual functions
    int sides;
};
struct Square : virtual Shape { int area() const override { return 4; } }; // error[CL0228]: virtual // error[CL0228]: virtual
thread_local int counter; // error[CL0228]: has no `thread_local` variables

kernel void k(global int *o, global Shape *s)
{
    int *p = new int(3); // error[CL0228]: has no `new`
    delete p; // error[CL0228]: has no `delete`
    try { // error[CL0228]: has no exceptions
        o[0] = 1;
    }
    throw 1; // error[CL0228]: has no exceptions
    o[1] = dynamic_cast<int *>(p) == p; // error[CL0228]: has no `dynamic_cast`
    o[2] = typeid(int) == typeid(o[0]); // error[CL0228]: has no `typeid`
    int (*f)(int); // error[CL0310]: pointers to functions
    for (int x : o) // error[CL0815]: there are no elements
        o[3] = x;
    int n = o[4];
    auto g = [] { return n; }; // error[CL0814]: `n` is a variable of the function
    auto h = [missing] { return 1; }; // error[CL0301]: `missing` is not declared
    o[5] = g();
}
