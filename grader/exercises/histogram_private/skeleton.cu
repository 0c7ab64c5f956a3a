// histogram_private.cu - how often each of 256 byte values occurs, with few additions in global memory.
//
// bins[v] must become the number of bytes of in that are v. in (count bytes) and bins (256 unsigned) lie on the device.
// bins holds anything when your function is called. count is any positive number.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

constexpr int BINS = 256;

// TODO: give each block a histogram of its own, in which it counts enough bytes that adding it to bins at the end
// costs next to nothing per byte: one request of a warp for 512 bytes or fewer. There must be enough threads for the
// whole GPU, and a warp must read neighbours. Time earns points.
__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&bins[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    count_bytes<<<ceil_div(count, 256), 256>>>(in, bins, count);
    CHECK(cudaGetLastError());
}

// Predict first.
//     make questions EXERCISE=histogram_private  shows the questions with numbers
//     make another EXERCISE=histogram_private    shows them with others
//= numbers: 1
//   - The bytes of an array repeat: in[i] = i % n. Each byte is counted in bin in[i]. How many lanes, of all warps, want
//     to add at the address of bin 0?
//= at_one_address: ?
//   - The kernel above counts your bytes. How many atomic requests of warps reach global memory?
//= requests_shared_by_all: ?
//   - Each block has a histogram of its own in which no bin is 0, and adds it to the common one. How many additions is
//     that, by all threads of all blocks?
//= additions_merged: ?
