// says: at every multiple of 64
//= student: Ada Lovelace
//= rows_across: 5440
//= rows_down: 49280
//= bytes_in_a_row: 10240
#include "workbook.h"
#include <cooperative_groups.h>
// A tile of 128 rows and 32 columns: heights that are odd multiples of 64 get single floats.
__global__ void __launch_bounds__(256) wide(const float *in, float *out, size_t w, size_t h) {
    __shared__ float4 s[32][32];
    unsigned t = threadIdx.x, q = t % 8, g = t / 8; // q: vector of the 8 across, g: group of four rows
    size_t x0 = blockIdx.y * 32, y0 = blockIdx.x * 128;
    const float4 *from = reinterpret_cast<const float4 *>(in + (y0 + 4 * g) * w + x0) + q;
    float4 a = from[0], b = from[w / 4], c = from[w / 2], d = from[w / 4 * 3];
    s[4 * q + 0][g ^ q] = make_float4(a.x, b.x, c.x, d.x);
    s[4 * q + 1][g ^ q] = make_float4(a.y, b.y, c.y, d.y);
    s[4 * q + 2][g ^ q] = make_float4(a.z, b.z, c.z, d.z);
    s[4 * q + 3][g ^ q] = make_float4(a.w, b.w, c.w, d.w);
    cooperative_groups::this_thread_block().sync();
    unsigned lane = t % 32, r = t / 32;
#pragma unroll
    for (unsigned j = 0; j < 4; j++) {
        unsigned row = r + 8 * j;
        reinterpret_cast<float4 *>(out + (x0 + row) * h + y0)[lane] = s[row][lane ^ (row / 4)];
    }
}
__global__ void plain(const float *in, float *out, int w, int h) {
    __shared__ float s[32][33];
    int x = threadIdx.x % 32, y = threadIdx.x / 32, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
    float v[4];
    for (int j = 0; j < 4; j++) v[j] = x0 + x < w && y0 + y + 8 * j < h ? in[(size_t)(y0 + y + 8 * j) * w + x0 + x] : 0;
    for (int j = 0; j < 4; j++) s[y + 8 * j][x] = v[j];
    __syncthreads();
    for (int j = 0; j < 4; j++)
        if (x0 + y + 8 * j < w && y0 + x < h) out[(size_t)(x0 + y + 8 * j) * h + y0 + x] = s[x][y + 8 * j];
}
void transpose(const float *in, float *out, int width, int height) {
    if (width % 32 == 0 && height % 128 == 0) wide<<<dim3(height / 128, width / 32), 256>>>(in, out, width, height);
    else plain<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), 256>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
