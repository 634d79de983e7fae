// Structs, unions and enumerations.

struct point { float x, y; };
struct point { float x, y; }; // error[CL0302]: `point` is defined twice
union point other_kind(void); // error[CL0327]: `point` does not name a `union`
enum point third_kind(void); // error[CL0327]: `point` does not name an `enum`
struct recursive { struct recursive inner; int a; }; // error[CL0314]: the member `inner` has the incomplete type `struct recursive`
struct linked { global struct linked *next; };
struct nothing { }; // warning[CL0323]: this `struct` has no members
struct bits { uint a : 3; }; // error[CL0324]: OpenCL C has no bit-fields
struct open { int n; char text[]; }; // error[CL0325]: no flexible array members
struct open_first { char text[]; int n; }; // error[CL0325]: an array in a struct needs its length
struct twice { int a; float a; }; // error[CL0302]: `a` is declared twice
struct anonymous { int a; union { int b; float c; }; struct { int d; }; };
struct anonymous_twice { int a; union { int b; float a; }; }; // error[CL0302]: `a` is declared twice
struct function { int f(int); }; // error[CL0326]: the member `f` is a function
struct opaque { event_t e; }; // error[CL0326]: the member `e` cannot have the type `event_t`
struct halves { half h[4]; };
struct stored { static int a; }; // error[CL0308]: `static` cannot stand at a member
struct forward;
struct holds_forward { struct forward f; }; // error[CL0314]: the member `f` has the incomplete type `struct forward`
struct forward { int a; };
struct holds_forward_now { struct forward f[2]; };

enum unknown_enum e1(void); // error[CL0314]: `enum unknown_enum` is not defined before this place
enum color { RED, GREEN = 5, BLUE };
enum color { WHITE }; // error[CL0302]: `color` is defined twice
enum other { RED }; // error[CL0302]: `RED` is declared twice
enum computed { A = 1 << 4, B = A | 1, C = sizeof(int), D = 'x', LAST, };
enum floating { F = 1.5f }; // error[CL0701]: the value of an enumeration constant has to be an integer
enum too_large { G = 0x7fffffffffffffff, H, I = -1 }; // error[CL0328]: no integer type holds the value -1 of `I`
enum wide { J = 0x100000000 };

_Static_assert(BLUE == 6 && B == 17 && LAST == 121, "enumeration");
_Static_assert(sizeof(enum color) == 4 && sizeof(enum wide) == 8 && sizeof(J) == 8, "sizes");
_Static_assert(sizeof(struct anonymous) == 12, "anonymous");
_Static_assert(sizeof(float3) == 12, "not so"); // error[CL0338]: static assertion failed: not so
_Static_assert(0); // error[CL0338]: static assertion failed

kernel void k(global int *out)
{
    struct point { int z; } p = { 1 };
    struct point;
    struct anonymous a = { 1, { 2 }, { 3 } };
    enum color c = BLUE;
    struct holds_forward_now h = { { { 1 }, { 2 } } };
    out[0] = p.z + a.b + a.d + c + h.f[1].a;
}
