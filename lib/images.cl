// Images: elements, and what is read and written without a sampler.
//
// The library sees an image as its descriptor, a row of 32-bit words that `ferrocl_ir::image` lays out:
//   0 address of the first byte (64 bits)   2 width   3 height   4 depth   5 images in an array   6 channel data type   7 channel order
//   8 bytes from row to row   9 bytes of an element   10 bytes from slice to slice (64 bits)   12 last x, y, z   15 encoding
//   16 shifts to the left, for red, green, blue, alpha   20 shifts to the right   24 masks   28 largest numbers   32 their reciprocals,
//   36 and what those lack   40 flags: 1 no alpha, 2 intensity, 4 luminance, 8 border with alpha, 16 green in the first of two words
// Encodings: 0 unsigned fraction, 1 signed fraction, 2 half, 3 float, 4 sRGB, 5 signed, 6 unsigned.
//
// All of it is the same for all work-items, so branches on it are not divergent. A row is the offset of its first byte. Coordinates that
// lie outside of an image, which is undefined, read its edge and write nothing.

// Red, green and blue of 8 bits on the sRGB curve as linear values.
constant float __ferrocl_image_srgb[256] = {
    0.0f, 0.000303527f, 0.000607054f, 0.000910581f, 0.001214108f, 0.001517635f, 0.001821162f, 0.0021246888f,
    0.002428216f, 0.0027317428f, 0.00303527f, 0.0033465358f, 0.0036765074f, 0.004024717f, 0.004391442f, 0.0047769533f,
    0.0051815165f, 0.0056053917f, 0.006048833f, 0.0065120906f, 0.00699541f, 0.007499032f, 0.008023193f, 0.008568126f,
    0.009134059f, 0.009721218f, 0.010329823f, 0.010960094f, 0.011612245f, 0.012286488f, 0.0129830325f, 0.013702083f,
    0.014443844f, 0.015208514f, 0.015996294f, 0.016807375f, 0.017641954f, 0.01850022f, 0.019382361f, 0.020288562f,
    0.02121901f, 0.022173885f, 0.023153367f, 0.024157632f, 0.02518686f, 0.026241222f, 0.027320892f, 0.02842604f,
    0.029556835f, 0.030713445f, 0.031896032f, 0.033104766f, 0.034339808f, 0.035601314f, 0.03688945f, 0.038204372f,
    0.039546236f, 0.0409152f, 0.04231141f, 0.04373503f, 0.045186203f, 0.046665087f, 0.048171826f, 0.049706567f,
    0.051269457f, 0.052860647f, 0.054480277f, 0.05612849f, 0.05780543f, 0.059511237f, 0.061246052f, 0.063010015f,
    0.064803265f, 0.06662594f, 0.06847817f, 0.070360094f, 0.07227185f, 0.07421357f, 0.07618538f, 0.07818742f,
    0.08021982f, 0.08228271f, 0.08437621f, 0.08650046f, 0.08865558f, 0.09084171f, 0.093058966f, 0.09530747f,
    0.09758735f, 0.099898726f, 0.10224173f, 0.104616486f, 0.107023105f, 0.10946171f, 0.11193243f, 0.114435375f,
    0.116970666f, 0.11953843f, 0.122138776f, 0.12477182f, 0.12743768f, 0.13013647f, 0.13286832f, 0.13563333f,
    0.13843161f, 0.14126329f, 0.14412847f, 0.14702727f, 0.14995979f, 0.15292615f, 0.15592647f, 0.15896083f,
    0.16202937f, 0.1651322f, 0.1682694f, 0.17144111f, 0.1746474f, 0.17788842f, 0.18116425f, 0.18447499f, 0.18782078f,
    0.19120169f, 0.19461784f, 0.19806932f, 0.20155625f, 0.20507874f, 0.20863687f, 0.21223076f, 0.2158605f, 0.2195262f,
    0.22322796f, 0.22696587f, 0.23074006f, 0.23455058f, 0.23839757f, 0.24228112f, 0.24620132f, 0.25015828f,
    0.2541521f, 0.25818285f, 0.26225066f, 0.2663556f, 0.2704978f, 0.2746773f, 0.27889428f, 0.28314874f, 0.28744084f,
    0.29177064f, 0.29613826f, 0.30054379f, 0.3049873f, 0.30946892f, 0.31398872f, 0.31854677f, 0.3231432f, 0.3277781f,
    0.33245152f, 0.33716363f, 0.34191442f, 0.34670407f, 0.3515326f, 0.35640013f, 0.3613068f, 0.3662526f, 0.3712377f,
    0.37626213f, 0.38132602f, 0.38642943f, 0.39157248f, 0.39675522f, 0.40197778f, 0.4072402f, 0.4125426f, 0.41788507f,
    0.42326766f, 0.4286905f, 0.43415365f, 0.43965718f, 0.4452012f, 0.4507858f, 0.45641103f, 0.462077f, 0.4677838f,
    0.47353148f, 0.47932017f, 0.48514995f, 0.49102086f, 0.49693298f, 0.5028865f, 0.50888133f, 0.5149177f, 0.52099556f,
    0.5271151f, 0.5332764f, 0.5394795f, 0.54572445f, 0.55201143f, 0.5583404f, 0.5647115f, 0.57112485f, 0.57758045f,
    0.58407843f, 0.59061885f, 0.59720176f, 0.60382736f, 0.61049557f, 0.6172066f, 0.6239604f, 0.63075715f, 0.63759685f,
    0.6444797f, 0.65140563f, 0.65837485f, 0.6653873f, 0.67244315f, 0.6795425f, 0.6866853f, 0.69387174f, 0.7011019f,
    0.70837575f, 0.7156935f, 0.7230551f, 0.73046076f, 0.7379104f, 0.7454042f, 0.7529422f, 0.7605245f, 0.76815116f,
    0.7758222f, 0.7835378f, 0.7912979f, 0.7991027f, 0.80695224f, 0.8148466f, 0.82278574f, 0.8307699f, 0.838799f,
    0.8468732f, 0.8549926f, 0.8631572f, 0.8713671f, 0.8796224f, 0.8879231f, 0.8962694f, 0.9046612f, 0.91309863f,
    0.92158186f, 0.9301109f, 0.9386857f, 0.9473065f, 0.9559733f, 0.9646863f, 0.9734453f, 0.9822506f, 0.9911021f, 1.0f,
};

