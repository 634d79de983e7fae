// Jumps and labels.

int f(int x)
{
    break; // error[CL0601]: `break` is not inside a loop or `switch`
    continue; // error[CL0601]: `continue` is not inside a loop
    while (x) { if (x == 2) break; else continue; }
    switch (x) { case 1: break; case 2: continue; } // error[CL0601]: `continue` is not inside a loop
    for (;;) { switch (x) { case 1: continue; default: break; } break; }
    do { if (x) continue; break; } while (1);
    case 3: x = 1; // error[CL0603]: `case` is not inside a `switch`
    default: x = 1; // error[CL0603]: `default` is not inside a `switch`
    goto nowhere; // error[CL0606]: the function has no label `nowhere`
    goto end;
again:
    x += 1;
again: // error[CL0607]: the label `again` stands at two places
    x += 2;
    { inner: x += 3; if (x < 10) goto inner; }
    if (x < 20) goto again;
end:
    return x;
}
int g(int x)
{
end: // Labels of another function.
    if (x > 3) { x -= 3; goto end; }
unused:
    return x;
}
