// h200_tiling.cu - what chapter 04 tells of time: the steps of its solutions.
//
// The kernels are those of the solutions, so build it with -I. -Icommon from the top of the repository.
#include "workbook.h"
#undef CHECK
#include "../../../grader/figures/measure.cuh"
#include <cstdint>
#include <string>
namespace one_tile {
#include "solutions/04_tiling/shared_ab.cu"
}
namespace any_shape {
#include "solutions/04_tiling/matmul_tiled.cu"
}
namespace dynamic {
#include "solutions/04_tiling/matmul_dynamic.cu"
}
namespace sums {
#include "solutions/04_tiling/row_sums_shared.cu"
}
namespace warp_sums {
#include "solutions/02_coalescing/matrix_sums.cu"
}

// The lesson's kernel: n x n matrices, n is a multiple of T, and nothing is tested.
template <int T> __global__ void product(const float *A, const float *B, float *C, int n) {
    __shared__ float A_tile[T][T], B_tile[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int column = blockIdx.x * T + tx;
    float sum = 0;
    for (int first = 0; first < n; first += T) {
        A_tile[ty][tx] = A[row * n + first + tx];
        B_tile[ty][tx] = B[(first + ty) * n + column];
        __syncthreads();
        for (int p = 0; p < T; p++) sum += A_tile[ty][p] * B_tile[p][tx];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void plain(const float *A, const float *B, float *C, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[row * n + p] * B[p * n + column];
    C[row * n + column] = sum;
}

static void row(const char *kind, const char *name, int size, int threads, float ms) {
    printf("%s,%s,%d,%d,%.5f\n", kind, name, size, threads, ms);
    fflush(stdout);
}

static void products(const float *a, const float *b, float *c, int n) {
    row("tiled", "plain", n, 1024, measure_ms([&] { plain<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c, n); }));
    row("tiled", "tiles of 16", n, 256,
        measure_ms([&] { product<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n); }));
    row("tiled", "tiles of 32", n, 1024,
        measure_ms([&] { product<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c, n); }));
}

static void any_products(const float *a, const float *b, float *c, int n) {
    row("any", "tiles of 16", n, 256, measure_ms([&] { any_shape::tiles_of_16(a, b, c, n, n, n); }));
    row("any", "tiles of 32", n, 1024, measure_ms([&] { any_shape::tiles_of_32(a, b, c, n, n, n); }));
}

static void one_tile_products(const float *a, const float *b, float *c, int n) {
    row("one_tile", "nothing staged", n, 1024, measure_ms([&] { one_tile::plain(a, b, c, n, n); }));
    row("one_tile", "A staged", n, 1024, measure_ms([&] { one_tile::a_staged(a, b, c, n, n); }));
    row("one_tile", "A and B staged", n, 1024, measure_ms([&] { one_tile::both_staged(a, b, c, n, n); }));
}

static void row_sums(const float *a, float *out, int n) {
    for (int threads : {96, 256, 1000}) {
        row("sums", "one thread adds", n, threads, measure_ms([&] { sums::by_one(a, out, n, n, threads); }));
        row("sums", "a tree", n, threads, measure_ms([&] { sums::by_tree(a, out, n, n, threads); }));
    }
    row("sums", "a warp a row", n, 256, measure_ms([&] { warp_sums::launch_row_warps(a, out, n, n); }));
}

int main() {
    constexpr size_t bytes = sizeof(float) << 28;
    float *a, *b, *c;
    CHECK(cudaMalloc(&a, bytes));
    CHECK(cudaMalloc(&b, bytes));
    CHECK(cudaMalloc(&c, bytes));
    CHECK(cudaMemset(a, 0, bytes));
    CHECK(cudaMemset(b, 0, bytes));
    measure_begin("nvcc -O3 -arch=sm_90 -I. -Icommon, ./h200_tiling");
    printf("kind,name,size,threads,ms\n");
    for (int n : {128, 1024, 4096}) products(a, b, c, n);
    for (int n : {4095, 4096}) any_products(a, b, c, n);
    for (int n : {8192, 16384}) one_tile_products(a, b, c, n);
    for (int side = 4; side <= 32; side++)
        row("side", std::to_string(side).c_str(), 2048, side * side,
            measure_ms([&] { dynamic::launch(a, b, c, 2048, 2048, 2048, side); }));
    row_sums(a, c, 16384);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    return 0;
}
