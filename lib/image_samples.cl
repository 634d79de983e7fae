// Images: what is read through a sampler (section "Image Addressing and Filtering").
//
// A sampler is a number: 1 for normalized coordinates; 2 clamped to the edge, 4 clamped to the border, 6 repeated, 8 repeated in the mirror,
// as one of the values of the bits 14; 16 nearest, 32 linear. What an image's descriptor holds stands in images.cl.
//
// `axes` says how many coordinates the sampler is for. Those after them name an image in an array, or are 0. It is a constant in every
// call, so that what it decides is decided before the kernel runs.

// The colour at a pixel, or beyond the edge where the sampler clamps to the border.
float4 __ferrocl_image_pick_f(constant uint *image, uint sampler, int x, int y, int z, int axes)
{
    float4 color = __ferrocl_read_3d_f(image, (int4)(x, y, z, 0));
    if ((sampler & 14) == 4) {
        bool outside = (uint)x > image[12] || axes > 1 && (uint)y > image[13] || axes > 2 && (uint)z > image[14];
        color = outside ? (float4)(0.0f, 0.0f, 0.0f, image[40] & 8 ? 1.0f : 0.0f) : color;
    }
    return color;
}

uint4 __ferrocl_image_pick_u(constant uint *image, uint sampler, int x, int y, int z, int axes)
{
    uint4 color = __ferrocl_read_3d_u(image, (int4)(x, y, z, 0));
    if ((sampler & 14) == 4) {
        bool outside = (uint)x > image[12] || axes > 1 && (uint)y > image[13] || axes > 2 && (uint)z > image[14];
        color = outside ? (uint4)(0, 0, 0, image[40] & 8 ? 1 : 0) : color;
    }
    return color;
}

// Along one axis: the pixel, and for a linear filter the one after it and the bits of its weight.
int4 __ferrocl_image_axis(uint sampler, float s, uint last)
{
    float size = convert_float(last + 1);
    uint mode = sampler & 14;
    float u = sampler & 1 ? s * size : s;
    if (mode == 6) {
        u = (s - floor(s)) * size;
    }
    if (mode == 8) {
        u = fabs(s - 2.0f * rint(0.5f * s)) * size;
    }
    u = sampler & 32 ? u - 0.5f : u;
    float whole = floor(u);
    // What is far outside is as good as what is just outside; this makes numbers of NaN and infinities too.
    int i = (int)fmin(fmax(whole, -2.0f), size + 1.0f);
    int next = i + 1;
    if (mode == 6) {
        int count = (int)last + 1;
        i = i < 0 ? i + count : i;
        i = i >= count ? i - count : i;
        next = next >= count ? next - count : next;
    }
    if (mode != 4) {
        i = clamp(i, 0, (int)last);
        next = clamp(next, 0, (int)last);
    }
    return (int4)(i, next, as_int(u - whole), 0);
}

// "layer = clamp(rint(w), 0, d_t - 1)"
int4 __ferrocl_image_layer(float w, uint last)
{
    return (int4)((int)fmin(fmax(rint(w), 0.0f), convert_float(last)));
}

float4 __ferrocl_image_sample_f(constant uint *image, uint sampler, float4 coord, int axes)
{
    int4 x = __ferrocl_image_axis(sampler, coord.x, image[12]);
    int4 y;
    int4 z;
    if (axes > 1) {
        y = __ferrocl_image_axis(sampler, coord.y, image[13]);
    } else {
        y = __ferrocl_image_layer(coord.y, image[13]);
    }
    if (axes > 2) {
        z = __ferrocl_image_axis(sampler, coord.z, image[14]);
    } else {
        z = __ferrocl_image_layer(coord.z, image[14]);
    }
    if (!(sampler & 32)) {
        return __ferrocl_image_pick_f(image, sampler, x.x, y.x, z.x, axes);
    }
    float a = as_float(x.z);
    float b = as_float(y.z);
    float c = as_float(z.z);
    float4 sum = (float4)(0.0f);
    for (int tap = 0; tap < 1 << axes; tap++) {
        int i = tap & 1 ? x.y : x.x;
        int j = tap & 2 ? y.y : y.x;
        int k = tap & 4 ? z.y : z.x;
        float weight = tap & 1 ? a : 1.0f - a;
        if (axes > 1) {
            weight *= tap & 2 ? b : 1.0f - b;
        }
        if (axes > 2) {
            weight *= tap & 4 ? c : 1.0f - c;
        }
        sum += weight * __ferrocl_image_pick_f(image, sampler, i, j, k, axes);
    }
    return sum;
}

// Integers have the nearest filter alone.
uint4 __ferrocl_image_sample_u(constant uint *image, uint sampler, float4 coord, int axes)
{
    uint nearest = sampler & ~32u;
    int x = __ferrocl_image_axis(nearest, coord.x, image[12]).x;
    int y;
    int z;
    if (axes > 1) {
        y = __ferrocl_image_axis(nearest, coord.y, image[13]).x;
    } else {
        y = __ferrocl_image_layer(coord.y, image[13]).x;
    }
    if (axes > 2) {
        z = __ferrocl_image_axis(nearest, coord.z, image[14]).x;
    } else {
        z = __ferrocl_image_layer(coord.z, image[14]).x;
    }
    return __ferrocl_image_pick_u(image, nearest, x, y, z, axes);
}

