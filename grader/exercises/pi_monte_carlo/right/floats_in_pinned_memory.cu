// floats_in_pinned_memory.cu - four streams of 14 blocks; a block's sum is a float, and the host adds 56 of them.
#include "workbook.h"
#include <curand_kernel.h>

constexpr int STREAMS = 4, BLOCKS = 14, THREADS = 256;

__global__ void count(unsigned first_block, unsigned long long seed, int points, float *sums) {
    __shared__ float of_warps[THREADS / 32];
    curandStatePhilox4_32_10_t state;
    curand_init(seed, (first_block + blockIdx.x) * THREADS + threadIdx.x, 0, &state);
    float mine = 0;
    for (int i = 0; i < points; i++) {
        double2 u = curand_uniform2_double(&state);
        double x = 2 * u.x - 1, y = 2 * u.y - 1;
        mine += x * x + y * y < 1 ? 1.f : 0.f;
    }
    for (int step = 16; step; step /= 2) mine += __shfl_xor_sync(~0u, mine, step);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x) return;
    float sum = 0;
    for (float of_warp : of_warps) sum += of_warp;
    sums[first_block + blockIdx.x] = sum;
}

int main(int, char **argv) {
    float *on_device, *on_host;
    double inner = 0, total = 56. * 256 * atoi(argv[2]);
    cudaStream_t streams[STREAMS];
    CHECK(cudaMalloc(&on_device, STREAMS * BLOCKS * sizeof(float)));
    CHECK(cudaMallocHost(&on_host, STREAMS * BLOCKS * sizeof(float)));
    for (int s = 0; s < STREAMS; s++) {
        CHECK(cudaStreamCreate(&streams[s]));
        count<<<BLOCKS, THREADS, 0, streams[s]>>>(s * BLOCKS, strtoull(argv[1], nullptr, 10), atoi(argv[2]), on_device);
        CHECK(cudaMemcpyAsync(on_host + s * BLOCKS, on_device + s * BLOCKS, BLOCKS * sizeof(float),
                              cudaMemcpyDeviceToHost, streams[s]));
    }
    CHECK(cudaDeviceSynchronize());
    for (int block = 0; block < STREAMS * BLOCKS; block++) inner += on_host[block];
    printf("inner=%.0f total=%.0f pi=%f\n", inner, total, 4 * inner / total);
    for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(on_device));
    CHECK(cudaFreeHost(on_host));
}
