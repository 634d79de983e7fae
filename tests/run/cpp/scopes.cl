// options: -cl-std=CLC++2021
// Enumerations with scopes, nested classes, functions defined outside of their class, names found by their arguments.

namespace geometry
{
enum class Axis : uchar { X, Y = 5, Z };
enum Plain { First = 3, Second };
struct Point {
    struct Polar {
        float r;
        int sector;
    };
    typedef int coordinate;
    enum Quadrant { One = 1, Two, Three, Four };
    coordinate x, y;
    Point(coordinate x, coordinate y);
    Quadrant quadrant() const;
    static Point origin();
    Polar polar() const;
    coordinate &operator[](Axis a);
    bool operator()(int lowest) const { return x >= lowest && y >= lowest; }
    const Point *operator->() const { return this; }
    ~Point();
    operator int() const;

public:
    static int distance(int a, int b) { return a < b ? b - a : a - b; }
};
Point::Point(coordinate x, coordinate y) : x(x), y(y) {}
Point::~Point() {}
Point::operator int() const { return 10 * x + y; }
Point::Quadrant Point::quadrant() const
{
    if (x >= 0)
        return y >= 0 ? One : Four;
    return y >= 0 ? Two : Three;
}
Point Point::origin() { return Point(0, 0); }
inline auto Point::polar() const -> Polar { return Polar{(float)(x * x + y * y), quadrant()}; }
Point::coordinate &Point::operator[](Axis a)
{
    switch (a) {
    case Axis::X: return x;
    case Axis::Y:
    case Axis::Z: break;
    }
    return y;
}
int taxi(const Point &a, const Point &b) { return Point::distance(a.x, b.x) + Point::distance(a.y, b.y); }
template <typename T> T clamped(T x, T low, T high) { return x < low ? low : x > high ? high : x; }
int weight(Axis a) { return a == Axis::Z ? 3 : 1; }
}
using namespace geometry;

struct [[maybe_unused]] alignas(16) Wide {
    int a;
    union {
        int i;
        float f;
    };
    mutable int touched;
};
[[nodiscard]] constexpr int square(int x) { return x * x; }

// launch: global=4
// arg: o = unset 48
// expect: o = 24 3 52 6 2 -4 2 8 33 3 4 4 14 1 11 7 3 7 2 8 33 4 4 9 14 1 11 8 3 18 10 9 33 5 5 16 44 3 54 9 3 29 2 9 33 6 5 25
kernel void scopes(global int *o)
{
    int g = get_global_id(0), n = 12 * g;
    Point p(g - 1, 2 - g), q = Point::origin();
    o[n + 0] = p.quadrant() * 10 + Point::Four;
    o[n + 1] = taxi(p, q);
    o[n + 2] = (int)p.polar().r * 10 + p.polar().sector;
    p[Axis::Y] = 7;
    o[n + 3] = p.y + p[Axis::X];
    o[n + 4] = p(0) + 2 * q(0);
    o[n + 5] = p->x + p;
    geometry::Axis a = g == 2 ? Axis::Z : Axis::X;
    o[n + 6] = static_cast<int>(a) + weight(a) + (int)sizeof(a);
    o[n + 7] = geometry::clamped(g, 1, 2) + Second + Plain::First;
    Wide w = {1, {2}, 3};
    w.f = 1.0f;
    o[n + 8] = (int)sizeof(Wide) + (int)alignof(Wide) + (w.i == 0x3f800000);
    struct Local {
        int v;
        int halved() const { return v / 2; }
        static int three() { return 3; }
    };
    Local l{2 * g + 1};
    o[n + 9] = l.halved() + Local::three();
    decltype(l) other{8};
    decltype(auto) same = (other);
    same.v += g;
    o[n + 10] = other.halved();
    [[maybe_unused]] int unused = 0;
    o[n + 11] = square(g + 2);
}
