// options: -cl-std=CLC++2021
// Lambdas, loops over ranges, `if constexpr`, packs of parameters, results that bodies decide.

template <typename F> int apply(F f, int x) { return f(x); }
template <typename F> void each(int *first, int count, F &&f)
{
    for (int i = 0; i < count; i++)
        f(first[i]);
}
template <typename... Ts> int total(Ts... xs) { return (xs + ... + 0); }
template <typename... Ts> bool all_positive(Ts... xs) { return (... && (xs > 0)); }
template <typename T, typename... Rest> int digits(T first, Rest... rest)
{
    if constexpr (sizeof...(rest) > 0)
        return first + 10 * digits(rest...);
    else
        return first;
}
template <typename... Ts> int squares(Ts... xs) { return total((xs * xs)...); }
template <typename T> auto smallest(T a) { return a; }
template <typename T, typename... Rest> auto smallest(T a, Rest... rest)
{
    auto b = smallest(rest...);
    return a < b ? a : b;
}
template <int... Ns> struct Numbers { static constexpr int sum = (Ns + ... + 0), count = sizeof...(Ns); };
auto add(int a, float b) { return a + b; }
auto product(int a, float b) -> decltype(a * b) { return a * b; }
auto make_adder(int n)
{
    return [n](int x) { return x + n; };
}
struct Range {
    int first, last;
    struct Iterator {
        int at;
        int operator*() const { return at; }
        Iterator &operator++()
        {
            ++at;
            return *this;
        }
        bool operator!=(const Iterator &o) const { return at != o.at; }
    };
    Iterator begin() const { return {first}; }
    Iterator end() const { return {last}; }
    int sum_with(int k) const
    {
        int s = 0;
        auto f = [&](int x) { s += x * k + first; };
        for (int x : *this)
            f(x);
        return s;
    }
};
template <typename T> int kind()
{
    if constexpr (sizeof(T) == 4) {
        return 4;
    } else if constexpr (sizeof(T) > 4) {
        T x{};
        return (int)sizeof(x) * 10;
    } else {
        return 1;
    }
}

// launch: global=4
// arg: o = unset 64
// expect: o = 40 30 31 20 98766 -5 1 6 7 2 4320 9 62 1 121 841 44 32 33 30 108765 -4 13 15 8 3 4321 11 62 6 122 5841 48 34 35 40 118764 -3 34 24 9 3 4322 14 62 11 123 9841 52 36 37 50 128763 -2 345 33 10 3 4323 19 62 16 124 841
kernel void lambdas(global int *o)
{
    int g = get_global_id(0), n = 16 * g;
    int k = 10 + g;
    auto times = [k](int x) { return x * k; };
    o[n + 0] = times(4);
    o[n + 1] = apply([&](int x) { k += x; return k; }, 5) + k;
    o[n + 2] = apply([=](int x) mutable { x += k; k = 0; return x + k; }, 1) + k;
    auto both = [](auto x, auto y) { return x + y; };
    o[n + 3] = (int)(10 * both(1.5f, g)) + both(2, 3);
    int numbers[] = {1, 2, 3, 4 + g};
    int sum = 0;
    each(numbers, 4, [&sum](int &x) { sum += x; x = -x; });
    for (auto x : numbers)
        sum = 10 * sum + x;
    o[n + 4] = sum;
    for (int &x : numbers)
        x += g;
    o[n + 5] = numbers[0] + numbers[3];
    Range r{g, 3 + g};
    int collected = 0;
    for (auto x : r) {
        if (x == 2)
            continue;
        collected = 10 * collected + x;
    }
    o[n + 6] = collected;
    o[n + 7] = r.sum_with(2);
    o[n + 8] = total(1, 2, g, 4) + total();
    o[n + 9] = all_positive(1, g, 2.5f) + 2 * all_positive(1.0f);
    o[n + 10] = digits(g, 2, 3, 4);
    o[n + 11] = squares(1, 2, g) + smallest(7, 5, 4 + g, 9);
    o[n + 12] = Numbers<1, 2, 3>::sum * 10 + Numbers<>::count + Numbers<5, 5>::count;
    o[n + 13] = (int)(2 * add(g, 0.5f)) + (int)(2 * product(g, 1.5f));
    o[n + 14] = make_adder(g)(100) + [](int a, int b = 3) -> int { return a * b; }(7);
    o[n + 15] = kind<char>() + kind<float>() * 10 + kind<double>() * 10;
    if (int q = g % 3; q == 1)
        o[n + 15] += 5000;
    else if (int z = q + 1; z == 3)
        o[n + 15] += 9000;
}
