// shuffles.cu - no shared memory: a warp turns a square of 32 x 32 in registers, by five exchanges of halves.
#include "workbook.h"

__global__ void turn_in_registers(const float *in, float *out, int width, int height) {
    int lane = threadIdx.x, left = blockIdx.x * 32, top = blockIdx.y * 32;
    float row[32];
    for (int y = 0; y < 32; y++)
        row[y] = left + lane < width && top + y < height ? in[static_cast<size_t>(top + y) * width + left + lane] : 0;
#pragma unroll
    for (int half = 16; half; half /= 2) {
#pragma unroll
        for (int y = 0; y < 32; y++) {
            if (y & half) continue;
            bool upper = lane & half;
            float sent = upper ? row[y] : row[y + half];
            float got = __shfl_xor_sync(0xffffffff, sent, half);
            if (upper) row[y] = got;
            else row[y + half] = got;
        }
    }
    for (int x = 0; x < 32; x++)
        if (left + x < width && top + lane < height) out[static_cast<size_t>(left + x) * height + top + lane] = row[x];
}

void transpose(const float *in, float *out, int width, int height) {
    turn_in_registers<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), 32>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