// The words of an element: one for each channel, which may be the same.
uint4 __ferrocl_image_load(constant uint *image, ulong row, uint x)
{
    global const uchar *data = *(global const uchar *constant *)image + row;
    uint4 words;
    switch (image[9]) {
    case 1:
        words = (uint4)(data[x]);
        break;
    case 2:
        words = (uint4)(((global const ushort *)data)[x]);
        break;
    case 4:
        words = (uint4)(((global const uint *)data)[x]);
        break;
    case 8: {
        uint2 two = vload2(x, (global const uint *)data);
        words = (uint4)(two.x, image[40] & 16 ? two.x : two.y, two.y, two.y);
        break;
    }
    default:
        words = vload4(x, (global const uint *)data);
        break;
    }
    return words;
}

// Writes an element: words as they are read, with zeros where other channels lie.
void __ferrocl_image_store(constant uint *image, ulong row, uint x, uint4 words)
{
    global uchar *data = *(global uchar *constant *)image + row;
    uint all = words.x | words.y | words.z | words.w;
    switch (image[9]) {
    case 1:
        data[x] = (uchar)all;
        break;
    case 2:
        ((global ushort *)data)[x] = (ushort)all;
        break;
    case 4:
        ((global uint *)data)[x] = all;
        break;
    case 8: {
        bool green_in_first = image[40] & 16;
        uint first = green_in_first ? words.x | words.y : words.x;
        uint second = green_in_first ? words.z | words.w : words.y | words.z | words.w;
        vstore2((uint2)(first, second), x, (global uint *)data);
        break;
    }
    default:
        vstore4(words, x, (global uint *)data);
        break;
    }
}

ulong __ferrocl_image_row(constant uint *image, uint y, uint z)
{
    return (ulong)y * image[8] + (ulong)z * *(constant ulong *)(image + 10);
}

// The numbers in the channels; 0 where there is no such channel.
uint4 __ferrocl_image_numbers(constant uint *image, uint4 words)
{
    uint4 top = words << vload4(4, image);
    uint4 right = vload4(5, image);
    uint encoding = image[15];
    if (encoding == 1 || encoding == 5) {
        top = as_uint4(as_int4(top) >> right);
    } else {
        top = top >> right;
    }
    return top & vload4(6, image);
}

// The colour of an element for read_imageui and read_imagei.
uint4 __ferrocl_image_color_u(constant uint *image, uint4 words)
{
    uint4 color = __ferrocl_image_numbers(image, words);
    color.w = image[40] & 1 ? 1 : color.w;
    return color;
}

