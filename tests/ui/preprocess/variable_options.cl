// `__VA_OPT__` (C23 6.10.5.1), `, ## __VA_ARGS__`, and the words that programs ask with `#ifdef`.
int g(int a, ...); // error[CL0332]: a function of OpenCL C has a fixed number of parameters
#define CALL(f, ...) f(0 __VA_OPT__(,) __VA_ARGS__)
#define GNU(f, ...) f(0, ## __VA_ARGS__)
#define NAMED(f, rest...) f(0, ## rest)
#define EMPTY
#define LIST(a, ...) { a __VA_OPT__(, __VA_ARGS__, __VA_ARGS__) }
#define PASTE(a, ...) a ## __VA_OPT__(1) + __VA_OPT__(2) ## 3
#define TEXT(...) #__VA_OPT__(a __VA_ARGS__ b)
#define NESTED(...) __VA_OPT__((__VA_ARGS__))
int zero(int a) { return a; }
int two(int a, int b, int c) { return a + b + c; }
int h(void)
{
    return CALL(zero) + CALL(zero, ) + CALL(zero, EMPTY) + CALL(two, 1, 2) + GNU(zero) + GNU(two, 3, 4) + NAMED(two, 5, 6);
}
constant int list[] = LIST(1), longer[] = LIST(1, 2, 3);
_Static_assert(sizeof(list) == 4 && sizeof(longer) == 20, "contents with and without arguments");
_Static_assert(PASTE(4) == 7 && PASTE(4, x) == 41 + 23, "operands of ##");
_Static_assert(sizeof(TEXT()) == 1 && sizeof(TEXT(x, y)) == sizeof("a x, y b"), "operand of #");
_Static_assert(1 NESTED() == 1 && 2 * NESTED(1 + 2) == 6, "parentheses");
_Static_assert(__COUNTER__ + 1 == __COUNTER__, "counts");

#define BARE(...) __VA_OPT__ // error[CL0121]: must be followed by its contents in parentheses
#define OPEN(...) __VA_OPT__(a // error[CL0121]: has no closing parenthesis
#define TWICE(...) __VA_OPT__(__VA_OPT__()) // error[CL0121]: cannot stand inside another one
#define STARTS(...) __VA_OPT__(## a) // error[CL0144]: `##` stands at the start of the contents of `__VA_OPT__`
#define ENDS(...) __VA_OPT__(a ##) // error[CL0144]: `##` stands at the end of the contents of `__VA_OPT__`
#define FIXED(a) __VA_OPT__(a) // warning[CL0149]: `__VA_OPT__` means something only in a variadic macro

#if !defined __has_include || !defined __has_attribute || !defined __has_builtin || !defined __has_feature
#error these can be asked for
#endif
#ifndef __has_extension
#error and this
#endif
#if !__has_attribute(packed) || !__has_attribute(__aligned__) || __has_attribute(no_such) || __has_builtin(__builtin_no)
#error attributes and built-ins
#endif
#if !__has_builtin(__builtin_astype) || !__has_extension(c_static_assert) || __has_feature(cxx_lambdas)
#error features
#endif
#if __has_attribute // error[CL0125]: `__has_attribute` must be followed by a name in parentheses
#endif
#if __has_builtin(1) // error[CL0125]: `__has_builtin` must be followed by a name in parentheses
#endif
#if __has_feature(a // error[CL0125]: `__has_feature` must be followed by a name in parentheses
#endif
