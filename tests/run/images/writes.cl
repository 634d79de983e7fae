// options: -cl-std=CL3.0
// Writes: every encoding (section "Conversion Rules"), and images that are read and written.

// launch: global=2
// arg: image = image 2 RGBA UNORM_INT8 of zeros 8
// arg: in = 0.0 1.0 -1.0 2.0 nan 0.5 0.2 inf
// expect: image = 0 255 0 255 0 128 51 255
// launch: global=2
// arg: image = image 2 sRGBA UNORM_INT8 of zeros 8
// arg: in = 0.0 1.0 0.2 0.2 nan 0.003 7.0 0.5
// expect: image = 0 255 124 51 0 10 255 128
// launch: global=2
// arg: image = image 2 BGRA UNORM_INT8 of zeros 8
// arg: in = 0.0 1.0 0.2 0.4 1.0 0.0 0.0 0.0
// expect: image = 51 255 0 102 0 0 255 0
// launch: global=2
// arg: image = image 2 ARGB SNORM_INT8 of zeros 8
// arg: in = 1.0 -1.0 -2.0 nan 0.5 2.0 0.0 -inf
// expect: image = 0 127 -127 -128 -128 64 127 0
// launch: global=2
// arg: image = image 2 ABGR UNORM_INT8 of zeros 8
// arg: in = 0.0 1.0 0.2 0.4 1.0 0.0 0.0 0.0
// expect: image = 102 51 255 0 0 0 0 255
// launch: global=2
// arg: image = image 2 RG SNORM_INT16 of zeros 4
// arg: in = 1.0 -1.0 5.0 5.0 -7.0 0.25 5.0 5.0
// expect: image = 32767 -32767 -32768 8192
// launch: global=2
// arg: image = image 2 RGBA UNORM_INT16 of zeros 8
// arg: in = 1.0 0.0 0.5 nan -0.0 0.25 7.0 1e-20
// expect: image = 65535 0 32768 0 0 16384 65535 0
// launch: global=2
// arg: image = image 2 A UNORM_INT16 of zeros 2
// arg: in = 1.0 0.0 0.5 0.0 0.0 0.25 7.0 1.0
// expect: image = 0 65535
// launch: global=2
// arg: image = image 2 RGBA HALF_FLOAT of zeros 8
// arg: in = 1.0 0.0 0.5 65536.0 -0.0 0.1 7.0 1e-8
// expect: image = 1.0 0.0 0.5 inf -0.0 0.1 7.0 0.0
// launch: global=2
// arg: image = image 2 RGBA FLOAT of zeros 8
// arg: in = 1.0 -0.0 nan inf 1e-40 0.1 7.0 1e-8
// expect: image = 1.0 -0.0 nan inf 1e-40 0.1 7.0 1e-8
// launch: global=2
// arg: image = image 2 RA FLOAT of zeros 4
// arg: in = 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0
// expect: image = 1.0 4.0 5.0 8.0
// launch: global=2
// arg: image = image 2 RG FLOAT of zeros 4
// arg: in = 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0
// expect: image = 1.0 2.0 5.0 6.0
// launch: global=2
// arg: image = image 2 INTENSITY FLOAT of zeros 2
// arg: in = 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0
// expect: image = 1.0 5.0
// launch: global=2
// arg: image = image 2 LUMINANCE UNORM_INT8 of zeros 2
// arg: in = 1.0 0.5 0.5 0.5 0.2 0.5 0.5 0.5
// expect: image = 255 51
// launch: global=2
// arg: image = image 2 RGB UNORM_SHORT_565 of zeros 2
// arg: in = 1.0 0.0 1.0 0.5 0.0 1.0 0.5 0.5
// expect: image = 0xf81f 0x07f0
// launch: global=2
// arg: image = image 2 RGB UNORM_SHORT_555 of zeros 2
// arg: in = 1.0 0.0 1.0 0.5 0.0 1.0 0.5 0.5
// expect: image = 0x7c1f 0x03f0
// launch: global=2
// arg: image = image 2 RGB UNORM_INT_101010 of zeros 2
// arg: in = 1.0 0.0 1.0 0.5 0.0 2.0 0.5 0.5
// expect: image = 0x3ff003ff 0x000ffe00
// launch: global=2
// arg: image = image 2 RGBA UNORM_INT_101010_2 of zeros 2
// arg: in = 1.0 0.0 1.0 0.34 0.0 2.0 nan 0.9
// expect: image = 0xffc00ffd 0x003ff003
kernel void floats(write_only image1d_t image, global const float4 *in)
{
    write_imagef(image, (int)get_global_id(0), in[get_global_id(0)]);
}

