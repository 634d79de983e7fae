// Lengths and directions of vectors. Where the sum of the squares would overflow, or loses bits by underflow, the vector is
// scaled; lanes for which it does not jump over that.
//
// A function with `floatn` or `doublen` in it stands for three, with n = 2, 3 and 4.

float length(float p)
{
    return fabs(p);
}

float length(floatn p)
{
    float square = dot(p, p);
    float unscale = 1.0f;
    if (!(square > 0x1p-90f && square < INFINITY)) {
        unscale = square > 1.0f ? 0x1p+66f : 0x1p-90f;
        p = p * (square > 1.0f ? 0x1p-66f : 0x1p+90f);
        square = dot(p, p);
    }
    return sqrt(square) * unscale;
}

float distance(float p0, float p1)
{
    return fabs(p0 - p1);
}

float distance(floatn p0, floatn p1)
{
    return length(p0 - p1);
}

float normalize(float p)
{
    return p == 0.0f || p != p ? p : copysign(1.0f, p);
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

double length(double p)
{
    return fabs(p);
}

double length(doublen p)
{
    double square = dot(p, p);
    double unscale = 1.0;
    if (!(square > 0x1p-900 && square < INFINITY)) {
        unscale = square > 1.0 ? 0x1p+520 : 0x1p-600;
        p = p * (square > 1.0 ? 0x1p-520 : 0x1p+600);
        square = dot(p, p);
    }
    return sqrt(square) * unscale;
}

double distance(double p0, double p1)
{
    return fabs(p0 - p1);
}

double distance(doublen p0, doublen p1)
{
    return length(p0 - p1);
}

double normalize(double p)
{
    return p == 0.0 || p != p ? p : copysign(1.0, p);
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
