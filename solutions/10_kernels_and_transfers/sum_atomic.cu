// sum_atomic.cu - the sum of many floats in one kernel: an atomic per element, per thread, per block.
#include "workbook.h"

//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400

constexpr int THREADS = 256;
constexpr int ELEMENTS = 16; // floats of a thread

// Step 0: a million threads queue up at one address.
__global__ void add_elements(const float *in, float *out, int count) {
    size_t i = static_cast<size_t>(blockIdx.x) * THREADS + threadIdx.x;
    if (i < count) atomicAdd(out, in[i]);
}

__device__ float thread_sum(const float *in, int count) {
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * ELEMENTS + threadIdx.x;
    float sum = 0;
    for (int e = 0; e < ELEMENTS; e++) {
        size_t i = first + static_cast<size_t>(e) * THREADS;
        if (i < count) sum += in[i];
    }
    return sum;
}

// Step 1: a thread adds 16 values in a register first.
__global__ void add_threads(const float *in, float *out, int count) { atomicAdd(out, thread_sum(in, count)); }

// Step 2: the block adds its threads' sums first, in a tree, and one thread of it meets the others at out.
__global__ void add_blocks(const float *in, float *out, int count) {
    __shared__ float values[THREADS];
    unsigned t = threadIdx.x;
    values[t] = thread_sum(in, count);
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) values[t] += values[t + half];
    }
    if (t == 0) atomicAdd(out, values[0]);
}

static void elements(const float *in, float *out, int count) {
    add_elements<<<ceil_div(count, THREADS), THREADS>>>(in, out, count);
}
static void threads(const float *in, float *out, int count) {
    add_threads<<<ceil_div(count, THREADS * ELEMENTS), THREADS>>>(in, out, count);
}
static void blocks(const float *in, float *out, int count) {
    add_blocks<<<ceil_div(count, THREADS * ELEMENTS), THREADS>>>(in, out, count);
}

LADDER(sum_floats, elements, threads, blocks)
void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out)); // at every call: nobody else does it
    LADDER_STEP(sum_floats)(in, out, count);
    CHECK(cudaGetLastError());
}
