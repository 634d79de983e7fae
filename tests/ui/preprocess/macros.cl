// Definitions that do not fit, and calls.

#define OBJECT 1
#define OBJECT 1
#define OBJECT 2 // warning[CL0140]: the macro `OBJECT` is defined again
#define SPACED(a, b) a + b
#define SPACED(a, b) a +  b
#define SPACED(a, b) a+b // warning[CL0140]: the macro `SPACED` is defined again
#define M_PI 3 // warning[CL0150]: the predefined macro `M_PI` is defined again
#define CHAR_BIT 8
#undef __LINE__ // warning[CL0150]: the predefined macro `__LINE__` is taken away
#undef M_E

#define LIST(a, b // error[CL0142]: the parameter list has no `)`
#define LIST(a b) // error[CL0142]: `,` or `)` belongs here, not `b`
#define LIST(a, ) // error[CL0142]: a parameter's name belongs here, not `)`
#define LIST(a, a) // error[CL0142]: two parameters are named `a`
#define LIST(..., a) // error[CL0142]: nothing may follow `...`
#define LIST(__VA_ARGS__) // error[CL0142]: `__VA_ARGS__` cannot be the name
#define HASH(a) #b // error[CL0143]: must stand before a parameter
#define PASTE(a) ## a // error[CL0144]: `##` stands at the start
#define PASTE(a) a ## // error[CL0144]: `##` stands at the end
#define FIXED(a) __VA_ARGS__ // warning[CL0149]: means something only in a variadic macro

#define JOIN(a, b) a ## b
#define STRING(a) #a
#define ADD(a, b) ((a) + (b))
#define LOG(format, ...) f(format, ## __VA_ARGS__)
constant int joined = JOIN(1, 2) + JOIN(3,);
constant int bad_join = JOIN(1, +) 1; // error[CL0145]: `##` makes `1+`, which is no token
constant char string[] = STRING("a\n" 'b');
constant char backslash[] = STRING(\); // error[CL0107]: would end with a `\`
constant int few = ADD(1); // error[CL0146]: the macro `ADD` takes 2 arguments, but 1 is given
constant int2 many = ADD((int2){1, 2}, 3); // error[CL0146]: 2 arguments, but 3 are given
constant int nested = ADD(ADD(1, 2), (3, 4));
constant int FIXED = 1;
constant int not_a_call = FIXED;
constant int unterminated = ADD(1,; // error[CL0147]: the call of the macro `ADD` has no closing
