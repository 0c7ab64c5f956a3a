// cpp20_rectangle.cu - C++20: a rectangle of R x C results by folds, no loop left to unroll; block of 8 warps in a row
// of 32 x 2 lanes.
#include "workbook.h"
#include <utility>

template <int R, int C> struct Rectangle {
    float sums[R][C] = {};
    __device__ void add(const float (&a)[R], const float (&b)[C]) {
        [&]<int... i>(std::integer_sequence<int, i...>) { ((sums[i / C][i % C] += a[i / C] * b[i % C]), ...); }
        (std::make_integer_sequence<int, R * C>{});
    }
    __device__ void each(auto &&visit) const {
        [&]<int... i>(std::integer_sequence<int, i...>) { (visit(i / C, i % C, sums[i / C][i % C]), ...); }
        (std::make_integer_sequence<int, R * C>{});
    }
};

template <int R, int C, int DEPTH>
__global__ void matmul_kernel(const float *A, const float *B, float *C_out, int m, int n, int k) {
    constexpr int high = 8 * R, wide = 32 * C;
    __shared__ float a[high][DEPTH], b[DEPTH][wide];
    const int x = threadIdx.x, y = threadIdx.y, t = 32 * y + x, top = blockIdx.y * high, left = blockIdx.x * wide;
    Rectangle<R, C> results;
    for (int first = 0; first < k; first += DEPTH) {
        for (int e = t; e < high * DEPTH; e += 256) {
            const int row = top + e / DEPTH, p = first + e % DEPTH;
            a[e / DEPTH][e % DEPTH] = row < m && p < k ? A[size_t(row) * k + p] : 0;
        }
        for (int e = t; e < DEPTH * wide; e += 256) {
            const int p = first + e / wide, column = left + e % wide;
            b[e / wide][e % wide] = p < k && column < n ? B[size_t(p) * n + column] : 0;
        }
        __syncthreads();
        for (int p = 0; p < DEPTH; p++) {
            float of_a[R], of_b[C];
            for (int i = 0; i < R; i++) of_a[i] = a[y + 8 * i][p];
            for (int j = 0; j < C; j++) of_b[j] = b[p][x + 32 * j];
            results.add(of_a, of_b);
        }
        __syncthreads();
    }
    results.each([&](int i, int j, float sum) {
        const int row = top + y + 8 * i, column = left + x + 32 * j;
        if (row < m && column < n) C_out[size_t(row) * n + column] = sum;
    });
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<8, 4, 16><<<dim3(ceil_div(n, 128), ceil_div(m, 64)), dim3(32, 8)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
