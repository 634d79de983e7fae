// A comment without an end takes all that follows.

constant int one = 1; /* fine */
constant int two = 2;
/* this one never ends // error[CL0101]: this comment has no end
constant int three = 3;
