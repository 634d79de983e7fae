// A line may be split with a backslash; white space after it is a common slip.

constant int split = 1 + \
    2;
// warning-next[CL0113]: white space stands between
#define SPLIT(a) (a) \ 
    + 1
constant int another = SPLIT(1);
