// options: -cl-std=CLC++2021
// What C++ for OpenCL adds, by what it computes.
#if __OPENCL_CPP_VERSION__ != __CL_CPP_VERSION_2021__ || __CL_CPP_VERSION_1_0__ != 100 || defined(__OPENCL_C_VERSION__)
#error "the macros of C++ for OpenCL 2021"
#endif

// launch: global=2
// arg: o = unset 8
// expect: o = 13 13 18 18 0 0 7 7
kernel void values(global int *o)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    float2 a(1, 2), b{3, 4};
    float4 c = float4(a, b), z = float4();
    o[i] = int(3.7f) + int(dot(c, float4(1)));
    o[n + i] = float2(7).y + float2{5, 6}.y + uint3(5u).z;
    o[2 * n + i] = int(z.w) + long();
    int *none = nullptr;
    o[3 * n + i] = none == NULL ? 7 : 8;
}

namespace outer
{
int f(int x) { return x + 1; }
namespace inner
{
constexpr int k = 5;
int g() { return f(k); }
struct Pair { int a, b; };
enum { X = 3, Y };
}
using Real = float;
}
namespace short_name = outer::inner;
int f(float x) { return -1; }
namespace outer
{
int h() { return f(10) + inner::g(); }
}
using namespace outer;

// launch: global=1
// arg: o = unset 6
// expect: o = 2 6 9 2 17 3
kernel void namespaces(global int *o)
{
    o[0] = outer::f(1);
    o[1] = outer::inner::g();
    o[2] = short_name::k + short_name::Y;
    outer::inner::Pair p = {1, 2};
    o[3] = p.b;
    o[4] = h();
    Real q = 1.5f;
    int f = int(q * 2);
    o[5] = f;
}

int swap_add(int &a, int &b) { int t = a; a = b; b = t; return a + b; }
int &chosen(int &a, int &b, bool first) { return first ? a : b; }
float scaled(const float2 &v, float scale = 2.0f, int more = outer::f(0)) { return dot(v, v) * scale + more; }

// launch: global=9
// arg: o = unset 45
// expect: o = 3 4 5 6 7 8 9 10 11 3 13 23 33 43 53 63 73 83 11 11 11 11 11 11 11 11 11 15 15 15 15 15 15 15 15 15 342 42 42 42 42 42 42 42 42
kernel void references(global int *o)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    int a = 3, b = (int)i;
    o[i] = swap_add(a, b);
    o[n + i] = a * 10 + b;
    o[2 * n + i] = (int)scaled(float2(1, 2));
    o[3 * n + i] = (int)scaled(float2(1, 2), 3.0f, 0);
    chosen(o[4 * n + i], a, true) = 42;
    int c = 0, d = 0;
    (i == 0 ? c : d) += 300;
    o[4 * n + i] += c;
}

template <typename T> T greater(T a, T b) { return a > b ? a : b; }
template <typename T, int N = 3> T sum(const T *p)
{
    T s = T();
    for (int i = 0; i < N; i++)
        s += p[i];
    return s;
}
template <class T> void assign(T &x, const T &y) { x = y; }
int greater(float a, float b) { return 100; }

// launch: global=1
// arg: o = unset 6
// arg: p = 1 2 3 4
// expect: o = 7 100 9 6 10 4
kernel void templates(global int *o, global float *p)
{
    o[0] = greater(3, 7);
    o[1] = greater(1.0f, 2.0f);
    o[2] = (int)greater<long>(7, 9L) + (int)greater(0.0, -1.0);
    o[3] = (int)sum<float>(p);
    o[4] = (int)sum<float, 4>(p);
    assign(o[5], 4);
}

void over(int) {}
int over(float x) { return 2; }
int over(float2 x) { return 3; }

// launch: global=1
// arg: o = unset 5
// arg: p = 1 2 3 4
// expect: o = 5 6 7 3 1
kernel void deduced(global int *o, global float *p)
{
    o[0] = over(1.0f) + over(float2(1));
    auto x = o[0];
    auto &y = o[1];
    y = x + 1;
    const auto *z = p;
    auto v = float4(4);
    for (auto i = 0; i < 1; i++)
        o[2] = int(z[2] + v.w);
    o[3] = static_cast<int>(2.9f) + reinterpret_cast<int2>(1L).x;
    int *anywhere = o;
    global int *back = addrspace_cast<global int *>(anywhere);
    back[4] = 1;
}

namespace complex_numbers
{
struct Complex { float re, im; };
Complex operator*(const Complex &a, const Complex &b)
{
    return Complex{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
Complex operator-(Complex a) { return Complex{-a.re, -a.im}; }
Complex &operator+=(Complex &a, const Complex &b)
{
    a.re += b.re;
    a.im += b.im;
    return a;
}
bool operator==(const Complex &a, const Complex &b) { return a.re == b.re && a.im == b.im; }
}
enum Colour { red, green, blue };
Colour operator++(Colour &c) { return c = c == blue ? red : static_cast<Colour>(c + 1); }
Colour operator++(Colour &c, int)
{
    Colour before = c;
    ++c;
    return before;
}

// launch: global=1
// arg: o = unset 6
// expect: o = -5 10 1 0 2 0
kernel void operators(global int *o)
{
    complex_numbers::Complex a = {1, 2}, b = {3, 4};
    auto c = a * b;
    o[0] = c.re;
    (c += -a) += a;
    o[1] = c.im;
    o[2] = c == a * b;
    o[3] = a == b;
    Colour colour = blue;
    o[4] = colour++;
    o[5] = colour;
}
