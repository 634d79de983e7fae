// options: -w
// Warnings are silent.
constant int packed = 'ab';
