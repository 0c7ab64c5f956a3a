// products.cu - tiled products with coarsening factors, and with rectangles of results in registers: 128 x 128 x 32.
// Then launches without work, whose grids are those of three shapes.
#include <cstdio>
#include <cuda_runtime.h>

template <int FACTOR> __device__ void tiled(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[32][32], B_tile[32][32];
    int row = blockIdx.y * 32 + threadIdx.y, first_column = blockIdx.x * 32 * FACTOR + threadIdx.x;
    float sums[FACTOR] = {};
    for (int phase = 0; phase < (k + 31) / 32; phase++) {
        int a_column = phase * 32 + threadIdx.x, b_row = phase * 32 + threadIdx.y;
        A_tile[threadIdx.y][threadIdx.x] = row < m && a_column < k ? A[(size_t)row * k + a_column] : 0;
        for (int c = 0; c < FACTOR; c++) {
            int column = first_column + c * 32;
            B_tile[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[(size_t)b_row * n + column] : 0;
            __syncthreads();
            for (int p = 0; p < 32; p++) sums[c] += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
            __syncthreads();
        }
    }
    for (int c = 0; c < FACTOR; c++) {
        int column = first_column + c * 32;
        if (row < m && column < n) C[(size_t)row * n + column] = sums[c];
    }
}
__global__ void factor_1(const float *A, const float *B, float *C, int m, int n, int k) { tiled<1>(A, B, C, m, n, k); }
__global__ void factor_2(const float *A, const float *B, float *C, int m, int n, int k) { tiled<2>(A, B, C, m, n, k); }
__global__ void factor_4(const float *A, const float *B, float *C, int m, int n, int k) { tiled<4>(A, B, C, m, n, k); }
__global__ void factor_8(const float *A, const float *B, float *C, int m, int n, int k) { tiled<8>(A, B, C, m, n, k); }

// 16 x 16 threads, R x C results each. Rows of B_tile are padded so that the two that a warp stores meet in no bank.
template <int R, int C_> __device__ void rectangle(const float *A, const float *B, float *C, int n, int k) {
    __shared__ float A_tile[16 * R][16], B_tile[16][16 * C_ + (C_ % 2 ? 0 : 16)];
    int row = blockIdx.y * 16 * R + threadIdx.y, column = blockIdx.x * 16 * C_ + threadIdx.x;
    float sums[R][C_] = {};
    for (int first = 0; first < k; first += 16) {
        for (int i = 0; i < R; i++)
            A_tile[threadIdx.y + 16 * i][threadIdx.x] = A[(row + 16 * i) * k + first + threadIdx.x];
        for (int j = 0; j < C_; j++)
            B_tile[threadIdx.y][threadIdx.x + 16 * j] = B[(first + threadIdx.y) * n + column + 16 * j];
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int i = 0; i < R; i++)
                for (int j = 0; j < C_; j++)
                    sums[i][j] += A_tile[threadIdx.y + 16 * i][p] * B_tile[p][threadIdx.x + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C_; j++) C[(row + 16 * i) * n + column + 16 * j] = sums[i][j];
}
__global__ void one_by_four(const float *A, const float *B, float *C, int n, int k) { rectangle<1, 4>(A, B, C, n, k); }
__global__ void two_by_two(const float *A, const float *B, float *C, int n, int k) { rectangle<2, 2>(A, B, C, n, k); }
__global__ void four_by_four(const float *A, const float *B, float *C, int n, int k) { rectangle<4, 4>(A, B, C, n, k); }
__global__ void eight_by_eight(const float *A, const float *B, float *C, int n, int k) {
    rectangle<8, 8>(A, B, C, n, k);
}

int main() {
    const int n = 128, k = 32;
    float *A, *B, *C;
    cudaMalloc(&A, n * k * sizeof(float));
    cudaMalloc(&B, k * n * sizeof(float));
    cudaMalloc(&C, n * n * sizeof(float));
    cudaMemset(A, 0, n * k * sizeof(float));
    cudaMemset(B, 0, k * n * sizeof(float));
    dim3 block(32, 32);
    factor_1<<<dim3(4, 4), block>>>(A, B, C, n, n, k);
    factor_2<<<dim3(2, 4), block>>>(A, B, C, n, n, k);
    factor_4<<<dim3(1, 4), block>>>(A, B, C, n, n, k);
    one_by_four<<<dim3(2, 8), dim3(16, 16)>>>(A, B, C, n, k);
    two_by_two<<<dim3(4, 4), dim3(16, 16)>>>(A, B, C, n, k);
    four_by_four<<<dim3(2, 2), dim3(16, 16)>>>(A, B, C, n, k);
    eight_by_eight<<<dim3(1, 1), dim3(16, 16)>>>(A, B, C, n, k);
    factor_4<<<dim3(16, 64), block>>>(A, B, C, 0, 0, 0); // 2048 x 2048
    factor_8<<<dim3(8, 64), block>>>(A, B, C, 0, 0, 0);
    factor_2<<<dim3(24, 16), block>>>(A, B, C, 0, 0, 0); // 512 x 1536
    factor_4<<<dim3(12, 16), block>>>(A, B, C, 0, 0, 0);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
