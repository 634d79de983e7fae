// Indirection, addresses, and pointers to other types (OpenCL C, sections "Indirection Operator", "Address Operator" and
// "Pointer Casting").

#include "widths.h"

// `*` of a pointer to an object is the object, as a place; its type is the one pointed to. `&` gives the address.
// launch: global=2
// arg: out = unset 16
// arg: in = 5 5
// expect: out = 5{2} 1{2} 6{2} 7{2} 8{2} 9{2} 16{2} 44{2}
kernel void indirection(global int *out, global int *in) {
    int i = get_global_id(0), k = 0;
    int value = in[i], *p = &value, **pp = &p;
    PUT(*p);
    PUT(&value == p && *&value == value && &*p == p);
    *p = 6;
    PUT(value);
    **pp = 7;
    PUT(*p);
    struct { int4 v; uchar u; } s, *ps = &s;
    ps->v = (int4)(8);
    PUT((*ps).v.w);
    int array[3] = { 1, 9, 3 };
    PUT(*(array + 1));
    PUT(sizeof(*&s.v));
    *&ps->u = 300;
    PUT(s.u);
}

// `&` of `*` and of `[]` does not touch the object (the pointer may be null, or one past the end).
// launch: global=1
// arg: out = unset 3
// arg: nothing = null
// expect: out = 1 1 1
kernel void addresses_of_nothing(global int *out, global int *nothing) {
    int array[4];
    out[0] = &*nothing == nothing;
    out[1] = &array[4] == array + 4;
    out[2] = (&array[4] - &array[1]) == 3;
}

// A pointer to another type reaches the same bytes; whoever casts answers for the alignment. Here, as on every
// little-endian device, the lowest byte comes first.
// launch: global=2
// arg: out = unset 8
// arg: in = 1 -2.5
// expect: out = 0 0 0 0 0x80 0x20 0x3f 0xc0
kernel void bytes_of_floats(global uchar *out, global const float *in) {
    int i = get_global_id(0), k = 0;
    global const uchar *bytes = (global const uchar *)(in + i);
    PUT(bytes[0]);
    PUT(bytes[1]);
    PUT(bytes[2]);
    PUT(bytes[3]);
}

// launch: global=2
// arg: out = unset 4
// arg: in = 0x03020100 0x07060504 0x0b0a0908 0x0f0e0d0c 0x13121110 0x17161514 0x1b1a1918 0x1f1e1d1c
// expect: out = 0x0302 0x0d0c0b0a 0x1312 0x1d1c1b1a
kernel void other_elements(global uint *out, global const uint4 *in) {
    int i = get_global_id(0);
    out[2 * i] = ((global const ushort *)(in + i))[1];
    global const char *bytes = (global const char *)in;
    out[2 * i + 1] = as_uint(vload4(0, bytes + 16 * i + 10));
}

// There and back again gives the same pointer.
// launch: global=2
// arg: out = zeros 2
// expect: out = 1.5 2.5
kernel void there_and_back(global float *out) {
    int i = get_global_id(0);
    global char *bytes = (global char *)out;
    float own = i + 1;
    char *own_bytes = (char *)&own;
    *(global float *)(bytes + 4 * i) = *(float *)(own_bytes + 0) + 0.5f;
}
