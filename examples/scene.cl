// Renders a picture that looks like a photograph: mountains at dusk over a lake, with the grain of a fast film.
// One work-item makes one pixel.

// A hash of a lattice point, in 0..1.
float lattice(int2 p)
{
    uint h = as_uint(p.x) * 0x9e3779b9u ^ as_uint(p.y) * 0x85ebca6bu;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return convert_float(h >> 8) * 0x1p-24f;
}

// Value noise: the lattice's values, smoothly interpolated.
float noise(float2 p)
{
    float2 cell = floor(p);
    float2 t = p - cell;
    t = t * t * (3 - 2 * t);
    int2 i = convert_int2(cell);
    float top = mix(lattice(i), lattice(i + (int2)(1, 0)), t.x);
    float bottom = mix(lattice(i + (int2)(0, 1)), lattice(i + (int2)(1, 1)), t.x);
    return mix(top, bottom, t.y);
}

// Octaves of noise, each twice as fine and about half as high.
float fractal(float2 p, int octaves)
{
    float sum = 0, height = 0.5f;
    for (int i = 0; i < octaves; i++) {
        sum += height * noise(p);
        p = (float2)(1.6f * p.x - 1.2f * p.y, 1.2f * p.x + 1.6f * p.y) + 7.3f;
        height *= 0.48f;
    }
    return sum;
}

// The sky in direction p (x to the right, y up, the horizon at 0).
float3 sky(float2 p)
{
    float3 colour = mix((float3)(0.98f, 0.62f, 0.38f), (float3)(0.16f, 0.27f, 0.52f), smoothstep(0.0f, 0.7f, p.y));
    float sun = distance(p, (float2)(0.32f, 0.13f));
    colour += (float3)(1.0f, 0.75f, 0.4f) * exp(-sun * 9) + (float3)(0.9f, 0.85f, 0.7f) * smoothstep(0.045f, 0.04f, sun);
    float cloud = smoothstep(0.42f, 0.8f, fractal((float2)(p.x * 2.2f, p.y * 9 + 3), 6));
    return mix(colour, (float3)(1.0f, 0.78f, 0.66f), cloud * 0.7f * smoothstep(0.02f, 0.25f, p.y));
}

// What one sees in direction p above the lake.
float3 land(float2 p)
{
    float3 colour = sky(p);
    for (int ridge = 0; ridge < 5; ridge++) {
        float depth = 1 - ridge * 0.2f;
        float top = 0.04f + 0.42f * depth * fractal((float2)(p.x * (1.4f + ridge * 0.9f) + ridge * 13.7f, ridge * 5.1f), 8) - 0.05f * ridge;
        float rock = fractal(p * (18 + 9.0f * ridge), 5);
        float3 near = (float3)(0.07f, 0.09f, 0.08f) + (float3)(0.16f, 0.13f, 0.09f) * rock;
        float3 hazy = mix(near, (float3)(0.72f, 0.52f, 0.46f), depth * 0.75f);
        colour = p.y < top ? hazy : colour;
    }
    return colour;
}

kernel void scene(global uchar4 *picture, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    float2 p = (float2)(x - 0.5f * width, 0.58f * height - y) / height;
    float3 colour;
    if (p.y >= 0) {
        colour = land(p);
    } else {
        float depth = -p.y;
        float2 wave = (float2)(fractal((float2)(p.x * 30 / (0.15f + depth), 8 / (0.02f + depth)), 4) - 0.5f, 0);
        colour = land((float2)(p.x, depth * 0.9f) + wave.xy * depth * 0.12f) * (float3)(0.62f, 0.7f, 0.78f);
    }
    float grain = lattice((int2)(x * 7 + 3, y * 11 + 5)) + lattice((int2)(x * 13 + 1, y * 3 + 9)) - 1;
    colour = clamp(colour, 0.0f, 1.0f) + grain * 0.09f;
    float2 corner = p * (float2)(0.9f, 1.1f);
    colour *= 1 - 0.45f * dot(corner, corner);
    picture[y * width + x] = (uchar4)(convert_uchar3_sat_rte(colour * 255), 255);
}
