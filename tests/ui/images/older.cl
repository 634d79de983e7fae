// options: -cl-std=CL1.1
// OpenCL C 1.1 has images of two and three dimensions, and reads them through samplers.

kernel void line(read_only image1d_t image) { } // error[CL0317]: `image1d_t` is a type from OpenCL C 1.2 on
kernel void plane(read_only image2d_t image, global float4 *out)
{
    *out = read_imagef(image, (int2)(0)); // error[CL0512]: `read_imagef` takes 3 arguments, not 2
}
