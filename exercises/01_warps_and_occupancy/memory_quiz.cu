// memory_quiz.cu - where do the variables of these kernels live, how many are there, and for how long?
//
// Nothing is to be programmed. Read the kernels, write your answers instead of the question marks, and let the grader
// check them: it runs the kernels and looks. The lesson is chapters/01_warps_and_occupancy/README.md.
//
// BLOCKS, COUNT, LAUNCHES and the variables that you are asked about are drawn.
//     make questions EXERCISE=memory_quiz  shows the questions with numbers
//     make another EXERCISE=memory_quiz    shows them with others
//= numbers: 1
#include "workbook.h"

constexpr int THREADS = 128;

__constant__ float weight[3] = {0.25f, 0.5f, 0.25f};
__device__ unsigned calls = 0;

// Each thread makes a mean of three neighbours; the first COUNT of them store it.
__global__ void smooth(const float *in, float *out, int COUNT) {
    __shared__ float tile[THREADS + 2];
    __shared__ const float *front; // where this block's part of in begins
    if (threadIdx.x == 0) front = in + blockIdx.x * THREADS;
    __syncthreads(); // the threads of the block wait for each other (chapter 04)
    tile[threadIdx.x] = front[threadIdx.x];
    if (threadIdx.x < 2) tile[threadIdx.x + THREADS] = front[threadIdx.x + THREADS];
    __syncthreads();

    int i = blockIdx.x * THREADS + threadIdx.x;
    float window[3];
#pragma unroll 1 // the loop stays a loop
    for (int k = 0; k < 3; k++) window[k] = weight[k] * tile[threadIdx.x + k];
    if (i < COUNT) {
        out[i] = window[0] + window[1] + window[2];
        atomicAdd(&calls, 1); // adds 1 for each thread; none is lost if many do it at once (chapter 09)
    }
}

// Each thread has eight values. Of each two that are four apart it takes the larger; it stores the sum of these four.
__global__ void larger_of_pairs(const float *in, float *out) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    float best[4] = {};
#pragma unroll
    for (int k = 0; k < 8; k++) best[k % 4] = fmaxf(best[k % 4], in[8 * i + k]);
    out[i] = best[0] + best[1] + best[2] + best[3];
}

// The program launches smooth<<<BLOCKS, 128>>> LAUNCHES times, and then reads calls. Which value does it find?
//= calls_at_the_end: ?

// Where do three variables live? Some are an element of an array, or what a pointer points to. Answer one of: register,
// local, shared, constant, global
//= place_1: ?
//= place_2: ?
//= place_3: ?

// Both kernels are launched with BLOCKS blocks of 128 threads. How many copies of a variable exist during its kernel's
// launch (an array is one variable)? And how many bytes do all copies of two others have together?
//= copies: ?
//= bytes_1: ?
//= bytes_2: ?

// A variable of the kind in your question is 0 at first, and each thread of BLOCKS blocks of 128 adds 1 to it with
// atomicAdd. Which value does thread 0 of block 0 then read? (Its block has finished adding; for a __device__ variable,
// all blocks have.)
//= found: ?

// How long does a variable keep its value? As long as one of: thread, block, grid, program
//= life_1: ?
//= life_2: ?
