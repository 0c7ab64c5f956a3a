// a_grid_as_large_as_the_gpu.cu - 132 blocks that walk through in, a histogram for each warp, four bytes a load.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"

constexpr int BINS = 256, THREADS = 256, BLOCKS = 132;

__global__ void count_in_strides(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[THREADS / 32][BINS];
    for (int i = threadIdx.x; i < THREADS / 32 * BINS; i += THREADS) own[i / BINS][i % BINS] = 0;
    __syncthreads();
    unsigned *mine = own[threadIdx.x / 32];
    int thread = blockIdx.x * THREADS + threadIdx.x;
    for (int word = thread; word < count / 4; word += BLOCKS * THREADS) {
        unsigned four = reinterpret_cast<const unsigned *>(in)[word];
        for (int byte = 0; byte < 4; byte++) atomicAdd(&mine[four >> 8 * byte & 255], 1u);
    }
    if (thread < count % 4) atomicAdd(&mine[in[count - 1 - thread]], 1u);
    __syncthreads();
    unsigned sum = 0;
    for (int warp = 0; warp < THREADS / 32; warp++) sum += own[warp][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
}

__global__ void clear(unsigned *bins) { bins[threadIdx.x] = 0; }

void histogram(const unsigned char *in, unsigned *bins, int count) {
    clear<<<1, BINS>>>(bins);
    count_in_strides<<<BLOCKS, THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
