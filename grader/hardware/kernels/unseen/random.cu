// random.cu - pi from darts, whose numbers come from three generators.
#include "../measured.cuh"

#include <curand_kernel.h>

#define DARTS 128
// Adds the hits of a warp to the total of its block.
__device__ void count_hits(int hits, int *inside) {
    hits = __reduce_add_sync(~0u, hits);
    if (threadIdx.x % 32 == 0) atomicAdd(&inside[blockIdx.x], hits);
}
#define BOARD                                                                                                          \
    int *inside = zeros<int>(size / 128);                                                                              \
    measured_check([=] {                                                                                               \
        double hits = 0;                                                                                               \
        for (int part : download(inside, size / 128)) hits += part;                                                    \
        return near(4 * hits / (DARTS * (double)size), 3.14159265, 2 / sqrt(DARTS * (double)size));                    \
    })

// 64 bits of state, whose upper half is the number.
__global__ void darts_congruential(int *inside) {
    unsigned long long state = (blockIdx.x * blockDim.x + threadIdx.x) * 0x9e3779b97f4a7c15ull + 88172645463325252ull;
    int hits = 0;
    for (int k = 0; k < DARTS; k++) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        float x = (float)(state >> 40) * 0x1p-24f;
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        float y = (float)(state >> 40) * 0x1p-24f;
        hits += x * x + y * y < 1;
    }
    count_hits(hits, inside);
}
MEASURE(random, darts_congruential, 131072) {
    BOARD;
    return [=] { darts_congruential<<<size / 128, 128>>>(inside); };
}

__global__ void darts_xorwow(int *inside) {
    curandState state;
    curand_init(blockIdx.x * blockDim.x + threadIdx.x + 4711, 0, 0, &state);
    int hits = 0;
    for (int k = 0; k < DARTS; k++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        hits += x * x + y * y < 1;
    }
    count_hits(hits, inside);
}
MEASURE(random, darts_xorwow, 131072) {
    BOARD;
    return [=] { darts_xorwow<<<size / 128, 128>>>(inside); };
}

// Two darts from each four numbers.
__global__ void darts_philox(int *inside) {
    curandStatePhilox4_32_10_t state;
    curand_init(4711, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    int hits = 0;
    for (int k = 0; k < DARTS; k += 2) {
        float4 v = curand_uniform4(&state);
        hits += (v.x * v.x + v.y * v.y < 1) + (v.z * v.z + v.w * v.w < 1);
    }
    count_hits(hits, inside);
}
MEASURE(random, darts_philox, 131072) {
    BOARD;
    return [=] { darts_philox<<<size / 128, 128>>>(inside); };
}
