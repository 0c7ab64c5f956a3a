// sum_atomic.cu - the sum of many floats in one kernel, whose blocks meet at one address.
//
// *out = in[0] + ... + in[count - 1]. in (count floats) and out (one float) lie on the device. out holds anything when
// your function is called, and it is called more than once. count is any positive number.
//
// Predict before you write anything, for blocks of 256 threads. Sizes are your own: they are drawn from your name. Write
// it on the next line; make questions EXERCISE=sum_atomic then shows them.
//= student: ?
//   - Each thread adds several elements first, the block adds its threads' sums, and one thread adds that to *out with
//     atomicAdd. How many atomic requests (of warps) reach out, for your two arrays together? The grader tells the other
//     answers once this one is right.
//= requests_by_blocks: ?
//   - Each thread adds its element to *out. How many?
//= requests_by_elements: ?
//   - Elements of 1, *out is 0 at first, and nobody clears it. What does it hold after several calls?
//= after_calls: ?
#include "workbook.h"

constexpr int THREADS = 256;

void sum_floats(const float *in, float *out, int count) {
    // TODO: *out must be right at every call, whatever it held before.
    // TODO: a kernel whose blocks add up what is theirs first. At most one atomic request for 2,048 elements may reach
    // out; every element is loaded once, by neighbours together.
}
