// options: -D A -DB=2 "-DSQUARE(x)=((x) * (x))" -D C=1 -U C -D TEXT=\"text\" -D SPACE=' ' -D BROKEN=1`
// Macros of the build options.
#if A != 1 || B != 2 || SQUARE(3) != 9 || defined C || SPACE != 32
#error the options define these
#endif
constant char text[] = TEXT;
constant int broken = BROKEN; // error[CL0102]: cannot stand in a program
