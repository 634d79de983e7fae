// options: -cl-std=CL3.0
// "Address Space Qualifier Functions": a pointer of the space that is asked for, or NULL.

int spaces(int *p)
{
    return (to_global(p) != NULL) | (to_local(p) != NULL) << 1 | (to_private(p) != NULL) << 2 | get_fence(p) << 4;
}

global int variable = 7;

// launch: global=21 local=21
// arg: out = unset 21
// arg: shared = local 84
// expect: out = 0x21 0x12 0x04 0x12 0x00 0x21 0x12 0x21 0x12 0x04 0x12 0x00 0x21 0x12 0x21 0x12 0x04 0x12 0x00 0x21 0x12
kernel void each_lane_points_elsewhere(global int *out, local int *shared)
{
    local int own[32];
    int mine[3] = {1, 2, 3};
    int i = get_local_id(0);
    int *p;
    switch (i % 7) {
    case 0: p = out + i; break;
    case 1: p = own + i; break;
    case 2: p = mine + i % 3; break;
    case 3: p = shared + i; break;
    case 4: p = NULL; break;
    case 5: p = &variable; break;
    default: p = &own[31]; break;
    }
    out[i] = spaces(p);
}

// launch: global=10 local=5
// arg: out = unset 40
// arg: shared = local 20
// expect: out = 0x21 0x12 0x12 0x04 0x21 0x12 0x12 0x04 0x21 0x12 0x12 0x04 0x21 0x12 0x12 0x04 0x21 0x12 0x12 0x04 0x21 0x12 0x12 0x04 0x21 0x12 0x12 0x04 0x21 0x12 0x12 0x04 0x21 0x12 0x12 0x04 0x21 0x12 0x12 0x04
kernel void spaces_that_are_known(global int *out, local int *shared)
{
    local int own[5];
    int mine[5];
    int i = get_local_id(0);
    int g = get_global_id(0) * 4;
    out[g] = spaces(out + g);
    out[g + 1] = spaces(own + i);
    out[g + 2] = spaces(shared + i);
    out[g + 3] = spaces(mine + i);
}

// launch: global=12 local=4
// arg: out = unset 12
// arg: which = 0 1 2 0 1 2 0 1 2 0 1 2
// expect: out = 100 201 302 103 201 302 106 201 302 109 201 302
kernel void converted_pointers_work_across_barriers(global int *out, global const int *which)
{
    local int own[4];
    int mine[4];
    int i = get_local_id(0), g = get_global_id(0);
    own[i] = 200 + which[g];
    mine[i] = 300 + which[g];
    out[g] = 100 + g;
    int *p = which[g] == 0 ? (int *)&out[g] : which[g] == 1 ? (int *)&own[i] : (int *)&mine[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    global int *a = to_global(p);
    local int *b = to_local(p);
    private int *c = to_private(p);
    out[g] = a ? *a : b ? *b : c ? *c : -1;
}

typedef struct {
    int x;
    float y;
} pair;

// launch: global=6 local=3
// arg: out = unset 6
// expect: out = 11 11 11 11 11 11
kernel void pointers_to_structs_and_void(global int *out)
{
    pair a = {3, 4.0f};
    const pair *p = &a;
    const private pair *q = to_private(p);
    void *v = out;
    global int *w = to_global(v);
    local void *n = to_local(v);
    out[get_global_id(0)] = (q->x == 3) + 10 * (w == out && n == NULL);
}

// An array of constants lies in memory of its own as soon as a pointer to any space may point to it.
// launch: global=3
// arg: out = 2 1 0
// expect: out = 30 20 10
kernel void address_of_a_constant_element(global int *out) {
    int table[4] = {10, 20, 30, 40};
    int *p = &table[out[get_global_id(0)]];
    out[get_global_id(0)] = *p;
}
