// Structs: layout, copies, parameters, results (C99 6.5.2.3, 6.7.2.1; section "Struct Type" of the restrictions).

typedef struct {
    int id;
    float weight;
    short2 at;
} Item;

typedef struct {
    char tag;
    Item items[2];
    long last;
} Box;

// launch: global=3
// arg: out = unset 12
// expect: out = 7 3 1 6  8 4 2 6  9 5 3 6
kernel void members(global int *out) {
    int i = get_global_id(0);
    Item a;
    a.id = 7 + i;
    a.weight = 2.5f;
    a.at = (short2)(3, 1);
    a.at += (short)i;
    out[4 * i] = a.id;
    out[4 * i + 1] = a.at.x;
    out[4 * i + 2] = a.at.y;
    out[4 * i + 3] = (int)(a.weight * 2.4f);
}

// launch: global=1
// arg: out = unset 6
// expect: out = 12 40 4 28 32 8
kernel void layout(global int *out) {
    out[0] = sizeof(Item);
    out[1] = sizeof(Box);
    Box b;
    private char *start = (private char *)&b;
    out[2] = (private char *)&b.items - start;
    out[3] = (private char *)(&b.items + 1) - start;
    out[4] = (private char *)&b.last - start;
    out[5] = __alignof__(Box);
}

// Assignment copies; the copies live apart.
// launch: global=2
// arg: out = unset 8
// expect: out = 1 2 10 2  1 2 10 3
kernel void copies(global int *out) {
    int i = get_global_id(0);
    Box a = {'x', {{1, 1.0f, (short2)(0)}, {2, 2.0f, (short2)(5)}}, 9};
    Box b;
    b = a;
    b.items[0].id = 10;
    b.items[1] = a.items[i];
    b.items[1].id += 1;
    out[4 * i] = a.items[0].id;
    out[4 * i + 1] = a.items[1].id;
    out[4 * i + 2] = b.items[0].id;
    out[4 * i + 3] = b.items[1].id;
}

Item heavier(Item it, float by) {
    it.weight += by;
    it.id++;
    return it;
}
int sum_ids(Box b) {
    int s = b.items[0].id + b.items[1].id;
    b.items[0].id = 1000;
    return s;
}
Box boxed(Item a, Item b) {
    Box r;
    r.tag = 'b';
    r.items[0] = a;
    r.items[1] = b;
    r.last = a.id;
    return r;
}
// A callee has copies of its own, whatever it does to them.
// launch: global=2
// arg: out = unset 12
// expect: out = 5 6 11 11 7 5  6 7 13 13 8 6
kernel void by_value(global int *out) {
    int i = get_global_id(0);
    Item a = {5 + i, 0.5f, (short2)(1, 2)};
    Item b = heavier(a, 1.0f);
    Box box = boxed(a, b);
    out += 6 * i;
    out[0] = a.id;
    out[1] = b.id;
    out[2] = sum_ids(box);
    out[3] = sum_ids(box);
    out[4] = heavier(heavier(box.items[0], 1), 2).id;
    out[5] = (int)boxed(box.items[0], b).last;
}

// A result that is used at once, and one that is assigned to its own argument.
// launch: global=1
// arg: out = unset 3
// expect: out = 3 4 4
kernel void results(global int *out) {
    Item a = {2, 0, (short2)(0)};
    out[0] = heavier(a, 0).id;
    a = heavier(heavier(a, 1.5f), 2.5f);
    out[1] = a.id;
    out[2] = (int)a.weight;
}

// In global, constant and local memory.
constant Item defaults[2] = {{100, 1.5f, {1, 2}}, {200, 2.5f, {3, 4}}};
// launch: global=2
// arg: boxes = char:1 pad:3 int:1 float:1 short:1 short:1 int:2 float:2 short:2 short:2 pad:4 long:1 char:2 pad:3 int:3 float:3 short:3 short:3 int:4 float:4 short:4 short:4 pad:4 long:2
// arg: out = unset 6
// expect: out = 202 101 4  404 203 8
// expect: boxes = char:1 pad:3 int:100 float:1.5 short:1 short:2 int:2 float:2 short:2 short:2 pad:4 long:51 char:2 pad:3 int:200 float:2.5 short:3 short:4 int:4 float:4 short:4 short:4 pad:4 long:52
kernel void in_every_memory(global Box *boxes, global int *out) {
    int i = get_global_id(0);
    local Item shared[2];
    Item mine = boxes[i].items[1];
    mine.id *= 100;
    shared[i] = mine;
    shared[i].id += mine.at.x;
    boxes[i].items[0] = defaults[i];
    boxes[i].last += 50;
    out[3 * i] = shared[i].id;
    out[3 * i + 1] = boxes[i].items[0].id + i + 1 + i;
    out[3 * i + 2] = shared[i].at.y * 2;
    if (i == 0)
        out[1] = 101;
    else
        out[4] = 203;
}

