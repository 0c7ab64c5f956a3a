// tiles_by_async_copies.cu - tiles that a block's threads fetch by asynchronous copies of 4 bytes.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

constexpr int SIDE = 16;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[SIDE][SIDE], b[SIDE][SIDE];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<SIDE> line = cg::tiled_partition<SIDE>(block);
    int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * SIDE, row = blockIdx.y * SIDE + y;
    float sum = 0;
    for (int first = 0; first < k; first += SIDE) {
        int width = min(SIDE, k - first), columns = max(0, min(SIDE, n - left));
        a[y][x] = b[y][x] = 0;
        line.sync();
        if (row < m) cg::memcpy_async(line, a[y], A + static_cast<size_t>(row) * k + first, width * sizeof(float));
        if (first + y < k)
            cg::memcpy_async(line, b[y], B + static_cast<size_t>(first + y) * n + left, columns * sizeof(float));
        cg::wait(line);
        block.sync();
        for (int p = 0; p < SIDE; p++) sum += a[y][p] * b[p][x];
        block.sync();
    }
    if (row < m && left + x < n) C[static_cast<size_t>(row) * n + left + x] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, SIDE), ceil_div(m, SIDE)), dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
