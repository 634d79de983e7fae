// `switch`.

enum color { RED, GREEN, BLUE };
constant int three = 3;
int f(int x, uint u, long l, char c, enum color e, float r, int4 v, global int *p)
{
    const int four = 4;
    switch (x) {
    case 1:
    case 2:
        x = 1;
    case 1 + 2: break;
    case three: break; // error[CL0602]: two labels for the value 3
    case four: break;
    case 10 ... 20: break;
    case 15: break; // error[CL0602]: two labels for the value 15
    case 5 ... 10: break; // error[CL0602]: two labels for the value 10
    case 30 ... 25: break; // warning[CL0604]: no value lies between 30 and 25
    case -1: break;
    case 'a': break;
    case 0x100000001: break; // warning[CL0604]: which cannot hold the value 4294967297 // error[CL0602]: two labels for the value 1
    case 2.0f: break; // error[CL0701]: the value of a `case` has to be an integer
    case x: break; // error[CL0701]: the value of a `case` has to be constant
    default: break;
    default: break; // error[CL0602]: two `default` labels
    }
    switch (u) { case -1: x = 2; break; case 0xffffffff: break; } // warning[CL0604]: which cannot hold the value -1 // error[CL0602]: two labels for the value 4294967295
    switch (l) { case 0x100000001: x = 3; break; case 1: break; }
    switch (c) { case 200: x = 4; break; case -56: break; }
    switch (e) { case RED: x = 5; break; case GREEN: case BLUE: break; }
    switch (r) { default: break; } // error[CL0605]: `switch` needs an integer, but this has type `float`
    switch (v) { default: break; } // error[CL0605]: `switch` needs an integer, but this has type `int4`
    switch (p) { default: break; } // error[CL0605]: `switch` needs an integer
    switch (x) case 1: x = 6;
    switch (x) { int unreachable_declaration = 1; case 2: x = 7; }
    switch (x) ;
    switch (x) { case 1: for (;;) { case 2: x++; if (x > 5) break; } }
    return x;
}
