// clusters_add_rows.cu - two blocks add up a row, and their sums meet in the first one.
//= student: Ada Lovelace
//= warps: 2127 // warps of the kernel with a warp for each of 1,794 rows and of the kernel with a thread for each of 10,656 columns, together
//= sectors_thread_a_row: 3840 // sectors loaded, a thread a row, A of 96 x 320, stored by columns
//= sectors_thread_a_column: 30720 // sectors loaded, a thread a column, A of 96 x 320, stored by columns
//= percent_filled: 25.1775568182 // percentage of 8,448 warps that these two kernels fill
//= why_slow: few_warps // why a kernel is slow that touches 4 sectors per load request, has 0 conflicts per shared request, and 857 warps
//= experiment: other_block // which experiment tells whether the block size is the cause
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) rows_by_cluster(const float *A, float *sums, int columns) {
    __shared__ float part[2];
    __shared__ float of_warp[4];
    auto cluster = cg::this_cluster();
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    size_t row = blockIdx.x / 2;
    float s = 0;
    for (int c = cluster.thread_rank(); c < columns; c += 256) s += A[row * columns + c];
    s = cg::reduce(warp, s, cg::plus<float>());
    if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = s;
    block.sync();
    cluster.sync(); // all blocks have begun
    if (threadIdx.x == 0) cluster.map_shared_rank(part, 0)[cluster.block_rank()] = of_warp[0] + of_warp[1] + of_warp[2] + of_warp[3];
    cluster.sync();
    if (cluster.thread_rank() == 0) sums[row] = part[0] + part[1];
}
__global__ void columns_by_slabs(const float *A, float *sums, int rows, int columns) {
    int c = blockIdx.x * 128 + threadIdx.x;
    if (c >= columns) return;
    float s = 0;
    for (int r = blockIdx.y; r < rows; r += gridDim.y) s += A[size_t(r) * columns + c];
    atomicAdd(sums + c, s);
}
void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    rows_by_cluster<<<2 * rows, 128>>>(A, row_sums, columns);
    CHECK(cudaGetLastError());
    CHECK(cudaMemsetAsync(column_sums, 0, columns * sizeof(float)));
    columns_by_slabs<<<dim3(ceil_div(columns, 128), min(16, rows)), 128>>>(A, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}
