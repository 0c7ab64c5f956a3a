// reduce_converged.cu - sums of segments of 512 floats, by trees in which whole warps work.
//
// sums[i] = in[512 i] + ... + in[512 i + 511]; the last segment may be shorter. in (count floats) and sums (one float
// for each segment) lie on the device; count is any positive number.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

constexpr int SEGMENT = 512;
constexpr int THREADS = 256;

__global__ void add_segment(const float *in, float *sums, int count) {
    __shared__ float values[THREADS];
    unsigned t = threadIdx.x;
    size_t first = static_cast<size_t>(blockIdx.x) * SEGMENT + t, second = first + THREADS;
    float left = first < count ? in[first] : 0;
    float right = second < count ? in[second] : 0;
    values[t] = left + right;

    // The sums are right. TODO: in every step the threads that add must fill as few warps as they can, and the words
    // that a warp loads must lie in different banks. Choose who adds, and which two values.
    for (unsigned s = 1; s < THREADS; s *= 2) {
        __syncthreads();
        if (t % (2 * s) == 0) values[t] += values[t + s];
    }
    if (t == 0) sums[blockIdx.x] = values[0];
}

void segment_sums(const float *in, float *sums, int count) {
    add_segment<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
    CHECK(cudaGetLastError());
}

// Predict before you change anything, for one block of 256 threads, each with one value in shared memory. The steps are
// drawn.
//     make questions EXERCISE=reduce_converged  shows the questions with numbers
//     make another EXERCISE=reduce_converged    shows them with others
//= numbers: 1
//   - The block takes step s of the kernel above. How many idle lanes are there in all warps that take part, that is, in
//     which at least one lane adds?
//= idle_lanes: ?
//   - How many lanes of its first warp add in that step, and how many warps take part?
//= lanes_modulo: ?
//= warps_modulo: ?
//   - Instead, only threads t < h add, each values[t + h] to values[t]. How many warps take part?
//= warps_contiguous: ?
//   - Instead, thread t adds values[2 s t + s] to values[2 s t], as long as 2 s t < 256. That is the same step s. How
//     many bank conflicts do its two loads and its store have together?
//= conflicts_strided: ?
