// options: -cl-std=CL3.0
// Images in calls: the access qualifier has to fit (section "Access Qualifiers").

void reader(read_only image2d_t image) { }
void writer(write_only image2d_t image) { }

kernel void calls(read_only image2d_t in, write_only image2d_t out, read_write image2d_t both, image3d_t volume,
    read_only image2d_depth_t depth, sampler_t sampler, global float4 *result)
{
    result[0] = read_imagef(in, sampler, (float2)(0.5f)) + read_imagef(in, sampler, (int2)(1));
    result[1] = read_imagef(in, (int2)(1)) + read_imagef(both, (int2)(1)) + read_imagef(depth, (int2)(0));
    result[2] = read_imagef(in, CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST, (float2)(0.5f));
    write_imagef(out, (int2)(0), result[0]);
    write_imageui(both, (int2)(0), convert_uint4((int4)(get_image_width(volume), get_image_depth(volume), get_image_dim(out))));
    reader(in);
    reader(out); // error[CL0405]: `write_only image2d_t` is not converted to `read_only image2d_t` implicitly
    writer(in); // error[CL0405]: `read_only image2d_t` is not converted to `write_only image2d_t` implicitly
    reader(volume); // error[CL0405]: `read_only image3d_t` is not converted to `read_only image2d_t` implicitly
    result[3] = read_imagef(out, (int2)(0)); // error[CL0510]: no overload of `read_imagef` takes (write_only image2d_t, int2)
    write_imagef(in, (int2)(0), result[0]); // error[CL0510]: no overload of `write_imagef` takes (read_only image2d_t
    result[4] = read_imagef(both, sampler, (int2)(0)); // error[CL0510]: no overload of `read_imagef` takes (read_write
    result[5] = read_imagef(in, sampler, (float4)(0)); // error[CL0510]: no overload of `read_imagef`
    result[6] = read_imagef(in, (int)result[0].x, (int2)(0)); // error[CL0347]: a sampler is made from a constant
    result[7].x = get_image_depth(in); // error[CL0510]: no overload of `get_image_depth` takes (read_only image2d_t)
}
