// histograms.cu - 8,192 bytes are counted in three ways: how many atomic requests reach global memory.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int BINS = 256, THREADS = 256, COUNT = 8192;

__global__ void one_for_all(const unsigned char *in, unsigned *bins) {
    atomicAdd(&bins[in[blockIdx.x * THREADS + threadIdx.x]], 1u);
}

__global__ void one_a_block(const unsigned char *in, unsigned *bins, int elements) {
    __shared__ unsigned own[BINS];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int e = 0; e < elements; e++)
        atomicAdd(&own[in[(blockIdx.x * elements + e) * THREADS + threadIdx.x]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main() {
    unsigned char values[COUNT], *in;
    unsigned *bins;
    for (int i = 0; i < COUNT; i++) values[i] = static_cast<unsigned char>(i * 37 + i / 100);
    cudaMalloc(&in, COUNT);
    cudaMalloc(&bins, BINS * sizeof *bins);
    cudaMemcpy(in, values, COUNT, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, BINS * sizeof *bins);
    one_for_all<<<COUNT / THREADS, THREADS>>>(in, bins);
    one_a_block<<<COUNT / THREADS, THREADS>>>(in, bins, 1);
    one_a_block<<<COUNT / THREADS / 4, THREADS>>>(in, bins, 4);
    one_a_block<<<COUNT / THREADS / 32, THREADS>>>(in, bins, 32);
    cudaFree(in);
    cudaFree(bins);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
