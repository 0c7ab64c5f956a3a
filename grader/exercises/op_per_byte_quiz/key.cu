// key.cu - the kernels of op_per_byte_quiz, run once each: what they compute and what they move is counted.
#include "workbook.h"

constexpr int SIZE = 128; // m, n and k of every product

__global__ void plain(const float *A, const float *B, float *C) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int p = 0; p < SIZE; p++) sum += A[row * SIZE + p] * B[p * SIZE + column];
    C[row * SIZE + column] = sum;
}

// A block computes FACTOR neighbouring tiles of T x T.
template <int T, int FACTOR> __device__ void tiled(const float *A, const float *B, float *C) {
    __shared__ float A_tile[T][T], B_tile[T][T];
    int row = blockIdx.y * T + threadIdx.y, first_column = blockIdx.x * T * FACTOR + threadIdx.x;
    float sums[FACTOR] = {};
    for (int phase = 0; phase < SIZE / T; phase++) {
        A_tile[threadIdx.y][threadIdx.x] = A[row * SIZE + phase * T + threadIdx.x];
        for (int c = 0; c < FACTOR; c++) {
            B_tile[threadIdx.y][threadIdx.x] = B[(phase * T + threadIdx.y) * SIZE + first_column + c * T];
            __syncthreads();
            for (int p = 0; p < T; p++) sums[c] += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
            __syncthreads();
        }
    }
    for (int c = 0; c < FACTOR; c++) C[row * SIZE + first_column + c * T] = sums[c];
}
__global__ void tiled_16(const float *A, const float *B, float *C) { tiled<16, 1>(A, B, C); }
__global__ void tiled_32(const float *A, const float *B, float *C) { tiled<32, 1>(A, B, C); }
__global__ void coarsened(const float *A, const float *B, float *C) { tiled<32, 4>(A, B, C); }

// 16 x 16 threads, 4 x 4 results each: a block computes 64 x 64.
__global__ void register_tile(const float *A, const float *B, float *C) {
    __shared__ float A_tile[64][16], B_tile[16][64];
    int row = blockIdx.y * 64 + threadIdx.y, column = blockIdx.x * 64 + threadIdx.x;
    float sums[4][4] = {};
    for (int phase = 0; phase < SIZE / 16; phase++) {
        for (int i = 0; i < 4; i++) {
            A_tile[threadIdx.y + 16 * i][threadIdx.x] = A[(row + 16 * i) * SIZE + phase * 16 + threadIdx.x];
            B_tile[threadIdx.y][threadIdx.x + 16 * i] = B[(phase * 16 + threadIdx.y) * SIZE + column + 16 * i];
        }
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sums[i][j] += A_tile[threadIdx.y + 16 * i][p] * B_tile[p][threadIdx.x + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) C[(row + 16 * i) * SIZE + column + 16 * j] = sums[i][j];
}

__global__ void saxpy(const float *x, float *y, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * x[i] + y[i];
}

int main() {
    float *A, *B, *C;
    for (float **matrix : {&A, &B, &C}) {
        CHECK(cudaMalloc(matrix, SIZE * SIZE * sizeof(float)));
        CHECK(cudaMemset(*matrix, 0, SIZE * SIZE * sizeof(float)));
    }
    plain<<<dim3(8, 8), dim3(16, 16)>>>(A, B, C);
    tiled_16<<<dim3(8, 8), dim3(16, 16)>>>(A, B, C);
    tiled_32<<<dim3(4, 4), dim3(32, 32)>>>(A, B, C);
    coarsened<<<dim3(1, 4), dim3(32, 32)>>>(A, B, C);
    register_tile<<<dim3(2, 2), dim3(16, 16)>>>(A, B, C);
    saxpy<<<SIZE * SIZE / 256, 256>>>(A, C, 2);
    CHECK(cudaDeviceSynchronize());
    for (float *matrix : {A, B, C}) CHECK(cudaFree(matrix));
}
