// Arrays and pointers in every address space (C99 6.5.2.1, 6.5.6, 6.5.8; section "Address Space Qualifiers").

// launch: global=4
// arg: out = unset 4
// expect: out = 30 32 34 36
kernel void private_arrays(global int *out) {
    int i = get_global_id(0);
    int a[4];
    for (int k = 0; k < 4; k++)
        a[k] = k * 10 + i;
    a[i] += a[3 - i];
    int *p = a;
    out[i] = p[i] + *(a + i) - a[i];
}

// Several dimensions; rows as objects of their own.
// launch: global=3
// arg: out = unset 3
// expect: out = 35 345 655
kernel void several_dimensions(global int *out) {
    int i = get_global_id(0);
    int m[3][4][2];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            for (int k = 0; k < 2; k++)
                m[r][c][k] = 100 * r + 10 * c + k;
    int (*row)[2] = m[i];
    int *flat = &m[0][0][0];
    out[i] = row[2][1] + flat[i * 8 + 3] + *(*(row + i)) + (int)(sizeof(m) / sizeof(m[0]));
}

// Pointer arithmetic: ++, --, +=, differences, comparisons, negative indices.
// launch: global=1
// arg: in = 10 20 30 40 50
// arg: out = unset 11
// expect: out = 10 20 20 40 30 20 3 -3 1 0 4
kernel void arithmetic(global const int *in, global int *out) {
    global const int *p = in;
    out[0] = *p++;
    out[1] = *p;
    p += 3;
    out[2] = p[-3];
    out[3] = *--p;
    out[4] = *(p - 1);
    p--;
    out[5] = 1[in];
    p++;
    out[6] = p - in;
    out[7] = in - p;
    out[8] = p > in;
    out[9] = p == in || p < in;
    global const long *wide = (global const long *)in;
    global const char *narrow = (global const char *)(in + 1);
    out[10] = (global const char *)in + 4 == narrow ? wide + 0 == (global const long *)in ? 4 : 5 : 6;
}

// Pointers to pointers, arrays of pointers, pointers in private memory to other address spaces.
// launch: global=2
// arg: a = 1 2
// arg: b = 30 40
// arg: out = unset 4
// expect: out = 32 30  43 40
// expect: a = 101 2
kernel void pointers_to_pointers(global int *a, global int *b, global int *out) {
    int i = get_global_id(0);
    global int *both[2] = {a, b};
    global int **p = both;
    out[2 * i] = both[1][i] + (*p)[1] + i;
    p++;
    out[2 * i + 1] = *(*p + i);
    global int *chosen = i ? b : a;
    if (chosen == a)
        chosen[0] += 100;
}

void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
void fill(int *a, int n, int v) {
    for (int i = 0; i < n; i++)
        a[i] = v + i;
}
int last(const int a[3]) { return a[2]; }
// Addresses of private variables and elements go to functions.
// launch: global=2
// arg: out = unset 8
// expect: out = 2 1 9 7 8 5 6 9  
kernel void addresses(global int *out) {
    int i = get_global_id(0);
    int x = 1, y = 2, a[3] = {7, 8, 9};
    swap(&x, &y);
    swap(a, a + 2);
    swap(&a[1], &a[1]);
    int b[3];
    fill(b, 3, 5);
    if (i == 0) {
        out[0] = x;
        out[1] = y;
        out[2] = a[0];
        out[3] = a[2];
        out[4] = a[1];
        out[5] = b[0];
        out[6] = b[1];
        out[7] = last(a) + 2;
    }
}

// A table that is only read may be constant; one that is written may not.
// launch: global=4
// arg: out = unset 4
// expect: out = 2 3 5 107
kernel void tables(global int *out) {
    int i = get_global_id(0);
    const int primes[] = {2, 3, 5, 7};
    int copy[4] = {2, 3, 5, 7};
    if (i == 3)
        copy[i] += 100;
    int r = primes[i] == copy[i] ? primes[i] : copy[i];
    out[i] = r;
}

// Tables that initialisers leave gaps in.
// launch: global=1
// arg: out = unset 12
// expect: out = 0 5 0 0 1 2 0 9 0 3 3 3
kernel void designators(global int *out) {
    int a[4] = {[1] = 5};
    int b[5] = {1, 2, [3] = 9};
    int c[] = {[0 ... 2] = 3};
    for (int i = 0; i < 4; i++)
        out[i] = a[i];
    for (int i = 0; i < 5; i++)
        out[4 + i] = b[i];
    for (int i = 0; i < 3; i++)
        out[9 + i] = c[i];
}

// Initialisers that are not constant, with parts left out and parts given twice.
// launch: global=2
// arg: out = unset 10
// expect: out = 0 1 0 0 7  1 2 0 0 8
kernel void initialised_at_run_time(global int *out) {
    int i = get_global_id(0);
    struct {
        int a[4];
        long l;
    } s = {{i, i + 1}, .l = 100, .l = 7 + i};
    for (int k = 0; k < 4; k++)
        out[5 * i + k] = s.a[k];
    out[5 * i + 4] = (int)s.l;
}

