// `switch` (C99 6.8.4.2).

// launch: global=7
// arg: out = unset 7
// expect: out = 10 11 23 13 13 99 99
kernel void plain(global int *out) {
    int i = get_global_id(0), r;
    switch (i) {
    case 0:
        r = 10;
        break;
    case 1:
        r = 11;
        break;
    case 2:
        r = 12 + 11;
        break;
    case 3:
    case 4:
        r = 13;
        break;
    default:
        r = 99;
    }
    out[i] = r;
}

// Falling through, into and out of a default in the middle.
// launch: global=7
// arg: out = unset 7
// expect: out = 1234 234 34 4 234 234 5
kernel void falls_through(global int *out) {
    int i = get_global_id(0), r = 0;
    switch (i) {
    case 0:
        r = r * 10 + 1;
    default:
        r = r * 10 + 2;
    case 2:
        r = r * 10 + 3;
    case 3:
        r = r * 10 + 4;
        break;
    case 6:
        r = r * 10 + 5;
    }
    out[i] = r;
}

// A section that falls through in part.
// launch: global=8
// arg: out = unset 8
// arg: in = 0 1 0 1 0 1 0 1
// expect: out = 100 110 10 10 1000 1000 7 7
kernel void falls_through_in_part(global int *out, global const int *in) {
    int i = get_global_id(0), r = 0;
    switch (i / 2) {
    case 0:
        r += 100;
        if (!in[i])
            break;
    case 1:
        r += 10;
        break;
    case 2:
        r += 1000;
        break;
    default:
        r = 7;
    }
    out[i] = r;
}

// No section is for the value; no section at all; only a default.
// launch: global=2
// arg: out = unset 2
// expect: out = 15 15
kernel void without_a_section(global int *out) {
    int i = get_global_id(0), r = 5;
    switch (i) {
    case 100:
        r = 6;
    }
    switch (i) {
    }
    switch (r++)
        ;
    switch (i) {
    default:
        r += 9;
    }
    switch (i)
    case 50:
        r = 0;
    out[i] = r;
}

// `break` and `continue` in a `switch` in a loop, and a loop in a `switch`.
// launch: global=1
// arg: out = unset 3
// expect: out = 10 124 6
kernel void in_loops(global int *out) {
    int turns = 0, trace = 0, sum = 0;
    for (int i = 0; i < 10; i++) {
        switch (i) {
        case 0:
        case 5:
            continue;
        case 1:
            trace += 100;
            break;
        case 2:
            for (int k = 0;; k++) {
                if (k == 3)
                    break;
                trace += 8;
            }
            break;
        case 7:
            while (1) {
                sum += i;
                if (sum > 5)
                    break;
            }
            sum--;
        }
        turns++;
    }
    out[0] = turns + 2;
    out[1] = trace;
    out[2] = sum;
}

// Values of every kind: negative, far apart, of wide and narrow types, enumerators, characters, ranges.
enum color { RED, GREEN = 40, BLUE };
// launch: global=1
// arg: out = unset 10
// arg: l = 9223372036854775807
// arg: u = 4294967295
// arg: c = -128
// expect: out = 1 2 3 4 5 6 7 8 9 10
kernel void values(global int *out, long l, uint u, char c) {
    for (int i = 0; i < 10; i++)
        out[i] = 0;
    switch (l) {
    case -1L:
        out[0] = -1;
        break;
    case 0x7fffffffffffffffL:
        out[0] = 1;
    }
    switch (u) {
    case 0xffffffffu:
        out[1] = 2;
        break;
    case 1:
        out[1] = -2;
    }
    switch (c) {
    case -128:
        out[2] = 3;
        break;
    case 128:
        out[2] = -3;
    }
    switch ((uchar)c) {
    case -128:
        out[3] = -4;
        break;
    case 128:
        out[3] = 4;
    }
    enum color color = (enum color)(u - 0xffffffffu + 40);
    switch (color) {
    case RED:
        break;
    case GREEN:
        out[4] = 5;
        break;
    case BLUE:
        out[4] = -5;
    }
    switch ('a' + (l < 0)) {
    case 'b':
        break;
    case 'a':
        out[5] = 6;
    }
    switch (c) {
    case -200 ... -127:
        out[6] = 7;
        break;
    case -126 ... 5:
        out[6] = -7;
    }
    switch (u) {
    case 10 ... 0xfffffffe:
        out[7] = -8;
        break;
    case 0:
        break;
    default:
        out[7] = 8;
    }
    bool b = l > 0;
    switch (b) {
    case 1:
        out[8] = 9;
    }
    switch (l - 0x7fffffff00000000L) {
    case -1:
        out[9] = -10;
        break;
    case 0xffffffffL:
        out[9] = 10;
    }
}

