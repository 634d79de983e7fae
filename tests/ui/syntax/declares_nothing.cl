// stage: parse
int; // warning[CL0221]: this declares no name
typedef struct Pair { int a, b; }; // warning[CL0221]: this `typedef` gives no name
struct { int a; }; // warning[CL0221]: this declares no name
struct S { int a; };
enum { A, B };
