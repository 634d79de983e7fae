// Programs whose functions call others from several places, level upon level: inlined, each kernel here would be millions of operations.
// So functions stay functions. The result is the same as if they did not.

#define LEVELS(X)                                                                                                       \
    X(1, 0) X(2, 1) X(3, 2) X(4, 3) X(5, 4) X(6, 5) X(7, 6) X(8, 7) X(9, 8) X(10, 9) X(11, 10) X(12, 11) X(13, 12)      \
    X(14, 13) X(15, 14) X(16, 15) X(17, 16) X(18, 17) X(19, 18) X(20, 19) X(21, 20) X(22, 21)

// A pointer to a private variable, and a `return` in the middle.
int walk0(int x, int *steps) {
    *steps += 1;
    return x & 0xff;
}
#define WALK(n, below)                                                                                                  \
    int walk##n(int x, int *steps) {                                                                                    \
        *steps += 1;                                                                                                    \
        if (x & (1 << n % 5))                                                                                           \
            return 3 * walk##below(x >> 1, steps) + n;                                                                  \
        return walk##below(x >> 1, steps) ^ n;                                                                          \
    }
LEVELS(WALK)

// launch: global=6
// arg: out = unset 12
// expect: out = 23 23 5529 23 96855135 23 1653 23 41089 23 265 23
kernel void pointers(global int *out) {
    int i = get_global_id(0), steps = 0;
    out[2 * i] = walk22(i * 77777, &steps);
    out[2 * i + 1] = steps;
}

// Before and after a barrier.
// launch: global=8 local=4
// arg: out = unset 8
// expect: out = 149228 -32701 -1679952211 -113131 125552882 -32814 2033884334 225881944
kernel void between_barriers(global int *out) {
    local int shared[4];
    int i = get_global_id(0), l = get_local_id(0), steps = 0;
    shared[l] = walk22(i * 1234567, &steps);
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = shared[3 - l];
    out[i] = other - walk22(l * 7654321, &steps);
}

// Vectors as parameters and results; functions in a loop.
float4 turn0(float4 v, int bits) { return v; }
#define TURN(n, below)                                                                                                  \
    float4 turn##n(float4 v, int bits) {                                                                                \
        if (bits & 1) {                                                                                                 \
            float4 w = turn##below(v, bits >> 1);                                                                       \
            return (float4)(w.yzw, w.x + n);                                                                            \
        }                                                                                                               \
        float4 w = turn##below(v, bits >> 1);                                                                           \
        return (float4)(w.x - 1.0f, w.zyw);                                                                             \
    }
LEVELS(TURN)

// launch: global=1
// arg: out = unset 4
// expect: out = -22 10 20 30  20 66 44 62  9 42 63 68  20 30 4 12
kernel void vectors_in_a_loop(global float4 *out) {
    for (int i = 0; i < 4; i++)
        out[i] = turn22((float4)(i, 10.0f, 20.0f, 30.0f), i * 699051);
}

// Aggregates as parameters and results, nothing as a result, and where the work-item is.
typedef struct {
    int a, b;
} Place;
void add_ids(Place *p) {
    p->a += get_global_id(0) * 1000 + get_local_id(0) * 100 + get_group_id(0) * 10;
    p->b += get_global_size(0);
}
Place place0(Place p) {
    add_ids(&p);
    return p;
}
#define PLACE(n, below)                                                                                                 \
    Place place##n(Place p) {                                                                                           \
        if (p.a >> (n % 3) & 1) {                                                                                       \
            p.b += n;                                                                                                   \
            return place##below(p);                                                                                     \
        }                                                                                                               \
        p.a += 1;                                                                                                       \
        return place##below(p);                                                                                         \
    }
LEVELS(PLACE)

// launch: global=6 local=3
// arg: out = unset 12
// expect: out = 7 141  1107 147  2207 170  3017 192  4117 204  5217 221
kernel void aggregates_and_ids(global int *out) {
    int i = get_global_id(0);
    Place p = { i, i };
    p = place22(p);
    out[2 * i] = p.a;
    out[2 * i + 1] = p.b;
}

// A kernel beside them that calls little is still inlined whole.
// launch: global=4
// arg: out = unset 4
// expect: out = 3 3 14 14
kernel void small(global int *out) {
    int i = get_global_id(0), steps = 0;
    out[i] = walk2(i * 2, &steps) + steps - 3;
}
