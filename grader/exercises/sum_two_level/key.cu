// key.cu - what two kernels that add many doubles have to do: the key of sum_two_level's predictions.
#include "drawn.h"
#include <cstdio>
#include <cuda_runtime.h>

constexpr int THREADS = 256;

__global__ void load_doubles(const double *in, double *out, int step) { out[threadIdx.x] = in[step * threadIdx.x]; }

// Each block with an element of its own leaves a sum.
__global__ void leave_sums(unsigned *sums, unsigned count, unsigned of_block) {
    if (threadIdx.x == 0 && blockIdx.x * of_block < count) atomicAdd(sums, 1u);
}

__global__ void add_sums(const unsigned *sums, unsigned *of_thread_0) {
    unsigned added = 0;
    for (unsigned i = threadIdx.x; i < *sums; i += THREADS) added++;
    if (threadIdx.x == 0) *of_thread_0 = added;
}

int main(int, char **argv) {
    int count = drawn(argv, "count"), of_block = THREADS * drawn(argv, "each");
    double *values;
    unsigned *counts, seen[2];
    cudaMalloc(&values, 160 * sizeof *values);
    cudaMalloc(&counts, sizeof seen);
    cudaMemset(values, 0, 160 * sizeof *values);
    cudaMemset(counts, 0, sizeof seen);
    load_doubles<<<1, 32>>>(values, values + 128, drawn(argv, "step"));
    leave_sums<<<count / of_block + 2, THREADS>>>(counts, count, of_block);
    add_sums<<<1, THREADS>>>(counts, counts + 1);
    cudaMemcpy(seen, counts, sizeof seen, cudaMemcpyDeviceToHost);
    printf("sums_of_blocks %u\nsums_of_thread_0 %u\n", seen[0], seen[1]);
    cudaFree(values);
    cudaFree(counts);
    return cudaDeviceSynchronize() != cudaSuccess;
}
