// key.cu - one kernel for each prediction of stride_offset: full warps, one load per lane and a store.
#include "drawn.h"
#include "workbook.h"
#include <cstdint>

constexpr int THREADS = 256, BLOCKS = 512, COUNT = THREADS * BLOCKS, FARTHEST = 64;

// Thirty-two mixed bits of i: the same sequence on every machine.
__device__ unsigned scatter(unsigned i) {
    i = (i ^ i >> 16) * 0x45d9f3bu;
    i = (i ^ i >> 16) * 0x45d9f3bu;
    return i ^ i >> 16;
}

#define PATTERN(name, Type, index)                                                                                     \
    __global__ void name(const Type *in, Type *out, unsigned a, unsigned b) {                                          \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                                            \
        out[i] = in[index];                                                                                            \
    }
PATTERN(strided, float, a *i)
PATTERN(strided_offset, float, a *i + b)
PATTERN(strided_doubles, double, a *i)
PATTERN(offset, float, i + a)
PATTERN(backwards, float, COUNT + a - i)
PATTERN(shared, float, a *(i / b))
PATTERN(random_places, float, scatter(i) % a)

__global__ void own_run(const float *in, float *out, unsigned length, unsigned) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1 // four loads at a time would be one wide one
    for (unsigned j = 0; j < length; j++) sum += in[length * i + j];
    out[i] = sum;
}

// One warp that makes a request with each stride from 1 on.
__global__ void sweep(const float *in, float *out, unsigned last, unsigned) {
    for (unsigned stride = 1; stride <= last; stride++) out[threadIdx.x] = in[stride * threadIdx.x];
}

template <typename Type>
static void look(void (*kernel)(const Type *, Type *, unsigned, unsigned), void *in, void *out, int a, int b = 1) {
    kernel<<<BLOCKS, THREADS>>>(static_cast<Type *>(in), static_cast<Type *>(out), a, b);
    CHECK(cudaGetLastError());
}

int main(int, char **argv) {
    constexpr size_t bytes = sizeof(float) * FARTHEST * COUNT;
    void *in, *out;
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, sizeof(double) * COUNT));
    CHECK(cudaMemset(in, 0, bytes));
    sweep<<<1, 32>>>(static_cast<float *>(in), static_cast<float *>(out), drawn(argv, "sweep_to"), 0);
    CHECK(cudaGetLastError());
    look(strided, in, out, drawn(argv, "stride"));
    look(strided_offset, in, out, drawn(argv, "other_stride"), drawn(argv, "shift"));
    look(strided_doubles, in, out, drawn(argv, "double_stride"));
    look(offset, in, out, drawn(argv, "offset"));
    look(backwards, in, out, drawn(argv, "last"));
    look(shared, in, out, drawn(argv, "apart"), drawn(argv, "share"));
    look(random_places, in, out, drawn(argv, "places"));
    look(own_run, in, out, drawn(argv, "run"));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}
