// options: -cl-std=CLC++2021
// Constructors and destructors: in which order they run, on every way out of a block.

struct Log {
    int text = 0;
    void add(int digit) { text = text * 10 + digit; }
};
class Mark
{
    Log &log;
    int digit;

public:
    Mark(Log &log, int digit) : log(log), digit(digit) { log.add(digit); }
    Mark(const Mark &other) : log(other.log), digit(other.digit + 1) { log.add(digit); }
    ~Mark() { log.add(9 - digit); }
    int get() const { return digit; }
};
struct Two {
    Mark a, b;
    Two(Log &log) : a(log, 1), b(log, 2) { log.add(0); }
};
int early(Log &log, int x)
{
    Mark m(log, 1);
    if (x == 1)
        return log.text;
    for (int i = 0; i < 3; i++) {
        Mark inner(log, 3);
        if (i == x)
            break;
        if (x == 3)
            continue;
        log.add(0);
    }
    return log.text;
}
int taken(Mark m) { return m.get(); }
struct Element {
    int value;
    Element() : value(3) {}
    Element(int v) : value(v) {}
};
struct Defaults {
    int a = 2, b = 3;
    Element e;
    float f[2] = {1.5f, 2.5f};
};
struct Deleted {
    int x = 1;
    Deleted() = default;
    Deleted(const Deleted &) = delete;
};

// launch: global=4
// arg: o = unset 48
// expect: o = 136 1368 12078 2 1278 458 21 2334 5334 1294 1 12178 1 18 12078 2 1278 4518 21 2334 5334 1294 1 12178 130630636 1306306368 12078 2 1278 458 21 2334 5334 1294 1 12178 1363636 13636368 12078 2 1278 458 21 2334 5334 1294 1 12178
kernel void lives(global int *o)
{
    int g = get_global_id(0), n = 12 * g;
    Log log;
    o[n + 0] = early(log, g);
    o[n + 1] = log.text;
    Log second;
    {
        Two two(second);
    }
    o[n + 2] = second.text;
    Log third;
    {
        Mark m(third, 1);
        o[n + 3] = taken(m);
    }
    o[n + 4] = third.text;
    Log fourth;
    Mark(fourth, 4);
    switch (g) {
    case 1: {
        Mark m(fourth, 1);
        break;
    }
    default: fourth.add(8);
    }
    o[n + 5] = fourth.text;
    Element array[3], given[2] = {7, Element(8)};
    o[n + 6] = array[0].value + array[2].value + given[0].value + given[1].value;
    Defaults d, e{5}, h = {1, 2, 9, {4}};
    o[n + 7] = 1000 * d.a + 100 * d.b + 10 * d.e.value + (int)(d.f[0] + d.f[1]);
    o[n + 8] = 1000 * e.a + 100 * e.b + 10 * e.e.value + (int)(e.f[0] + e.f[1]);
    o[n + 9] = 1000 * h.a + 100 * h.b + 10 * h.e.value + (int)(h.f[0] + h.f[1]);
    Deleted only;
    o[n + 10] = only.x;
    Log fifth;
    {
        Mark first(fifth, 1), copy = first;
        Mark &same = first;
        fifth.add(same.get());
    }
    o[n + 11] = fifth.text;
}