// The colour of an element for read_imagef.
float4 __ferrocl_image_color_f(constant uint *image, uint4 words)
{
    uint4 numbers = __ferrocl_image_numbers(image, words);
    float4 scale = vload4(8, (constant float *)image);
    float4 rest = vload4(9, (constant float *)image);
    float4 color;
    switch (image[15]) {
    case 0:
        // Where this becomes an fma, it is the quotient by the largest number, correctly rounded; elsewhere the rest is 0.
        color = convert_float4(numbers);
        color = color * scale + color * rest;
        break;
    case 1:
        // The most negative number is -1 too.
        color = convert_float4(as_int4(numbers));
        color = max(color * scale + color * rest, -1.0f);
        break;
    case 2:
        color = convert_float4(as_half4(convert_ushort4(numbers)));
        break;
    case 4:
        color = (float4)(
            __ferrocl_image_srgb[numbers.x & 255],
            __ferrocl_image_srgb[numbers.y & 255],
            __ferrocl_image_srgb[numbers.z & 255],
            convert_float(numbers.w) * scale.w + convert_float(numbers.w) * rest.w);
        break;
    default:
        color = as_float4(numbers);
        break;
    }
    uint flags = image[40];
    if (flags & 6) {
        color = flags & 2 ? color.xxxx : color.xxxw;
    }
    color.w = flags & 5 ? 1.0f : color.w;
    color.w = flags & 2 ? color.x : color.w;
    return color;
}

// What an element holds of a colour, with zeros outside of each channel.
uint4 __ferrocl_image_pack(constant uint *image, uint4 numbers)
{
    return numbers << vload4(5, image) >> vload4(4, image) & vload4(6, image);
}

// The 8-bit number on the sRGB curve for a linear value. Where one number becomes the next lies midway between the values of the two, which
// is less than a hundredth of a step from where the curve has it; the specification allows a tenth. NaN becomes 0.
uint __ferrocl_image_to_srgb(float linear)
{
    uint number = 0;
    for (uint step = 128; step > 0; step /= 2) {
        uint next = number + step;
        float limit = __ferrocl_image_srgb[next - 1] + __ferrocl_image_srgb[next];
        number = 2.0f * linear >= limit ? next : number;
    }
    return number;
}

uint4 __ferrocl_image_words_f(constant uint *image, float4 color)
{
    float4 largest = vload4(7, (constant float *)image);
    uint4 numbers;
    switch (image[15]) {
    case 0:
        // Numbers are kept and NaN is not, so that it becomes 0.
        numbers = convert_uint4_rte(fmin(fmax(color, 0.0f), 1.0f) * largest);
        break;
    case 1: {
        int4 rounded = convert_int4_sat_rte(color * largest);
        int4 limit = convert_int4(largest);
        numbers = as_uint4(min(max(rounded, -limit - 1), limit));
        break;
    }
    case 2:
        numbers = convert_uint4(as_ushort4(convert_half4(color)));
        break;
    case 4:
        numbers = (uint4)(
            __ferrocl_image_to_srgb(color.x),
            __ferrocl_image_to_srgb(color.y),
            __ferrocl_image_to_srgb(color.z),
            convert_uint_rte(fmin(fmax(color.w, 0.0f), 1.0f) * largest.w));
        break;
    default:
        numbers = as_uint4(color);
        break;
    }
    return __ferrocl_image_pack(image, numbers);
}

uint4 __ferrocl_image_words_i(constant uint *image, int4 color)
{
    int4 limit = as_int4((uint4)(0x7fffffff) >> vload4(5, image));
    return __ferrocl_image_pack(image, as_uint4(min(max(color, ~limit), limit)));
}

uint4 __ferrocl_image_words_u(constant uint *image, uint4 color)
{
    return __ferrocl_image_pack(image, min(color, (uint4)(0xffffffff) >> vload4(5, image)));
}

uint __ferrocl_image_clamp(int i, uint last)
{
    return (uint)clamp(i, 0, (int)last);
}

uint4 __ferrocl_image_element(constant uint *image, int x, int y, int z)
{
    uint j = __ferrocl_image_clamp(y, image[13]);
    uint k = __ferrocl_image_clamp(z, image[14]);
    return __ferrocl_image_load(image, __ferrocl_image_row(image, j, k), __ferrocl_image_clamp(x, image[12]));
}

void __ferrocl_image_put(constant uint *image, int x, int y, int z, uint4 words)
{
    if ((uint)x <= image[12] && (uint)y <= image[13] && (uint)z <= image[14]) {
        __ferrocl_image_store(image, __ferrocl_image_row(image, y, z), x, words);
    }
}

float4 __ferrocl_read_1d_f(constant uint *image, int coord)
{
    return __ferrocl_image_color_f(image, __ferrocl_image_element(image, coord, 0, 0));
}

uint4 __ferrocl_read_1d_u(constant uint *image, int coord)
{
    return __ferrocl_image_color_u(image, __ferrocl_image_element(image, coord, 0, 0));
}

