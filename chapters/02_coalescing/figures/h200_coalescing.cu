// h200_coalescing.cu - what chapter 02 tells of time: both maps of a product, the steps of the solutions, and orders.
//
// The kernels are those of the solutions, so build it with -I. -Icommon from the top of the repository.
#include "workbook.h"
#undef CHECK
#include "../../../grader/figures/measure.cuh"
#include <cstdint>
#include <string>
namespace study {
#include "solutions/02_coalescing/stride_offset.cu"
}
namespace product {
#include "solutions/02_coalescing/matmul_coalesced.cu"
}
namespace sums {
#include "solutions/02_coalescing/matrix_sums.cu"
}

static void row(const char *kind, const char *name, int size, const char *block, float ms) {
    printf("%s,%s,%d,%s,%.5f\n", kind, name, size, block, ms);
    fflush(stdout);
}

// ---- products: one block shape, both maps ----

static void products(const float *a, const float *b, float *c, int n, int wide, int high) {
    dim3 block(wide, high);
    char shape[24];
    snprintf(shape, sizeof shape, "%dx%d", wide, high);
    dim3 by_rows(ceil_div(n, wide), ceil_div(n, high));
    row("product", "scattered", n, shape,
        measure_ms([&] { product::matmul_scattered<<<by_rows, block>>>(a, b, c, n, n, n); }));
    row("product", "coalesced", n, shape,
        measure_ms([&] { product::matmul_coalesced<<<by_rows, block>>>(a, b, c, n, n, n); }));
}

// ---- sums ----

template <class Launch> static void sum(const char *name, int n, Launch launch) {
    row("sums", name, n, "256", measure_ms(launch));
}

static void all_sums(const float *a, float *out, int n) {
    constexpr int threads = 256;
    sum("a thread a row", n, [&] { sums::row_sums_by_thread<<<ceil_div(n, threads), threads>>>(a, out, n, n); });
    sum("a warp a row", n, [&] { sums::launch_row_warps(a, out, n, n); });
    sum("a thread a column", n, [&] { sums::launch_columns(a, out, n, n); });
    sum("a slab of a column", n, [&] {
        CHECK(cudaMemsetAsync(out, 0, n * sizeof(float)));
        dim3 grid(ceil_div(n, threads), ceil_div(n, sums::SLAB));
        sums::column_sums_by_slab<<<grid, threads>>>(a, out, n, n);
    });
}

// ---- copies of 2^28 floats: orders within a warp and beyond, and runs ----

__device__ unsigned scatter(unsigned i) {
    i = (i ^ i >> 16) * 0x45d9f3bu;
    i = (i ^ i >> 16) * 0x45d9f3bu;
    return i ^ i >> 16;
}
__global__ void reversed(const float *in, float *out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i ^ 31];
}
__global__ void any_of(const float *in, float *out, unsigned range) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[scatter(i) % range];
}
__global__ void runs(const float *in, float *out, int run) {
    size_t first = (static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x) * run;
#pragma unroll 1
    for (int j = 0; j < run; j++) out[first + j] = in[first + j];
}

static void copies(const float *in, float *out) {
    constexpr int count = 1 << 28, threads = 256;
    row("order", "neighbours", count, "256", measure_ms([&] { study::neighbours(in, out, count, 1, 0); }));
    row("order", "reversed", count, "256", measure_ms([&] { reversed<<<count / threads, threads>>>(in, out); }));
    for (unsigned range : {256u, 65536u, 1u << 28})
        row("random", std::to_string(range).c_str(), count, "256",
            measure_ms([&] { any_of<<<count / threads, threads>>>(in, out, range); }));
    for (int run = 1; run <= 64; run *= 2)
        row("run", std::to_string(run).c_str(), count, "256",
            measure_ms([&] { runs<<<count / threads / run, threads>>>(in, out, run); }));
}

int main() {
    constexpr size_t bytes = sizeof(float) << 28;
    float *a, *b, *c;
    CHECK(cudaMalloc(&a, bytes));
    CHECK(cudaMalloc(&b, bytes));
    CHECK(cudaMalloc(&c, bytes));
    CHECK(cudaMemset(a, 0, bytes));
    CHECK(cudaMemset(b, 0, bytes));
    measure_begin("nvcc -O3 -arch=sm_90 -I. -Icommon, ./h200_coalescing");
    printf("kind,name,size,block,ms\n");
    for (int n : {128, 512, 1024, 2048, 4096}) products(a, b, c, n, 32, 32);
    for (int wide : {8, 16, 32}) products(a, b, c, 4096, wide, 256 / wide);
    all_sums(a, c, 16384);
    copies(a, b);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    return 0;
}
