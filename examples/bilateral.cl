// The bilateral filter (Tomasi and Manduchi, ICCV 1998): each pixel becomes a mean of its neighbours, in which near ones and
// ones of a similar colour count most. Noise goes, edges stay.
// One work-item makes one pixel.

kernel void bilateral(global const uchar4 *input, global uchar4 *output, int width, int height,
                      int radius, float sigma_space, float sigma_colour)
{
    int x = get_global_id(0), y = get_global_id(1);
    float3 centre = convert_float3(input[y * width + x].xyz) / 255;
    float by_space = -0.5f / (sigma_space * sigma_space);
    float by_colour = -0.5f / (sigma_colour * sigma_colour);
    float3 sum = (float3)(0);
    float weights = 0;
    for (int dy = -radius; dy <= radius; dy++) {
        int row = clamp(y + dy, 0, height - 1) * width;
        for (int dx = -radius; dx <= radius; dx++) {
            float3 there = convert_float3(input[row + clamp(x + dx, 0, width - 1)].xyz) / 255;
            float3 difference = there - centre;
            float weight = exp((dx * dx + dy * dy) * by_space + dot(difference, difference) * by_colour);
            sum += there * weight;
            weights += weight;
        }
    }
    output[y * width + x] = (uchar4)(convert_uchar3_sat_rte(sum / weights * 255), 255);
}