// Many sections.
// launch: global=24
// arg: out = unset 24
// expect: out = 7 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225 7 289 7 7 7 7 441 7
kernel void many(global int *out) {
    int i = get_global_id(0), r;
    switch (i) {
    case 15: r = 225; break;
    case 1: r = 1; break;
    case 2: r = 4; break;
    case 12: r = 144; break;
    case 13: r = 169; break;
    case 3: r = 9; break;
    case 4: r = 16; break;
    case 10: r = 100; break;
    case 11: r = 121; break;
    case 7: r = 49; break;
    case 8: r = 64; break;
    case 9: r = 81; break;
    default: r = 7; break;
    case 5: r = 25; break;
    case 6: r = 36; break;
    case 14: r = 196; break;
    case 17: r = 289; break;
    case 21 ... 22: r = i == 22 ? 441 : 7; break;
    }
    out[i] = r;
}

// Many sections, some of which fall through, with values that interleave, negative ones first.
// launch: global=16 offset=0
// arg: out = unset 16
// expect: out = 2 13 1000 13 1 5 6 1000 8 22 10 11 21 1000 3 1000
kernel void many_that_fall_through(global int *out) {
    int i = get_global_id(0), r = 0;
    switch (i - 4) {
    case 0: r += 1; break;
    case -4: r += 2; break;
    case 10: r += 3; break;
    case -3:
    case -1: r += 4;
        r += 9;
        break;
    case 1: r += 5; break;
    case 2: r += 6; break;
    case 4: r += 8; break;
    case 8: r -= 1;
    case 5: r += 9;
        r += 13;
        break;
    case 6: r += 10; break;
    case 7: r += 11; break;
    default: r = 1000;
    }
    out[i] = r;
}

// Labels inside of other statements: Duff's device.
// launch: global=9
// arg: out = zeros 9
// expect: out = 8 1 2 3 4 5 6 7 8
kernel void duff(global int *out) {
    int count = get_global_id(0), done = 0;
    int turns = (count + 3) / 4;
    if (count == 0)
        turns = 2;
    switch (count % 4) {
    case 0:
        do {
            done++;
    case 3:
            done++;
    case 2:
            done++;
    case 1:
            done++;
        } while (--turns > 0);
    }
    out[count] = done;
}

// A label in an `if` within a `switch`, and in a block with its own variables.
// launch: global=5
// arg: out = unset 5
// expect: out = 101 20 37 40 0
kernel void labels_in_statements(global int *out) {
    int i = get_global_id(0), r = 0;
    switch (i) {
    case 0:
        if (r) {
    case 1:
            r += 20;
            break;
        }
        r += 101;
        break;
    case 2: {
        int k = 7;
        r += k;
    }
        r += 30;
        break;
        while (r < 0) {
    case 3:
            r += 40;
        }
    }
    out[i] = r;
}

// A variable of the whole body; its initialiser is jumped over.
// launch: global=2
// arg: out = unset 2
// expect: out = 5 6
kernel void variables_of_the_body(global int *out) {
    int i = get_global_id(0);
    switch (i) {
        int k;
    case 0:
        k = 5;
        out[i] = k;
        break;
    case 1:
        k = 6;
        out[i] = k;
    }
}

// A variable that one section declares and the next one, fallen into, still uses.
// launch: global=2
// arg: out = unset 2
// expect: out = 8 3
kernel void variables_of_sections(global int *out) {
    int i = get_global_id(0);
    switch (i) {
    case 0:;
        int k = 5;
        out[i] = k;
    case 1:
        if (i)
            k = 0;
        out[i] = 3 + k;
    }
}

// A `switch` in a `switch`.
// launch: global=9
// arg: out = unset 9
// expect: out = 0 1 2 10 11 12 99 99 99
kernel void nested(global int *out) {
    int i = get_global_id(0), r;
    switch (i / 3) {
    case 0:
        switch (i % 3) {
        case 0: r = 0; break;
        case 1: r = 1; break;
        default: r = 2;
        }
        break;
    case 1:
        switch (i % 3) {
        default: r = 12; break;
        case 0: r = 10; break;
        case 1: r = 11;
        }
        break;
    default:
        r = 99;
    }
    out[i] = r;
}

// Every section returns.
int classify(int i) {
    switch (i) {
    case 0: return 5;
    case 1: return 4;
    default: return 3;
    }
}
// launch: global=3
// arg: out = unset 3
// expect: out = 5 4 3
kernel void sections_that_return(global int *out) { out[get_global_id(0)] = classify(get_global_id(0)); }

// The value is evaluated once.
// launch: global=1
// arg: out = zeros 2
// expect: out = 1 30
kernel void value_once(global int *out) {
    switch (out[0]++) {
    case 5: out[1] = 10; break;
    case 1: out[1] = 20; break;
    case 0: out[1] = 30; break;
    }
}
