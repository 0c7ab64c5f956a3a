// cooperative_tiles_with_philox.cu - Philox, both coordinates from one call; tiles reduce, and cuda::atomic_ref adds in
// managed memory.
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <curand_kernel.h>
namespace cg = cooperative_groups;

__global__ void count_points(unsigned long long seed, int points, unsigned long long *inner) {
    curandStatePhilox4_32_10_t state;
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    curand_init(seed, cg::this_grid().thread_rank(), 0, &state);
    unsigned long long mine = 0;
    for (int i = 0; i < points; i++) {
        double2 u = curand_uniform2_double(&state);
        double x = fma(2.0, u.x, -1.0), y = fma(2.0, u.y, -1.0);
        if (fma(x, x, y * y) < 1) ++mine;
    }
    mine = cg::reduce(tile, mine, cg::plus<unsigned long long>());
    if (tile.thread_rank() == 0)
        cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(*inner).fetch_add(mine,
                                                                                          cuda::memory_order_relaxed);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s SEED POINTS_PER_THREAD\n", argv[0]);
        return EXIT_FAILURE;
    }
    const auto seed = std::strtoull(argv[1], nullptr, 10), points = std::strtoull(argv[2], nullptr, 10);
    unsigned long long *inner;
    CHECK(cudaMallocManaged(&inner, sizeof *inner));
    CHECK(cudaMemset(inner, 0, sizeof *inner));
    count_points<<<56, 256>>>(seed, static_cast<int>(points), inner);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    const auto total = 56 * 256 * points;
    printf("inner=%llu total=%llu pi=%.6f\n", *inner, total, 4.0 * *inner / total);
    CHECK(cudaFree(inner));
}
