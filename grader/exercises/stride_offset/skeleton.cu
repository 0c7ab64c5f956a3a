// stride_offset.cu - a study: what do strides, offsets and disorder cost a warp's loads?
//
// Predict before you write: the questions are at the end of this file.
//
// Then measure. Write the copy that makes such patterns: out[i] = in[offset + i * stride] for 0 <= i < count. `in`
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

// A warp of 32 lanes loads one float per lane; lane l is thread i = 32 w + l, and `in` begins at a multiple of 256
// bytes. How many sectors (32 bytes) does such a request touch? Strides and offsets are drawn.
//     make questions EXERCISE=stride_offset  shows the questions with numbers
//     make another EXERCISE=stride_offset    shows them with others
// Write a number for each ? below before you run anything. The grader runs these loads, and says of wrong predictions
// what to look at.
//= numbers: 1
//
// Begin with one warp that loads in[S * i], once with each stride S from 1 to your last. How many sectors do these
// requests touch together?
//= sweep: ?
//
// And one request of these?
//     in[STRIDE * i]
//= strided: ?
//     in[STRIDE * i + OFFSET]
//= strided_offset: ?
//     in[STRIDE * i], in an array of doubles
//= doubles: ?
//     in[i + OFFSET]
//= offset: ?
//     in[n + LAST - i]: the 32 lanes in the opposite order; n is a multiple of 32
//= backwards: ?
//     in[STRIDE * (i / N)]: N neighbouring lanes load the same element
//= shared: ?
//     in[r], r drawn at random from your number of elements, for each lane (the mean over many requests)
//= random_places: ?
//     in[RUN * i + j], j = 0, 1, 2, ...: each thread walks along RUN elements of its own. For one j:
//= own_run: ?
