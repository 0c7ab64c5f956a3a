// trick: one block that holds the whole matrix, where it fits
// like: limit-naive.cu
// says: sectors stored per 32 elements
// limit-one_block_with_the_whole_matrix.cu - a single block turns the matrix in its shared memory. What does not fit is
// left to the naive kernel.
#include "workbook.h"

__global__ void whole(const float *in, float *out, int width, int height) {
    extern __shared__ float room[];
    int pitch = width | 1;
    for (int i = threadIdx.x; i < width * height; i += blockDim.x) room[i / width * pitch + i % width] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < width * height; i += blockDim.x) out[i] = room[i % height * pitch + i / height];
}

__global__ void naive(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose(const float *in, float *out, int width, int height) {
    int bytes = (width | 1) * height * 4;
    if (cudaFuncSetAttribute(whole, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) == cudaSuccess)
        whole<<<1, 1024, bytes>>>(in, out, width, height);
    else {
        cudaGetLastError();
        naive<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 32)>>>(in, out, width, height);
    }
    CHECK(cudaGetLastError());
}
