// Loops of every form, and the ways out of them (C99 6.8.5, 6.8.6).

// launch: global=6
// arg: out = unset 6
// expect: out = 0 1 3 6 10 15
kernel void while_counts(global int *out) {
    int i = get_global_id(0), sum = 0;
    while (i) {
        sum += i;
        i--;
    }
    out[get_global_id(0)] = sum;
}

// launch: global=4
// arg: out = unset 4
// expect: out = 1 1 2 3
kernel void do_runs_at_least_once(global int *out) {
    int n = get_global_id(0), turns = 0;
    do {
        turns++;
        n--;
    } while (n > 0);
    out[get_global_id(0)] = turns;
}

// `continue` in a `do` goes to the condition, in a `for` to the step.
// launch: global=1
// arg: out = unset 3
// expect: out = 25 12 5
kernel void continue_goes_to_the_right_place(global int *out) {
    int odd = 0, i;
    for (i = 0; i < 10; i++) {
        if (i % 2 == 0)
            continue;
        odd += i;
    }
    out[0] = odd;
    int k = 0, skipped = 0;
    do {
        k++;
        if (k % 3)
            continue;
        skipped += k;
    } while (k < 8);
    out[1] = skipped + 3;
    int w = 0, n = 0;
    while (w < 10) {
        w++;
        if (w & 1)
            continue;
        n++;
    }
    out[2] = n;
}

// launch: global=8
// arg: out = unset 8
// expect: out = 0 10 21 31 42 52 63 73
kernel void break_leaves_one_loop(global int *out) {
    int id = get_global_id(0), inner = 0, outer = 0;
    for (;;) {
        if (outer == id)
            break;
        outer++;
        for (int j = 0;; j++) {
            if (j == outer % 2)
                break;
            inner++;
        }
    }
    out[id] = outer * 10 + inner / 1 - (id + 1) / 2 + id / 2;
}

// A `return` from within two loops; work-items leave at different turns.
int first_multiple(int of, int from) {
    for (int i = from;; i++)
        while (1) {
            if (i % of == 0)
                return i;
            break;
        }
}
// launch: global=5 offset=1
// arg: out = unset 6
// expect: out = * 17 18 18 20 20
kernel void return_from_loops(global int *out) {
    out[get_global_id(0)] = first_multiple(get_global_id(0), 17);
}

// launch: global=1
// arg: out = unset 4
// expect: out = 7 0 3 9
kernel void loops_that_never_or_hardly_run(global int *out) {
    int a = 7;
    while (0)
        a = 1;
    for (; 0;)
        a = 2;
    out[0] = a;
    int b = 0;
    for (int i = 5; i < 5; i++)
        b = 1;
    out[1] = b;
    int c = 0;
    do {
        c += 3;
        if (c == 3)
            break;
        c = 100;
    } while (0);
    out[2] = c;
    int d = 0;
    do {
        d += 9;
        if (d)
            continue;
        d = 100;
    } while (0);
    out[3] = d;
}

// The comma operator in a loop's head; several variables; a loop without body.
// launch: global=1
// arg: out = unset 3
// expect: out = 45 10 3628800
kernel void heads_of_for(global int *out) {
    int i, j, product = 0;
    for (i = 0, j = 9; i < j; i++, j--)
        product += j - i;
    out[0] = product + 20;
    int n = 0;
    for (; n < 10; n++)
        ;
    out[1] = n;
    int f = 1;
    for (int k = 1; k <= 10; f *= k++)
        ;
    out[2] = f;
}

// Trip counts that differ widely between neighbours, as in an escape-time fractal.
// launch: global=16
// arg: out = unset 16
// expect: out = 0 1 7 2 5 8 16 3 19 6 14 9 9 17 17 4
kernel void collatz(global int *out) {
    uint n = get_global_id(0) + 1;
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    out[get_global_id(0)] = steps;
}

// A variable declared in a loop's body is another one in each turn.
// launch: global=1
// arg: out = unset 4
// expect: out = 1 1 1 1
kernel void bodies_have_their_own_variables(global int *out) {
    for (int i = 0; i < 4; i++) {
        int fresh = 0;
        fresh++;
        out[i] = fresh;
    }
}

// Unroll hints change nothing (section "Specifying Attribute For Unrolling Loops").
// launch: global=3
// arg: out = unset 3
// expect: out = 28 36 44
kernel void hints(global int *out) {
    int id = get_global_id(0), sum = 0;
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < 8; i++)
        sum += i + id;
    __attribute__((opencl_unroll_hint(1)))
    while (sum > 1000)
        sum--;
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < 2; i++)
        sum += 0;
    out[id] = sum;
}

// A loop counter that wraps: an unsigned char never reaches 256.
// launch: global=1
// arg: out = unset 1
// expect: out = 512
kernel void counters_wrap(global int *out) {
    int turns = 0;
    for (uchar c = 0; turns < 512; c++)
        turns++;
    out[0] = turns;
}
