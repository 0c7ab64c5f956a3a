// trick: a loop over all lanes of a warp, each of which tells its sum by a reduction
// like: limit-one_thread_adds.edit
// says: passes through shared memory a row
#include "workbook.h"

__global__ void add_row(const float *A, float *sums, int columns) {
    __shared__ float of_warps[32];
    int t = threadIdx.x, threads = blockDim.x;
    float sum = 0, all = 0;
    for (int c = t; c < columns; c += threads) sum += A[static_cast<size_t>(blockIdx.x) * columns + c];
    int lanes = min(32, threads - t / 32 * 32);
    unsigned mask = lanes == 32 ? ~0u : (1u << lanes) - 1;
    for (int lane = 0; lane < lanes; lane++)
        all += __uint_as_float(__reduce_or_sync(mask, t % 32 == lane ? __float_as_uint(sum) : 0));
    if (t % 32 == 0) of_warps[t / 32] = all;
    __syncthreads();
    if (t > 0) return;
    for (int warp = 1; warp < ceil_div(threads, 32); warp++) all += of_warps[warp];
    sums[blockIdx.x] = all;
}

void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    add_row<<<rows, threads>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}
