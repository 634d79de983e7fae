// options: -cl-std=CLC++2021
// Templates of classes and types: parameters that are types and numbers, members, defaults, specialisations.

template <typename T, int N = 4> struct Vec {
    T data[N];
    using value_type = T;
    static constexpr int size = N;
    T &operator[](int i) { return data[i]; }
    const T &operator[](int i) const { return data[i]; }
    T sum() const
    {
        T s = T();
        for (int i = 0; i < N; i++)
            s += data[i];
        return s;
    }
    template <typename U> Vec<U, N> as() const
    {
        Vec<U, N> r;
        for (int i = 0; i < N; i++)
            r[i] = U(data[i]);
        return r;
    }
    Vec operator+(const Vec &o) const
    {
        Vec r;
        for (int i = 0; i < size; ++i)
            r.data[i] = data[i] + o.data[i];
        return r;
    }
    void scale(T by);
    friend T first_of(const Vec &v) { return v.data[0]; }
};
template <typename E, int M> void Vec<E, M>::scale(E by)
{
    for (int i = 0; i < M; i++)
        data[i] *= by;
}
template <typename T, int N> T dot_of(const Vec<T, N> &a, const Vec<T, N> &b)
{
    T s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * b[i];
    return s;
}
template <typename T> using Four = Vec<T, 4>;

template <typename T> struct Pair {
    T first, second;
    Pair(T a, T b) : first(a), second(b) {}
    bool operator<(const Pair &o) const { return first < o.first || !(o.first < first) && second < o.second; }
};
template <typename T> Pair<T> ordered(T a, T b) { return b < a ? Pair<T>(b, a) : Pair<T>(a, b); }

// Of pointers and of one type there is something else.
template <typename T> struct Kind { static constexpr int value = 1; };
template <typename T> struct Kind<T *> { static constexpr int value = 10 + Kind<T>::value; };
template <> struct Kind<float> { static constexpr int value = 5; };
template <typename T, int N> struct Kind<Vec<T, N>> { static constexpr int value = 100 * N + Kind<T>::value; };

template <int N> struct Factorial { static constexpr int value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr int value = 1; };
static_assert(Factorial<6>::value == 720, "a chain of classes");

template <typename T> T twice(T x) { return x + x; }
template <> int twice<int>(int x) { return 3 * x; }
template <typename T> constexpr T third = T(1) / T(3);
template <> constexpr int third<int> = 33;

// A nested template in a template, and the `>>` that ends both.
template <typename T> struct Outer {
    template <int N> struct Inner {
        T values[N];
        T last() const { return values[N - 1]; }
    };
    Inner<2> two;
};

// A stack that barriers and loops do not mind.
template <typename T, int Capacity> class Stack
{
    T items[Capacity];
    int count = 0;

public:
    bool push(const T &x)
    {
        if (count == Capacity)
            return false;
        items[count++] = x;
        return true;
    }
    T pop() { return count > 0 ? items[--count] : T(); }
    int depth() const { return count; }
};

// launch: global=4
// arg: o = unset 64
// expect: o = 36 70 25 341 3 133 57 0 0 7 1 10 12 24 21 30 37 78 27 341 8 133 56 1 2 7 1 410 12 26 21 31 38 86 30 341 13 133 55 1 4 7 1 410 12 28 21 32 39 94 32 341 18 133 45 1 6 7 1 410 12 30 21 33
kernel void templates(global int *o)
{
    int g = get_global_id(0), n = 16 * g;
    Vec<int> a = {1, 2, 3, 4 + g}, b{5, 6, 7, 8};
    Four<int> c = a + b;
    o[n + 0] = c.sum();
    o[n + 1] = dot_of(a, b);
    o[n + 2] = (int)(10 * a.as<float>().sum() / 4);
    o[n + 3] = Kind<int *>::value + Kind<float **>::value + Kind<Vec<float, 3>>::value;
    o[n + 4] = twice(g) + (int)twice(1.5f + g);
    o[n + 5] = (int)(third<float> * 300) + third<int>;
    auto p = ordered(7 - g, 5);
    o[n + 6] = 10 * p.first + p.second;
    o[n + 7] = ordered(2.5f, 1.5f) < ordered(1.5f + g, 2.0f);
    Outer<int> outer = {{g, 2 * g}};
    o[n + 8] = outer.two.last();
    Outer<float>::Inner<3> inner{{1, 2, 3.5f}};
    o[n + 9] = (int)(2 * inner.last());
    const Pair<int> *unused = nullptr;
    o[n + 10] = unused == nullptr;
    Stack<int, 3> stack;
    for (int i = 0; i <= g + 1; i++)
        stack.push(i * i);
    int s = 0;
    while (stack.depth() > 0)
        s = 10 * s + stack.pop();
    o[n + 11] = s;
    c.scale(2);
    o[n + 12] = first_of(c);
    Vec<int>::value_type z = c[3];
    o[n + 13] = z;
    o[n + 14] = Vec<short, 7>::size + (int)sizeof(Vec<short, 7>);
    Pair q(g, 3), r{q.second, q.first};
    o[n + 15] = r.first * 10 + r.second;
}
