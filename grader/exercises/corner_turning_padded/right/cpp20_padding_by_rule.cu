// cpp20_padding_by_rule.cu - C++20: the width follows from the rule, T + 32 / T; dynamic memory with static extents,
// requires-clauses.
#include "workbook.h"
#include <bit>

template <int T>
concept TileSide = requires {
    requires std::has_single_bit(unsigned{T}) && T <= 32;
};

template <int T>
requires requires { requires(T == 16 || T == 32); }
__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    constexpr int width = T + 32 / T;
    extern __shared__ float room[];
    auto &a = reinterpret_cast<float(&)[T][T]>(room[0]);
    auto &b = reinterpret_cast<float(&)[T][width]>(room[T * T]);
    const unsigned row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x,
                   other = blockIdx.x * T + threadIdx.y;
    float sum{};
    for (unsigned p = threadIdx.x; p - threadIdx.x < k; p += T) {
        a[threadIdx.y][threadIdx.x] = row < m and p < k ? A[size_t{row} * k + p] : 0;
        b[threadIdx.x][threadIdx.y] = other < n and p < k ? B[size_t{other} * k + p] : 0;
        __syncthreads();
        for (int i{}; auto from : a[threadIdx.y]) sum += from * b[i++][threadIdx.x];
        __syncthreads();
    }
    if (row < m and column < n) C[size_t{row} * n + column] = sum;
}

template <int T> static void launch(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<T>
        <<<dim3(ceil_div(n, T), ceil_div(m, T)), dim3(T, T), sizeof(float) * T *(2 * T + 32 / T)>>>(A, B, C, m, n, k);
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    (tile == 16 ? launch<16> : launch<32>)(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