// A kernel's struct parameter: read, written, its address taken, passed on.
int through(private Item *p) { return p->id * 2; }
// launch: global=2
// arg: out = unset 8
// arg: a = int:21 float:0.5 short:3 short:-4
// arg: b = char:7 pad:3 int:1 float:1 short:1 short:1 int:2 float:2 short:2 short:2 pad:4 long:-5
// expect: out = 21 42 24 3  21 44 25 3
kernel void as_arguments(global int *out, Item a, Box b) {
    int i = get_global_id(0);
    out += 4 * i;
    out[0] = a.id;
    a.id += i;
    out[1] = through(&a);
    out[2] = a.id + a.at.x;
    out[3] = sum_ids(b);
}

// A conditional between structs, a comma, a struct in a struct's initialiser.
// launch: global=2
// arg: out = unset 4
// expect: out = 2 7  1 7
kernel void as_operands(global int *out) {
    int i = get_global_id(0);
    Item a = {1, 0, (short2)(0)}, b = {2, 0, (short2)(0)};
    out[2 * i] = (i ? a : b).id;
    Box c = {0, {(i, a), b}, 4};
    c.items[0] = c.items[1] = i ? b : (Item){2, 0, (short2)(0)};
    out[2 * i + 1] = c.items[0].id + c.items[1].id + (int)c.last - 1;
}

// Bit for bit what `packed` and `aligned` ask for.
typedef struct __attribute__((packed)) {
    char c;
    int i;
    double d;
    short s;
} Packed;
typedef struct {
    char c;
    int i __attribute__((aligned(16)));
} Aligned;
// launch: global=2
// arg: p = char:1 int:2 double:0.5 short:3  char:4 int:5 double:1.5 short:6
// arg: out = unset 8
// expect: out = 3 15 32 16  6 15 32 16
// expect: p = char:1 int:12 double:1 short:3  char:4 int:15 double:3 short:7
kernel void packed_and_aligned(global Packed *p, global int *out) {
    int i = get_global_id(0);
    Packed copy = p[i];
    p[i].i += 10;
    copy.d *= 2;
    p[i].d = copy.d;
    p[i].s += i;
    out[4 * i] = copy.s;
    out[4 * i + 1] = sizeof(Packed);
    out[4 * i + 2] = sizeof(Aligned);
    out[4 * i + 3] = __alignof__(Aligned);
}

// A struct that holds a pointer, and one that holds vectors of three.
typedef struct {
    global int *data;
    int n;
} Slice;
typedef struct {
    float3 a;
    float b;
    uchar3 c;
} Three;
int total(Slice s) {
    int t = 0;
    while (s.n--)
        t += *s.data++;
    return t;
}
// launch: global=2
// arg: in = 1 2 3 4 5
// arg: out = unset 8
// expect: out = 1 6 32 19  3 15 32 24
kernel void of_pointers_and_threes(global int *in, global int *out) {
    int i = get_global_id(0);
    Slice s = {in + i, 1 + i};
    out[4 * i] = i ? s.data[1] : s.data[0];
    s = (Slice){in, 3 + 2 * i};
    out[4 * i + 1] = total(s);
    Three t = {(float3)(1, 2, 3), 4, (uchar3)(5, 6, 7)};
    Three u = t;
    u.a.y += 5 * (i + 0.0f);
    out[4 * i + 2] = sizeof(Three);
    out[4 * i + 3] = (int)(u.a.x + u.a.y + u.a.z + u.b) + u.c.z + 2;
}

// An anonymous member's members count as the outer one's.
typedef struct {
    int kind;
    union {
        int i;
        float f;
    };
    struct {
        short lo, hi;
    };
} Variant;
// launch: global=1
// arg: out = unset 3
// expect: out = 1065353216 7 12
kernel void anonymous_members(global int *out) {
    Variant v;
    v.kind = 1;
    v.f = 1.0f;
    v.lo = 3;
    v.hi = 4;
    out[0] = v.i;
    out[1] = v.lo + v.hi;
    out[2] = sizeof(v);
}

// A struct whose address is known to another function, changed while a copy of it is in use.
void reset(private Item *p) { p->id = -1; }
int keep(Item copy, private Item *original) {
    reset(original);
    return copy.id;
}
// launch: global=1
// arg: out = unset 2
// expect: out = 5 -1
kernel void a_copy_is_not_the_original(global int *out) {
    Item a = {5, 0, (short2)(0)};
    out[0] = keep(a, &a);
    out[1] = a.id;
}
