// atomic_refs_of_a_block.cu - Bins of a block through cuda::atomic_ref, persistent blocks, eight bytes a load.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"
#include <cuda/atomic>

using Bin = cuda::atomic_ref<unsigned, cuda::thread_scope_block>;

__global__ void __launch_bounds__(512) count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned mine[2][256];
    unsigned *half = mine[threadIdx.x / 32 % 2];
    for (int b = threadIdx.x; b < 512; b += blockDim.x) mine[b / 256][b % 256] = 0;
    __syncthreads();
    auto words = reinterpret_cast<const uint2 *>(in);
    auto add = [half](unsigned word) {
        for (int byte = 0; byte < 4; byte++, word >>= 8) Bin(half[word & 255]).fetch_add(1, cuda::memory_order_relaxed);
    };
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count / 8; i += gridDim.x * blockDim.x) {
        uint2 word = words[i];
        add(word.x);
        add(word.y);
    }
    if (blockIdx.x == 0 && threadIdx.x < count % 8) Bin(half[in[count / 8 * 8 + threadIdx.x]]).fetch_add(1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (unsigned sum = mine[0][b] + mine[1][b]) atomicAdd(&bins[b], sum);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemsetAsync(bins, 0, 256 * sizeof *bins));
    int blocks = ceil_div(count, 512 * 16);
    count_bytes<<<blocks < 264 ? blocks : 264, 512>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
