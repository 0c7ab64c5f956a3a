// key.cu - atomics of three small histograms: the key of histogram_private's predictions.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int BINS = 256, COUNT = 1024;

__global__ void count_global(const unsigned char *in, unsigned *bins) {
    atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x]], 1u);
}

// A block's bins, none of them 0, are added to the common ones; *additions counts the threads that do so.
__global__ void merge_private(unsigned *bins, unsigned *additions) {
    __shared__ unsigned own[BINS];
    own[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
    unsigned adding = __popc(__activemask());
    if (threadIdx.x % 32 == 0) atomicAdd(additions, adding);
}

// The longest queue of a warp whose 32 bytes are equal.
__global__ void queue_up(const unsigned char *in, unsigned *longest) {
    unsigned same = __match_any_sync(0xFFFFFFFF, in[threadIdx.x]);
    atomicMax(longest, static_cast<unsigned>(__popc(same)));
}

int main() {
    unsigned char values[COUNT], *in;
    unsigned *bins, seen[2];
    for (int i = 0; i < COUNT; i++) values[i] = static_cast<unsigned char>(i * 37);
    cudaMalloc(&in, COUNT);
    cudaMalloc(&bins, (BINS + 2) * sizeof *bins);
    cudaMemset(bins, 0, (BINS + 2) * sizeof *bins);
    cudaMemcpy(in, values, COUNT, cudaMemcpyHostToDevice);
    count_global<<<COUNT / 256, 256>>>(in, bins);
    merge_private<<<1, BINS>>>(bins, bins + BINS);
    cudaMemset(in, 7, COUNT);
    queue_up<<<1, 32>>>(in, bins + BINS + 1);
    cudaMemcpy(seen, bins + BINS, sizeof seen, cudaMemcpyDeviceToHost);
    printf("additions_merged %u\nat_one_address %u\n", seen[0], seen[1]);
    cudaFree(in);
    cudaFree(bins);
    return cudaDeviceSynchronize() != cudaSuccess;
}
