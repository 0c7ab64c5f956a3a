// key.cu - one kernel for each prediction of stride_offset: 1,024 full warps, one load a lane and a store.
#include "workbook.h"
#include <cstdint>

constexpr int THREADS = 256, BLOCKS = 128, COUNT = THREADS * BLOCKS;

// Thirty-two mixed bits of i: the same sequence on every machine.
__device__ unsigned scatter(unsigned i) {
    i = (i ^ i >> 16) * 0x45d9f3bu;
    i = (i ^ i >> 16) * 0x45d9f3bu;
    return i ^ i >> 16;
}

#define PATTERN(name, index)                                                                                           \
    __global__ void name(const float *in, float *out) {                                                                \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                                            \
        out[i] = in[index];                                                                                            \
    }
PATTERN(stride_2, 2 * i)
PATTERN(stride_3, 3 * i)
PATTERN(stride_8, 8 * i)
PATTERN(stride_32, 32 * i)
PATTERN(offset_1, i + 1)
PATTERN(offset_8, i + 8)
PATTERN(reversed, i ^ 31)
PATTERN(same, 7)
PATTERN(random_256, scatter(i) % 256)
PATTERN(random_65536, scatter(i) % 65536)

__global__ void own_run(const float *in, float *out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1 // four loads at a time would be one wide one
    for (unsigned j = 0; j < 64; j++) sum += in[64 * i + j];
    out[i] = sum;
}

int main() {
    constexpr size_t bytes = sizeof(float) * 64 * COUNT;
    float *in, *out;
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, sizeof(float) * COUNT));
    CHECK(cudaMemset(in, 0, bytes));
    stride_2<<<BLOCKS, THREADS>>>(in, out);
    stride_3<<<BLOCKS, THREADS>>>(in, out);
    stride_8<<<BLOCKS, THREADS>>>(in, out);
    stride_32<<<BLOCKS, THREADS>>>(in, out);
    offset_1<<<BLOCKS, THREADS>>>(in, out);
    offset_8<<<BLOCKS, THREADS>>>(in, out);
    reversed<<<BLOCKS, THREADS>>>(in, out);
    same<<<BLOCKS, THREADS>>>(in, out);
    random_256<<<BLOCKS, THREADS>>>(in, out);
    random_65536<<<BLOCKS, THREADS>>>(in, out);
    own_run<<<BLOCKS, THREADS>>>(in, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}
