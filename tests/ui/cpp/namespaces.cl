// options: -cl-std=CLC++1.0
// Namespaces and what makes their members known.

namespace A
{
int f(int x) { return x; }
namespace B
{
constexpr int k = 3;
}
}
namespace C = A::B;
using namespace D; // error[CL0223]: there is no namespace `D`
using namespace A::E; // error[CL0223]: there is no namespace `A::E`
using A::g; // error[CL0224]: no namespace has a member `A::g`

kernel void k(global int *o)
{
    o[0] = A::f(C::k);
    o[1] = f(1); // error[CL0501]: nothing declares a function `f`
    using A::f;
    o[2] = f(A::B::k);
    o[3] = A::k; // error[CL0224]: no namespace has a member `A::k`
}
