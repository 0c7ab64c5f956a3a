// trick: one lane at a time, so nothing conflicts
// like: limit-no_padding.cu
// says: Splitting an access lane by lane
// limit-one_lane_at_a_time.cu - reads the column of an unpadded tile lane by lane: no conflict is counted, and 32 passes.
#include "workbook.h"

__global__ void transpose_kernel(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    if (x >= height || y >= width) return;
    float value = 0;
    for (int lane = 0; lane < 32; lane++)
        if (lane == threadIdx.x) value = *const_cast<volatile float *>(&tile[threadIdx.x][threadIdx.y]);
    out[static_cast<size_t>(y) * height + x] = value;
}

void transpose(const float *in, float *out, int width, int height) {
    transpose_kernel<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 32)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
