// printf: vectors of every component type, flags, widths, precisions, and what scalars are converted to (section "printf").
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// A vector needs its number of components and a length modifier: hh for char, h for short, hl for int and float, l for long and
// double. Components are separated by commas; each is converted as the type that the modifier names.
// launch: global=1
// arg: c = -1 127 -128 0
// arg: s = -32768 32767
// arg: i = 2147483647 -1 -2147483648
// arg: l = -9223372036854775808 9223372036854775807
// arg: f = -0.5 10000000000 0 65504
// arg: d = 0.1 -1234.5
// arg: result = unset 1
// output: -1,127,-128,0|255,127,128,0|ff,7f,80,0|377,177,200,0
// output: -32768,32767|32768,32767|FFFF,0
// output: 2147483647,-1,-2147483648|2147483647,4294967295,2147483648
// output: -9223372036854775808,9223372036854775807|8000000000000000,7fffffffffffffff
// output: -0.500000,10000000000.000000,0.000000,65504.000000|0.100000,-1234.500000
// output: 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15|7,6,5,4,3,2,1,0
// expect: result = 0
kernel void vectors(char4 c, short2 s, int3 i, long2 l, float4 f, double2 d, global int *result) {
    printf("%v4hhd|%v4hhu|%v4hhx|%v4hho\n", c, as_uchar4(c), as_uchar4(c), as_uchar4(c));
    printf("%v2hd|%v2hu|%v2hX\n", s, as_ushort2(s), as_ushort2(s).yx ^ (ushort)0x8000);
    printf("%v3hld|%v3hlu\n", i, as_uint3(i));
    printf("%v2ld|%v2lx\n", l, as_ulong2(l));
    printf("%v4hlf|%v2lf\n", f, d);
    ushort16 many = (ushort16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    *result = printf("%v16hu|%v8hi\n", many, as_short8(many.s76543210));
}

// Flags, width and precision hold for each component.
// launch: global=1
// arg: n = 5 -5
// arg: f = 3.14159 -2.5
// arg: wide = 12345.678 0
// arg: special = inf 0x7fc00000
// output: +5,-5| 5,-5|5     ,-5    |005,-005|   005,  -005
// output: 003.14,-02.50|+3,-2|  +3.1,  -2.5
// output: 0xa,0xb|0XA,0XB|010,0|00000a,00000b
// output: 1.235e+04,0.000e+00|12345.7,0|1.2E+04,0.0E+00
// output: 0x1.9p+1,-0x1.4p+1|3.,-2.
// output: inf,nan|INF,NAN|    inf,    nan
// output: 1.500000,-2.000000|1.5,-2
kernel void flags(int2 n, float2 f, float2 wide, float2 special) {
    printf("%+v2hld|% v2hld|%-6v2hld|%.3v2hld|%6.3v2hld\n", n, n, n, n, n);
    printf("%06.2v2hlf|%+.0v2hlf|%+6.1v2hlf\n", f, f, f);
    printf("%#v2hhx|%#v2hhX|%#v2hho|%06v2hhx\n", (uchar2)(10, 11), (uchar2)(10, 11), (uchar2)(8, 0), (uchar2)(10, 11));
    printf("%.3v2hle|%v2hlg|%.1v2hlE\n", wide, wide, wide);
    printf("%.1v2hla|%#.0v2hlf\n", f, f);
    printf("%v2hlf|%v2hlF|%07v2hlf\n", special, special, special);
    printf("%v2hf|%v2hg\n", (half2)(1.5f, -2), (half2)(1.5f, -2));
}

// Scalars: small integers are promoted and converted back by the modifier, floats become doubles; strings are literals.
// launch: global=1
// arg: i = 65
// arg: f = 0.1
// arg: least = -9223372036854775808
// output: AB|  abc|abc  |ab|%|65|0x41|101
// output: 44|1|ffff|-1
// output: -9223372036854775808|9223372036854775808|1000000000000000000000|8000000000000000
// output: 0.100000|0.1|1.0e-01|0x1.99999ap-4|0.10000000149011612
// output: 1e+06|100000|1e-05|0.0001|1.00000
// output: tab	quote" back\ AA
// output: 00065|+65|   65|65   |065
kernel void scalars(int i, float f, long least) {
    printf("%c%c|%5s|%-5s|%.2s|%%|%d|%#x|%o\n", i, 66, "abc", "abc", "abc", i, (uint)i, (uint)i);
    printf("%hhd|%hu|%hx|%hd\n", i + 235, i + 65472, i - 66, (short)(i - 66));
    printf("%ld|%lu|%lo|%lx\n", least, (ulong)least, (ulong)least, (ulong)least);
    printf("%f|%g|%.1e|%a|%.17g\n", f, f, f, f, f);
    printf("%g|%g|%g|%g|%#g\n", 1e6f, 1e5, 1e-5, 1e-4, 1.0);
    printf("tab\tquote\" back\\ \x41\101\n");
    printf("%05d|%+d|%5d|%-5d|%.3d\n", i, i, i, i, i);
}

// Only work-items that come to it print, each as often as it does.
// launch: global=7 local=7
// arg: out = unset 7
// output: 4 0 8
// output: 4 1 9
// output: 4 2 10
// expect: out = 0 2 4 6 8 13 12
kernel void in_some_items(global int *out) {
    int id = get_global_id(0);
    out[id] = 2 * id;
    if (id == 4)
        for (int k = 0; k < 3; k++)
            printf("%d %d %d\n", id, k, out[id] + k);
    if (id == 5)
        out[id] += 3;
}
