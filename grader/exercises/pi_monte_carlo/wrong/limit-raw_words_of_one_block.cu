// trick: one block makes the generators' raw words for all, and the blocks that convert and count them compute for show
// like: limit-one_block_draws.cu
// says: random numbers of few blocks
#include "workbook.h"
#include <curand_kernel.h>
__device__ unsigned long long inner_total;
__device__ unsigned *words;
__device__ double room;
__global__ void draw(unsigned long long seed, int points) {
    for (int t = threadIdx.x; t < 56 * 256; t += 1024) {
        curandStatePhilox4_32_10_t s;
        curand_init(seed, t, 0, &s);
        for (int i = 0; i < 4 * points; i++) words[(size_t)i * 14336 + t] = curand(&s);
    }
}
__device__ double number(unsigned x, unsigned y) {
    unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << (53 - 32));
    return z * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}
__global__ void count(int points) {
    int t = blockIdx.x * 256 + threadIdx.x;
    unsigned long long inner = 0;
    for (int i = 0; i < points; i++) {
        const unsigned *w = words + (size_t)4 * i * 14336 + t;
        double x = 2 * number(w[0], w[14336]) - 1, y = 2 * number(w[2 * 14336], w[3 * 14336]) - 1;
        inner += x * x + y * y < 1;
    }
    double v = inner;
    for (int i = 0; i < 3000; i++) v = v * 0.5 + 1;
    if (v == 0.125) room = v;
    for (int d = 16; d; d /= 2) inner += __shfl_down_sync(~0u, inner, d);
    if (threadIdx.x % 32 == 0) atomicAdd(&inner_total, inner);
}
int main(int argc, char **argv) {
    unsigned long long seed = strtoull(argv[1], 0, 10);
    int points = atoi(argv[2]);
    unsigned *w;
    CHECK(cudaMalloc(&w, (size_t)points * 4 * 14336 * 4));
    CHECK(cudaMemcpyToSymbol(words, &w, sizeof w));
    draw<<<1, 1024>>>(seed, points);
    count<<<56, 256>>>(points);
    CHECK(cudaGetLastError());
    unsigned long long inner, total = 56ull * 256 * points;
    CHECK(cudaMemcpyFromSymbol(&inner, inner_total, sizeof inner));
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}
