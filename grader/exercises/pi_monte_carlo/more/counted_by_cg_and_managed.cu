// counted_by_cg_and_managed.cu - cg::reduce over the block, one addition for each block to a managed variable.
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdint>
#include <cuda/atomic>
#include <curand_kernel.h>
namespace cg = cooperative_groups;

__managed__ unsigned long long inner;

__global__ void __launch_bounds__(256) draw(unsigned long long seed, int points) {
    __shared__ unsigned long long of_warps[8];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    curandStatePhilox4_32_10_t state;
    curand_init(seed, cg::this_grid().thread_rank(), 0, &state);
    unsigned long long mine = 0;
    while (points-- > 0) {
        double x = fma(2.0, curand_uniform_double(&state), -1.0), y = fma(2.0, curand_uniform_double(&state), -1.0);
        if (x * x + y * y < 1) mine++;
    }
    mine = cg::reduce(warp, mine, cg::plus<unsigned long long>());
    if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = mine;
    block.sync();
    if (block.thread_rank() > 0) return;
    for (int w = 1; w < 8; w++) mine += of_warps[w];
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(inner).fetch_add(mine);
}

int main(int argc, char **argv) {
    if (argc < 3) return EXIT_FAILURE;
    int points = std::atoi(argv[2]);
    inner = 0;
    draw<<<56, 256>>>(std::strtoull(argv[1], nullptr, 10), points);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    uint64_t total = uint64_t{56} * 256 * points;
    std::printf("inner=%llu total=%llu pi=%.6f\n", inner, static_cast<unsigned long long>(total), 4.0 * inner / total);
}
