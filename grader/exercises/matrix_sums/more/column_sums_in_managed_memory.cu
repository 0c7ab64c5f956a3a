// column_sums_in_managed_memory.cu - slabs add to sums in managed memory, which the host has cleared, and a kernel copies them.
//
//= student: Ada Lovelace
//= sectors_thread_a_row: 3840
//= sectors_thread_a_column: 30720
//= warps: 2127
//= percent_filled: 25.18
//= why_slow: few_warps
//= experiment: other_block
#include "workbook.h"

constexpr int WARP = 32;
constexpr int THREADS = 256;
constexpr int SLAB = 64; // rows that a thread of step 2 adds up

__device__ float warp_sum(float value) {
    for (int distance = WARP / 2; distance > 0; distance /= 2) value += __shfl_down_sync(0xFFFFFFFF, value, distance);
    return value;
}

// Step 0: one thread, one sum. Lanes of the row sums are a row apart, 32 sectors per request.
__global__ void row_sums_by_thread(const float *A, float *sums, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int column = 0; column < columns; column++) sum += A[static_cast<size_t>(row) * columns + column];
    sums[row] = sum;
}

// Lanes of the column sums are neighbours, 4 sectors per request.
__global__ void column_sums_by_thread(const float *A, float *sums, int rows, int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns) return;
    float sum = 0;
    for (int row = 0; row < rows; row++) sum += A[static_cast<size_t>(row) * columns + column];
    sums[column] = sum;
}

// Step 1: one warp, one row. Lane l takes elements l, l + 32, l + 64, ...: the lanes are neighbours in every trip, and
// there are 32 times as many warps. The whole warp leaves together, since its lanes have one row. On an H200 16,384
// rows of 16,384 take 0.24 ms, and 2.1 ms with a thread a row.
__global__ void row_sums_by_warp(const float *A, float *sums, int rows, int columns) {
    int row = blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return;
    float sum = 0;
    for (int column = lane; column < columns; column += WARP) sum += A[static_cast<size_t>(row) * columns + column];
    sum = warp_sum(sum);
    if (lane == 0) sums[row] = sum;
}

// Step 2: the columns again, in slabs of 64 rows. No sector less, but as many times more warps as there are slabs. The
// sums of the slabs meet in an atomic addition, so the caller clears them first. 0.24 ms on an H200, 0.65 without
// slabs.
__global__ void column_sums_by_slab(const float *A, float *sums, int rows, int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns) return;
    int first = blockIdx.y * SLAB, end = min(first + SLAB, rows);
    float sum = 0;
    for (int row = first; row < end; row++) sum += A[static_cast<size_t>(row) * columns + column];
    atomicAdd(&sums[column], sum);
}

// Step 3: a block a row, four floats a load. A warp has four times the bytes in flight, and the row's 8 warps finish
// together. The warps' sums meet in shared memory, which chapter 04 explains. 0.2368 ms for 16,384 rows of 16,384 on an
// H200, where a warp a row takes 0.247 and CUB's segmented sum 0.2371 (figures/h200_peers.csv).
__global__ void row_sums_by_block(const float *A, float *sums, int columns) {
    __shared__ float warp_sums[THREADS / WARP];
    const float4 *row = reinterpret_cast<const float4 *>(A + static_cast<size_t>(blockIdx.x) * columns);
    float sum = 0;
    for (int i = threadIdx.x; i < columns / 4; i += THREADS) {
        float4 four = row[i];
        sum += (four.x + four.y) + (four.z + four.w);
    }
    sum = warp_sum(sum);
    if (threadIdx.x % WARP == 0) warp_sums[threadIdx.x / WARP] = sum;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int warp = 1; warp < THREADS / WARP; warp++) sum += warp_sums[warp];
    sums[blockIdx.x] = sum;
}

static void launch_columns(const float *A, float *sums, int rows, int columns) {
    column_sums_by_thread<<<ceil_div(columns, THREADS), THREADS>>>(A, sums, rows, columns);
    CHECK(cudaGetLastError());
}

static void launch_row_warps(const float *A, float *sums, int rows, int columns) {
    row_sums_by_warp<<<ceil_div(rows, THREADS / WARP), THREADS>>>(A, sums, rows, columns);
    CHECK(cudaGetLastError());
}

static void sums_by_thread(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    row_sums_by_thread<<<ceil_div(rows, THREADS), THREADS>>>(A, row_sums, rows, columns);
    CHECK(cudaGetLastError());
    launch_columns(A, column_sums, rows, columns);
}

static void sums_by_warp(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    launch_row_warps(A, row_sums, rows, columns);
    launch_columns(A, column_sums, rows, columns);
}

__global__ void copy_sums(const float *from, float *to, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i];
}

static void launch_column_slabs(const float *A, float *to, int rows, int columns) {
    float *column_sums;
    CHECK(cudaMallocManaged(&column_sums, columns * sizeof(float)));
    for (int i = 0; i < columns; i++) column_sums[i] = 0;
    dim3 grid(ceil_div(columns, THREADS), ceil_div(rows, SLAB));
    column_sums_by_slab<<<grid, THREADS>>>(A, column_sums, rows, columns);
    copy_sums<<<ceil_div(columns, 256), 256>>>(column_sums, to, columns);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(column_sums));
}

static void sums_by_slab(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    launch_row_warps(A, row_sums, rows, columns);
    launch_column_slabs(A, column_sums, rows, columns);
}

// A float4 begins at a multiple of 16 bytes, so rows must be multiples of four floats.
static void sums_by_block(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    if (columns % 4) return sums_by_slab(A, row_sums, column_sums, rows, columns);
    row_sums_by_block<<<rows, THREADS>>>(A, row_sums, columns);
    CHECK(cudaGetLastError());
    launch_column_slabs(A, column_sums, rows, columns);
}

LADDER(matrix_sums, sums_by_thread, sums_by_warp, sums_by_slab, sums_by_block)
void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    LADDER_STEP(matrix_sums)(A, row_sums, column_sums, rows, columns);
}
