// first_map.cu - your first kernel: out[i] becomes twice in[i], and each thread has one i.
//
// The lesson is chapters/00_first_program/README.md. Replace the TODO by one line, then type
//     make grade EXERCISE=first_map
#include "workbook.h"

__global__ void twice_kernel(const float *in, float *out) {
    int i = threadIdx.x; // 0 in the first thread, 1 in the second, and so on
    // TODO: store twice in[i] in out[i].
}

// Starts one block with a thread for each value. count is 256 at most.
void twice(const float *in, float *out, int count) {
    twice_kernel<<<1, count>>>(in, out);
    CHECK(cudaGetLastError());
}
