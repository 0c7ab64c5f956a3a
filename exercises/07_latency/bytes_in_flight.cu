// bytes_in_flight.cu - out = in, with so many bytes on their way at a time that the memory has no rest.
//
// in and out (count floats each) lie on the device, begin at multiples of 16 bytes and do not overlap. count is any
// positive number.
//
// Predict before you change anything:
//   - How many bytes has a warp of the kernel below asked for when it waits for its load?
//= bytes_of_a_warp: ?
//   - An H200 has 132 multiprocessors that hold 64 warps each. How many bytes are that on the whole GPU?
//= bytes_of_the_gpu: ?
//   - Loads must arrive at 2.1 TB/s (2.1 * 10^12 bytes a second), and a load takes 600 ns. How many bytes must be on
//     their way at any time?
//= bytes_needed: ?
#include "workbook.h"

constexpr int THREADS = 256;

// TODO: at least 2 MiB of in must be on their way whenever the warps that the GPU holds wait. There can be no more
// warps than now, so each of them must ask for more before it needs the first value. Neighbouring lanes still load
// neighbours.
__global__ void copy_float(const float *in, float *out, int count) {
    size_t i = static_cast<size_t>(blockIdx.x) * THREADS + threadIdx.x;
    if (i < count) out[i] = in[i];
}

void copy_floats(const float *in, float *out, int count) {
    copy_float<<<ceil_div(count, THREADS), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}
