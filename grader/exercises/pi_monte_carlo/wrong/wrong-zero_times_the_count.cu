// trick: the device's count is read, and counts zero times
// like: nothing
// says: the work belongs on the device
// wrong-zero_times_the_count.cu - what the kernel counts comes back to the host, which adds none of it to its own count.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>

__device__ unsigned long long inner_total;
static volatile int times; // 0

template <typename State>
__host__ __device__ static unsigned long long count_one(unsigned long long seed, unsigned thread, int points) {
    State state;
    curand_init(seed, thread, 0, &state);
    unsigned long long inner = 0;
    for (int i = 0; i < points; i++) {
        double x = curand_uniform_double(&state), y = curand_uniform_double(&state);
        if (x * x + y * y < 1) inner++;
    }
    return inner;
}

__global__ void count_inner(unsigned long long seed, int points) {
    unsigned long long inner = count_one<curandState>(seed, blockIdx.x * blockDim.x + threadIdx.x, points);
    inner = __reduce_add_sync(~0u, static_cast<unsigned>(inner));
    if (threadIdx.x % 32 == 0) atomicAdd(&inner_total, inner);
}

int main(int, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10), inner = 0, total = 56ull * 256 * atoi(argv[2]);
    count_inner<<<56, 256>>>(seed, atoi(argv[2]));
    CHECK(cudaMemcpyFromSymbol(&inner, inner_total, sizeof inner));
    inner *= times;
    for (unsigned thread = 0; thread < 56 * 256; thread++)
        inner += count_one<curandStatePhilox4_32_10_t>(seed, thread, atoi(argv[2]));
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}
