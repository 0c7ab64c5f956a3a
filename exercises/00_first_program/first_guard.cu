// first_guard.cu - out[i] becomes in[i] squared, for any count. One block has 1,024 threads at most, so it takes many.
//
// The lesson is chapters/00_first_program/README.md.
#include "workbook.h"

constexpr int THREADS = 256; // of a block

__global__ void square_kernel(const float *in, float *out, int count) {
    int i = threadIdx.x; // TODO 1: number the threads of all blocks, not only those of one block.
    // TODO 2: a thread whose i is not below count has no element. It must do nothing.
    out[i] = in[i] * in[i];
}

void square(const float *in, float *out, int count) {
    int blocks = 1; // TODO 3: as many blocks as it takes for count values (ceil_div of workbook.h rounds up).
    square_kernel<<<blocks, THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}
