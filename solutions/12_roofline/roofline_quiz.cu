// roofline_quiz.cu - what can these kernels attain? Write each number in place of its question mark.
//
// The device is an A100: 19.5 TFLOP/s in single precision, 1,555 GB/s. A fused multiply-add is two operations. Bytes are
// those of the sectors that the requests move, as if no cache helped. The grader runs each kernel and counts.
#include "workbook.h"

// 1. Operations per byte.
__global__ void saxpy(float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * x[i] + y[i];
}
//= saxpy: 0.1667

__global__ void saxpy_strided(float a, const float *x, float *y) {
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    y[i] = a * x[i] + y[i];
}
//= saxpy_strided: 0.0417

__global__ void polynomial(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i], sum = 0;
#pragma unroll
    for (int p = 0; p < 64; p++) sum = sum * value + 0.5f;
    y[i] = sum;
}
//= polynomial: 16

// 2. The roofs. Where is the ridge, in operations per byte? What can the two kernels attain, in GFLOP/s?
//= ridge: 12.54
//= saxpy_rate: 259.2
//= polynomial_rate: 19500

// 3. The tiled product of chapter 04 with tiles of T x T: operations per loaded byte (loads only), and the first power of
// two for T with which it reaches the ridge.
//= tile_16: 4
//= tile_32: 8
//= tile_at_the_ridge: 64

// 4. A memory twice as fast moves the ridge. To where? And which of saxpy, saxpy_strided, polynomial and product_32 (tiles
// of 32) could such a memory make faster? Name them all, with blanks between.
//= doubled_ridge: 6.27
//= helped_by_memory: saxpy saxpy_strided product_32
