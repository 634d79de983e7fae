// options: -cl-std=CL3.0
// Reads without a sampler: every encoding and the order of channels (section "Conversion Rules").

// launch: global=2
// arg: image = image 2 RGBA UNORM_INT8 of 0 51 102 255 1 2 3 4
// arg: out = unset 2
// expect: out = 0.0 0.2~1 0.4~1 1.0 0.003921569~1 0.007843138~1 0.011764706~1 0.015686275~1
// launch: global=2
// arg: image = image 2 BGRA UNORM_INT8 of 0 51 102 255 255 0 0 0
// arg: out = unset 2
// expect: out = 0.4~1 0.2~1 0.0 1.0 0.0 0.0 1.0 0.0
// launch: global=2
// arg: image = image 2 ARGB SNORM_INT8 of 127 -127 -128 0 0 127 0 -127
// arg: out = unset 2
// expect: out = -1.0 -1.0 0.0 1.0 1.0 0.0 -1.0 0.0
// launch: global=2
// arg: image = image 2 ABGR UNORM_INT8 of 255 0 51 102 0 255 0 0
// arg: out = unset 2
// expect: out = 0.4~1 0.2~1 0.0 1.0 0.0 0.0 1.0 0.0
// launch: global=2
// arg: image = image 2 R UNORM_INT16 of 65535 0
// arg: out = unset 2
// expect: out = 1.0 0.0 0.0 1.0 0.0 0.0 0.0 1.0
// launch: global=2
// arg: image = image 2 A SNORM_INT16 of -32768 32767
// arg: out = unset 2
// expect: out = 0.0 0.0 0.0 -1.0 0.0 0.0 0.0 1.0
// launch: global=2
// arg: image = image 2 RG HALF_FLOAT of 1.5 -2.0 65504.0 0.0
// arg: out = unset 2
// expect: out = 1.5 -2.0 0.0 1.0 65504.0 0.0 0.0 1.0
// launch: global=2
// arg: image = image 2 RGBA UNORM_INT16 of 65535 0 0 65535 0 65535 65535 0
// arg: out = unset 2
// expect: out = 1.0 0.0 0.0 1.0 0.0 1.0 1.0 0.0
// launch: global=2
// arg: image = image 2 RA FLOAT of 1.5 -0.0 1e-40 nan
// arg: out = unset 2
// expect: out = 1.5 0.0 0.0 -0.0 1e-40 0.0 0.0 nan
// launch: global=2
// arg: image = image 2 RG FLOAT of 1.5 7.0 -3.0 inf
// arg: out = unset 2
// expect: out = 1.5 7.0 0.0 1.0 -3.0 inf 0.0 1.0
// launch: global=2
// arg: image = image 2 RGBA FLOAT of 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0
// arg: out = unset 2
// expect: out = 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0
// launch: global=2
// arg: image = image 2 INTENSITY UNORM_INT8 of 255 51
// arg: out = unset 2
// expect: out = 1.0{4} 0.2~1{4}
// launch: global=2
// arg: image = image 2 LUMINANCE FLOAT of 0.25 -0.5
// arg: out = unset 2
// expect: out = 0.25{3} 1.0 -0.5{3} 1.0
// launch: global=2
// arg: image = image 2 RGB UNORM_SHORT_565 of 0xf81f 0x07e0
// arg: out = unset 2
// expect: out = 1.0 0.0 1.0 1.0 0.0 1.0 0.0 1.0
// launch: global=2
// arg: image = image 2 RGB UNORM_SHORT_555 of 0xfc1f 0x03e0
// arg: out = unset 2
// expect: out = 1.0 0.0 1.0 1.0 0.0 1.0 0.0 1.0
// launch: global=2
// arg: image = image 2 RGB UNORM_INT_101010 of 0x3ff003ff 0x000ffc00
// arg: out = unset 2
// expect: out = 1.0 0.0 1.0 1.0 0.0 1.0 0.0 1.0
// launch: global=2
// arg: image = image 2 RGBA UNORM_INT_101010_2 of 0xffc00ffe 0x003ff001
// arg: out = unset 2
// expect: out = 1.0 0.0 1.0 0.6666667~1 0.0 1.0 0.0 0.33333334~1
// launch: global=2
// arg: image = image 2 sRGBA UNORM_INT8 of 0 10 11 128 255 128 1 255
// arg: out = unset 2
// expect: out = 0.0 0.00303527~1 0.0033465358~1 0.5019608~1 1.0 0.2158605~1 0.000303527~1 1.0
// launch: global=2
// arg: image = image 2 sBGRA UNORM_INT8 of 0 0 255 0 255 0 0 51
// arg: out = unset 2
// expect: out = 1.0 0.0 0.0 0.0 0.0 0.0 1.0 0.2~1
kernel void floats(read_only image1d_t image, global float4 *out)
{
    out[get_global_id(0)] = read_imagef(image, (int)get_global_id(0));
}

// launch: global=2
// arg: image = image 2 RGBA SIGNED_INT8 of -128 127 -1 0 1 2 3 4
// arg: out = unset 2
// expect: out = -128 127 -1 0 1 2 3 4
// launch: global=2
// arg: image = image 2 RG SIGNED_INT16 of -32768 32767 -1 0
// arg: out = unset 2
// expect: out = -32768 32767 0 1 -1 0 0 1
// launch: global=2
// arg: image = image 2 A SIGNED_INT32 of -2147483648 5
// arg: out = unset 2
// expect: out = 0 0 0 -2147483648 0 0 0 5
// launch: global=2
// arg: image = image 2 RA SIGNED_INT32 of -2147483648 5 6 7
// arg: out = unset 2
// expect: out = -2147483648 0 0 5 6 0 0 7
kernel void ints(read_only image1d_t image, global int4 *out)
{
    out[get_global_id(0)] = read_imagei(image, (int)get_global_id(0));
}

