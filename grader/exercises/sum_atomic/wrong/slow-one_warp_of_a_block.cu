// says: but slow
// slow-one_warp_of_a_block.cu - blocks fill the GPU with warps; one of each block works, and the others only pretend.
#include "workbook.h"

__global__ void add(const float *in, float *out, int count) {
    if (threadIdx.x >= 32) return;
    float sum = 0;
    for (int i = blockIdx.x * 32 + threadIdx.x; i < count; i += gridDim.x * 32) sum += in[i];
    for (int step = 16; step; step /= 2) sum += __shfl_xor_sync(0xffffffff, sum, step);
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<132, 1024>>>(in, out, count);
    CHECK(cudaGetLastError());
}
