// options: -cl-std=CLC++2021
// Classes: where their functions stand, and what makes their objects.

class Range
{
public:
    Range(int n) : first(0), last(n), step(1) {} // error[CL0417]: `step`
    int length() const { return last - first; }
    void clear() { last = first; }
    int count(int) const; // error[CL0227]: a member function needs its body in the class
    static int unit() { return last; } // error[CL0301]: `last` is not declared here
    int first, last;
};

kernel void k(global int *o, constant Range *c)
{
    Range a(3), b = Range(4);
    o[0] = a.length() + b.length() + c->first;
    Range none; // error[CL0502]: `Range::Range` takes one argument
    Range many[3]; // error[CL0809]: the elements of this array are made by constructors of `struct Range`
    const Range d(1);
    d.clear(); // error[CL0456]: loses `const`
    o[1] = c->length(); // error[CL0407]: cannot become
    o[2] = a.width(); // error[CL0417]: `width`
    struct Local { int x; int get() { return x; } }; // error[CL0227]: a class inside a function has no member functions here
}