float4 __ferrocl_sample_1d_f(constant uint *image, uint sampler, int coord)
{
    return __ferrocl_image_pick_f(image, sampler, coord, 0, 0, 1);
}

float4 __ferrocl_sample_1d_f(constant uint *image, uint sampler, float coord)
{
    return __ferrocl_image_sample_f(image, sampler, (float4)(coord, 0.0f, 0.0f, 0.0f), 1);
}

uint4 __ferrocl_sample_1d_u(constant uint *image, uint sampler, int coord)
{
    return __ferrocl_image_pick_u(image, sampler, coord, 0, 0, 1);
}

uint4 __ferrocl_sample_1d_u(constant uint *image, uint sampler, float coord)
{
    return __ferrocl_image_sample_u(image, sampler, (float4)(coord, 0.0f, 0.0f, 0.0f), 1);
}

float4 __ferrocl_sample_1d_array_f(constant uint *image, uint sampler, int2 coord)
{
    return __ferrocl_image_pick_f(image, sampler, coord.x, coord.y, 0, 1);
}

float4 __ferrocl_sample_1d_array_f(constant uint *image, uint sampler, float2 coord)
{
    return __ferrocl_image_sample_f(image, sampler, (float4)(coord, 0.0f, 0.0f), 1);
}

uint4 __ferrocl_sample_1d_array_u(constant uint *image, uint sampler, int2 coord)
{
    return __ferrocl_image_pick_u(image, sampler, coord.x, coord.y, 0, 1);
}

uint4 __ferrocl_sample_1d_array_u(constant uint *image, uint sampler, float2 coord)
{
    return __ferrocl_image_sample_u(image, sampler, (float4)(coord, 0.0f, 0.0f), 1);
}

float4 __ferrocl_sample_2d_f(constant uint *image, uint sampler, int2 coord)
{
    return __ferrocl_image_pick_f(image, sampler, coord.x, coord.y, 0, 2);
}

float4 __ferrocl_sample_2d_f(constant uint *image, uint sampler, float2 coord)
{
    return __ferrocl_image_sample_f(image, sampler, (float4)(coord, 0.0f, 0.0f), 2);
}

uint4 __ferrocl_sample_2d_u(constant uint *image, uint sampler, int2 coord)
{
    return __ferrocl_image_pick_u(image, sampler, coord.x, coord.y, 0, 2);
}

uint4 __ferrocl_sample_2d_u(constant uint *image, uint sampler, float2 coord)
{
    return __ferrocl_image_sample_u(image, sampler, (float4)(coord, 0.0f, 0.0f), 2);
}

float4 __ferrocl_sample_2d_array_f(constant uint *image, uint sampler, int4 coord)
{
    return __ferrocl_image_pick_f(image, sampler, coord.x, coord.y, coord.z, 2);
}

float4 __ferrocl_sample_2d_array_f(constant uint *image, uint sampler, float4 coord)
{
    return __ferrocl_image_sample_f(image, sampler, coord, 2);
}

uint4 __ferrocl_sample_2d_array_u(constant uint *image, uint sampler, int4 coord)
{
    return __ferrocl_image_pick_u(image, sampler, coord.x, coord.y, coord.z, 2);
}

uint4 __ferrocl_sample_2d_array_u(constant uint *image, uint sampler, float4 coord)
{
    return __ferrocl_image_sample_u(image, sampler, coord, 2);
}

float4 __ferrocl_sample_3d_f(constant uint *image, uint sampler, int4 coord)
{
    return __ferrocl_image_pick_f(image, sampler, coord.x, coord.y, coord.z, 3);
}

float4 __ferrocl_sample_3d_f(constant uint *image, uint sampler, float4 coord)
{
    return __ferrocl_image_sample_f(image, sampler, coord, 3);
}

uint4 __ferrocl_sample_3d_u(constant uint *image, uint sampler, int4 coord)
{
    return __ferrocl_image_pick_u(image, sampler, coord.x, coord.y, coord.z, 3);
}

uint4 __ferrocl_sample_3d_u(constant uint *image, uint sampler, float4 coord)
{
    return __ferrocl_image_sample_u(image, sampler, coord, 3);
}

float __ferrocl_sample_depth(constant uint *image, uint sampler, int2 coord)
{
    return __ferrocl_sample_2d_f(image, sampler, coord).x;
}

float __ferrocl_sample_depth(constant uint *image, uint sampler, float2 coord)
{
    return __ferrocl_sample_2d_f(image, sampler, coord).x;
}

float __ferrocl_sample_depth_array(constant uint *image, uint sampler, int4 coord)
{
    return __ferrocl_sample_2d_array_f(image, sampler, coord).x;
}

float __ferrocl_sample_depth_array(constant uint *image, uint sampler, float4 coord)
{
    return __ferrocl_sample_2d_array_f(image, sampler, coord).x;
}
