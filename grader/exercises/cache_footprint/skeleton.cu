// cache_footprint.cu - what four kernels ask for, and what must come from DRAM.
//
// Nothing is to be programmed. Read the kernels, write your numbers instead of the question marks, and let the grader
// check them: it runs the kernels and counts. All arrays begin where an allocation begins. Stores are not asked for.
//
// The lesson is chapters/03_layout_and_caches/README.md.
#include "workbook.h"

constexpr int SIDE = 256;          // of a square matrix, stored by rows
constexpr int THREADS = 256;       // of each block
constexpr int COUNT = SIDE * SIDE; // 65,536 floats

// A thread for each row: sum_rows<<<1, 256>>>
__global__ void sum_rows(const float *matrix, float *sums) {
    float sum = 0;
    for (int column = 0; column < SIDE; column++) sum += matrix[threadIdx.x * SIDE + column];
    sums[threadIdx.x] = sum;
}

// A thread for each column: sum_columns<<<1, 256>>>
__global__ void sum_columns(const float *matrix, float *sums) {
    float sum = 0;
    for (int row = 0; row < SIDE; row++) sum += matrix[row * SIDE + threadIdx.x];
    sums[threadIdx.x] = sum;
}

// A thread for each of 65,536 elements; in has 65,538: blur<<<256, 256>>>
__global__ void blur(const float *in, float *out) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    out[i] = in[i] + in[i + 1] + in[i + 2];
}

// A thread for each of 4,096 elements, which lie 16 floats apart: every_sixteenth<<<16, 256>>>
__global__ void every_sixteenth(const float *in, float *out) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    out[i] = in[16 * i];
}

// How many sectors do all warps of each launch ask for, all requests added up?
//= asked_by_sum_rows: ?
//= asked_by_sum_columns: ?
//= asked_by_blur: ?
//= asked_by_every_sixteenth: ?

// How many different sectors are these, so that each must come from DRAM once?
//= different_for_sum_rows: ?
//= different_for_sum_columns: ?
//= different_for_blur: ?
//= different_for_every_sixteenth: ?

// All multiprocessors read random places of a table again and again. Its size is a power of two. From which size on, in
// MiB, does it no longer fit into the L2 cache of this GPU?
//= too_large_for_l2: ?
