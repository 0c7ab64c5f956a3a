// roofline_quiz.cu - what can these kernels attain? Write each number in place of its question mark: 5.33 or 16/3.
//
// A fused multiply-add is two operations. Bytes are those of the sectors that the requests move, as if no cache helped.
// The device and the kernels' sizes are drawn.
//     make questions EXERCISE=roofline_quiz  shows the questions with numbers
//     make another EXERCISE=roofline_quiz    shows them with others
// The grader runs each kernel with your sizes and counts.
//= numbers: 1
#include "workbook.h"

// 1. Operations per byte. ARRAYS, STEP and DEGREE are yours.
constexpr int COUNT = 1 << 14;
__global__ void sum(const float *x, float *y, int ARRAYS) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float total = x[i];
    for (int a = 1; a < ARRAYS; a++) total += x[a * COUNT + i];
    y[i] = total;
}
//= sum: ?

__global__ void saxpy_strided(float a, const float *x, float *y, int STEP) {
    int i = STEP * (blockIdx.x * blockDim.x + threadIdx.x);
    y[i] = a * x[i] + y[i];
}
//= saxpy_strided: ?

__global__ void polynomial(const float *x, float *y, int DEGREE) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i], total = 0.5f;
    for (int p = 0; p < DEGREE; p++) total = total * value + 0.25f;
    y[i] = total;
}
//= polynomial: ?

// The sum of arrays and the polynomial of it in one kernel, with another ARRAYS and another DEGREE of yours.
__global__ void fused(const float *x, float *y, int ARRAYS, int DEGREE) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i], total = 0.5f;
    for (int a = 1; a < ARRAYS; a++) value += x[a * COUNT + i];
    for (int p = 0; p < DEGREE; p++) total = total * value + 0.25f;
    y[i] = total;
}
//= fused: ?

// 2. The roofs of your device. Where is the ridge, in operations per byte? What can two of the kernels attain, in GFLOP/s?
//= ridge: ?
//= sum_rate: ?
//= polynomial_rate: ?

// 3. The blocks of a tiled product compute a rectangle of C, an element per thread. A block loads each element of A and of
// B that it needs once. How many operations does it do for each byte? Loads only. And what percentage of the device's peak does its memory allow?
//= product: ?
//= product_percent: ?

// 4. A faster memory moves the ridge. To where? And which is the smallest degree of a polynomial that such a memory would
// not help, because the rate of the device limits it already?
//= moved_ridge: ?
//= first_flat_degree: ?
