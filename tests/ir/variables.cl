// A variable that never changes is its value; one that changes is a slot; one whose address is taken is memory.
void set(int *p) { *p = 1; }
kernel void variables(global int *out, int n) {
    int constant_one = n + 1;
    int changing = n;
    int addressed;
    changing += constant_one;
    set(&addressed);
    bool flag = changing > addressed;
    out[0] = constant_one + changing + addressed;
    out[1] = flag;
}
