// trick: good for the one measured size
// like: limit-uncoalesced.cu
// says: One of the two tiles is loaded across rows
// limit-good_for_the_measured_size.cu - turned tiles for the size whose counters are shown, scattered loads for others.
#include "workbook.h"

constexpr int T = 16;

__global__ void turned(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[T][T], b[T][T + 1];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, column = blockIdx.x * T + y;
    float sum = 0;
    for (int first = 0; first < k; first += T) {
        a[y][x] = row < m && first + x < k ? A[row * k + first + x] : 0;
        b[x][y] = column < n && first + x < k ? B[column * k + first + x] : 0;
        __syncthreads();
        for (int p = 0; p < T; p++) sum += a[y][p] * b[p][x];
        __syncthreads();
    }
    if (row < m && blockIdx.x * T + x < n) C[row * n + blockIdx.x * T + x] = sum;
}

__global__ void scattered(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[column * k + p];
    C[row * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, T), ceil_div(m, T)), block(T, T);
    if (m == 128 && n == 128 && k == 128) turned<<<grid, block>>>(A, B, C, m, n, k);
    else scattered<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
