// trick: half of the blocks on the host, and the other half twice on the device
// like: nothing
// says: the work belongs on the device
// wrong-half_of_the_blocks_on_host.cu - blocks 28 to 55 draw what blocks 0 to 27 draw, so that enough is drawn, and the
// host counts for them.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>

__device__ unsigned long long inner_total, never_read;

__host__ __device__ static unsigned count_one(unsigned long long seed, unsigned thread, int points) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    unsigned inner = 0;
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1, y = 2 * curand_uniform_double(&state) - 1;
        inner += x * x + y * y < 1;
    }
    return inner;
}

__global__ void count(unsigned long long seed, int points) {
    unsigned inner = count_one(seed, blockIdx.x % 28 * 256 + threadIdx.x, points);
    unsigned long long of_warp = __reduce_add_sync(~0u, inner);
    if (threadIdx.x % 32 == 0) atomicAdd(blockIdx.x < 28 ? &inner_total : &never_read, of_warp);
}

int main(int, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10), inner, total = 56ull * 256 * atoi(argv[2]);
    count<<<56, 256>>>(seed, atoi(argv[2]));
    CHECK(cudaMemcpyFromSymbol(&inner, inner_total, sizeof inner));
    for (unsigned thread = 28 * 256; thread < 56 * 256; thread++) inner += count_one(seed, thread, atoi(argv[2]));
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}
