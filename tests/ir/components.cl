// Components of vectors: in registers by shuffles and inserts, in memory each by itself.
kernel void components(global float4 *p, int n) {
    float4 v = p[0];
    v.xz = v.wy;
    v[n] = 1;
    p[1] = v;
    p[2].y = p[3].z;
    p[4].xy = p[5].zw;
    p[6].xw = p[7].wx;
    p[8][n] = p[9][n];
}
