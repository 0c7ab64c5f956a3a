// pipeline.cu - Two stages of cuda::memcpy_async: one tile is being loaded while the one before it is stored.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

constexpr int THREADS = 256, EACH = 4, TILE = THREADS * EACH, STAGES = 2;

__global__ void copy_tiles(const float *in, float *out, int count) {
    __shared__ alignas(16) float tile[STAGES][TILE];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    int tiles = ceil_div(count, TILE);
    auto fetch = [&](int t, int stage) {
        pipe.producer_acquire();
        for (int e = 0; e < EACH; e++) {
            int i = e * THREADS + threadIdx.x;
            long long at = static_cast<long long>(t) * TILE + i;
            if (t < tiles && at < count) cuda::memcpy_async(&tile[stage][i], in + at, sizeof(float), pipe);
        }
        pipe.producer_commit();
    };
    fetch(blockIdx.x, 0);
    int stage = 0;
    for (int t = blockIdx.x; t < tiles; t += gridDim.x, stage ^= 1) {
        fetch(t + gridDim.x, stage ^ 1);
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        for (int e = 0; e < EACH; e++) {
            long long at = static_cast<long long>(t) * TILE + e * THREADS + threadIdx.x;
            if (at < count) out[at] = tile[stage][e * THREADS + threadIdx.x];
        }
        pipe.consumer_release();
    }
}

void copy_floats(const float *in, float *out, int count) {
    copy_tiles<<<min(ceil_div(count, TILE), 132 * 8), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}
