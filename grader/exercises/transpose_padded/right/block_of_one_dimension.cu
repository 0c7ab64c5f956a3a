// block_of_one_dimension.cu - 256 threads in a row, a tile of 32 x 64 elements in dynamic shared memory.
#include "workbook.h"

constexpr int WIDE = 64, HIGH = 32, THREADS = 256;
extern __shared__ float room[];

__global__ void turn(const float *in, float *out, int width, int height) {
    int left = blockIdx.x * WIDE, top = blockIdx.y * HIGH;
    for (int i = threadIdx.x; i < WIDE * HIGH; i += THREADS) {
        int x = i % WIDE, y = i / WIDE;
        if (left + x < width && top + y < height)
            room[y * (WIDE + 1) + x] = in[static_cast<size_t>(top + y) * width + left + x];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < WIDE * HIGH; i += THREADS) {
        int y = i % HIGH, x = i / HIGH;
        if (left + x < width && top + y < height)
            out[static_cast<size_t>(left + x) * height + top + y] = room[y * (WIDE + 1) + x];
    }
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 grid(ceil_div(width, WIDE), ceil_div(height, HIGH));
    turn<<<grid, THREADS, HIGH * (WIDE + 1) * sizeof(float)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
