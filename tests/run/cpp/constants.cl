// options: -cl-std=CLC++2021
// Constant expressions: functions that run when the program is built, objects of classes in constant memory, static members.

constexpr int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
constexpr int fibonacci(int n)
{
    int a = 0, b = 1;
    for (int i = 0; i < n; i++) {
        int next = a + b;
        a = b;
        b = next;
    }
    return a;
}
constexpr int digits(unsigned n)
{
    int count = 0;
    do {
        n /= 10;
        ++count;
    } while (n > 0);
    return count;
}
struct Point {
    int x, y;
    constexpr Point(int x, int y) : x(x), y(y) {}
    constexpr int dot(const Point &o) const { return x * o.x + y * o.y; }
    constexpr Point operator+(const Point &o) const { return Point(x + o.x, y + o.y); }
};
struct Table {
    int values[8];
    constexpr Table() : values{}
    {
        for (int i = 0; i < 8; i++)
            values[i] = i * i;
        values[7] = -1;
    }
    constexpr int operator[](int i) const { return values[i]; }
};
constexpr int weight(int kind)
{
    switch (kind) {
    case 1: return 10;
    case 2:
    case 3: return 20;
    default: break;
    }
    return 5;
}
template <typename T> constexpr T larger(T a, T b) { return a > b ? a : b; }
template <int N> struct Sized { int data[N]; };
static_assert(factorial(5) == 120, "a function that calls itself");
static_assert(fibonacci(10) == 55, "a loop");
static_assert(Point(1, 2).dot(Point(3, 4)) == 11, "an object");
static_assert(Table()[3] == 9 && Table()[7] == -1, "an array");
static_assert(weight(1) + weight(3) + weight(9) == 35, "a switch");
static_assert(larger(2.5f, 1.0f) > 2.0f, "a template");
static_assert([](int x) { return x + 1; }(2) == 3, "a lambda");
constant Point unit = Point(3, 4);
constant int sizes[factorial(3)] = {1, fibonacci(6), digits(12345)};
constexpr Point sum = Point(1, 2) + Point(10, 20);
struct Limits {
    static constexpr int most = larger(7, 12);
    static const int least = 3;
};

// launch: global=4
// arg: o = unset 32
// expect: o = 64 34 19 11 96 1 123 6 65 34 19 33 97 4 123 11 66 34 19 55 98 9 123 16 67 34 19 77 99 16 123 24
kernel void constants(global int *o)
{
    int g = get_global_id(0), n = 8 * g;
    int local_array[fibonacci(7)];
    for (int i = 0; i < fibonacci(7); i++)
        local_array[i] = i + g;
    o[n + 0] = local_array[12] + (int)sizeof(local_array);
    o[n + 1] = unit.x * 10 + unit.y;
    o[n + 2] = sizes[1] + sizes[2] + (int)(sizeof(sizes) / sizeof(sizes[0]));
    o[n + 3] = sum.x + sum.y * g;
    Sized<factorial(4)> s;
    s.data[factorial(4) - 1] = g;
    o[n + 4] = s.data[23] + (int)sizeof(s);
    constexpr Table squares;
    o[n + 5] = squares[g + 1];
    o[n + 6] = Limits::most * 10 + Limits::least;
    o[n + 7] = fibonacci(g + 5) + digits(g * 100);
}
