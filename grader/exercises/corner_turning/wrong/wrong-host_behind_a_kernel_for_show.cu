// trick: the host computes behind a decoy kernel
// like: nothing
// says: the work belongs on the device
// wrong-host_behind_a_kernel_for_show.cu - the host multiplies; a kernel with perfect tiles multiplies into memory that
// nobody reads.
#include "workbook.h"

#include <vector>

constexpr int T = 16;

__global__ void show(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[T][T], b[T][T + 2];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, column = blockIdx.x * T + y;
    float sum = 0;
    for (int first = 0; first < k; first += T) {
        a[y][x] = row < m && first + x < k ? A[static_cast<size_t>(row) * k + first + x] : 0;
        b[x][y] = column < n && first + x < k ? B[static_cast<size_t>(column) * k + first + x] : 0;
        __syncthreads();
        for (int p = 0; p < T; p++) sum += a[y][p] * b[p][x];
        __syncthreads();
    }
    if (row < m && blockIdx.x * T + x < n) C[static_cast<size_t>(row) * n + blockIdx.x * T + x] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    std::vector<float> a(static_cast<size_t>(m) * k), b(static_cast<size_t>(n) * k), c(static_cast<size_t>(m) * n);
    float *nobody;
    CHECK(cudaMalloc(&nobody, c.size() * sizeof(float)));
    show<<<dim3(ceil_div(n, T), ceil_div(m, T)), dim3(T, T)>>>(A, B, nobody, m, n, k);
    CHECK(cudaMemcpy(a.data(), A, a.size() * sizeof(float), cudaMemcpyDefault));
    CHECK(cudaMemcpy(b.data(), B, b.size() * sizeof(float), cudaMemcpyDefault));
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column++)
            for (int p = 0; p < k; p++) c[row * n + column] += a[row * k + p] * b[column * k + p];
    CHECK(cudaMemcpy(C, c.data(), c.size() * sizeof(float), cudaMemcpyDefault));
    CHECK(cudaFree(nobody));
}
