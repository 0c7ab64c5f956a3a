// streams_of_eight_blocks.cu - seven launches of eight blocks each on streams of their own; an atomic for each thread.
#include "workbook.h"
#include <curand_kernel.h>

constexpr int PARTS = 7, BLOCKS = 8, THREADS = 256;

__global__ void count(int part, unsigned long long seed, int points, unsigned long long *inner) {
    int thread = (part * BLOCKS + blockIdx.x) * THREADS + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    unsigned long long inside = 0;
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1, y = 2 * curand_uniform_double(&state) - 1;
        inside += x * x + y * y < 1;
    }
    atomicAdd(inner, inside);
}

int main(int argc, char **argv) {
    cudaStream_t streams[PARTS];
    unsigned long long *inner, *host, seed = strtoull(argv[1], nullptr, 10);
    int points = atoi(argv[2]);
    CHECK(cudaMalloc(&inner, sizeof *inner));
    CHECK(cudaMallocHost(&host, sizeof *host));
    CHECK(cudaMemset(inner, 0, sizeof *inner));
    CHECK(cudaDeviceSynchronize());
    for (int part = 0; part < PARTS; part++) {
        CHECK(cudaStreamCreate(&streams[part]));
        count<<<BLOCKS, THREADS, 0, streams[part]>>>(part, seed, points, inner);
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyAsync(host, inner, sizeof *host, cudaMemcpyDeviceToHost, streams[0]));
    CHECK(cudaStreamSynchronize(streams[0]));
    unsigned long long total = 1ull * PARTS * BLOCKS * THREADS * points;
    printf("inner=%llu total=%llu pi=%.6f\n", *host, total, 4.0 * static_cast<double>(*host) / static_cast<double>(total));
}