float4 __ferrocl_read_2d_f(constant uint *image, int2 coord)
{
    return __ferrocl_image_color_f(image, __ferrocl_image_element(image, coord.x, coord.y, 0));
}

uint4 __ferrocl_read_2d_u(constant uint *image, int2 coord)
{
    return __ferrocl_image_color_u(image, __ferrocl_image_element(image, coord.x, coord.y, 0));
}

float4 __ferrocl_read_3d_f(constant uint *image, int4 coord)
{
    return __ferrocl_image_color_f(image, __ferrocl_image_element(image, coord.x, coord.y, coord.z));
}

uint4 __ferrocl_read_3d_u(constant uint *image, int4 coord)
{
    return __ferrocl_image_color_u(image, __ferrocl_image_element(image, coord.x, coord.y, coord.z));
}

float __ferrocl_read_depth(constant uint *image, int2 coord)
{
    return __ferrocl_read_2d_f(image, coord).x;
}

float __ferrocl_read_depth_array(constant uint *image, int4 coord)
{
    return __ferrocl_read_3d_f(image, coord).x;
}

void __ferrocl_write_1d_f(constant uint *image, int coord, float4 color)
{
    __ferrocl_image_put(image, coord, 0, 0, __ferrocl_image_words_f(image, color));
}

void __ferrocl_write_1d_i(constant uint *image, int coord, int4 color)
{
    __ferrocl_image_put(image, coord, 0, 0, __ferrocl_image_words_i(image, color));
}

void __ferrocl_write_1d_ui(constant uint *image, int coord, uint4 color)
{
    __ferrocl_image_put(image, coord, 0, 0, __ferrocl_image_words_u(image, color));
}

void __ferrocl_write_1d_h(constant uint *image, int coord, half4 color)
{
    __ferrocl_image_put(image, coord, 0, 0, __ferrocl_image_words_f(image, convert_float4(color)));
}

void __ferrocl_write_2d_f(constant uint *image, int2 coord, float4 color)
{
    __ferrocl_image_put(image, coord.x, coord.y, 0, __ferrocl_image_words_f(image, color));
}

void __ferrocl_write_2d_i(constant uint *image, int2 coord, int4 color)
{
    __ferrocl_image_put(image, coord.x, coord.y, 0, __ferrocl_image_words_i(image, color));
}

void __ferrocl_write_2d_ui(constant uint *image, int2 coord, uint4 color)
{
    __ferrocl_image_put(image, coord.x, coord.y, 0, __ferrocl_image_words_u(image, color));
}

void __ferrocl_write_2d_h(constant uint *image, int2 coord, half4 color)
{
    __ferrocl_image_put(image, coord.x, coord.y, 0, __ferrocl_image_words_f(image, convert_float4(color)));
}

void __ferrocl_write_3d_f(constant uint *image, int4 coord, float4 color)
{
    __ferrocl_image_put(image, coord.x, coord.y, coord.z, __ferrocl_image_words_f(image, color));
}

void __ferrocl_write_3d_i(constant uint *image, int4 coord, int4 color)
{
    __ferrocl_image_put(image, coord.x, coord.y, coord.z, __ferrocl_image_words_i(image, color));
}

void __ferrocl_write_3d_ui(constant uint *image, int4 coord, uint4 color)
{
    __ferrocl_image_put(image, coord.x, coord.y, coord.z, __ferrocl_image_words_u(image, color));
}

void __ferrocl_write_3d_h(constant uint *image, int4 coord, half4 color)
{
    __ferrocl_image_put(image, coord.x, coord.y, coord.z, __ferrocl_image_words_f(image, convert_float4(color)));
}

void __ferrocl_write_depth(constant uint *image, int2 coord, float depth)
{
    __ferrocl_write_2d_f(image, coord, (float4)(depth, 0.0f, 0.0f, 0.0f));
}

void __ferrocl_write_depth_array(constant uint *image, int4 coord, float depth)
{
    __ferrocl_write_3d_f(image, coord, (float4)(depth, 0.0f, 0.0f, 0.0f));
}

int __ferrocl_image_width(constant uint *image)
{
    return image[2];
}

int __ferrocl_image_height(constant uint *image)
{
    return image[3];
}

int __ferrocl_image_depth(constant uint *image)
{
    return image[4];
}

int __ferrocl_image_channel_data_type(constant uint *image)
{
    return image[6];
}

int __ferrocl_image_channel_order(constant uint *image)
{
    return image[7];
}

ulong __ferrocl_image_array_size(constant uint *image)
{
    return image[5];
}

int2 __ferrocl_image_dim2(constant uint *image)
{
    return (int2)(image[2], image[3]);
}

int4 __ferrocl_image_dim3(constant uint *image)
{
    return (int4)(image[2], image[3], image[4], 0);
}
