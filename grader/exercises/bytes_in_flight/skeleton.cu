// bytes_in_flight.cu - out = in, with enough bytes in flight to keep the memory busy.
//
// in and out (count floats each) lie on the device, begin at multiples of 16 bytes and do not overlap. count is any
// positive number.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

constexpr int THREADS = 256;

// Time earns points. TODO: 2 MiB of in must be in flight whenever the resident warps wait. The GPU cannot hold more warps than
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

// Predict first.
//     make questions EXERCISE=bytes_in_flight  shows the questions with numbers
//     make another EXERCISE=bytes_in_flight    shows them with others
//= numbers: 1
//   - A thread makes some loads of some bytes each, and only then needs the first value. How many bytes has one of its
//     warps requested when it waits?
//= bytes_of_a_warp: ?
//   - A multiprocessor holds several such warps. How many bytes are in flight on it?
//= bytes_of_a_multiprocessor: ?
//   - Loads must arrive at a given bandwidth (1 GB/s is 10^9 bytes a second), and a load takes some nanoseconds. How
//     many bytes must be in flight at any time?
//= bytes_needed: ?
