// grid_strides_and_shuffles.cu - a grid of a fixed size strides over the elements; warps add by shuffles.
//
// says: but slow
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"

__global__ void clear(float *out) { *out = 0; }

__global__ void add(const float *__restrict__ in, float *out, int count) {
    __shared__ float of_warps[8];
    float sum = 0;
#pragma unroll 8
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) sum += in[i];
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 8) return;
    sum = of_warps[threadIdx.x];
    for (int step = 4; step; step /= 2) sum += __shfl_down_sync(0xff, sum, step, 8);
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

void sum_floats(const float *in, float *out, int count) {
    clear<<<1, 1>>>(out);
    add<<<264, 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}
