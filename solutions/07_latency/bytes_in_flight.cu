// bytes_in_flight.cu - out = in, by kernels that request more and more before they wait.
//
// Times are medians for 512 MiB on an H200 (chapters/07_latency/figures/h200_in_flight.csv); cudaMemcpyAsync from
// device to device takes 0.260 ms there.
#include "workbook.h"

//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_a_multiprocessor: 30720
//= bytes_needed: 1040000

constexpr int THREADS = 256;
constexpr int LOADS = 4; // of a thread, before its first store

// Step 0, 0.389 ms: a thread loads a float, waits for it, stores it, and ends. A warp has 128 bytes in flight.
__global__ void copy_float(const float *in, float *out, int count) {
    size_t i = static_cast<size_t>(blockIdx.x) * THREADS + threadIdx.x;
    if (i < count) out[i] = in[i];
}

// Step 1: four floats per thread, without any gain. For all that the compiler knows, in and out might overlap, so it
// must store one float before it loads the next.
__global__ void copy_one_by_one(const float *in, float *out, int count) {
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * LOADS + threadIdx.x;
    for (int e = 0; e < LOADS; e++) {
        size_t i = first + e * THREADS;
        if (i < count) out[i] = in[i];
    }
}

// Step 2, 0.257 ms: first all loads, then all stores. None of the loads needs another, so the warp waits once, with 512
// bytes in flight.
__global__ void copy_four_floats(const float *in, float *out, int count) {
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * LOADS + threadIdx.x;
    float values[LOADS];
    for (int e = 0; e < LOADS; e++) {
        size_t i = first + e * THREADS;
        if (i < count) values[e] = in[i];
    }
    for (int e = 0; e < LOADS; e++) {
        size_t i = first + e * THREADS;
        if (i < count) out[i] = values[e];
    }
}

// Step 3, 0.258 ms: one load of 16 bytes instead of four of 4, the same 512 bytes with a quarter of the instructions.
// The address of a float4 must be a multiple of 16, which memory from cudaMalloc begins with; the last count % 4 floats
// are copied one by one.
__global__ void copy_vectors(const float *in, float *out, int count) {
    size_t i = static_cast<size_t>(blockIdx.x) * THREADS + threadIdx.x;
    size_t vectors = count / 4;
    if (i < vectors) reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
    if (i < count % 4) out[4 * vectors + i] = in[4 * vectors + i];
}

static void floats(const float *in, float *out, int count) {
    copy_float<<<ceil_div(count, THREADS), THREADS>>>(in, out, count);
}
static void one_by_one(const float *in, float *out, int count) {
    copy_one_by_one<<<ceil_div(count, THREADS * LOADS), THREADS>>>(in, out, count);
}
static void four_floats(const float *in, float *out, int count) {
    copy_four_floats<<<ceil_div(count, THREADS * LOADS), THREADS>>>(in, out, count);
}
static void vectors(const float *in, float *out, int count) {
    copy_vectors<<<ceil_div(count, THREADS * 4), THREADS>>>(in, out, count);
}

LADDER(copy_floats, floats, one_by_one, four_floats, vectors)
void copy_floats(const float *in, float *out, int count) {
    LADDER_STEP(copy_floats)(in, out, count);
    CHECK(cudaGetLastError());
}
