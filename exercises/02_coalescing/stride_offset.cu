// stride_offset.cu - a study: what do strides, offsets and disorder cost a warp's loads?
//
// Part 1: predict. A warp of 32 lanes loads one float a lane; lane l is thread i = 32 w + l, and `in` begins at a
// multiple of 256 bytes. How many sectors (32 bytes) does one such request touch? Write a number for each ? below
// before you run anything. The grader runs these loads and says which predictions hold, and of the others what to look
// at; one that is off by no more than a factor of 1.5 earns half.
//
//     in[2 * i]
//= stride_2: ?
//     in[3 * i]
//= stride_3: ?
//     in[8 * i]
//= stride_8: ?
//     in[32 * i]
//= stride_32: ?
//     in[i + 1]
//= offset_1: ?
//     in[i + 8]
//= offset_8: ?
//     in[i ^ 31]: the 32 lanes in the opposite order
//= reversed: ?
//     in[7]: the same element for every lane
//= same: ?
//     in[r], r any of 256 elements, drawn for each lane (the mean of many requests)
//= random_256: ?
//     in[r], r any of 65,536 elements
//= random_65536: ?
//     in[64 * i + j], j = 0, 1, 2, ...: each thread walks along 64 elements of its own. One of its loads:
//= own_run: ?
//
// Part 2: measure. Write the copy that makes such patterns: out[i] = in[offset + i * stride] for 0 <= i < count. `in`
// has offset + (count - 1) * stride + 1 elements; count and stride are at least 1, offset at least 0; all pointers are
// device pointers. Sectors are counted against what the pattern itself needs.
#include "workbook.h"

// TODO 1: every i below count is copied by exactly one thread, and the threads of a warp take neighbouring values of i.
__global__ void gather_kernel(const float *in, float *out, int count, int stride, int offset) {}

void gather(const float *in, float *out, int count, int stride, int offset) {
    constexpr int threads = 256;
    // TODO 2: as many blocks as it takes to have a thread for every i. count need not be a multiple of 256.
    gather_kernel<<<1, threads>>>(in, out, count, stride, offset);
    CHECK(cudaGetLastError());
}
