// two_stages_of_bulk_copies.cu - PTX of its own: thread 0 begins bulk copies of two tiles, and bulk copies store them.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"
#include <cstdint>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

constexpr int THREADS = 128, TILE = 1024, STAGES = 2;

__global__ void copy_tiles(const float *in, float *out, int tiles, int count) {
    __shared__ alignas(128) float tile[STAGES][TILE];
    __shared__ alignas(8) uint64_t full[STAGES];
    if (threadIdx.x == 0) {
        for (uint64_t &bar : full) ptx::mbarrier_init(&bar, 1);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    auto fetch = [&](int number, int stage) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage], TILE * 4);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[stage], in + static_cast<size_t>(number) * TILE,
                           TILE * 4, &full[stage]);
    };
    int first = blockIdx.x, phase[STAGES] = {};
    if (threadIdx.x == 0)
        for (int s = 0; s < STAGES; s++)
            if (first + s * static_cast<int>(gridDim.x) < tiles) fetch(first + s * gridDim.x, s);
    for (int number = first, stage = 0; number < tiles; number += gridDim.x, stage ^= 1) {
        while (!ptx::mbarrier_try_wait_parity(&full[stage], phase[stage])) {}
        phase[stage] ^= 1;
        for (int i = threadIdx.x; i < TILE; i += THREADS) out[static_cast<size_t>(number) * TILE + i] = tile[stage][i];
        __syncthreads();
        int next = number + STAGES * gridDim.x;
        if (threadIdx.x == 0 && next < tiles) fetch(next, stage);
    }
    if (blockIdx.x == gridDim.x - 1)
        for (int i = tiles * TILE + threadIdx.x; i < count; i += THREADS) out[i] = in[i];
}

void copy_floats(const float *in, float *out, int count) {
    int tiles = count / TILE;
    copy_tiles<<<max(1, min(tiles, 132 * 8)), THREADS>>>(in, out, tiles, count);
    CHECK(cudaGetLastError());
}
