// What cannot be a token, and malformed constants.

constant char text[] = "no end; // error[CL0103]: no closing quote
