// Values that a later one in the same initialiser replaces (C99 6.7.8, 19).
struct point { int x, y; };
struct line { struct point from, to; float3 width; };
union either { int i; float f; };

constant int elements[3] = { 1, 2, [0] = 5 }; // warning[CL0710]: this value replaces one that the same initialiser gave before
constant struct point members = { .x = 1, .x = 2 }; // warning[CL0710]: replaces one
constant struct line parts = { .from = { 1, 2 }, .from.x = 3 }; // warning[CL0710]: replaces one
constant union either both = { .i = 1, .f = 2 }; // warning[CL0710]: replaces one
constant char text[2][3] = { "ab", [0] = "cd" }; // warning[CL0710]: replaces one

// A range gives a default, and single elements have values of their own.
constant int defaults[10] = { [0 ... 9] = -1, [3] = 5 };
constant int backwards[4] = { [3] = 1, [2] = 2, [1] = 3, [0] = 4 };
constant struct line whole = { .to = { .y = 1, .x = 2 }, .from.y = 1, .from.x = 2 };
_Static_assert(elements[0] == 5 && elements[1] == 2 && members.x == 2 && parts.from.x == 3 && parts.from.y == 2, "the last counts");
_Static_assert(both.i == 0x40000000 && text[0][1] == 'd' && defaults[3] == 5 && defaults[4] == -1, "the last counts");

kernel void k(global struct point *out, int n)
{
    struct point p = { n, 2, .x = n + 1 }; // warning[CL0710]: replaces one
    struct point list[2] = { { 1, 2 }, { 3, 4 }, [1].y = n }; // warning[CL0710]: replaces one
    out[0] = p;
    out[1] = list[1];
}
