// options: -cl-std=CLC++2021
// C++17 [class.ctor], [class.dtor]: one call for each element, of which so many are taken.
struct Count {
    int n;
    Count() : n(1) { }
};
struct Note {
    int *p;
    ~Note() { *p += 1; }
};
kernel void f(global int *p) { Count most[4096]; p[0] = most[7].n; }
kernel void g(global int *p) { Count all[4097]; p[0] = all[7].n; } // error[CL0809]: `struct Count[4097]` has more than 4096 elements
kernel void h(global int *p) { Note row[4097] = {}; row[1].p = p; } // error[CL0809]: `struct Note[4097]` has more than 4096 elements
