// options: -cl-std=CL3.0
// Reads through samplers (section "Image Addressing and Filtering").

// launch: global=8
// arg: image = image 4 R FLOAT of 10.0 20.0 30.0 40.0
// arg: s = sampler edge
// arg: at = -1.5 -0.1 0.0 0.99 1.0 3.99 4.0 100.0
// arg: out = unset 8
// expect: out = 10.0 10.0 10.0 10.0 20.0 40.0 40.0 40.0
// launch: global=8
// arg: image = image 4 R FLOAT of 10.0 20.0 30.0 40.0
// arg: s = sampler border
// arg: at = -1.5 -0.1 0.0 0.99 1.0 3.99 4.0 1e30
// arg: out = unset 8
// expect: out = 0.0 0.0 10.0 10.0 20.0 40.0 0.0 0.0
// launch: global=8
// arg: image = image 4 R FLOAT of 10.0 20.0 30.0 40.0
// arg: s = sampler border linear
// arg: at = 0.0 0.5 0.75 1.0 3.5 3.75 4.0 4.5
// arg: out = unset 8
// expect: out = 5.0 10.0 12.5 15.0 40.0 30.0 20.0 0.0
// launch: global=8
// arg: image = image 4 R FLOAT of 10.0 20.0 30.0 40.0
// arg: s = sampler edge linear
// arg: at = 0.0 0.5 0.75 1.0 3.5 3.75 4.0 4.5
// arg: out = unset 8
// expect: out = 10.0 10.0 12.5 15.0 40.0 40.0 40.0 40.0
// launch: global=8
// arg: image = image 4 R FLOAT of 10.0 20.0 30.0 40.0
// arg: s = sampler edge normalized
// arg: at = -0.5 0.0 0.24 0.25 0.5 0.99 1.0 2.0
// arg: out = unset 8
// expect: out = 10.0 10.0 10.0 20.0 30.0 40.0 40.0 40.0
// launch: global=8
// arg: image = image 4 R FLOAT of 10.0 20.0 30.0 40.0
// arg: s = sampler repeat normalized
// arg: at = -0.25 -0.5 1.0 1.25 2.5 -1.0 0.75 -3.5
// arg: out = unset 8
// expect: out = 40.0 30.0 10.0 20.0 30.0 10.0 40.0 30.0
// launch: global=8
// arg: image = image 4 R FLOAT of 10.0 20.0 30.0 40.0
// arg: s = sampler repeat normalized linear
// arg: at = 0.0 0.125 0.25 1.0 0.9375 -0.125 0.375 -1e-9
// arg: out = unset 8
// expect: out = 25.0 10.0 15.0 25.0 32.5 40.0 20.0 25.0
// launch: global=8
// arg: image = image 4 R FLOAT of 10.0 20.0 30.0 40.0
// arg: s = sampler mirror normalized
// arg: at = -0.125 -0.375 1.125 1.375 2.125 0.625 1.0 -1.0
// arg: out = unset 8
// expect: out = 10.0 20.0 40.0 30.0 10.0 30.0 40.0 40.0
// launch: global=8
// arg: image = image 4 R FLOAT of 10.0 20.0 30.0 40.0
// arg: s = sampler mirror normalized linear
// arg: at = 0.0 0.125 0.25 1.0 1.0625 -0.125 0.375 2.25
// arg: out = unset 8
// expect: out = 10.0 10.0 15.0 40.0 40.0 10.0 20.0 15.0
// launch: global=8
// arg: image = image 1 R FLOAT of 10.0
// arg: s = sampler repeat normalized linear
// arg: at = 0.0 0.125 nan inf -inf 1e38 -1e38 0.5
// arg: out = unset 8
// expect: out = 10.0 10.0 * * * * * 10.0
kernel void along(read_only image1d_t image, sampler_t s, global const float *at, global float *out)
{
    out[get_global_id(0)] = read_imagef(image, s, at[get_global_id(0)]).x;
}

constant sampler_t linear_border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

// The border has alpha 1 where the format has none (section "Determining the Border Color or Value").
// launch: global=3
// arg: image = image 1,1 RGBA UNORM_INT8 of 255 51 0 255
// arg: out = unset 3
// expect: out = 0.0{4} 0.5 0.1~1 0.0 0.5 0.25 0.05~1 0.0 0.25
// launch: global=3
// arg: image = image 1,1 RG UNORM_INT8 of 255 51
// arg: out = unset 3
// expect: out = 0.0{3} 1.0 0.5 0.1~1 0.0 1.0 0.25 0.05~1 0.0 1.0
// launch: global=3
// arg: image = image 1,1 INTENSITY UNORM_INT8 of 255
// arg: out = unset 3
// expect: out = 0.0{4} 0.5{4} 0.25{4}
kernel void beyond(image2d_t image, global float4 *out)
{
    float2 at[] = { (float2)(-1.0f, 0.5f), (float2)(1.0f, 0.5f), (float2)(0.0f, 1.0f) };
    out[get_global_id(0)] = read_imagef(image, linear_border, at[get_global_id(0)]);
}

