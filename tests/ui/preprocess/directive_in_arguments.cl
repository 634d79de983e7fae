// Directives may stand inside the arguments of a macro, but for two.

#define SAME(x) x
constant int good = SAME(
#if 1
    1
#else
    2
#endif
);
constant int bad = SAME(
#include "include/empty.h" // error[CL0148]: `#include` cannot stand inside the arguments
#pragma unroll // error[CL0148]: `#pragma` cannot stand inside the arguments
    1);
