// `return`, and ends of functions that can be reached.

struct pair { int a, b; };
void nothing(int x) { if (x) return; return 1; } // error[CL0608]: a function declared `void` returns nothing, but `return` has a value of type `int`
int something(int x) { if (x) return; return 1; } // error[CL0608]: this function returns `int`, but `return` has no value
kernel void k(global int *out) { return out[0]; } // error[CL0608]: a kernel returns nothing
void passes_on(int x) { return nothing(x); }
float converts(int x) { return x; }
int4 widens(int x) { return x; }
struct pair whole(struct pair p) { return p; }

int missing(int x) { if (x) return 1; } // warning[CL0609]: the end of a function that returns `int` can be reached
int both(int x) { if (x) return 1; else return 2; }
int chain(int x) { if (x == 1) return 1; else if (x == 2) return 2; else return 3; }
int open_chain(int x) { if (x == 1) return 1; else if (x == 2) return 2; } // warning[CL0609]: can be reached
int forever(int x) { for (;;) { x++; } }
int forever_true(int x) { while (true) { if (x++ > 3) return x; } }
int left(int x) { while (1) { if (x) break; } } // warning[CL0609]: can be reached
int not_left(int x) { while (1) { switch (x) { case 1: break; } } }
int once(int x) { do { return x; } while (0); }
int loop(int x) { while (x) { return x; } } // warning[CL0609]: can be reached
int all(int x) { switch (x) { case 1: return 1; default: return 2; } }
int some(int x) { switch (x) { case 1: return 1; case 2: return 2; } } // warning[CL0609]: can be reached
int leaves(int x) { switch (x) { case 1: break; default: return 2; } } // warning[CL0609]: can be reached
int falls(int x) { switch (x) { case 1: x = 2; default: return x; } }
int jumps(int x) { goto end; end: return x; }
int jumps_back(int x) { again: x++; if (x < 3) goto again; return x; }
int block(int x) { { { return x; } } }
int nested(int x, int y) { if (x) { if (y) return 1; else return 2; } else { return 3; } }
