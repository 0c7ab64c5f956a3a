// matrix_sums.cu - the sum of every row and of every column of a matrix, with no sector loaded in vain.
//
// A (rows x columns) is stored by rows: element [row][column] is A[row * columns + column]. row_sums has `rows` floats,
// column_sums has `columns`. All are device pointers, the sizes are any positive numbers. row_sums and column_sums hold
// arbitrary values at first.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

// Adds up the values of a warp's 32 lanes; lane 0 gets the sum. All 32 lanes must call it together. How it works is a
// subject of chapter 09.
__device__ float warp_sum(float value) {
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xFFFFFFFF, value, distance);
    return value;
}

// TODO 1: each sum is that of one whole row, and whenever a warp loads, its 32 lanes load neighbours. Which threads
// work on a row together, and which elements of it are theirs? Who stores?
__global__ void row_sums_kernel(const float *A, float *sums, int rows, int columns) {}

// TODO 2: the same for columns. It is easier.
__global__ void column_sums_kernel(const float *A, float *sums, int rows, int columns) {}

void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    constexpr int threads = 256;
    // TODO 3: grids that cover all rows and all columns.
    row_sums_kernel<<<1, threads>>>(A, row_sums, rows, columns);
    CHECK(cudaGetLastError());
    column_sums_kernel<<<1, threads>>>(A, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}

// Questions first.
//     make questions EXERCISE=matrix_sums  shows the questions with numbers
//     make another EXERCISE=matrix_sums    shows them with others
//= numbers: 1
// One kernel gives each row of a large matrix a warp, and another one gives each column a thread. How many warps do
// they have together?
//= warps: ?
// Now the two plain kernels: one thread adds up one row, or one column, in a loop. Your matrix may be stored by rows, as
// above, or by columns: then element [row][column] is A[column * rows + row]. How many sectors do all loads of each
// kernel touch?
//= sectors_thread_a_row: ?
//= sectors_thread_a_column: ?
// An H200 holds 132 * 64 = 8,448 warps. What percentage of them do your two kernels fill?
//= percent_filled: ?
// A kernel of sums does not keep the memory of an H200 busy. Which of these is the reason?
//   strided     its requests touch more sectors than they need
//   conflicts   its lanes wait for each other in shared memory
//   few_warps   it has too few warps to keep the memory busy
//= why_slow: ?
// Row sums are slow on another GPU, and you suspect a cause. Which experiment would tell?
//   other_block   launch with other block sizes
//   second_run    launch twice and time the second launch
//   transposed    sum the columns of the transposed matrix
//= experiment: ?
