// What `#if` can compute, and what not.

#define TWO 2
#define SAME(x) x
#define INDIRECT defined(TWO)

#if -1 > 0u && 1 << 3 == 010 && (5 / 2 == TWO) && -7 % 3 == -1 && ~0 == -1 && !0 && 'a' == 97
#else
#error these hold
#endif
#if UNKNOWN || true - 1 || false || defined UNKNOWN || !defined(TWO) || !INDIRECT || SAME(defined UNKNOWN)
#error none of these holds
#endif
#if (0 && 1 / 0) || (1 ? 2 : 1 / 0) == 2
#else
#error what is not evaluated may divide by zero
#endif
#if 0xffffffffffffffff == -1 && (0 ? -1 : 0u) < 1 && (2 || 1 / 0) && -1 >> 1 == -1 && (-1 < 0 ? 1 : 0u)
#else
#error the rules of intmax_t and uintmax_t
#endif
#if __has_include("include/empty.h") && !__has_include("absent.h") && defined __has_include
#else
#error one file is there, the other is not
#endif

#if // error[CL0125]: this directive has no condition
#endif
#if 1 + // error[CL0125]: ends where a value is expected
#endif
#if (1 // error[CL0125]: this parenthesis is not closed
#endif
#if 1) // error[CL0125]: `)` does not belong here
#endif
#if 1 = 1 // error[CL0125]: `=` does not belong here
#endif
#if 1, 2 // error[CL0125]: `,` does not belong here
#endif
#if UNKNOWN(1) // error[CL0125]: `(` does not belong here
#endif
#if 1 ? 2 // error[CL0125]: `:` is missing
#endif
#if "text" // error[CL0125]: a string is not an integer
#endif
#if 1.0 // error[CL0125]: `1.0` is not an integer
#endif
#if defined 1 // error[CL0125]: `defined` must be followed by the name
#endif
#if defined(TWO // error[CL0125]: `)` is missing after `defined(`
#endif
#if __has_include // error[CL0125]: must be followed by a file name
#endif
#if `1 // error[CL0102]: cannot stand in a program
#endif
#if 1 / (TWO - 2) // error[CL0126]: this condition divides by zero
#endif
#if 1 % 0 // error[CL0126]: divides by zero
#endif
#if 9223372036854775807 + 1 // warning[CL0127]: a value that 64 bits do not hold
#endif
#if 1 << 64 // warning[CL0127]: a value that 64 bits do not hold
#endif
