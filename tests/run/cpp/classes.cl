// options: -cl-std=CLC++2021
// Classes with member functions and constructors.

namespace shapes
{
class Range
{
public:
    Range(int first, int last) : first(first), last(last)
    {
        if (last < first)
            this->last = first;
    }
    explicit Range(int only) : first(only), last(only) { if (only < 0) { first = last = 0; return; } last += 1; }
    Range() : first(100), last(101) {}
    int length() const { return last - first; }
    int middle() const { return first + length() / 2; }
    Range &grow(int by = 1)
    {
        last += by;
        return *this;
    }
    int first_of(const Range &other) const { return min(first, other.first); }
    static int unit() { return 7; }
    bool operator<(const Range &other) const { return length() < other.length(); }
    Range operator+(int by) const { return Range(first + by, last + by); }
    Range &operator+=(int by) { first += by; last += by; return *this; }

private:
    int first, last;
};
}
using shapes::Range;

// launch: global=2
// arg: o = unset 24
// expect: o = 4 4 5 5 8 8 0 0 1 1 1 1 6 6 7 7 1 1 15 15 3 3 2 2
kernel void ranges(global int *o)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    Range a(3, 7), b = Range(5), c;
    o[i] = a.length();
    o[n + i] = a.middle();
    o[2 * n + i] = a.grow().grow(3).length();
    Range d{9, 2};
    o[3 * n + i] = d.length();
    o[4 * n + i] = b.length();
    const Range *p = &c;
    o[5 * n + i] = p->length();
    o[6 * n + i] = (a + 2).length() - a.first_of(Range(2));
    o[7 * n + i] = a.unit();
    o[8 * n + i] = b < a && !(a < b);
    a += 10;
    o[9 * n + i] = a.middle() - 2;
    auto e = Range(-4);
    o[10 * n + i] = e.length() + 3;
    o[11 * n + i] = (a + 1 < a + 2) ? 1 : 2;
}

struct Accumulator {
    float sum;
    int count;
    void add(float x) { sum += x; ++count; }
    float mean() const { return count ? sum / count : 0; }
};

// launch: global=4 local=4
// arg: o = unset 2
// arg: p = 1 2 3 6
// expect: o = 3 2
kernel void in_memory(global float *o, global const float *p)
{
    local Accumulator shared;
    if (get_local_id(0) == 0) {
        shared = Accumulator{0, 0};
        for (int i = 0; i < 4; i++)
            shared.add(p[i]);
        Accumulator own{};
        own.add(p[1]);
        o[0] = shared.mean();
        o[1] = own.mean();
    }
}
