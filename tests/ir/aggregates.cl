// Structs live in memory: copied when assigned, passed by address, given back through a hidden parameter.
typedef struct {
    int a;
    float b[2];
} S;
S make(int a) {
    S s = {a};
    return s;
}
int look(S s) { return s.a; }
int change(S s) { return ++s.a; }
constant int table[] = {1, 2, 3};
kernel void aggregates(global S *out, S in, int n) {
    S s = make(n);
    out[0] = s;
    out[1] = in;
    out[2].a = look(s) + change(s) + in.a;
    const int own[] = {4, 5, 6};
    out[3].a = own[n] + table[n];
}
