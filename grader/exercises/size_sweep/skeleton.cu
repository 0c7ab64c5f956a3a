// size_sweep.cu - how a product of n x n matrices fills the GPU: blocks, waves, resident warps.
//
// The product and its launch are complete. Fill in the four numbers of Sweep (common/multiprocessor.h says what they
// mean). Ask the device, do not guess: cudaGetDeviceProperties knows how many multiprocessors it has, and
// cudaOccupancyMaxActiveBlocksPerMultiprocessor how many blocks of a kernel one of them holds. The grader calls the
// function with several sizes, blocks and amounts of shared memory, and also on a GPU with other multiprocessors.
//
// The lesson is chapters/01_warps_and_occupancy/README.md.
#include "workbook.h"
#include "multiprocessor.h"
#include <algorithm>

// Predict before you write: the questions are at the end of this file.

__global__ void product(const float *A, const float *B, float *C, int n) {
    extern __shared__ float unused[]; // only takes shared memory, so that fewer blocks fit
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[static_cast<size_t>(row) * n + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

Sweep size_sweep(const float *A, const float *B, float *C, int n, int width, int shared_bytes) {
    dim3 block(width, width);
    dim3 grid(ceil_div(n, width), ceil_div(n, width));
    CHECK(cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    product<<<grid, block, shared_bytes>>>(A, B, C, n);
    CHECK(cudaGetLastError());

    Sweep sweep = {};
    // TODO 1: the blocks of the grid.
    // TODO 2: the blocks that one multiprocessor holds, for this block and this amount of shared memory.
    // TODO 3: the waves that all multiprocessors together need for the grid.
    // TODO 4: the warps that a multiprocessor holds in the first wave. A small grid does not fill it.
    return sweep;
}

// Predict for blocks of 16 x 16 threads. Each of the 132 multiprocessors of an H200 holds 8 of them. Sizes are drawn.
//     make questions EXERCISE=size_sweep  shows the questions with numbers
//     make another EXERCISE=size_sweep    shows them with others
//= numbers: 1
// How many blocks does a product of rows x columns elements have, and how many waves are they?
//= blocks: ?
//= waves: ?
// How many warps are resident on a multiprocessor on average, for a small square matrix?
//= warps: ?
// How many waves for a large one?
//= waves_large: ?
// What is the smallest multiple of your unit whose first wave is full?
//= first_full_wave: ?
