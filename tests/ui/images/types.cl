// options: -cl-std=CL3.0
// Where images and samplers may stand (sections "Restrictions", "Access Qualifiers" and "Samplers").

struct holder { image2d_t image; }; // error[CL0326]: the member `image` cannot have the type `read_only image2d_t`
struct keeper { sampler_t sampler; }; // error[CL0326]: the member `sampler` cannot have the type `sampler_t`
image2d_t made(void); // error[CL0322]: a function cannot give a value of type `read_only image2d_t`
read_only image2d_t outside; // error[CL0329]: the variable `outside` cannot have the type `read_only image2d_t`
void takes_pointer(read_only image2d_t *p); // error[CL0346]: there are no pointers to `read_only image2d_t`
void takes_sampler_pointer(sampler_t *p); // error[CL0346]: there are no pointers to `sampler_t`
void takes_array(image2d_t images[4]); // error[CL0311]: there are no arrays of images
void in_space(global image2d_t i); // error[CL0305]: an image does not lie in global memory
void sampler_in_space(local sampler_t s); // error[CL0305]: a sampler does not lie in local memory
void twice(read_only write_only image2d_t i); // error[CL0345]: an image has one access qualifier
typedef write_only image2d_t target;
void again(read_write target t); // error[CL0345]: the type already is `write_only`
void qualified(const read_only image2d_t i); // warning[CL0348]: `const` says nothing about an image
void samples(image2d_msaa_t i); // error[CL0317]: does not have the type `image2d_msaa_t` yet

const sampler_t at_program_scope = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
constant sampler_t in_constant = CLK_ADDRESS_CLAMP;
sampler_t plain = CLK_FILTER_LINEAR;
constant sampler_t nothing_known; // error[CL0347]: the sampler `nothing_known` has no initialiser
constant sampler_t pixels = CLK_ADDRESS_REPEAT; // warning[CL0349]: `CLK_ADDRESS_REPEAT` needs normalized coordinates

kernel void variables(read_only image2d_t image, write_only image2d_t other, sampler_t sampler, int number)
{
    image2d_t copy = image; // error[CL0329]: the variable `copy` cannot have the type `read_only image2d_t`
    const sampler_t good = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    const sampler_t same = good;
    const sampler_t unknown = number; // error[CL0347]: a sampler is made from a constant, and this is none
    const sampler_t fraction = 1.0f; // error[CL0347]: a sampler is made from an integer, not from a `float`
    const sampler_t wrong = 0x1000; // error[CL0347]: 4096 is not made of the constants of samplers
    const sampler_t both = CLK_FILTER_NEAREST | CLK_FILTER_LINEAR; // error[CL0347]: 48 is not made of the constants
    sampler_t late; // error[CL0347]: the sampler `late` has no initialiser
    image = image; // error[CL0409]: an object of type `read_only image2d_t` cannot be assigned
    sampler = good; // error[CL0409]: an object of type `sampler_t` cannot be assigned
    &image; // error[CL0346]: there are no pointers to `read_only image2d_t`
    &sampler; // error[CL0346]: there are no pointers to `sampler_t`
    image + 1; // error[CL0401]: `+` does not work on
    sampler | 1; // error[CL0401]: `|` does not work on
    number ? image : image; // error[CL0414]: `?:` has to choose between
    (int)image; // error[CL0406]: cast
    (sampler_t)number; // error[CL0406]: cast
    if (image) return; // error[CL0411]: condition
}
