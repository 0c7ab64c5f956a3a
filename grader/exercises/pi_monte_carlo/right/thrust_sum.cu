// thrust_sum.cu - a kernel leaves the counts of threads, and Thrust adds them up.
#include "workbook.h"
#include <curand_kernel.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

constexpr int THREADS = 56 * 256;

__global__ void draw(unsigned long long seed, int points, long long *hits) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    long long mine = 0;
    for (int i = 0; i < points; i++) {
        double2 u = curand_uniform2_double(&state);
        mine += u.x * u.x + u.y * u.y < 1;
    }
    hits[thread] = mine;
}

int main(int, char **argv) {
    long long *hits, total = THREADS * atoll(argv[2]);
    CHECK(cudaMalloc(&hits, THREADS * sizeof *hits));
    draw<<<56, 256>>>(strtoull(argv[1], nullptr, 10), atoi(argv[2]), hits);
    CHECK(cudaGetLastError());
    long long inner = thrust::reduce(thrust::device, hits, hits + THREADS);
    CHECK(cudaFree(hits));
    printf("inner=%lld total=%lld pi=%.8f\n", inner, total, 4. * inner / total);
}
