// With the extension `half` is a type like others, until it is switched off again.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
half add(half a, half4 b) { half c[2] = { a, b.x }; return c[0] + c[1]; }
kernel void k(half h, global half *out) { out[0] = add(h, (half4)(h)); }
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
kernel void off(half h) { } // error[CL0319]: the parameter `h` cannot have the type `half`
