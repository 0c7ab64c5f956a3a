// cache_footprint.cu - what four kernels ask for, and what must come from DRAM.
//
// All floats lie at the begin of allocations. Stores are not asked for.
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
//= asked_by_sum_rows: 65,536
//= asked_by_sum_columns: 8,192
//= asked_by_blur: 28,672
//= asked_by_every_sixteenth: 4,096

// How many different sectors are these, so that each must come from DRAM once?
//= different_for_sum_rows: 8,192
//= different_for_sum_columns: 8,192
//= different_for_blur: 8,193
//= different_for_every_sixteenth: 4,096

// All multiprocessors read random places of a table again and again. Its size is a power of two. From which size on, in
// MiB, does it no longer fit into the L2 cache of this GPU?
//= too_large_for_l2: 64
