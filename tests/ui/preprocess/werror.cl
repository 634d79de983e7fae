// options: -Werror
// Warnings are errors.
constant int packed = 'ab'; // error[CL0109]: several characters
