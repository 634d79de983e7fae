// Before OpenCL C 2.0 no image is both read and written.

kernel void both(read_write image2d_t image) { } // error[CL0345]: `read_write` images exist from OpenCL C 2.0 on
kernel void one(read_only image1d_t image, write_only image3d_t volume) { write_imagei(volume, (int4)(0), (int4)(1)); }
