// cl_amd_media_ops and cl_amd_media_ops2: integers as packed bytes and words, fields of bits, the middle of three; and the dot products
// of packed bytes. What adds up bytes is an operator of the kernel IR; the rest is here.

uint amd_pack(float4 src)
{
    return ((uint)src.s0 & 0xff) | ((uint)src.s1 & 0xff) << 8 | ((uint)src.s2 & 0xff) << 16 | (uint)src.s3 << 24;
}

float amd_unpack0(uint src)
{
    return (float)(src & 0xff);
}

float amd_unpack1(uint src)
{
    return (float)(src >> 8 & 0xff);
}

float amd_unpack2(uint src)
{
    return (float)(src >> 16 & 0xff);
}

float amd_unpack3(uint src)
{
    return (float)(src >> 24);
}

// The upper half goes up by one place and then by what is missing to 31, as a shift by 32 is none.
uint amd_bitalign(uint src0, uint src1, uint src2)
{
    uint count = src2 & 31;
    return src0 << 1 << (31 - count) | src1 >> count;
}

uint amd_bytealign(uint src0, uint src1, uint src2)
{
    uint count = (src2 & 3) * 8;
    return src0 << 1 << (31 - count) | src1 >> count;
}

// Half the sum of two bytes is what they have in common and half of what differs, and the bit that falls out there is added as asked.
uint amd_lerp(uint src0, uint src1, uint src2)
{
    uint differing = src0 ^ src1;
    return (src0 & src1) + (differing >> 1 & 0x7f7f7f7f) + (differing & src2 & 0x01010101);
}

uint amd_sadhi(uint src0, uint src1, uint src2)
{
    return (amd_sad(src0, src1, 0u) << 16) + src2;
}

uint amd_sad4(uint4 src0, uint4 src1, uint src2)
{
    uint sum = amd_sad(src0.s0, src1.s0, src2);
    sum = amd_sad(src0.s1, src1.s1, sum);
    sum = amd_sad(src0.s2, src1.s2, sum);
    return amd_sad(src0.s3, src1.s3, sum);
}

// The sums stay below 2^17, so that those for two places, 32 bits apart, are added at once.
ulong amd_qsad(ulong src0, uint src1, ulong src2)
{
    uint low = (uint)src0;
    uint high = (uint)(src0 >> 32);
    uint sum0 = amd_sad(low, src1, (uint)src2);
    uint sum1 = amd_sad(low >> 8 | high << 24, src1, (uint)src2 >> 16);
    uint sum2 = amd_sad(low >> 16 | high << 16, src1, (uint)(src2 >> 32));
    uint sum3 = amd_sad(low >> 24 | high << 8, src1, (uint)(src2 >> 48));
    return (ulong)(sum2 & 0xffff | sum3 << 16) << 32 | (sum0 & 0xffff | sum1 << 16);
}

ulong amd_mqsad(ulong src0, uint src1, ulong src2)
{
    uint low = (uint)src0;
    uint high = (uint)(src0 >> 32);
    uint sum0 = amd_msad(low, src1, (uint)src2);
    uint sum1 = amd_msad(low >> 8 | high << 24, src1, (uint)src2 >> 16);
    uint sum2 = amd_msad(low >> 16 | high << 16, src1, (uint)(src2 >> 32));
    uint sum3 = amd_msad(low >> 24 | high << 8, src1, (uint)(src2 >> 48));
    return (ulong)(sum2 & 0xffff | sum3 << 16) << 32 | (sum0 & 0xffff | sum1 << 16);
}

uint amd_sadw(uint src0, uint src1, uint src2)
{
    return src2 + abs_diff(src0 & 0xffff, src1 & 0xffff) + abs_diff(src0 >> 16, src1 >> 16);
}

uint amd_sadd(uint src0, uint src1, uint src2)
{
    return src2 + abs_diff(src0, src1);
}

uint amd_bfm(uint src0, uint src1)
{
    return (1u << (src0 & 31)) - 1 << (src1 & 31);
}

// What lies beyond bit 31 is zeros, so that the mask alone does where the field reaches over the end.
uint amd_bfe(uint src0, uint src1, uint src2)
{
    return src0 >> (src1 & 31) & (1u << (src2 & 31)) - 1;
}

// The same with copies of the sign beyond bit 31.
int amd_bfe(int src0, uint src1, uint src2)
{
    int unused = -(int)src2 & 31;
    int field = src0 >> (src1 & 31) << unused >> unused;
    return (src2 & 31) == 0 ? 0 : field;
}

int amd_median3(int src0, int src1, int src2)
{
    return max(min(src0, src1), min(max(src0, src1), src2));
}

uint amd_median3(uint src0, uint src1, uint src2)
{
    return max(min(src0, src1), min(max(src0, src1), src2));
}

float amd_median3(float src0, float src1, float src2)
{
    return fmax(fmin(src0, src1), fmin(fmax(src0, src1), src2));
}

int amd_min3(int src0, int src1, int src2)
{
    return min(min(src0, src1), src2);
}

uint amd_min3(uint src0, uint src1, uint src2)
{
    return min(min(src0, src1), src2);
}

float amd_min3(float src0, float src1, float src2)
{
    return fmin(fmin(src0, src1), src2);
}

int amd_max3(int src0, int src1, int src2)
{
    return max(max(src0, src1), src2);
}

uint amd_max3(uint src0, uint src1, uint src2)
{
    return max(max(src0, src1), src2);
}

float amd_max3(float src0, float src1, float src2)
{
    return fmax(fmax(src0, src1), src2);
}

int dot_4x8packed_us_int(uint a, uint b)
{
    return dot_4x8packed_su_int(b, a);
}

uint dot_acc_sat_4x8packed_uu_uint(uint a, uint b, uint acc)
{
    return add_sat(dot_4x8packed_uu_uint(a, b), acc);
}

int dot_acc_sat_4x8packed_ss_int(uint a, uint b, int acc)
{
    return add_sat(dot_4x8packed_ss_int(a, b), acc);
}

int dot_acc_sat_4x8packed_us_int(uint a, uint b, int acc)
{
    return add_sat(dot_4x8packed_su_int(b, a), acc);
}

int dot_acc_sat_4x8packed_su_int(uint a, uint b, int acc)
{
    return add_sat(dot_4x8packed_su_int(a, b), acc);
}

uint dot(uchar4 a, uchar4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

int dot(char4 a, char4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

int dot(uchar4 a, char4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

int dot(char4 a, uchar4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

uint dot_acc_sat(uchar4 a, uchar4 b, uint acc)
{
    return add_sat(dot(a, b), acc);
}

int dot_acc_sat(char4 a, char4 b, int acc)
{
    return add_sat(dot(a, b), acc);
}

int dot_acc_sat(uchar4 a, char4 b, int acc)
{
    return add_sat(dot(a, b), acc);
}

int dot_acc_sat(char4 a, uchar4 b, int acc)
{
    return add_sat(dot(a, b), acc);
}
