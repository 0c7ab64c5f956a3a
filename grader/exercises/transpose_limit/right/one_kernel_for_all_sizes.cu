// One kernel for all sizes: vectors where sizes allow them, single floats at the edges.
//= student: Ada Lovelace
//= rows_across: 5440
//= rows_down: 49280
//= bytes_in_a_row: 10240
#include "workbook.h"
__global__ void __launch_bounds__(256) tr(const float *__restrict__ in, float *__restrict__ out, int w, int h, bool v4) {
    __shared__ __align__(16) float s[64 * 64];
    const int t = threadIdx.x, q = t & 15, g = t >> 4;
    const int y0 = blockIdx.x * 64, x0 = blockIdx.y * 64;
    float r[4][4];
    if (v4) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float4 v = __ldcs(reinterpret_cast<const float4 *>(in + (size_t)(y0 + 4 * g + i) * w + x0 + 4 * q));
            r[i][0] = v.x; r[i][1] = v.y; r[i][2] = v.z; r[i][3] = v.w;
        }
    } else {
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < 4; j++) {
                int y = y0 + 4 * g + i, x = x0 + 4 * q + j;
                r[i][j] = x < w && y < h ? in[(size_t)y * w + x] : 0;
            }
    }
    auto slot = [](int row, int vector) { return row * 64 + ((vector + row / 4) & 15) * 4; };
#pragma unroll
    for (int j = 0; j < 4; j++) *reinterpret_cast<float4 *>(s + slot(4 * q + j, g)) = make_float4(r[0][j], r[1][j], r[2][j], r[3][j]);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; j++) {
        int row = g + 16 * j;
        float4 v = *reinterpret_cast<const float4 *>(s + slot(row, q));
        float *to = out + (size_t)(x0 + row) * h + y0 + 4 * q;
        if (v4) { *reinterpret_cast<float4 *>(to) = v; continue; }
        if (x0 + row >= w) continue;
        int y = y0 + 4 * q;
        if (y < h) to[0] = v.x;
        if (y + 1 < h) to[1] = v.y;
        if (y + 2 < h) to[2] = v.z;
        if (y + 3 < h) to[3] = v.w;
    }
}
void transpose(const float *in, float *out, int width, int height) {
    tr<<<dim3(ceil_div(height, 64), ceil_div(width, 64)), 256>>>(in, out, width, height, width % 64 == 0 && height % 64 == 0);
    CHECK(cudaGetLastError());
}
