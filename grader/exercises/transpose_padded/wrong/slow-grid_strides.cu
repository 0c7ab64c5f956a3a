// grid_strides.cu - eight blocks take tile after tile; rows begin one bank later by a rotation.
//
// says: but slow
#include "workbook.h"

__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ float tile[1024]; // element [r][c] at r * 32 + (r + c) % 32
    int x = threadIdx.x, across = ceil_div(width, 32), tiles = across * ceil_div(height, 32);
    for (int n = blockIdx.x; n < tiles; n += gridDim.x) {
        int left = n % across * 32, top = n / across * 32;
        for (int y = threadIdx.y; y < 32; y += blockDim.y)
            if (left + x < width && top + y < height)
                tile[y * 32 + (y + x) % 32] = in[static_cast<size_t>(top + y) * width + left + x];
        __syncthreads();
        for (int y = threadIdx.y; y < 32; y += blockDim.y)
            if (left + y < width && top + x < height)
                out[static_cast<size_t>(left + y) * height + top + x] = tile[x * 32 + (x + y) % 32];
        __syncthreads();
    }
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<8, dim3(32, 4)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
