// What compilers of the field take from GNU C and C11: statement expressions, `__auto_type`, `_Generic`, old designators, ranges.

#define MIN(x, y) ({ __typeof__(x) _x = (x); __typeof__(y) _y = (y); _x < _y ? _x : _y; })

struct pair
{
    int first, second;
};

int early(int a)
{
    return ({
        if (a > 2)
            return 50;
        int b = a;
        b * 2;
    }) + 1;
}

// Values, structs, conditions, loops, early returns; nested.
// launch: global=5
// arg: o = unset 30
// arg: v = 3 1 4 1 5
// expect: o = 1 1 1 1 3 3 1 4 1 5 50 3 50 3 50 6 1 10 1 15 103 101 204 101 205 4 2 5 2 6
kernel void statements(global int *o, global const int *v)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    o[i] = MIN(v[i], MIN(v[(i + 1) % n], v[(i + 3) % n]));
    struct pair p = ({
        struct pair q = {v[i], 7};
        q;
    });
    o[n + i] = p.first;
    o[2 * n + i] = early(v[i]);
    o[3 * n + i] = ({
        int sum = 0;
        for (int k = 1; k <= v[i]; k++) {
            if (k > 5)
                break;
            sum += k;
        }
        sum;
    });
    if (({ int x = v[i]; x > 3; }) && ({ v[i] != 0; }))
        o[4 * n + i] = 200 + v[i];
    else
        ({ o[4 * n + i] = 100 + v[i]; });
    int left = v[i];
    int turns = 0;
    while (({ turns++; left-- > 0; }))
        ;
    o[5 * n + i] = turns;
}

#define KIND(x) _Generic((x), int: 1, float: 2, uint: 3, int4: 4, global int *: 5, default: 6)

// launch: global=1
// arg: o = unset 8
// expect: o = 1 2 3 4 5 6 9 2
kernel void selections(global int *o)
{
    const int i = 1;
    o[0] = KIND(i);
    o[1] = KIND(1.0f);
    o[2] = KIND(1u);
    o[3] = KIND((int4)(1));
    o[4] = KIND(o);
    o[5] = KIND((char)1);
    __auto_type x = 4.5f;
    __auto_type q = o + 6;
    *q = x * 2;
    _Generic(i, int: o, default: x)[7] = 2;
}

constant int ranges[10] = {[2 ... 5] = 7, [8] = 1};

// Designators without `=`, ranges of designators and of `case`.
// launch: global=6
// arg: o = unset 6
// expect: o = 8 10 21 21 21 30
kernel void designators(global int *o)
{
    int i = get_global_id(0);
    struct pair p = {second : 3, first : 5};
    int a[2] = {[1] 2, [0] 1};
    switch (i) {
    case 1 ... 1: o[i] = p.first + 3 + a[1]; break;
    case 2 ... 4: o[i] = ranges[i] + 14; break;
    case 5: o[i] = 30; break;
    default: o[i] = p.first + p.second;
    }
}

typedef float four __attribute__((vector_size(16)));

// Vectors by their bytes, alignments of C11, assertions among members, arrays without elements.
struct checked
{
    _Alignas(16) char c;
    _Static_assert(sizeof(int) == 4, "int has 32 bits");
    int rest[0];
};
// launch: global=1
// arg: o = unset 4
// expect: o = 10 16 16 7
kernel void layouts(global int *o)
{
    four v = {1, 2, 3, 4};
    v += (four)(0, 0, 0, 0);
    o[0] = v.x + v.y + v.z + v.w;
    o[1] = sizeof(struct checked);
    o[2] = __alignof__(struct checked);
    local struct { int n; int none[0]; } l;
    l.n = 7;
    o[3] = l.n;
}
