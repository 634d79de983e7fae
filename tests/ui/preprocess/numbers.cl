// Malformed numbers, each with its own words, and good ones.

constant int octal = 08; // error[CL0105]: `8` is not a digit of the octal
constant int binary = 0b102; // error[CL0105]: `2` is not a digit of the binary
constant int hex = 0x; // error[CL0105]: no digits follow `0x`
constant int sum = 0xE+1; // error[CL0105]: `0xE+1` is read as one number
constant int suffix = 10q; // error[CL0105]: `q` is not a suffix of an integer
constant int twice = 10uu; // error[CL0105]: `uu` is not a suffix
constant float no_point = 1f; // error[CL0105]: `f` is a suffix of floating constants
constant int grouped = 1_000; // error[CL0105]: `1_000` is not a number
constant int prefix = 1x10; // error[CL0105]: `1x10` is not a number
constant float exponent = 1e; // error[CL0105]: the exponent of `1e` has no digits
constant float power = 0x1.8f; // error[CL0105]: has no exponent
constant float nothing = 0x.p1; // error[CL0105]: has no digits
constant float points = 1.2.3f; // error[CL0105]: two decimal points
constant double d = 1.0d; // error[CL0105]: `d` is not a suffix of a floating constant
constant ulong large = 18446744073709551616; // error[CL0106]: does not fit any type
constant long long_long = 1LL; // warning[CL0114]: the suffix `LL` is reserved
constant ulong ulong_long = 1ull; // warning[CL0114]: the suffix `ull` is reserved
constant ulong implicit = 9223372036854775808; // warning[CL0115]: does not fit `long`

constant int good[] = {0, 017, 0x1F, 0XfF, 0b101, 10u, 10U, 'a'};
constant long longs[] = {10l, 10L, 10ul, 10LU, 0xffffffffffffffff, 9223372036854775807};
constant float floats[] = {1.f, .5f, 1e3f, 1.5E-3F, 0x1p3f, 0x1.8P+1f, 0x.8p0f, 09.5f};
