// options: -cl-std=CLC++
// Templates of functions and classes (C++ for OpenCL, "Templates").

template <typename T> T greater(T a, T b) { return a > b ? a : b; }
template <typename T, int N> T sum(const T *p)
{
    T s = T();
    for (int i = 0; i < N; i++)
        s += p[i];
    return s;
}
template <typename T> T none() { return T(); }
template <typename T> int half_of(T x) { return x % 2; } // error[CL0404]: `%` works on integers only
template <int N> int endless() { return endless<N + 1>(); } // error[CL0807]: templates ask for each other without end
template <typename T> kernel void k(global T *o) { o[0] = T(); } // error[CL0225]: a kernel cannot be a template
template <typename T> T declared(T x);
template <template <typename> class C> int taken() { return 1; } // error[CL0225]: templates cannot be parameters
template <typename T> int variable = 3; // error[CL0225]: needs `constexpr`
template <typename T, int N> struct Array { T data[N]; int get(int i) { return data.x; } }; // error[CL0418]: has no members
template <typename T> struct Only;
template <typename T> struct Wrong { typename T::type x; }; // error[CL0811]: no class
template <int N> struct Chain { Chain<N + 1> next; }; // error[CL0807]: templates ask for each other without end
template <> int greater<char *>(int a) { return a; } // error[CL0806]: no template `greater` makes a function with these parameters
template <typename A, typename B> struct Two { int n; };
template <typename A> struct Two<A, int> { int n; };
template <typename B> struct Two<int, B> { int n; };
template <typename... Ts> int packed(Ts... xs) { return xs; } // error[CL0817]: stands for several values
template <typename T> int constant_only(T x)
{
    if constexpr (x > 1) // error[CL0701]: has to be constant
        return 1;
    return 2;
}

kernel void calls(global int *o, global float *p)
{
    o[0] = greater(1, 2) + greater<float>(1, 2.5f) + sum<float, 3>(p) + none<int>();
    o[1] = greater(1, 2.5f); // error[CL0806]: no template `greater` fits this call
    o[2] = none(); // error[CL0806]: no template `none` fits this call
    int n = 3;
    o[3] = sum<float, n>(p); // error[CL0806]: no template `sum` fits this call
    o[4] = half_of(1) + half_of(1.5f); // note[CL0808]: the errors above are in `half_of<float>`
    o[5] = endless<0>(); // note[CL0808]: the errors above are in `endless<0>`
    o[6] = declared(3); // error[CL0334]: is called but has no body
    Array<float, 3> a;
    o[7] = a.get(1); // note[CL0808]: the errors above are in `Array<float, 3>::get`
    Array<float> b; // error[CL0806]: these are no arguments for the template `Array`
    Only<int> c; // error[CL0314]: is only declared // error[CL0314]: incomplete type
    Wrong<int> d; // note[CL0808]: the errors above are in `Wrong<int>`
    Chain<0> e; // note[CL0808]: the errors above are in `Chain<0>`
    Two<int, int> f; // error[CL0806]: two specialisations of `Two` fit
    o[8] = packed(1); // note[CL0808]: the errors above are in `packed<int>`
    o[9] = constant_only(3); // note[CL0808]: the errors above are in `constant_only<int>`
}