// launch: global=1
// arg: plane = image 2,2 R FLOAT of 0.0 1.0 10.0 11.0
// arg: volume = image 2,2,2 R FLOAT of 0.0 1.0 10.0 11.0 100.0 101.0 110.0 111.0
// arg: lines = image 2,3 R FLOAT of 0.0 1.0 10.0 11.0 20.0 21.0
// arg: planes = image 2,1,3 R FLOAT of 0.0 1.0 10.0 11.0 20.0 21.0
// arg: depth = image 2,2 DEPTH FLOAT of 0.0 1.0 10.0 11.0
// arg: depths = image 2,1,3 DEPTH FLOAT of 0.0 1.0 10.0 11.0 20.0 21.0
// arg: out = unset 14
// expect: out = 5.5 5.25 55.5 0.75 0.5 10.5 20.5 0.5 20.75 5.5 10.5 101.0 111.0 11.0
kernel void kinds(image2d_t plane, image3d_t volume, image1d_array_t lines, image2d_array_t planes, image2d_depth_t depth,
    image2d_array_depth_t depths, global float *out)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    const sampler_t n = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    out[0] = read_imagef(plane, s, (float2)(1.0f, 1.0f)).x;
    out[1] = read_imagef(plane, s, (float2)(0.75f, 1.0f)).x;
    out[2] = read_imagef(volume, s, (float4)(1.0f, 1.0f, 1.0f, 9.0f)).x;
    // The image of an array is the nearest, to even, and never normalized.
    out[3] = read_imagef(lines, s, (float2)(1.25f, 0.5f)).x;
    out[4] = read_imagef(lines, n, (float2)(0.5f, -7.0f)).x;
    out[5] = read_imagef(lines, n, (float2)(0.5f, 0.6f)).x;
    out[6] = read_imagef(lines, n, (float2)(0.5f, 9.0f)).x;
    out[7] = read_imagef(planes, n, (float4)(0.5f, 0.5f, 0.5f, 0.0f)).x;
    out[8] = read_imagef(planes, s, (float4)(1.25f, 0.5f, 1.5f, 0.0f)).x;
    out[9] = read_imagef(depth, s, (float2)(1.0f, 1.0f));
    out[10] = read_imagef(depths, n, (float4)(0.5f, 0.5f, 1.0f, 0.0f));
    out[11] = read_imagef(volume, CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST, (int4)(7, -1, 1, 0)).x;
    out[12] = read_imagef(volume, CLK_ADDRESS_NONE | CLK_FILTER_NEAREST, (int4)(1, 1, 1, 0)).x;
    out[13] = read_imagef(depths, CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST, (int4)(1, 0, 1, 0));
}

// launch: global=4
// arg: image = image 2,2 RG UNSIGNED_INT16 of 1 2 3 4 5 6 65535 8
// arg: signed_image = image 2,2 A SIGNED_INT8 of -1 -2 -3 -4
// arg: s = sampler border
// arg: out = unset 4
// expect: out = 1 2 0 1 65535 8 0 1 0 0 0 1 3 4 0 1
// launch: global=4
// arg: image = image 2,2 RG UNSIGNED_INT16 of 1 2 3 4 5 6 65535 8
// arg: signed_image = image 2,2 A SIGNED_INT8 of -1 -2 -3 -4
// arg: s = sampler edge
// arg: out = unset 4
// expect: out = 1 2 0 1 65535 8 0 1 1 2 0 1 3 4 0 1
kernel void integers(image2d_t image, image2d_t signed_image, sampler_t s, global uint4 *out)
{
    float2 at[] = { (float2)(0.0f), (float2)(1.9f, 1.0f), (float2)(-0.1f, 0.0f), (float2)(1.0f, 0.5f) };
    float2 c = at[get_global_id(0)];
    out[get_global_id(0)] = read_imageui(image, s, c);
    if (any(read_imageui(image, s, convert_int2_rtn(c)) != out[get_global_id(0)])) out[get_global_id(0)] = 78;
    int4 i = read_imagei(signed_image, s, c);
    if (c.x >= 0.0f && any(i != (int4)(0, 0, 0, -1 - (int)c.x - 2 * (int)c.y))) out[get_global_id(0)] = 77;
}

float4 through(read_only image2d_t image, sampler_t s, float2 at)
{
    return read_imagef(image, s, at);
}

// A sampler passed on, and a read that not all work-items make.
// launch: global=20
// arg: image = image 20,1 R UNORM_INT8 of 0 51 102 153 204 255 0 51 102 153 204 255 0 51 102 153 204 255 0 51
// arg: s = sampler edge
// arg: out = zeros 20
// expect: out = 0.0 0.2~1 0.4~1 0.0 0.8~1 1.0 0.0 0.2~1 0.4~1 0.0 0.8~1 1.0 0.0 0.2~1 0.4~1 0.0 0.8~1 1.0 0.0 0.2~1
kernel void passed(image2d_t image, sampler_t s, global float *out)
{
    int x = get_global_id(0);
    if (x % 6 != 3) out[x] = through(image, s, (float2)(x + 0.5f, 0.5f)).x;
}