// Characters and strings.
constant char greeting[] = "hello";
// launch: global=6
// arg: out = unset 6
// arg: sizes = unset 5
// expect: out = 104 101 108 108 111 0
// expect: sizes = 6 3 8 0 99
kernel void strings(global char *out, global int *sizes) {
    int i = get_global_id(0);
    out[i] = greeting[i];
    char mine[] = "ab";
    char padded[8] = "abc";
    constant char *p = "c\0d" "e";
    sizes[0] = sizeof(greeting);
    sizes[1] = sizeof(mine);
    sizes[2] = sizeof(padded);
    sizes[3] = padded[7] + p[1];
    sizes[4] = mine[1] + padded[2] - 98;
}

// Program-scope tables: of vectors, nested, with addresses in them.
constant float4 axes[3] = {(float4)(1, 0, 0, 0), {0, 1, 0, 0}, (float4)(0, 0, 1, 0)};
constant int numbers[2][3] = {{1, 2, 3}, {4, 5}};
constant int *constant rows[2] = {numbers[1], &numbers[0][1]};
constant struct {
    constant char *name;
    int length;
} words[] = {{"zero", 4}, {"one", 3}};
// launch: global=2
// arg: out = unset 8
// expect: out = 1 4 122 4  0 5 111 3
kernel void program_scope(global int *out) {
    int i = get_global_id(0);
    out[4 * i] = (int)axes[i].x;
    out[4 * i + 1] = rows[0][i];
    out[4 * i + 2] = words[i].name[0];
    out[4 * i + 3] = words[i].length + rows[1][0] - 2;
}

// A static constant inside a function.
int digit(int i) {
    constant static int digits[3] = {11, 22, 33};
    return digits[i];
}
// launch: global=3
// arg: out = unset 3
// expect: out = 11 22 33
kernel void static_constants(global int *out) { out[get_global_id(0)] = digit(get_global_id(0)); }

// Compound literals are objects: each evaluation initialises anew.
int first(int *p) { return p[0]++; }
// launch: global=1
// arg: out = unset 4
// expect: out = 5 5 7 3
kernel void compound_literals(global int *out) {
    for (int i = 0; i < 2; i++)
        out[i] = first((int[2]){5, 6});
    int *p = &(int){7};
    out[2] = *p;
    out[3] = ((struct { int a, b; }){1, 3}).b;
}

// Pointers as integers and back, as truth values, null.
// launch: global=1
// arg: a = 5 6
// arg: out = unset 5
// arg: nothing = null
// expect: out = 6 1 0 8 1
kernel void as_integers(global int *a, global int *out, global int *nothing) {
    ulong address = (ulong)a;
    out[0] = *(global int *)(address + 4);
    out[1] = nothing ? 0 : 1;
    out[2] = nothing != 0;
    out[3] = (int)((uintptr_t)(a + 2) - (uintptr_t)a);
    out[4] = !nothing && a;
}

// volatile objects are read and written as it says.
// launch: global=2
// arg: p = 1 2
// arg: out = unset 2
// expect: out = 4 6
// expect: p = 3 4
kernel void volatiles(global volatile int *p, global int *out) {
    int i = get_global_id(0);
    volatile int x = p[i];
    x++;
    p[i] = x;
    p[i] += 1;
    volatile int4 v = (int4)(x);
    v.y = i;
    out[i] = p[i] + v.y + (v.x == x);
}

// The same memory by two parameters.
// launch: global=1
// arg: a = 1 2 3
// arg: b = same a
// expect: a = 5 5 3
kernel void aliases(global int *a, global int *b) {
    a[0] = 4;
    b[0]++;
    a[1] = b[0];
}

// Elements of sizes that are no power of two, and large offsets.
typedef struct { char c[3]; } Rgb;
// launch: global=3
// arg: p = char:1 char:2 char:3 char:4 char:5 char:6 char:7 char:8 char:9
// expect: p = char:1 char:2 char:13 char:4 char:5 char:26 char:7 char:8 char:39
kernel void odd_sizes(global Rgb *p) {
    int i = get_global_id(0);
    Rgb c = p[i];
    c.c[2] += 10 * (i + 1);
    p[i] = c;
}

// An array of constants that is written through the address of one of its elements (section "Address Operator": `&a[i]` is `a + i`).
// launch: global=3
// arg: out = 0 1 2
// expect: out = 17 27 37
kernel void address_of_an_element(global int *out) {
    int table[4] = {10, 20, 30, 40};
    int *p = &table[out[get_global_id(0)]];
    *p += 7;
    out[get_global_id(0)] = table[get_global_id(0)];
}
