// stage: parse
template <typename T> T twice(T x) { return x + x; } // error[CL0209]: `template` is C++
class Counter { public: int n; }; // error[CL0209]: `class` is C++
using namespace std; // error[CL0209]: `using` is C++
extern "C" int c(int x); // error[CL0209]: linkage specifications are C++
struct S {
public: // error[CL0209]: `public:` is C++
    int a = 1; // error[CL0209]: initialisers of members are C++
    int get() { return a; } // error[CL0209]: functions inside a `struct` are C++
};
enum class E { A }; // error[CL0209]: scoped enumerations are C++
void next(float &x, float step = 1.0f) { // error[CL0209]: references are C++ // error[CL0209]: default arguments are C++
    auto y = x; // error[CL0209]: `auto` does not deduce a type
    int *p = nullptr; // error[CL0209]: `nullptr` is C++
    int i = static_cast<int>(x); // error[CL0209]: `static_cast` is C++
    i = std::max(i, 2); // error[CL0209]: `::` is C++
    for (int j : i) i = j; // error[CL0209]: `for (… : …)` is C++
    if (int k = i) i = 2; // error[CL0209]: declarations in conditions are C++
}
