// a_kernel_for_each_side.cu - Four kernels, one for each side that is possible, so that the compiler knows it after
// all; still dynamic memory.
//
//= student: Ada Lovelace
//= blocks_a: 2996
//= blocks_b: 756
//= blocks_c: 756
#include "workbook.h"

template <int SIDE> __global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    extern __shared__ float room[];
    float(*A_tile)[SIDE] = reinterpret_cast<float(*)[SIDE]>(room), (*B_tile)[SIDE] = A_tile + SIDE;
    int row = blockIdx.y * SIDE + threadIdx.y, column = blockIdx.x * SIDE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < k; first += SIDE) {
        int p = first + threadIdx.x, q = first + threadIdx.y;
        A_tile[threadIdx.y][threadIdx.x] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        B_tile[threadIdx.y][threadIdx.x] = q < k && column < n ? B[static_cast<size_t>(q) * n + column] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < SIDE; i++) sum += A_tile[threadIdx.y][i] * B_tile[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

template <int SIDE>
static void launch(const float *A, const float *B, float *C, int m, int n, int k, int threads, int bytes) {
    constexpr int needed = 2 * SIDE * SIDE * sizeof(float);
    if constexpr (SIDE > 8)
        if (SIDE * SIDE > threads || needed > bytes) return launch<SIDE - 8>(A, B, C, m, n, k, threads, bytes);
    matmul_kernel<SIDE><<<dim3(ceil_div(n, SIDE), ceil_div(m, SIDE)), dim3(SIDE, SIDE), needed>>>(A, B, C, m, n, k);
}

void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int most_threads,
                    int most_shared_bytes) {
    launch<32>(A, B, C, m, n, k, most_threads, most_shared_bytes);
    CHECK(cudaGetLastError());
}
