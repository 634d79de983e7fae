// Functions that call themselves.

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); } // error[CL0333]: the function `factorial` calls itself

int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); } // error[CL0333]: the function `odd` calls itself through 1 others
int odd(int n) { return n == 0 ? 0 : even(n - 1); }

int a(int n);
int c(int n) { return a(n); } // error[CL0333]: the function `a` calls itself through 2 others
int b(int n) { return c(n); }
int a(int n) { return b(n); }

kernel void k(global int *out)
{
    if (out[0]) k(out); // error[CL0333]: the function `k` calls itself
}

// A size is no call.
int not_called(int n) { return (int)sizeof(not_called(n)) + n; }
int diamond_end(int n) { return n; }
int left(int n) { return diamond_end(n); }
int right(int n) { return diamond_end(n); }
int diamond(int n) { return left(n) + right(n); }
