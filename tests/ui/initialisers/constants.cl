// Constant expressions.

constant int a = 1 + 2 * 3 - 4 / 2 % 3;
constant uint b = ~0u >> 4 << 2 ^ 5 | 6 & 7;
constant long c = 1L << 40;
constant float d = 1.0f / 3.0f;
constant double e = 1.0 / 3.0;
constant int f = 1 ? 2 : 3 / 1, g = 0 && 1 / 2, h = 1 || 1 / 2;
constant int i = sizeof(float3), j = sizeof(int[3]);
constant int4 k = (int4)(1, 2, 3, 4) + 1;
constant int4 l = (int4)(1, 2, 3, 4) > 2;
constant int m = ((int4)(1, 2, 3, 4)).z;
constant char n = (char)300;
constant uchar o = -1;
constant int p = (int)2.75f, q = 'a', r = a + m;
constant uint s = as_uint(1.0f);
constant int table[3] = { 1, 2, 3 };
constant int t = table[1];
constant int *constant u = &table[1];
constant int *constant v = table + 2;
constant int *constant w = 0;
constant char *constant x = "text";
constant long y = &table[2] - &table[0];
constant int z = &table[1] == u, aa = &table[1] < &table[2], bb = !table;
struct pair { int first; float4 second; };
constant struct pair cc = (struct pair){ 3, (float4)(1, 2, 3, 4) };
constant struct pair dd = cc;
constant float ee = dd.second.y;
constant int *constant in_literal = (int[]){ 7, 8, 9 } + 1;
constant struct pair *constant whole_literal = &(struct pair){ 5 };
constant int from_literal = *((int[]){ 7, 8, 9 } + 2), in_whole = whole_literal->first;
constant int gg = (1, 2);
constant float hh = -0.0f, ii = 1e10f, jj = 0x1p-3f;
constant int kk = true + false, ll = 5 == 5.0f, mm = !0.5f;

_Static_assert(a == 5 && b == (0x3ffffffc ^ 5 | 6) && c == 1099511627776 && f == 2 && g == 0 && h == 1, "integers");
_Static_assert(d == 1.0f / 3 && e == 1.0 / 3 && i == 16 && j == 12, "floats and sizes");
_Static_assert(k.w == 5 && l.y == 0 && l.z == -1 && m == 3, "vectors");
_Static_assert(n == 44 && o == 255 && p == 2 && q == 97 && r == 8 && s == 0x3f800000, "conversions");
_Static_assert(t == 2 && y == 2 && z == 1 && aa == 1 && bb == 0 && ee == 2 && gg == 2, "addresses");
_Static_assert(*in_literal == 8 && from_literal == 9 && in_whole == 5, "compound literals");
_Static_assert(kk == 1 && ll == 1 && mm == 0 && jj == 0.125f, "truth");

int helper(int x) { return x; }
constant int calls = helper(1); // error[CL0701]: the initialiser of `calls` has to be constant
constant int divides = 1 / 0; // error[CL0702]: the initialiser of `divides` has to be constant
constant int remains = 1 % (2 - 2); // error[CL0702]: the initialiser of `remains` has to be constant
constant int by_function = get_global_id(0); // error[CL0701]: the initialiser of `by_function` has to be constant
constant int itself = itself; // error[CL0701]: the initialiser of `itself` has to be constant
constant int several[3] = { 1, helper(1), helper(2) }; // error[CL0701]: the initialiser of `several` has to be constant

kernel void kern(global int *out, int parameter)
{
    const int known = 4;
    const int known_too = known * 2;
    const int unknown = parameter;
    int changing = 4;
    const float not_integer = 4;
    int fine[known_too];
    int not_known[unknown]; // error[CL0313]: the length of an array has to be constant
    int not_const[changing]; // error[CL0313]: the length of an array has to be constant
    constant int in_kernel = known;
    constant int from_parameter = parameter; // error[CL0701]: the initialiser of `from_parameter` has to be constant
    static constant int *constant address = &table[2];
    local int shared = 1; // error[CL0703]: the local variable `shared` cannot have an initialiser
    local int shared_list[2] = { 0 }; // error[CL0703]: the local variable `shared_list` cannot have an initialiser
    fine[0] = in_kernel + *address + (int)not_integer;
    out[0] = fine[0] + *u + *v + x[0] + (w == 0);
}
