// A kernel for each of the two arrays, both launched with attributes into streams.
//= student: Ada Lovelace
//= place: 84
//= warp: 2
//= lane: 20
//= warps: 29
//= idle_lanes: 29
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ size_t element_of() {
    dim3 d = cg::this_grid().dim_threads();
    dim3 b = cg::this_thread_block().group_index(), t = cg::this_thread_block().thread_index();
    return (t.z * size_t(d.y) + b.y * blockDim.y + t.y) * d.x + b.x * blockDim.x + t.x;
}
template <bool WANT_LANE> __global__ void k(int *to, int ws) {
    unsigned r = cg::this_thread_block().thread_rank();
    if constexpr (WANT_LANE) to[element_of()] = int(r - r / ws * ws);
    else to[element_of()] = int(r / ws);
}
void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    cudaStream_t s[2];
    for (auto &e : s) CHECK(cudaStreamCreate(&e));
    cudaLaunchConfig_t c = {};
    c.gridDim = grid; c.blockDim = block; c.stream = s[0];
    CHECK(cudaLaunchKernelEx(&c, k<false>, warp, warp_size));
    c.stream = s[1];
    CHECK(cudaLaunchKernelEx(&c, k<true>, lane, warp_size));
    for (auto &e : s) { CHECK(cudaStreamSynchronize(e)); CHECK(cudaStreamDestroy(e)); }
}
