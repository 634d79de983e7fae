// `goto` (C99 6.8.6.1): forwards, backwards, out of and into statements.

// launch: global=4
// arg: out = unset 4
// expect: out = -1 10 20 30
kernel void forwards_to_an_exit(global int *out) {
    int i = get_global_id(0), r = -1;
    if (i == 0)
        goto done;
    r = 10;
    if (i == 1)
        goto done;
    for (int k = 0; k < 10; k++)
        for (int j = 0; j < 10; j++)
            if (k * j == 12 && i == 2) {
                r = 20;
                goto done;
            }
    r = 30;
done:
    out[i] = r;
}

// launch: global=5
// arg: out = unset 5
// expect: out = 0 1 3 6 10
kernel void backwards_as_a_loop(global int *out) {
    int i = get_global_id(0), n = i, sum = 0;
again:
    if (n > 0) {
        sum += n;
        n--;
        goto again;
    }
    out[i] = sum;
}

// Two loops that lie one in the other, made of labels.
// launch: global=4
// arg: out = unset 4
// expect: out = 0 1 4 9
kernel void loops_of_labels(global int *out) {
    int n = get_global_id(0), x = 0, y, count = 0;
rows:
    if (x >= n)
        goto end;
    y = 0;
columns:
    if (y >= n)
        goto next;
    count++;
    y++;
    goto columns;
next:
    x++;
    goto rows;
end:
    out[n] = count;
}

// Loops that overlap: each jumps back into the other.
// launch: global=3
// arg: out = unset 3
// expect: out = 3 10 17
kernel void loops_that_overlap(global int *out) {
    int i = get_global_id(0), a = 0, b = 0;
first:
    a++;
second:
    b += 2;
    if (a <= i)
        goto first;
    if (b < 4 * i)
        goto second;
    out[i] = a + b + i * 2 + (i ? 0 : 0);
    if (i == 1)
        out[i] += 2;
    if (i == 2)
        out[i] += 2;
}

// Into the middle of a loop.
// launch: global=4
// arg: out = unset 4
// expect: out = 1111 211 311 4
kernel void into_a_loop(global int *out) {
    int i = get_global_id(0), r = 0, turns = 0;
    if (i == 1)
        goto inside;
    if (i == 2)
        goto late;
    if (i == 3) {
        r = 4;
        goto out_of_it;
    }
    while (turns < 2) {
        r += 100;
inside:
        r += 10;
        turns++;
late:
        r += 1;
        if (turns == 2)
            break;
    }
    if (i == 0)
        r += 889;
    if (i == 1)
        r += 89;
    if (i == 2)
        r += 88;
out_of_it:
    out[i] = r;
}

// Into both arms of an `if`, and from one into the other.
// launch: global=4
// arg: out = unset 4
// expect: out = 12 3 102 23
kernel void into_arms(global int *out) {
    int i = get_global_id(0), r = 0;
    if (i == 2) {
        r = 100;
        goto then;
    }
    if (i == 3) {
        r = 20;
        goto otherwise;
    }
    if (i == 0) {
        r += 10;
then:
        r += 2;
    } else {
otherwise:
        r += 3;
    }
    out[i] = r;
}

// launch: global=3
// arg: out = unset 3
// expect: out = 31 7 31
kernel void from_arm_to_arm(global int *out) {
    int i = get_global_id(0), r = 0;
    if (i % 2 == 0) {
        r = 30;
        goto there;
    } else {
        r = 6;
there:
        r++;
    }
    out[i] = r;
}

// `break` and `continue` keep their meaning in a loop that is jumped into.
// launch: global=2
// arg: out = unset 2
// expect: out = 8 4
kernel void into_a_for(global int *out) {
    int i = get_global_id(0), k = 3, sum = 0;
    if (i)
        goto body;
    for (k = 0; k < 10; k++) {
        if (k == 1)
            continue;
        if (k == 6)
            break;
        if (k > 3) {
            for (int j = 0; j < 10; j++) {
                if (j == 1)
                    break;
                if (j == 0)
                    continue;
            }
            continue;
        }
body:
        sum += k;
        if (k == 3)
            sum += 3 - 2;
        if (i)
            break;
    }
    if (!i)
        sum += 2;
    out[i] = sum;
}

