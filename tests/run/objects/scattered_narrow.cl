// Bytes and words at an address for each lane, under a mask that leaves lanes out: native code reads the doublewords that they lie
// in, from the first byte of the buffer to the last one, and writes without touching what lies beside.

// launch: global=18 local=18
// arg: bytes = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
// arg: at = 18 0 17 1 16 2 15 3 14 4 13 5 12 6 11 7 10 8
// arg: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// expect: out = 19 -1 18 2 -1 3 16 -1 15 5 -1 6 13 -1 12 8 -1 9
kernel void read_bytes(global const uchar *bytes, global const int *at, global int *out)
{
    int i = get_global_id(0);
    out[i] = -1;
    if (i % 3 != 1)
        out[i] = bytes[at[i]];
}

// launch: global=16 local=16
// arg: words = 0x3c00 0x4000 0x4200 0x4400 0x4500 0x4600 0x4700 0x4800 0x4880 0x4900 0x4980 0x4a00 0x4a80 0x4b00 0x4b80 0xcc00 0xcc40
// arg: at = 16 0 15 1 14 2 13 3 12 4 11 5 10 6 9 7
// arg: plain = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// arg: halves = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// expect: plain = 52288 15360 52224 0 19328 16896 19200 0 19072 17664 18944 0 18816 18176 18688 0
// expect: halves = -17 1 -16 0 15 3 14 0 13 5 12 0 11 7 10 0
kernel void read_words(global const ushort *words, global const int *at, global int *plain, global float *halves)
{
    int i = get_global_id(0);
    if (i % 4 == 3)
        return;
    plain[i] = words[at[i]];
    halves[i] = vload_half(at[i], (global const half *)words);
}

// launch: global=9 local=9
// arg: triples = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26
// arg: at = 8 0 7 1 6 2 5 3 4
// expect: triples = 24 25 26 3 4 5 21 22 23 9 10 11 18 19 20 15 16 17 15 16 17 21 22 23 12 13 14
kernel void move_triples(global uchar *triples, global const int *at)
{
    int i = get_global_id(0);
    uchar3 v = vload3(at[i], triples);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i % 2 == 0 || i == 8)
        vstore3(v, i, triples);
}

// launch: global=16 local=16
// arg: bytes = 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9
// arg: to = 16 3 15 3 14 3 13 3 12 3 0 3 2 3 1 3
// expect: bytes = 10 14 12 9 9 9 9 9 9 9 9 9 8 6 4 2 0
kernel void write_bytes(global uchar *bytes, global const int *to)
{
    int i = get_global_id(0);
    if (i % 2 == 0)
        bytes[to[i]] = i;
}
