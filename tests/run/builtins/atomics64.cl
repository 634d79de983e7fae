// The atomics of cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics.

// launch: global=64 local=16
// arg: o = 0 0 0 -1 4294967296 0
// arg: u = 0 18446744073709551615
// expect: o = 274877906944 64 -64 -1 4294967359 320
// expect: u = 4294967358 4294967296
kernel void sums(global long *o, global ulong *u)
{
    long i = get_global_id(0);
    atom_add(&o[0], 1L << 32);
    atom_inc(&o[1]);
    atom_dec(&o[2]);
    atom_min(&o[3], i);
    atom_max(&o[4], (1L << 32) + i);
    for (;;) {
        long e = o[5];
        if (atom_cmpxchg(&o[5], e, e + 5) == e)
            break;
    }
    atom_max(&u[0], 4294967295UL + (ulong)i);
    atom_min(&u[1], 4294967296UL + (ulong)i);
}