// A state machine that is not reducible: three labels, each jumps to each.
// launch: global=6
// arg: out = unset 6
// expect: out = 1 12 13 121 1312 131
kernel void irreducible(global int *out) {
    int i = get_global_id(0), trace = 0, left = i == 0 ? 1 : i < 3 ? 2 : i == 4 ? 4 : 3;
one:
    trace = trace * 10 + 1;
    if (--left == 0)
        goto end;
    if (i % 2 == 0 && i)
        goto three;
    if (i == 5)
        goto three;
two:
    trace = trace * 10 + 2;
    if (--left == 0)
        goto end;
    if (i % 2)
        goto one;
three:
    trace = trace * 10 + 3;
    if (--left == 0)
        goto end;
    if (i == 4 || i == 5)
        goto one;
    goto two;
end:
    if (i == 4)
        trace = 1312;
    out[i] = trace;
}

// Out of a `switch` and to another section of it.
// launch: global=5
// arg: out = unset 5
// expect: out = 21 20 1020 5 -7
kernel void between_sections(global int *out) {
    int i = get_global_id(0), r = 0;
    switch (i) {
    case 0:
        r = 1;
        goto shared;
    case 1:
shared:
        r += 20;
        break;
    case 2:
        r = 1000;
        goto shared;
    case 3:
        r = 5;
        break;
    default:
        goto nothing;
    }
    out[i] = r;
    return;
nothing:
    out[i] = -7;
}

// Labels that nobody jumps to; several labels on one statement; a label at the end of a block.
// launch: global=2
// arg: out = unset 2
// expect: out = 6 4
kernel void labels_alone(global int *out) {
    int i = get_global_id(0), r = 3;
unused:
    if (i)
        goto b;
a:
b:
c:
    r++;
    if (r == 4 && !i)
        goto c;
    if (r == 5)
        goto a;
    {
        if (i)
            goto end;
        r += 0;
end:;
    }
    out[i] = r;
}

// Variables keep their storage across a backwards jump; declared ones are initialised each time.
// launch: global=1
// arg: out = unset 2
// expect: out = 4 40
kernel void storage(global int *out) {
    int turns = 0, sum = 0;
again:;
    int fresh = 10;
    int a[2] = {fresh, 0};
    sum += a[0] + a[1];
    fresh++;
    a[1] = 99;
    turns++;
    if (turns < 4)
        goto again;
    out[0] = turns;
    out[1] = sum;
}

// More labels than nest well: a small interpreter.
// launch: global=3
// arg: out = unset 3
// arg: code = 1 2 1 3 0  2 2 2 4 0  5 1 6 3 0
// expect: out = 14 15 49
kernel void threaded_code(global int *out, global const int *code) {
    int acc = 0;
    global const int *pc = code + get_global_id(0) * 5;
next:
    if (*pc == 1) goto add_five;
    if (*pc == 2) goto add_one;
    if (*pc == 3) goto add_three;
    if (*pc == 4) goto times_five;
    if (*pc == 5) goto add_forty;
    if (*pc == 6) goto add_one_too;
    goto halt;
add_five: acc += 5; goto step;
add_one: acc += 1; goto step;
add_three: acc += 3; goto step;
times_five: acc *= 5; goto step;
add_forty: acc += 40; goto step;
add_one_too: acc += 1;
step: pc++; goto next;
halt: out[get_global_id(0)] = acc;
}

// A jump out of the arms of a conditional chain in a loop, and back to its start.
// launch: global=4
// arg: out = unset 4
// expect: out = 1 3 7 15
kernel void retry(global int *out) {
    int i = get_global_id(0), tries = 0, value = 1;
retry:
    for (int k = 0; k < 3; k++) {
        if (tries == i)
            break;
        if (k == 1) {
            tries++;
            value = value * 2 + 1;
            goto retry;
        }
    }
    out[i] = value;
}

// Back to a label in the same section of a `switch`, out of a loop there.
// launch: global=3
// arg: out = unset 3
// expect: out = 60 3 0
kernel void within_a_section(global int *out) {
    int i = get_global_id(0), r = 0, turns = 0;
    switch (i) {
    case 0:
    again:
        r += 10;
        for (int k = 0; k < 2; k++)
            if (turns++ < 5)
                goto again;
        break;
    case 1:
        r = 3;
    }
    out[i] = r;
}
