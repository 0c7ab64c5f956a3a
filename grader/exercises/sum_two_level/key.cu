// key.cu - what two kernels that add 4,000,000 doubles have to do: the key of sum_two_level's predictions.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int COUNT = 4000000, THREADS = 256, ELEMENTS = 16;

__global__ void load_doubles(const double *in, double *out) { out[threadIdx.x] = in[threadIdx.x]; }

// Each block with an element of its own leaves a sum.
__global__ void leave_sums(unsigned *sums) {
    if (threadIdx.x == 0 && blockIdx.x * (THREADS * ELEMENTS) < COUNT) atomicAdd(sums, 1u);
}

__global__ void add_sums(const unsigned *sums, unsigned *of_thread_0) {
    unsigned added = 0;
    for (unsigned i = threadIdx.x; i < *sums; i += THREADS) added++;
    if (threadIdx.x == 0) *of_thread_0 = added;
}

int main() {
    double *values;
    unsigned *counts, seen[2];
    cudaMalloc(&values, 64 * sizeof *values);
    cudaMalloc(&counts, sizeof seen);
    cudaMemset(values, 0, 64 * sizeof *values);
    cudaMemset(counts, 0, sizeof seen);
    load_doubles<<<1, 32>>>(values, values + 32);
    leave_sums<<<COUNT / (THREADS * ELEMENTS) + 2, THREADS>>>(counts);
    add_sums<<<1, THREADS>>>(counts, counts + 1);
    cudaMemcpy(seen, counts, sizeof seen, cudaMemcpyDeviceToHost);
    printf("sums_of_blocks %u\nsums_of_thread_0 %u\n", seen[0], seen[1]);
    cudaFree(values);
    cudaFree(counts);
    return cudaDeviceSynchronize() != cudaSuccess;
}
