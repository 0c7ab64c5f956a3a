// The kernel of the lesson, which is for sizes that are multiples of the tile's side.
// says: this kernel tests no index
#include "workbook.h"
constexpr int T = 16;
__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[T][T], B_tile[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int column = blockIdx.x * T + tx;
    float sum = 0;
    for (int first = 0; first < k; first += T) {
        A_tile[ty][tx] = A[row * k + first + tx];
        B_tile[ty][tx] = B[(first + ty) * n + column];
        __syncthreads();
        for (int p = 0; p < T; p++)
            sum += A_tile[ty][p] * B_tile[p][tx];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, T), ceil_div(m, T));
    product<<<grid, dim3(T, T)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
