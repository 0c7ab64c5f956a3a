// row_sums_shared.cu - sums of rows, a block a row: the last additions by one thread, and as a tree.
//
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 7
//= adding_in_step: 101
//= passes_alone: 875
#include "workbook.h"

// What all steps begin with: thread t adds up elements t, t + T, t + 2 T, ... of its row, in a register. Lanes are
// neighbours in every trip.
__device__ float partial_sum(const float *A, int columns) {
    const float *row = A + static_cast<size_t>(blockIdx.x) * columns;
    float sum = 0;
    for (int column = threadIdx.x; column < columns; column += blockDim.x) sum += row[column];
    return sum;
}

// Step 0: thread 0 adds the partial sums, one after another, while all others wait.
__global__ void row_sums_by_one(const float *A, float *sums, int columns) {
    extern __shared__ float partial[];
    partial[threadIdx.x] = partial_sum(A, columns);
    __syncthreads();
    if (threadIdx.x > 0) return; // no barrier follows
    float sum = 0;
    for (int i = 0; i < blockDim.x; i++) sum += partial[i];
    sums[blockIdx.x] = sum;
}

// Step 1: a tree. Of `left` partial sums the upper half is added to the lower half; with an odd number the one in the
// middle stays for the next step. Who has nothing to add still takes part in the barrier.
// With 1000 threads for each of 16,384 rows 0.54 ms on an H200 instead of 0.66; with 256 both take 0.44.
__global__ void row_sums_by_tree(const float *A, float *sums, int columns) {
    extern __shared__ float partial[];
    int thread = threadIdx.x;
    partial[thread] = partial_sum(A, columns);
    __syncthreads();
    for (int left = blockDim.x; left > 1;) {
        int half = ceil_div(left, 2);
        if (thread + half < left) partial[thread] += partial[thread + half];
        __syncthreads();
        left = half;
    }
    if (thread == 0) sums[blockIdx.x] = partial[0];
}

using Kernel = void (*)(const float *A, float *sums, int columns);
static void launch(Kernel kernel, const float *A, float *sums, int rows, int columns, int threads) {
    kernel<<<rows, threads, threads * sizeof(float)>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}

static void by_one(const float *A, float *sums, int rows, int columns, int threads) {
    launch(row_sums_by_one, A, sums, rows, columns, threads);
}
static void by_tree(const float *A, float *sums, int rows, int columns, int threads) {
    launch(row_sums_by_tree, A, sums, rows, columns, threads);
}

LADDER(row_sums, by_one, by_tree)
void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    LADDER_STEP(row_sums)(A, sums, rows, columns, threads);
}
