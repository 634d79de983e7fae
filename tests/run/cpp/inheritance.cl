// options: -cl-std=CLC++2021
// Classes derived from others: members, functions and conversions; static members; conversions that classes define.

struct Shape {
    int id;
    constexpr Shape(int id) : id(id) {}
    int area() const { return 0; }
    int name() const { return 1000 + id; }
};
struct Named {
    int name_length = 5;
    int total() { return name_length + 1; }
};
struct Empty {
    int five() const { return 5; }
};
struct Square : public Shape, Named, private Empty {
    int side;
    Square(int id, int side) : Shape(id), side(side) {}
    Square(int side) : Square(77, side) {}
    int area() const { return side * side; }
    int both() const { return Shape::area() + area() + five(); }
};
struct Cube : Square {
    using Square::Square;
    Cube(int s) : Square(3, s) {}
    int volume() const { return area() * side; }
};
int shown(const Shape &s) { return s.name(); }
int length(const Named *n) { return n->name_length; }

// A base that knows the class derived from it.
template <typename D> struct Counted {
    int tripled() const { return 3 * static_cast<const D &>(*this).count(); }
};
struct Bag : Counted<Bag> {
    int n;
    int count() const { return n; }
};

class Meters
{
    float value;

public:
    static constexpr int per_kilometer = 1000;
    static int made;
    explicit Meters(float v) : value(v) {}
    operator float() const { return value; }
    explicit operator bool() const { return value != 0; }
    static Meters kilometers(float k) { return Meters(k * per_kilometer); }
    Meters &operator=(float v)
    {
        value = v;
        return *this;
    }
};
int Meters::made = 42;

struct Fraction {
    int top, bottom;
    Fraction(int whole) : top(whole), bottom(1) {}
    Fraction(int top, int bottom) : top(top), bottom(bottom) {}
    friend Fraction operator*(Fraction a, Fraction b) { return {a.top * b.top, a.bottom * b.bottom}; }
    friend bool operator==(const Fraction &a, const Fraction &b) { return a.top * b.bottom == b.top * a.bottom; }
    Fraction operator-() const { return Fraction(-top, bottom); }
    Fraction &operator++()
    {
        top += bottom;
        return *this;
    }
    Fraction operator++(int)
    {
        Fraction before = *this;
        ++*this;
        return before;
    }
};
int top_of(Fraction f) { return f.top; }

// launch: global=4
// arg: o = unset 64
// expect: o = 15 14 1000 10 8 1006 3 6 81 0 1500 8 1042 10 3 100 22 21 1001 10 27 1006 3 7 81 3 1501 7 1042 310 2 431 31 30 1002 10 64 1006 3 8 81 6 1502 7 1042 610 2 762 42 41 1003 10 125 1006 3 9 81 9 1503 7 1042 910 2 1093
kernel void derived(global int *o)
{
    int g = get_global_id(0), n = 16 * g;
    Square s(g, 3 + g);
    o[n + 0] = s.area() + s.total();
    o[n + 1] = s.both();
    o[n + 2] = shown(s);
    o[n + 3] = length(&s) + s.name_length;
    Cube c(2 + g);
    o[n + 4] = c.volume();
    o[n + 5] = c.id + shown(c);
    const Shape &shape = c;
    o[n + 6] = shape.area() + shape.id;
    Named copy = c;
    copy.name_length = g;
    o[n + 7] = copy.total() + c.name_length;
    Square own(4);
    o[n + 8] = own.id + own.side;
    Bag bag;
    bag.n = g;
    o[n + 9] = bag.tripled();
    Meters m = Meters::kilometers(1.5f);
    o[n + 10] = (int)(m + g);
    m = 2.0f * g;
    o[n + 11] = m ? 7 : 8;
    o[n + 12] = Meters::made + Meters::per_kilometer;
    Fraction f = Fraction(1, 2) * 3 * Fraction(g, 5);
    o[n + 13] = 100 * f.top + f.bottom;
    o[n + 14] = 2 * (-f == Fraction(-3 * g, 10)) + (f == g);
    o[n + 15] = 100 * top_of(f++) + 10 * f.top + top_of(g);
}
