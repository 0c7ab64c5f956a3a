// says: but slow
// most: 10
#include "workbook.h"

__global__ void turn(const float *in, float *out, int width, int height) {
    int lane = threadIdx.x, left = blockIdx.x * 32, top = blockIdx.y * 32;
    volatile float row[32], column[32];
    for (int y = 0; y < 32; y++)
        row[y] = left + lane < width && top + y < height ? in[static_cast<size_t>(top + y) * width + left + lane] : 0;
    for (int turn = 0; turn < 32; turn++) {
        float sent = row[(lane + turn) % 32];
        column[(lane - turn) & 31] = __shfl_sync(~0u, sent, (lane - turn) & 31);
    }
    for (int x = 0; x < 32 && left + x < width; x++)
        if (top + lane < height) out[static_cast<size_t>(left + x) * height + top + lane] = column[x];
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), 32>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
