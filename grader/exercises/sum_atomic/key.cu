// key.cu - atomics of sums that meet at one address: the key of sum_atomic's predictions.
#include "drawn.h"
#include <cstdio>
#include <cuda_runtime.h>

constexpr int THREADS = 256;

__global__ void add_elements(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < count) atomicAdd(out, in[i]);
}

// The tree is left out: what is counted is who adds.
__global__ void add_blocks(const float *in, float *out) {
    if (threadIdx.x == 0) atomicAdd(out, in[blockIdx.x]);
}

__global__ void fill(float *values) { values[blockIdx.x * THREADS + threadIdx.x] = 1; }

// The same kernel under a name of its own, because no question is about its requests.
__global__ void add_again(const float *in, float *out, int count) {
    if (threadIdx.x < count) atomicAdd(out, in[threadIdx.x]);
}

static int blocks_of(int elements, int each) { return (elements + THREADS * each - 1) / (THREADS * each); }

int main(int, char **argv) {
    int count = drawn(argv, "thousands") * 1024;
    float *in, *out, seen;
    cudaMalloc(&in, count * sizeof *in);
    cudaMalloc(&out, 2 * sizeof *out);
    cudaMemset(out, 0, 2 * sizeof *out);
    fill<<<count / THREADS, THREADS>>>(in);
    add_elements<<<count / THREADS, THREADS>>>(in, out, count);
    add_blocks<<<blocks_of(drawn(argv, "first"), drawn(argv, "each")), THREADS>>>(in, out);
    add_blocks<<<blocks_of(drawn(argv, "second"), drawn(argv, "other_each")), THREADS>>>(in, out);
    for (int call = 0; call < drawn(argv, "calls"); call++) add_again<<<1, 128>>>(in, out + 1, drawn(argv, "ones"));
    cudaMemcpy(&seen, out + 1, sizeof seen, cudaMemcpyDeviceToHost);
    printf("after_calls %.0f\n", seen);
    cudaFree(in);
    cudaFree(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
