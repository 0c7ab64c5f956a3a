// async_copies.cu - The block's tiles come by cooperative_groups::memcpy_async, row by row.
//
//= student: Ada Lovelace
//= loads_plain: 10752
//= requests_plain: 16384
//= requests_staged: 512
//= loads_staged: 36
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

constexpr int TILE = 32;

__global__ void multiply_kernel(const float *A, const float *B, float *C, int n) {
    __shared__ alignas(16) float A_tile[TILE][TILE], B_tile[TILE][TILE];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int r = warp.meta_group_rank(), c = warp.thread_rank();
    size_t row = blockIdx.y * TILE + r, column = blockIdx.x * TILE;
    cg::memcpy_async(warp, A_tile[r], A + row * TILE, sizeof A_tile[r]);
    cg::memcpy_async(warp, B_tile[r], B + r * static_cast<size_t>(n) + column, sizeof B_tile[r]);
    cg::wait(warp);
    block.sync();
    float sum = 0;
    for (int p = 0; p < TILE; p++) sum += A_tile[r][p] * B_tile[p][c];
    C[row * n + column + c] = sum;
}

void multiply_ab(const float *A, const float *B, float *C, int m, int n) {
    multiply_kernel<<<dim3(n / TILE, m / TILE), TILE * TILE>>>(A, B, C, n);
    CHECK(cudaGetLastError());
}
