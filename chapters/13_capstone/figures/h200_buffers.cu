// h200_buffers.cu - what the two halves of double buffering buy alone, in a product of 4096 x 4096 x 4096: a second slice,
// which saves a barrier a phase, and loads that are issued before the products of the slice before. Build with -Icommon.
#include "../../../grader/figures/measure.cuh"
#undef CHECK
#include "workbook.h"
namespace products {
#include "../../../solutions/13_capstone/sgemm.cu"
}
using namespace products;

// Two slices and a barrier a phase, but a slice is loaded when it is stored.
__global__ void __launch_bounds__(THREADS, 2)
    two_slices_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ __align__(16) Slice slices[2];
    int tx = threadIdx.x % SIDE, ty = threadIdx.x / SIDE, now = 0;
    float sums[8][8] = {};
    for (int first = 0; first < k; first += SLICE, now = 1 - now) {
        store_share(slices[now], load_share<true>(A, B, m, n, k, first, threadIdx.x), threadIdx.x);
        __syncthreads();
        add_products(sums, slices[now], tx, ty);
    }
    store_results<true>(C, sums, m, n, tx, ty);
}

// One slice and two barriers a phase, but the next slice is loaded into registers before the products are added.
__global__ void __launch_bounds__(THREADS, 2)
    early_loads_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ __align__(16) Slice slice;
    int tx = threadIdx.x % SIDE, ty = threadIdx.x / SIDE;
    float sums[8][8] = {};
    Share share = load_share<true>(A, B, m, n, k, 0, threadIdx.x);
    for (int next = SLICE;; next += SLICE) {
        store_share(slice, share, threadIdx.x);
        __syncthreads();
        if (next < k) share = load_share<true>(A, B, m, n, k, next, threadIdx.x);
        add_products(sums, slice, tx, ty);
        if (next >= k) break;
        __syncthreads();
    }
    store_results<true>(C, sums, m, n, tx, ty);
}

__global__ void sample(float *samples, size_t count, unsigned factor) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        samples[i] = static_cast<float>(i * factor % 2048) / 1024 - 1;
}

int main() {
    const int n = 4096;
    const size_t count = static_cast<size_t>(n) * n;
    const dim3 grid(n / BLOCK, n / BLOCK);
    float *a, *b, *c, *right;
    CHECK(cudaMalloc(&a, count * sizeof(float)));
    CHECK(cudaMalloc(&b, count * sizeof(float)));
    CHECK(cudaMalloc(&c, count * sizeof(float)));
    CHECK(cudaMalloc(&right, count * sizeof(float)));
    sample<<<4096, 256>>>(a, count, 2654435761u);
    sample<<<4096, 256>>>(b, count, 2246822519u);
    matmul_vectors(a, b, right, n, n, n);
    std::vector<float> expected(count), got(count);
    CHECK(cudaMemcpy(expected.data(), right, count * sizeof(float), cudaMemcpyDeviceToHost));
    auto row = [&](const char *step, auto work) {
        CHECK(cudaMemset(c, 0, count * sizeof(float)));
        float ms = measure_ms(work);
        CHECK(cudaMemcpy(got.data(), c, count * sizeof(float), cudaMemcpyDeviceToHost));
        if (got != expected) fprintf(stderr, "%s is wrong\n", step), exit(1);
        printf("%s,%.4f\n", step, ms);
    };
    measure_begin("nvcc -O3 -arch=sm_90 -Icommon, ./h200_buffers");
    printf("step,ms\n");
    row("vectors", [&] { matmul_vectors(a, b, c, n, n, n); });
    row("two slices", [&] { two_slices_kernel<<<grid, THREADS>>>(a, b, c, n, n, n); });
    row("early loads", [&] { early_loads_kernel<<<grid, THREADS>>>(a, b, c, n, n, n); });
    row("both", [&] { matmul_buffers(a, b, c, n, n, n); });
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    CHECK(cudaFree(right));
}
