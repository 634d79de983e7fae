// options: -cl-std=CLC++2021
// Classes: what makes their objects, what names mean in them, what they are derived from.

class Range
{
public:
    Range(int n) : first(0), last(n), step(1) {} // error[CL0811]: `step`
    int length() const { return last - first; }
    void clear() { last = first; }
    int count(int) const;
    static int unit() { return last; } // error[CL0812]: `last` is a member of an object
    int first, last;
};
int Range::width() const { return last; } // error[CL0811]: has no member `width`
int Range::count(float) const { return 1; } // error[CL0811]: declares no `count` with these parameters

struct Incomplete;
struct Wrong : Incomplete { int a; }; // error[CL0810]: cannot be derived from
struct Reference { int &r; Reference() {} }; // error[CL0804]: leaves a reference without something to refer to
struct Twice { int a; Twice() : a(1), a(2) {} }; // error[CL0302]: made twice
struct Single { int a; explicit Single(int a) : a(a) {} kernel void run() {} }; // error[CL0813]: cannot be a kernel
struct Fixed { int a; Fixed(int a) : a(a) {} Fixed(const Fixed &) = delete; };
enum class Level : uchar { Low, High = 300 }; // error[CL0328]: does not hold all constants
enum Real : float { R }; // error[CL0816]: is stored in an integer
struct Guard { global int *p; ~Guard() { p[0] = 1; } };
int needs(Single s) { return s.a; }

kernel void k(global int *o, constant Range *c)
{
    Range a(3), b = Range(4);
    o[0] = a.length() + b.length() + c->first;
    Range none; // error[CL0502]: `Range::Range` takes one argument
    const Range d(1);
    d.clear(); // error[CL0456]: loses `const`
    o[1] = c->length(); // error[CL0407]: cannot become
    o[2] = a.width(); // error[CL0417]: `width`
    struct Local { int x; int get() { return x + o[0]; } }; // error[CL0814]: `o` is a variable of the function
    o[3] = needs(5); // error[CL0405]: not converted
    Fixed e(1), f = e; // error[CL0818]: is deleted
    Level level = Level::Low;
    o[4] = level; // error[CL0405]: not converted
    level = 1; // error[CL0405]: not converted
    o[5] = (int)Level::Middle; // error[CL0811]: has no constant `Middle`
    o[6] = Range::size; // error[CL0811]: has no member `size`
    Guard guard{o};
    goto end; // error[CL0819]: does not end the lives of objects
end:
    o[7] = 1;
}
