// Lengths and directions of vectors. Where the sum of the squares would overflow, or loses bits by underflow, the vector is
// scaled; lanes for which it does not jump over that.
//
// A function with `floatn`, `doublen` or `realn` in it stands for three, with n = 2, 3 and 4; one with `real` or `realn` for float and
// for double.

real length(real p)
{
    return fabs(p);
}

real length(realn p)
{
    real square = dot(p, p);
    real unscale = 1.0r;
    if (!(square > real(0x1p-90, 0x1p-900) && square < INFINITY)) {
        unscale = square > 1.0r ? real(0x1p+66, 0x1p+520) : real(0x1p-90, 0x1p-600);
        p = p * (square > 1.0r ? real(0x1p-66, 0x1p-520) : real(0x1p+90, 0x1p+600));
        square = dot(p, p);
    }
    return sqrt(square) * unscale;
}

real distance(real p0, real p1)
{
    return fabs(p0 - p1);
}

real distance(realn p0, realn p1)
{
    return length(p0 - p1);
}

real normalize(real p)
{
    return p == 0.0r || p != p ? p : copysign(1.0r, p);
}

floatn normalize(floatn p)
{
    floatn q = p;
    float square = dot(p, p);
    if (!(square > 0x1p-90f && square < INFINITY)) {
        q = p * (square > 1.0f ? 0x1p-66f : 0x1p+90f);
        // Beside infinite components, finite ones count as zeros (section "Additional Requirements Beyond C99 TC2").
        floatn infinite = select(p * 0.0f, copysign((floatn)(1.0f), p), isinf(p));
        q = any(isinf(p)) ? infinite : q;
        square = dot(q, q);
    }
    return square == 0.0f ? p : q * rsqrt(square);
}

doublen normalize(doublen p)
{
    double square = dot(p, p);
    doublen value = p * rsqrt(square);
    if (!(square > 0x1p-900 && square < INFINITY)) {
        // Large vectors are scaled for the sum of the squares alone, as small components beside them would lose bits.
        double factor = square > 1.0 ? 0x1p-520 : 1.0;
        doublen q = square > 1.0 ? p : p * 0x1p+600;
        doublen infinite = select(p * 0.0, copysign((doublen)(1.0), p), isinf(p));
        q = any(isinf(p)) ? infinite : q;
        square = dot(q * factor, q * factor);
        value = square == 0.0 ? p : q * rsqrt(square) * factor;
    }
    return value;
}
