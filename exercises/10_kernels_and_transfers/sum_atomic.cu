// sum_atomic.cu - the sum of many floats in one kernel, whose blocks meet at one address.
//
// *out = in[0] + ... + in[count - 1]. in (count floats) and out (one float) lie on the device. out holds anything when
// your function is called, and it is called more than once. count is any positive number.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

constexpr int THREADS = 256;

void sum_floats(const float *in, float *out, int count) {
    // TODO: *out must be right at every call, whatever it held before.
    // TODO: a kernel whose blocks add up what is theirs first, so that one atomic request for 2,048 elements or fewer
    // reaches out. Every element is loaded once, by neighbours together. Time earns points.
}

// Predict before you write anything, for blocks of 256 threads. Sizes are drawn.
//     make questions EXERCISE=sum_atomic  shows the questions with numbers
//     make another EXERCISE=sum_atomic    shows them with others
//= numbers: 1
//   - Each thread adds several elements first, the block adds its threads' sums, and one thread adds that to *out with
//     atomicAdd. How many atomic requests (of warps) reach out, for your two arrays together?
//= requests_by_blocks: ?
//   - Each thread adds its element to *out. How many?
//= requests_by_elements: ?
//   - Elements of 1, *out is 0 at first, and nobody clears it. What does it hold after several calls?
//= after_calls: ?
