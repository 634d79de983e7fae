// `#pragma pack`: no member is aligned to more than it says, whatever it asks for.
struct natural { char a; int b; double c; };
#pragma pack(push, 1)
struct tight { char a; int b; double c; };
struct asking { char a; int b __attribute__((aligned(16))); };
#pragma pack(push, name, 2)
struct by_two { char a; int b; double c; };
#pragma pack(4)
struct by_four { char a; int b; double c; };
union either { char a[3]; double b; };
#pragma pack()
struct unlimited { char a; double c; };
#pragma pack(pop, name)
struct tight_again {
    char a;
#pragma pack(pop)
    // What counts is what holds at the brace.
    double c;
};
struct natural_again { char a; double c; };
#define LIMIT 8
_Pragma("pack(push, LIMIT)") struct by_eight { char a; long16 b; } __attribute__((aligned(16)));
#pragma pack(pop)

_Static_assert(sizeof(struct natural) == 16 && sizeof(struct natural_again) == 16, "no limit");
_Static_assert(sizeof(struct tight) == 13 && sizeof(struct tight_again) == 9 && sizeof(struct asking) == 5, "1");
_Static_assert(sizeof(struct by_two) == 14 && sizeof(struct by_four) == 16 && sizeof(union either) == 8, "2 and 4");
_Static_assert(sizeof(struct unlimited) == 16 && sizeof(struct by_eight) == 144, "no limit again, and 8");

kernel void k(global struct tight *out)
{
    out->c = out->b;
}
