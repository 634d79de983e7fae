// Lists, designators, texts.

struct point { int x, y; };
struct line { struct point from, to; float width; };
union either { int i; float f; };
typedef struct { short id; float2 w; uchar name[3]; } row;

constant int full[3] = { 1, 2, 3 };
constant int part[3] = { 1 };
constant int counted[] = { 1, 2, 3, };
constant int designated[5] = { [3] = 4, 5, [0] = 1 };
constant int ranged[] = { [1 ... 3] = 7, 8 };
constant int nested[2][2] = { { 1, 2 }, { 3 } };
constant int elided[2][2] = { 1, 2, 3, 4 };
constant struct line lines[] = { { { 1, 2 }, { 3, 4 }, 1.5f }, { 1, 2, 3, 4, 2.5f }, { .to = { .y = 5 }, 3 }, { .from.x = 1, 2, 3 } };
constant union either u1 = { 1 }, u2 = { .f = 1 };
constant row rows[3] = { { -5, (float2)(1.5f, -2.5f), "ab" }, { 6, { 3.0f, 4.0f }, { 7, 8, 9 } }, { 7 } };
constant char text[] = "abc", braced[] = { "abc" }, exact[3] = "abc", longer[8] = "abc";
constant uchar bytes[] = "abc";
constant char texts[2][4] = { "ab", "cd" };
constant int scalar = { 5 };
constant float4 vector = { 1, 2, 3, 4 };
constant float4 of_parts = { (float2)(1, 2), 3, 4 };
constant float2 vectors[3] = { { 1, 2 }, (float2)(3, 4), 5 };
constant struct mixed { int i; short2 s; } mixed = { 2, 3 };

_Static_assert(sizeof(counted) == 12 && sizeof(ranged) == 20 && sizeof(text) == 4 && sizeof(braced) == 4, "lengths");
_Static_assert(designated[3] == 4 && designated[4] == 5 && designated[0] == 1 && designated[1] == 0, "designated");
_Static_assert(ranged[0] == 0 && ranged[1] == 7 && ranged[3] == 7 && ranged[4] == 8, "ranges");
_Static_assert(elided[1][0] == 3 && nested[1][0] == 3 && nested[1][1] == 0, "nested");
_Static_assert(lines[1].to.y == 4 && lines[2].to.y == 5 && lines[2].width == 3 && lines[3].from.y == 2 && lines[3].to.x == 3, "structs");
_Static_assert(rows[0].id == -5 && rows[0].name[1] == 'b' && rows[1].w.y == 4 && rows[2].name[0] == 0, "rows");
_Static_assert(text[3] == 0 && exact[2] == 'c' && longer[7] == 0 && texts[1][1] == 'd', "texts");
_Static_assert(vector.w == 4 && of_parts.s1 == 2 && vectors[1].x == 3 && vectors[2].x == 5 && vectors[2].y == 5 && mixed.s.x == 3 && mixed.s.y == 3, "vectors");
_Static_assert(u2.i == 0x3f800000, "unions are bits");

constant int too_many[2] = { 1, 2, 3 }; // warning[CL0705]: more values than an object of type `constant int[2]` has room for
constant struct point too_many_members = { 1, 2, 3 }; // warning[CL0705]: more values than an object of type `struct point`
constant int too_many_scalars = { 1, 2 }; // warning[CL0705]: more values than an object of type `int`
constant float2 too_many_components = { 1, 2, 3 }; // error[CL0709]: `float2` has room for 2 components only
constant float4 too_few = { 1, 2 }; // error[CL0709]: `float4` needs 4 components; this initialiser has 2
constant char too_long[2] = "abc"; // error[CL0706]: this text has 3 characters, but
constant int deep = { { 1 } }; // error[CL0708]: too many braces round a value of type `int`
constant int unlisted[2] = 5; // error[CL0708]: is initialised by a list in braces
constant int copied[3] = full; // error[CL0708]: is initialised by a list in braces
constant int empty[] = { }; // error[CL0708]: an empty list gives an array no length
constant struct point no_member = { .z = 1 }; // error[CL0707]: `struct point` has no member `z`
constant struct point no_element = { [0] = 1 }; // error[CL0707]: a struct or union has no elements
constant int no_array_member[2] = { .x = 1 }; // error[CL0707]: is an array and has no member `x`
constant int outside[2] = { [2] = 1 }; // error[CL0707]: the index 2 lies outside of
constant int before[2] = { [-1] = 1 }; // error[CL0707]: the index -1 lies outside of
constant int backwards[5] = { [3 ... 1] = 1 }; // error[CL0707]: the last index of a range lies before the first
constant int by_name[2] = { [full[0]] = 1 };
constant int scalar_designator = { .x = 1 }; // error[CL0707]: only arrays, structs and unions have parts
constant int part_of_scalar[2] = { [0].x = 1 }; // error[CL0707]: a value of type `int` has no parts

kernel void k(global int *out, int n)
{
    int variable[] = { n, n + 1, [4] = 2 * n };
    struct line line = { { n, 2 }, .width = n }, copy = line;
    struct line lines_here[2] = { line, { copy.from, copy.to, 1 } };
    char text_here[] = "abc";
    float4 v = { n, 2, (float2)(3, 4) }, w = (float4)(n), same = n;
    union either u = { .f = n };
    struct point *p = &(struct point){ n, 1 };
    int *q = (int[]){ 1, 2, n };
    out[0] = variable[4] + lines_here[1].to.x + text_here[n] + (int)(v.x + w.y + same.z) + u.i + p->x + q[2];
    int too_much[2] = { n, n, n }; // warning[CL0705]: more values than an object of type `int[2]`
}
