// bytes_in_flight.cu - out = in, with enough bytes in flight to keep the memory busy.
//
// in and out (count floats each) lie on the device, begin at multiples of 16 bytes and do not overlap. count is any
// positive number.
//
// Predict first, with numbers of your own. They are drawn from your name: write it on the next line, and
// make questions EXERCISE=bytes_in_flight shows them.
//= student: ?
//   - A thread makes some loads of some bytes each, and only then needs the first value. Some multiprocessors of your GPU
//     hold warps of such threads. On the others runs a second kernel, with other loads and other numbers of warps. How many
//     bytes are in flight on the whole GPU? The grader tells the other answers once this one is right.
//= bytes_of_the_gpu: ?
//   - How many bytes has one warp of the first kernel requested when it waits?
//= bytes_of_a_warp: ?
//   - Loads must arrive at a given bandwidth (1 GB/s is 10^9 bytes a second), and a load takes some nanoseconds. How
//     many bytes must be in flight at any time?
//= bytes_needed: ?
#include "workbook.h"

constexpr int THREADS = 256;

// TODO: at least 2 MiB of in must be in flight whenever the resident warps wait. The GPU cannot hold more warps than
// now, so each of them must request more before it uses the first value. Neighbouring lanes still load neighbouring
// floats.
__global__ void copy_float(const float *in, float *out, int count) {
    size_t i = static_cast<size_t>(blockIdx.x) * THREADS + threadIdx.x;
    if (i < count) out[i] = in[i];
}

void copy_floats(const float *in, float *out, int count) {
    copy_float<<<ceil_div(count, THREADS), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}
