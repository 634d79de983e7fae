// Formats and arguments.
kernel void k(global const float4 *v, global const int3 *w, int i, long l, uchar c, float f, double d, global int *p)
{
    printf("%d %u %x %c %5.2f %g %e %a\n", i, i, c, c, f, d, f, d);
    printf("%ld %lu %v4hlf %v3hld %s %p %%\n", l, l, v[0], w[0], "text", p);
    printf("%zu\n", get_global_id(0));
    printf("%d\n", f); // warning[CL0507]: `%d` does not print a `float`
    printf("%f\n", i); // warning[CL0507]: `%f` does not print an `int`
    printf("%d\n", l); // warning[CL0507]: `%d` does not print a `long`
    printf("%ld\n", i); // warning[CL0507]: `%ld` does not print an `int`
    printf("%f\n", v[0]); // warning[CL0507]: `%f` does not print a `float4`
    printf("%v4hld\n", v[0]); // warning[CL0507]: `%v4hld` does not print a `float4`
    printf("%v2hlf\n", v[0]); // warning[CL0507]: `%v2hlf` does not print a `float4`
    printf("%s\n", i); // warning[CL0507]: `%s` does not print an `int`
    printf("%d\n", p); // warning[CL0507]: `%d` does not print a `global int*`
    printf("%d %d\n", i); // warning[CL0507]: the format prints 2 arguments, and 1 is given
    printf("%d\n", i, l); // warning[CL0507]: the format prints 1 argument, and 2 are given
    printf("%v4f\n", v[0]); // warning[CL0506]: a vector specifier needs a length modifier
    printf("%y\n", i); // warning[CL0506]: the format is not valid at `%y
    printf("100%"); // warning[CL0506]: the format ends within a conversion specification
}
