// memory_quiz.cu - where do the variables of these kernels live, how many are there, and for how long?
//
// Nothing is to be programmed. Read the kernels, write your answers instead of the question marks, and let the grader
// check them: it runs the kernels and looks. The lesson is chapters/01_warps_and_occupancy/README.md.
#include "workbook.h"

constexpr int THREADS = 128;

__constant__ float weight[3] = {0.25f, 0.5f, 0.25f};
__device__ unsigned calls = 0;

// Each thread makes a mean of three neighbours.
__global__ void smooth(const float *in, float *out) {
    __shared__ float tile[THREADS + 2];
    int i = blockIdx.x * THREADS + threadIdx.x;
    tile[threadIdx.x] = in[i];
    if (threadIdx.x < 2) tile[threadIdx.x + THREADS] = in[i + THREADS];
    __syncthreads(); // the threads of the block wait for each other (chapter 04)

    float near[3];
#pragma unroll
    for (int k = 0; k < 3; k++) near[k] = weight[k] * tile[threadIdx.x + k];
    out[i] = near[0] + near[1] + near[2];
    atomicAdd(&calls, 1); // adds 1 for each thread; none is lost if many do it at once (chapter 09)
}

// Each thread sorts its eight values into groups, and writes the last one of the group that is asked for.
__global__ void last_of_group(const int *group, const float *in, float *out, int wanted) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    float last[16] = {};
    for (int k = 0; k < 8; k++) last[group[8 * i + k] % 16] = in[8 * i + k];
    out[i] = last[wanted % 16];
}

// Where does each variable live? One of: register, local, shared, constant, global
//= place_of_weight: ?
//= place_of_calls: ?
//= place_of_in_0: ?
//= place_of_tile: ?
//= place_of_i: ?
//= place_of_near: ?
//= place_of_last: ?

// smooth and last_of_group are launched with 6 blocks of 128 threads each. How many of these variables are there?
//= copies_of_calls: ?
//= copies_of_tile: ?
//= copies_of_i: ?
//= copies_of_last: ?

// The program launches smooth<<<6, 128>>> three times and then reads calls. Which value does it find?
//= calls_after_three_launches: ?

// How long does each variable keep its value? As long as one of: thread, block, grid, program
//= life_of_near: ?
//= life_of_tile: ?
//= life_of_calls: ?
