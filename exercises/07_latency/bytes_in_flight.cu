// bytes_in_flight.cu - out = in, with enough bytes in flight to keep the memory busy.
//
// in and out (count floats each) lie on the device, begin at multiples of 16 bytes and do not overlap. count is any
// positive number.
//
// Predict before you change anything:
//   - How many bytes has a warp of the kernel below requested when it waits for its load?
//= bytes_of_a_warp: ?
//   - An H200 has 132 multiprocessors that hold 64 warps each. How many bytes are that on the whole GPU?
//= bytes_of_the_gpu: ?
//   - Loads must arrive at 2.1 TB/s (2.1 * 10^12 bytes a second), and a load takes 600 ns. How many bytes must be in
//     flight at any time?
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
