// barrier_of_the_grid.cu - a cooperative launch: blocks leave their counts, the grid waits, the first warp adds them.
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <curand_kernel.h>
namespace cg = cooperative_groups;

constexpr int BLOCKS = 56, THREADS = 256;

__global__ void count(unsigned long long seed, int points, unsigned *of_warps, unsigned *inner) {
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    curandState state;
    curand_init(seed, grid.thread_rank(), 0, &state);
    unsigned inside = 0;
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1;
        double y = 2 * curand_uniform_double(&state) - 1;
        inside += x * x + y * y < 1;
    }
    unsigned of_warp = cg::reduce(warp, inside, cg::plus<unsigned>());
    if (warp.thread_rank() == 0) of_warps[grid.thread_rank() / 32] = of_warp;
    grid.sync();
    if (grid.thread_rank() >= 32) return;
    unsigned sum = 0;
    for (unsigned i = warp.thread_rank(); i < grid.size() / 32; i += 32) sum += of_warps[i];
    sum = cg::reduce(warp, sum, cg::plus<unsigned>());
    if (warp.thread_rank() == 0) *inner = sum;
}

int main(int argc, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int points = atoi(argv[2]);
    unsigned *of_warps, *on_device, inner;
    CHECK(cudaMalloc(&of_warps, BLOCKS * THREADS / 32 * sizeof *of_warps));
    CHECK(cudaMalloc(&on_device, sizeof *on_device));
    void *arguments[] = {&seed, &points, &of_warps, &on_device};
    CHECK(cudaLaunchCooperativeKernel(count, dim3(BLOCKS), dim3(THREADS), arguments, 0, nullptr));
    CHECK(cudaMemcpy(&inner, on_device, sizeof inner, cudaMemcpyDeviceToHost));
    printf("inner=%u total=%d pi=%.7f\n", inner, BLOCKS * THREADS * points, 4.0 * inner / (1.0 * BLOCKS * THREADS * points));
    CHECK(cudaFree(of_warps));
    CHECK(cudaFree(on_device));
}
