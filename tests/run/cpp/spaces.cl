// options: -cl-std=CLC++2021
// Address spaces of member functions' objects (section "Member function qualifier"), traits, references and pointers in templates.

struct C {
    int v;
    int where() const __local { return 1; }
    int where() const __global { return 2; }
    int where() const __constant { return 3; }
    int where() const { return 4; }
    void add(int x) { v += x; }
};
constant C in_constant = {5};
global C in_global = {6};

template <typename T> int read(T *p)
{
    typename __remove_address_space<T>::type copy = *p;
    return copy.v + p->where() * 10;
}
template <typename T> void swap_values(T &a, T &b)
{
    typename __remove_address_space<T>::type t = a;
    a = b;
    b = t;
}

// launch: global=4 local=4
// arg: o = 1 2 3 4 0 0 0 0 0 0 0 0 0 0 0 0
// expect: o = 2 1 3 4 35 26 17 48 6 1 2 3 4 4 1 1
kernel void spaces(global int *o)
{
    local C in_local;
    local int shared;
    int g = get_global_id(0);
    if (g == 0) {
        in_local.v = 7;
        C in_private = {8};
        o[4] = read(&in_constant);
        o[5] = read(&in_global);
        o[6] = read(&in_local);
        o[7] = read(&in_private);
        swap_values(o[0], o[1]);
        C *generic_pointer = &in_global;
        o[8] = generic_pointer->v;
        o[9] = in_local.where();
        o[10] = in_global.where();
        o[11] = in_constant.where();
        o[12] = in_private.where();
        o[13] = generic_pointer->where();
        in_local.add(1);
        o[14] = in_local.v == 8;
        auto lambda = [&](int x) __private { return x + in_private.v; };
        o[15] = lambda(1) == 9;
        shared = 0;
    }
}
