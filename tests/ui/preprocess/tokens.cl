// What cannot be a token.

// error-next[CL0103]: this string has no closing quote
constant char no_end[] = "no end;
// error-next[CL0103]: this character constant has no closing quote
constant char letter = ('a);
constant char empty = ''; // error[CL0104]: holds no character
constant int größe = 1; // error[CL0102]: the name `größe`
constant int spaces = 1 + 2; // error[CL0102]: a no-break space (U+00A0)
constant int dash = 5 – 2; // error[CL0102]: a dash (U+2013)
constant int backtick = 1 ` ; // error[CL0102]: a backtick cannot stand in a program
constant int backslash = 1 \ ; // error[CL0102]: `\` cannot stand in a program

// Characters outside ASCII are welcome in comments – and in strings.
constant char accents[] = "größe";

#if 0
Skipped text isn't looked at: ` \ größe "
#endif

// No error before it is used.
#define UNUSED 't;
constant char used = UNUSED // error[CL0103]: this character constant
