// Limits of the implementation.

#define STARS * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * *
typedef int STARS STARS STARS STARS first;
typedef first STARS STARS STARS STARS second;
typedef second STARS third; // error[CL0316]: derived in more than 256 steps
constant char huge[1 << 30] = { 1 }; // error[CL0315]: the program-scope data exceeds 256 MiB here
typedef int a[1 << 30];
typedef a b[1 << 30];
typedef b c[1 << 30];
struct enormous { c member; }; // error[CL0315]: this type is too large
kernel void k(global int *out)
{
    float each[1 << 28]; // error[CL0315]: this variable is too large
    c even_more; // error[CL0315]: this variable is too large
    char repeated[] = { [0 ... 10000000] = 1 }; // error[CL0315]: this initialiser is too large
    out[0] = 1;
}
