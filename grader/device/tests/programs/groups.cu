// groups.cu - cooperative groups: blocks, tiles, coalesced threads, reductions, scans and the whole grid.
#include "claims.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

enum { THREADS = 128, RESULTS = 16 };

__global__ void members(int *out) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(warp);
    cg::thread_group any = cg::tiled_partition(block, 4);
    int i = block.thread_rank();
    int *to = out + i * RESULTS;
    to[0] = block.size(), to[1] = warp.thread_rank(), to[2] = warp.meta_group_rank(), to[3] = tile.thread_rank(), to[4] = tile.size();
    to[5] = tile.shfl(i, 2), to[6] = tile.shfl_xor(i, 1), to[7] = cg::reduce(tile, i, cg::plus<int>());
    to[8] = cg::reduce(warp, i, cg::greater<int>()), to[9] = cg::inclusive_scan(tile, i), to[10] = cg::exclusive_scan(warp, 1);
    to[11] = (int)tile.ballot(i % 2), to[12] = tile.any(i % 8 == 3), to[13] = any.thread_rank();
    to[14] = to[15] = -1;
    if (i % 3 == 0) {
        cg::coalesced_group some = cg::coalesced_threads();
        to[14] = some.size(), to[15] = some.shfl((int)some.thread_rank(), 1) + 100 * some.thread_rank();
    }
    block.sync();
    warp.sync();
    any.sync();
}

static int expected_member(int i, int n) {
    int first = i & ~7, lane = i & 31, sum = 0, rank = 0, size = 0;
    for (int t = i & ~31; t < (i & ~31) + 32; t++) size += t % 3 == 0, rank += t % 3 == 0 && t < i;
    for (int t = first; t <= i; t++) sum += t;
    const int results[RESULTS] = {THREADS, lane, i / 32, i % 8, 8, first + 2, i ^ 1, 8 * first + 28, (i & ~31) + 31, sum, lane,
                                  0xaa, 1, i % 4, i % 3 ? -1 : size, i % 3 ? -1 : 1 + 100 * rank};
    return results[n];
}

__global__ void float_reductions(const float *in, float *out) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    float v = in[block.thread_rank()];
    out[4 * block.thread_rank()] = cg::reduce(warp, v, cg::plus<float>());
    out[4 * block.thread_rank() + 1] = cg::reduce(warp, v, cg::less<float>());
    double wide = cg::reduce(cg::tiled_partition<4>(warp), (double)v, cg::plus<double>());
    out[4 * block.thread_rank() + 2] = (float)wide;
    auto half = cg::binary_partition(warp, warp.thread_rank() % 2 == 0);
    out[4 * block.thread_rank() + 3] = cg::reduce(half, (int)v, cg::plus<int>());
}

static float expected_reduction(int at) {
    int i = at / 4, warp = i & ~31;
    switch (at % 4) {
    case 0: return warp * 32 + 31 * 16;
    case 1: return warp;
    case 2: return (i & ~3) * 4 + 6;
    default: return 16 * warp + (i % 2 ? 256 : 240);
    }
}

// Neighbours change each other's cells between two barriers of the whole grid.
__global__ void grid_barrier(int *cells, int rounds, int count) {
    cg::grid_group grid = cg::this_grid();
    int i = (int)grid.thread_rank();
    for (int n = 0; n < rounds; n++) {
        int next = cells[(i + 1) % count];
        grid.sync();
        cells[i] = next + 1;
        grid.sync();
    }
    if (i == 0) cells[count] = grid.is_valid() + 2 * (int)(grid.size() == (unsigned long long)count);
}

int main() {
    Array<int> out(THREADS * RESULTS);
    members<<<1, THREADS>>>(out.device);
    out.read();
    for (int n = 0; n < RESULTS; n++) {
        int wrong = -1;
        for (int i = 0; i < THREADS && wrong < 0; i++)
            if (out[i * RESULTS + n] != expected_member(i, n)) wrong = i;
        char name[40];
        snprintf(name, sizeof name, "group member %d", n);
        int at = std::max(wrong, 0);
        claim(name, wrong < 0, "thread %d: %d expected, got %d", at, expected_member(at, n), out[at * RESULTS + n]);
    }
    Array<float> in(THREADS), sums(THREADS * 4);
    for (int i = 0; i < THREADS; i++) in[i] = (float)i;
    in.write();
    float_reductions<<<1, THREADS>>>(in.device, sums.device);
    claim_each("reductions of groups", sums, expected_reduction);
    int count = 8 * 64, rounds = 5;
    Array<int> cells(count + 1);
    for (int i = 0; i < count; i++) cells[i] = i;
    cells.write();
    void *arguments[] = {&cells.device, &rounds, &count};
    MUST(cudaLaunchCooperativeKernel((void *)grid_barrier, dim3(8), dim3(64), arguments, 0, 0));
    claim_each("barriers of the grid", cells, [=](int i) { return i == count ? 3 : (i + rounds) % count + rounds; });
    int blocks = 0, supported = 0;
    MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, grid_barrier, 64, 0));
    MUST(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    claim("the device says so", blocks > 0 && supported == 1);
    return claims_end();
}
