// Escape sequences, and what a character constant can hold.

constant char simple[] = "\a\b\f\n\r\t\v\\\'\"\?\0\177\x7f\u00e9";
constant char unknown[] = "a\qb"; // warning[CL0108]: `\q` is not an escape sequence
constant char hex[] = "\xg"; // error[CL0107]: no hexadecimal digits
constant char out_of_range[] = "\x1Bcd"; // error[CL0107]: `\x1Bcd` does not fit a byte
constant char octal = '\777'; // error[CL0107]: `\777` does not fit a byte
constant char universal[] = "\u12"; // error[CL0107]: `\u12` does not name a character
constant int packed = 'ab'; // warning[CL0109]: several characters
constant char accent = 'é'; // error[CL0110]: `é` does not fit
constant int wide = L'a'; // error[CL0111]: no wide characters
constant char wide_string[] = L"a"; // error[CL0111]: no wide characters
constant char joined[] = "one "
                         "two";