// launch: global=1
// arg: image = image 1 RGBA SIGNED_INT8 of zeros 4
// arg: in = -1000 1000 -1 127
// expect: image = -128 127 -1 127
// launch: global=1
// arg: image = image 1 RGBA SIGNED_INT16 of zeros 4
// arg: in = -100000 100000 -1 32767
// expect: image = -32768 32767 -1 32767
// launch: global=1
// arg: image = image 1 RGBA SIGNED_INT32 of zeros 4
// arg: in = -100000 100000 -2147483648 2147483647
// expect: image = -100000 100000 -2147483648 2147483647
kernel void ints(write_only image1d_buffer_t image, global const int4 *in)
{
    write_imagei(image, (int)get_global_id(0), in[get_global_id(0)]);
}

// launch: global=1
// arg: image = image 1 RGBA UNSIGNED_INT8 of zeros 4
// arg: in = 4294967295 256 255 1
// expect: image = 255 255 255 1
// launch: global=1
// arg: image = image 1 RG UNSIGNED_INT16 of zeros 2
// arg: in = 4294967295 3 255 1
// expect: image = 65535 3
// launch: global=1
// arg: image = image 1 R UNSIGNED_INT32 of zeros 1
// arg: in = 4294967295 3 255 1
// expect: image = 4294967295
kernel void uints(write_only image1d_t image, global const uint4 *in)
{
    write_imageui(image, (int)get_global_id(0), in[get_global_id(0)]);
}

// Every kind, and what lies outside is left alone.
// launch: global=4,3,3
// arg: lines = image 3,2 R UNSIGNED_INT8 of zeros 6
// arg: plane = image 3,2 R UNSIGNED_INT16 of zeros 6
// arg: planes = image 3,2,2 R UNSIGNED_INT32 of zeros 12
// arg: volume = image 3,2,2 RG UNSIGNED_INT8 of zeros 24
// arg: depth = image 3,2 DEPTH FLOAT of zeros 6
// arg: depths = image 3,2,2 DEPTH UNORM_INT16 of zeros 12
// expect: lines = 1 2 3 4 5 6
// expect: plane = 0 1 2 3 4 5
// expect: planes = 0 1 2 3 4 5 100 101 102 103 104 105
// expect: volume = 0 0 1 0 2 0 0 1 1 1 2 1 0 0 1 0 2 0 0 1 1 1 2 1
// expect: depth = 0.0 1.0 2.0 3.0 4.0 5.0
// expect: depths = 0{6} 65535{6}
kernel void kinds(write_only image1d_array_t lines, write_only image2d_t plane, write_only image2d_array_t planes,
    write_only image3d_t volume, write_only image2d_depth_t depth, write_only image2d_array_depth_t depths)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    write_imageui(lines, (int2)(x, y), (uint4)(y * 3 + x + 1));
    write_imageui(plane, (int2)(x, y), (uint4)(y * 3 + x));
    write_imageui(planes, (int4)(x, y, z, 0), (uint4)(y * 3 + x + z * 100));
    write_imageui(volume, (int4)(x, y, z, 0), (uint4)(x, y, z, 0));
    write_imagef(depth, (int2)(x, y), y * 3 + x);
    write_imagef(depths, (int4)(x, y, z, 0), z);
    write_imagef(depth, (int2)(-1, INT_MIN), 5.0f);
}

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// launch: global=1
// arg: image = image 1 RG HALF_FLOAT of zeros 2
// arg: in = 1.5 2.5 0.0 0.0
// expect: image = 1.5 2.5
kernel void halves(write_only image1d_t image, global const half4 *in)
{
    write_imageh(image, 0, in[0]);
}

void twice(read_write image2d_t image, int2 at)
{
    write_imageui(image, at, read_imageui(image, at) * 2);
}

// launch: global=3,2
// arg: image = image 3,2 RGBA UNSIGNED_INT8 of ramp 24
// expect: image = 0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80 84 88 92
kernel void both(read_write image2d_t image)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    twice(image, at);
    mem_fence(CLK_IMAGE_MEM_FENCE);
    twice(image, at);
}

// Only some work-items write.
// launch: global=40
// arg: image = image 40 R UNSIGNED_INT8 of ramp 40
// expect: image = 99 1 2 99 4 5 99 7 8 99 10 11 99 13 14 99 16 17 99 19 20 99 22 23 99 25 26 99 28 29 99 31 32 99 34 35 99 37 38 99
kernel void some(write_only image1d_t image)
{
    int x = get_global_id(0);
    if (x % 3 == 0) write_imageui(image, x, (uint4)(99));
}
