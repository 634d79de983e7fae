// Sizes, alignments and offsets: those of C compilers on x86-64, with OpenCL's vectors.
#define OFFSET(type, member) ((ulong)&((global struct type *)0)->member)
#define CHECK(type, size, align) _Static_assert(sizeof(struct type) == size && __alignof__(struct type) == align, #type)

struct chars { char a; int b; char c; };
CHECK(chars, 12, 4);
struct vector3 { char a; float3 b; char c; };
CHECK(vector3, 48, 16);
struct mixed { char a; short b; long c; char d; };
CHECK(mixed, 24, 8);
struct packed_whole { char a; int b; double c; } __attribute__((packed));
CHECK(packed_whole, 13, 1);
struct __attribute__((packed)) packed_before { char a; float4 b; };
CHECK(packed_before, 17, 1);
struct packed_member { char a; int b[2] __attribute__((packed)); };
CHECK(packed_member, 9, 1);
struct aligned_whole { short a[3]; } __attribute__((aligned(8)));
CHECK(aligned_whole, 8, 8);
struct aligned_member { char a; int b __attribute__((aligned(16))); char c; };
CHECK(aligned_member, 32, 16);
struct packed_and_aligned { char a; int b; } __attribute__((packed, aligned(4)));
CHECK(packed_and_aligned, 8, 4);
struct packed_but_member { char a; int b __attribute__((aligned(2))); } __attribute__((packed));
CHECK(packed_but_member, 6, 2);
struct holds_packed { char a; struct packed_whole b; int c; };
CHECK(holds_packed, 20, 4);
struct pointers { char a; global int *b; char c; local int *d; };
CHECK(pointers, 32, 8);
struct booleans { bool a; bool b; short c; bool d; };
CHECK(booleans, 6, 2);
struct long16s { char a; long16 b; };
CHECK(long16s, 256, 128);
typedef int aligned_int __attribute__((aligned(16)));
struct holds_aligned_int { char a; aligned_int b; char c; };
CHECK(holds_aligned_int, 32, 16);
typedef float4 loose_float4 __attribute__((aligned(4)));
struct holds_loose { char a; loose_float4 b; };
CHECK(holds_loose, 20, 4);
struct with_union { char a; union { char b[5]; int c; short3 d; } e; };
CHECK(with_union, 16, 8);
struct __attribute__((aligned)) most { char a; };
CHECK(most, 16, 16);
enum __attribute__((packed)) tiny { TINY = 200 };
struct tinies { enum tiny a; enum tiny b; };
CHECK(tinies, 2, 1);
struct arrays { char a[3]; int3 b[2]; char c; };
CHECK(arrays, 64, 16);
_Static_assert(sizeof(union { char a[17]; float3 b; }) == 32, "union");

// The usual way to an offset is constant.
_Static_assert(OFFSET(vector3, c) == 32 && OFFSET(aligned_member, c) == 20, "offsets");
_Static_assert(OFFSET(with_union, e.d) == 8 && OFFSET(arrays, b[1]) == 32, "inner offsets");
