// Functions that other compilers have of themselves and kernels use: counts and orders of bits, and names of maths functions as C has
// them. What the specification has under another name does the work.

long __builtin_expect(long value, long expected)
{
    return value;
}

void __builtin_assume(long condition)
{
}

void __builtin_unreachable()
{
}

void __builtin_trap()
{
}

int __builtin_popcount(uint x)
{
    return (int)popcount(x);
}

int __builtin_popcountl(ulong x)
{
    return (int)popcount(x);
}

int __builtin_clz(uint x)
{
    return (int)clz(x);
}

int __builtin_clzl(ulong x)
{
    return (int)clz(x);
}

int __builtin_ctz(uint x)
{
    return (int)ctz(x);
}

int __builtin_ctzl(ulong x)
{
    return (int)ctz(x);
}

int __builtin_ffs(int x)
{
    return x == 0 ? 0 : ctz(x) + 1;
}

int __builtin_ffsl(long x)
{
    return x == 0 ? 0 : (int)ctz(x) + 1;
}

int __builtin_parity(uint x)
{
    return (int)(popcount(x) & 1);
}

int __builtin_parityl(ulong x)
{
    return (int)popcount(x) & 1;
}

int __builtin_abs(int x)
{
    return (int)abs(x);
}

long __builtin_labs(long x)
{
    return (long)abs(x);
}

ushort __builtin_bswap16(ushort x)
{
    return rotate(x, (ushort)8);
}

uint __builtin_bswap32(uint x)
{
    return rotate(x & 0x00ff00ff, 24u) | rotate(x & 0xff00ff00, 8u);
}

ulong __builtin_bswap64(ulong x)
{
    uint low = (uint)x;
    uint high = (uint)(x >> 32);
    uint swapped_low = rotate(low & 0x00ff00ff, 24u) | rotate(low & 0xff00ff00, 8u);
    uint swapped_high = rotate(high & 0x00ff00ff, 24u) | rotate(high & 0xff00ff00, 8u);
    return (ulong)swapped_low << 32 | swapped_high;
}

uint __builtin_bitreverse32(uint x)
{
    return bit_reverse(x);
}

ulong __builtin_bitreverse64(ulong x)
{
    return bit_reverse(x);
}

uint __builtin_rotateleft32(uint x, uint count)
{
    return rotate(x, count);
}

ulong __builtin_rotateleft64(ulong x, ulong count)
{
    return rotate(x, count);
}

uint __builtin_rotateright32(uint x, uint count)
{
    return rotate(x, -count);
}

ulong __builtin_rotateright64(ulong x, ulong count)
{
    return rotate(x, -count);
}
