// options: -cl-std=CLC++
// Templates of functions (C++ for OpenCL, "Templates").

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
template <typename T> struct Pair { T a, b; }; // error[CL0225]: only functions can be templates here
template <typename T> kernel void k(global T *o) { o[0] = T(); } // error[CL0225]: a kernel cannot be a template
template <typename T> T declared(T x); // error[CL0225]: a template needs the body of a function

kernel void calls(global int *o, global float *p)
{
    o[0] = greater(1, 2) + greater<float>(1, 2.5f) + sum<float, 3>(p) + none<int>();
    o[1] = greater(1, 2.5f); // error[CL0806]: no template `greater` fits this call
    o[2] = none(); // error[CL0806]: no template `none` fits this call
    int n = 3;
    o[3] = sum<float, n>(p); // error[CL0806]: no template `sum` fits this call
    o[4] = half_of(1) + half_of(1.5f); // note[CL0808]: the errors above are in `half_of<float>`
    o[5] = endless<0>(); // note[CL0808]: the errors above are in `endless<0>`
}
