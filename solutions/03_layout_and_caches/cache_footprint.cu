// cache_footprint.cu - what four kernels ask for, and what must come from DRAM.
//
// Nothing is to be programmed. Read the kernels, write your numbers instead of the question marks, and let the grader
// check them: it runs the kernels and counts. All arrays begin where an allocation begins. Stores are not asked for.
//
// SIDE, TAPS, STEP and BLOCKS are drawn.
//     make questions EXERCISE=cache_footprint  shows the questions with numbers
//     make another EXERCISE=cache_footprint    shows them with others
// The lesson is chapters/03_layout_and_caches/README.md.
//= student: Ada Lovelace
#include "workbook.h"

constexpr int THREADS = 256; // of each block of blur and every

// A thread for each row of a square matrix, stored by rows: sum_rows<<<1, SIDE>>>
__global__ void sum_rows(const float *matrix, float *sums, int SIDE) {
    float sum = 0;
#pragma unroll 1
    for (int column = 0; column < SIDE; column++) sum += matrix[threadIdx.x * SIDE + column];
    sums[threadIdx.x] = sum;
}

// A thread for each column: sum_columns<<<1, SIDE>>>
__global__ void sum_columns(const float *matrix, float *sums, int SIDE) {
    float sum = 0;
    for (int row = 0; row < SIDE; row++) sum += matrix[row * SIDE + threadIdx.x];
    sums[threadIdx.x] = sum;
}

// A thread for each of BLOCKS * 256 elements; in has TAPS - 1 more: blur<<<BLOCKS, 256>>>
__global__ void blur(const float *in, float *out, int TAPS) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int tap = 0; tap < TAPS; tap++) sum += in[i + tap];
    out[i] = sum;
}

// A thread for each of BLOCKS * 256 elements, which lie STEP floats apart: every<<<BLOCKS, 256>>>
__global__ void every(const float *in, float *out, int STEP) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    out[i] = in[STEP * i];
}

// How many sectors do all warps of each launch ask for, all requests added up?
//= asked_by_blur: 784
//= asked_by_sum_rows: 4096
//= asked_by_sum_columns: 512
//= asked_by_every: 1792

// How many different sectors are these, so that each must come from DRAM once?
//= different_for_sum_rows: 512
//= different_for_sum_columns: 512
//= different_for_blur: 225
//= different_for_every: 1792

// All multiprocessors read random places of a table again and again. Its size is a multiple of your number of MiB. What
// is the smallest such size, in MiB, that does not fit into the L2 cache of this GPU?
//= too_large_for_l2: 66
