#define FAULT 1 `
constant int in_header = FAULT;