// launch: global=2
// arg: image = image 2 RGBA UNSIGNED_INT8 of 128 127 255 0 1 2 3 4
// arg: out = unset 2
// expect: out = 128 127 255 0 1 2 3 4
// launch: global=2
// arg: image = image 2 RGBA UNSIGNED_INT16 of 65535 1 2 3 4 5 6 7
// arg: out = unset 2
// expect: out = 65535 1 2 3 4 5 6 7
// launch: global=2
// arg: image = image 2 R UNSIGNED_INT32 of 4294967295 5
// arg: out = unset 2
// expect: out = 4294967295 0 0 1 5 0 0 1
// launch: global=2
// arg: image = image 2 RGBA UNSIGNED_INT32 of 4294967295 5 6 7 8 9 10 11
// arg: out = unset 2
// expect: out = 4294967295 5 6 7 8 9 10 11
kernel void uints(read_only image1d_buffer_t image, global uint4 *out)
{
    out[get_global_id(0)] = read_imageui(image, (int)get_global_id(0));
}

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// launch: global=2
// arg: image = image 2 RG HALF_FLOAT of 1.5 -2.0 65504.0 0.0
// arg: out = unset 2
// expect: out = 1.5 -2.0 0.0 1.0 65504.0 0.0 0.0 1.0
kernel void halves(read_only image1d_t image, global half4 *out)
{
    out[get_global_id(0)] = read_imageh(image, (int)get_global_id(0));
}

// Every kind of image.
// launch: global=3,2,2
// arg: line = image 3 R UNSIGNED_INT8 of ramp 3
// arg: lines = image 3,2 R UNSIGNED_INT8 of ramp 6
// arg: plane = image 3,2 R UNSIGNED_INT16 of ramp 6
// arg: planes = image 3,2,2 R UNSIGNED_INT32 of ramp 12
// arg: volume = image 3,2,2 RG UNSIGNED_INT8 of ramp 24
// arg: depth = image 3,2 DEPTH FLOAT of ramp 6
// arg: depths = image 3,2,2 DEPTH UNORM_INT16 of 0{6} 65535{6}
// arg: out = unset 12
// arg: depth_out = unset 12
// expect: out = 0 0 0 0 1 1 1 2 2 2 2 4 0 3 3 6 1 4 4 8 2 5 5 10 0 0 6 12 1 1 7 14 2 2 8 16 0 3 9 18 1 4 10 20 2 5 11 22
// expect: depth_out = 0.0 0.0 1.0 0.0 2.0 0.0 3.0 0.0 4.0 0.0 5.0 0.0 0.0 1.0 1.0 1.0 2.0 1.0 3.0 1.0 4.0 1.0 5.0 1.0
kernel void kinds(read_only image1d_t line, read_only image1d_array_t lines, image2d_t plane, image2d_array_t planes,
    image3d_t volume, image2d_depth_t depth, image2d_array_depth_t depths, global uint4 *out, global float2 *depth_out)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t at = get_global_linear_id();
    out[at].x = read_imageui(line, x).x;
    out[at].y = read_imageui(lines, (int2)(x, y)).x;
    out[at].z = read_imageui(planes, (int4)(x, y, z, 99)).x;
    out[at].w = read_imageui(volume, (int4)(x, y, z, 99)).x;
    if (read_imageui(plane, (int2)(x, y)).x != y * 3 + x) out[at] = 77;
    depth_out[at] = (float2)(read_imagef(depth, (int2)(x, y)), read_imagef(depths, (int4)(x, y, z, 0)));
}

// launch: global=1
// arg: line = image 3 R UNSIGNED_INT8 of ramp 3
// arg: lines = image 3,5 RG FLOAT of ramp 30
// arg: plane = image 3,2 BGRA UNORM_INT8 of ramp 24
// arg: volume = image 3,2,4 RG UNSIGNED_INT8 of ramp 48
// arg: depths = image 3,2,7 DEPTH UNORM_INT16 of ramp 42
// arg: out = unset 20
// expect: out = 3 1 1 5 1 1 3 2 1 1 3 2 3 2 4 0 3 2 7 1
kernel void queries(read_only image1d_buffer_t line, read_only image1d_array_t lines, write_only image2d_t plane,
    image3d_t volume, image2d_array_depth_t depths, global int *out)
{
    out[0] = get_image_width(line);
    out[1] = get_image_channel_data_type(line) == CLK_UNSIGNED_INT8;
    out[2] = get_image_channel_order(line) == CLK_R;
    out[3] = get_image_array_size(lines);
    out[4] = get_image_channel_data_type(lines) == CLK_FLOAT;
    out[5] = get_image_channel_order(lines) == CLK_RG;
    out[6] = get_image_width(plane);
    out[7] = get_image_height(plane);
    out[8] = get_image_channel_data_type(plane) == CLK_UNORM_INT8;
    out[9] = get_image_channel_order(plane) == CLK_BGRA;
    vstore2(get_image_dim(plane), 5, out);
    vstore4(get_image_dim(volume), 3, out);
    vstore2(get_image_dim(depths), 8, out);
    out[18] = get_image_array_size(depths);
    out[19] = get_image_depth(volume) == 4 && get_image_channel_order(depths) == CLK_DEPTH;
}

// What is out of range is undefined; it stays in the image.
// launch: global=4
// arg: image = image 3 R UNSIGNED_INT8 of 5 6 7
// arg: out = unset 4
// expect: out = 5 5 7 7
kernel void outside(read_only image1d_t image, global uint *out)
{
    int i = get_global_id(0);
    int at[] = { -1, INT_MIN, 3, INT_MAX };
    out[i] = read_imageui(image, at[i]).x;
}
