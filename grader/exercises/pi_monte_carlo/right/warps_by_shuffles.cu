// warps_by_shuffles.cu - a warp adds its lanes by shuffles; the first lane of each warp adds to managed memory.
#include "workbook.h"
#include <curand_kernel.h>

__managed__ unsigned long long inner;

__global__ void count(unsigned long long seed, int points) {
    unsigned thread = threadIdx.x + blockDim.x * blockIdx.x;
    curandStateXORWOW_t state;
    curand_init(seed, thread, 0, &state);
    int inside = 0;
    while (points--) {
        double x = 2 * curand_uniform_double(&state) - 1;
        double y = 2 * curand_uniform_double(&state) - 1;
        if (x * x + y * y <= 1.0) ++inside;
    }
    inside = __reduce_add_sync(0xffffffff, inside);
    if (threadIdx.x % 32 == 0) atomicAdd(&inner, static_cast<unsigned long long>(inside));
}

int main(int argc, char *argv[]) {
    if (argc < 3) return 1;
    int points = atoi(argv[2]);
    count<<<56, 256>>>(strtoull(argv[1], NULL, 10), points);
    CHECK(cudaDeviceSynchronize());
    unsigned long long total = 56ull * 256 * points;
    printf("inner=%llu total=%llu pi=%f\n", inner, total, 4.0 * inner / total);
    return 0;
}
