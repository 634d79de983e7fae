// What the kernels of this folder share: ways to write one case for each element type and each width.

// The first components of a vector of each width.
#define NUMBERS2 0, 1
#define NUMBERS3 0, 1, 2
#define NUMBERS4 0, 1, 2, 3
#define NUMBERS8 0, 1, 2, 3, 4, 5, 6, 7
#define NUMBERS16 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15

// One number made of a vector's components, component i taken 2^i times. Masks of 0 and -1 give the negated number
// whose bits are the true components; any other component is seen in it.
#define WEIGH2(v) ((long)(v).s0 + (long)(v).s1 * 2)
#define WEIGH3(v) (WEIGH2(v) + (long)(v).s2 * 4)
#define WEIGH4(v) (WEIGH3(v) + (long)(v).s3 * 8)
#define WEIGH8(v) (WEIGH4(v) + (long)(v).s4 * 16 + (long)(v).s5 * 32 + (long)(v).s6 * 64 + (long)(v).s7 * 128)
#define WEIGH16(v) \
    (WEIGH8(v) + (long)(v).s8 * 256 + (long)(v).s9 * 512 + (long)(v).sa * 1024 + (long)(v).sb * 2048 \
     + (long)(v).sc * 4096 + (long)(v).sd * 8192 + (long)(v).se * 16384 + (long)(v).sf * 32768)

// Kernels with many cases count them in `k`; the values of one case for all work-items lie together.
#define PUT(value) out[k++ * get_global_size(0) + get_global_id(0)] = (value)

// CASE(type, mask type, width) for each element type.
#define INTEGERS(CASE, N) \
    CASE(char, char, N) CASE(uchar, char, N) CASE(short, short, N) CASE(ushort, short, N) \
    CASE(int, int, N) CASE(uint, int, N) CASE(long, long, N) CASE(ulong, long, N)
#define FLOATS(CASE, N) CASE(float, int, N) CASE(double, long, N) CASE(half, short, N)

// … and for each width, those of one width together.
#define ALL_INTEGERS(CASE) \
    INTEGERS(CASE, 2) INTEGERS(CASE, 3) INTEGERS(CASE, 4) INTEGERS(CASE, 8) INTEGERS(CASE, 16)
#define ALL_FLOATS(CASE) FLOATS(CASE, 2) FLOATS(CASE, 3) FLOATS(CASE, 4) FLOATS(CASE, 8) FLOATS(CASE, 16)
#define TYPES(CASE, N) INTEGERS(CASE, N) FLOATS(CASE, N)
#define ALL_TYPES(CASE) TYPES(CASE, 2) TYPES(CASE, 3) TYPES(CASE, 4) TYPES(CASE, 8) TYPES(CASE, 16)
