// Directives that are none, malformed, or have too much.

#defin A 1 // error[CL0120]: `#defin` is not a preprocessing directive
#elseif 1 // error[CL0120]: `#elseif` is not
#!shebang // error[CL0120]: `#!` is not
#
#ifdef // error[CL0121]: `#ifdef` without the name of a macro
#endif
#undef // error[CL0121]: `#undef` without the name
#include // error[CL0121]: `#include` without the name of a file
#include MACRO // error[CL0121]: `#include` without the name of a file
#define 1A // error[CL0141]: `1A` cannot be the name of a macro
#define defined 1 // error[CL0141]: `defined` cannot be a macro
#define A 1
#ifdef A B // warning[CL0122]: text after `#ifdef` is ignored
#else B // warning[CL0122]: text after `#else` is ignored
#endif B // warning[CL0122]: text after `#endif` is ignored
#undef A B // warning[CL0122]: text after `#undef` is ignored
#define MINUS-1 // warning[CL0151]: white space is missing after the macro name `MINUS`
#line // error[CL0132]: needs a line number
#line 0 // error[CL0132]: needs a line number
#line 0x10 // error[CL0132]: needs a line number
#line 2147483648 // error[CL0132]: needs a line number
#line 24 name // error[CL0132]: must be a string
// What follows is told as other.cl:100.
#line 100 "other.cl"
constant int i = 1 `; // error[CL0102]: cannot
# 200 "third.cl" 2 3
constant int j = 1 `; // error[CL0102]: cannot
#error this isn't good // error[CL0128]: this isn't good
#warning that is not "good" either // warning[CL0129]: that is not "good" either
