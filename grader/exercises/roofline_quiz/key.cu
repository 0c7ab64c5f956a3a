// key.cu - the kernels of roofline_quiz, each run once, so that the device counts their operations and bytes.
#include "workbook.h"

constexpr int COUNT = 1 << 14;
constexpr int WIDTH = 128;

__global__ void saxpy(float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * x[i] + y[i];
}

// Every fourth element: the sectors move whole.
__global__ void saxpy_strided(float a, const float *x, float *y) {
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    y[i] = a * x[i] + y[i];
}

__global__ void polynomial(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i], sum = 0;
#pragma unroll
    for (int p = 0; p < 64; p++) sum = sum * value + 0.5f;
    y[i] = sum;
}

// C = A * B of WIDTH x WIDTH matrices in tiles of TILE x TILE.
template <int TILE> __device__ void product(const float *A, const float *B, float *C) {
    __shared__ float A_tile[TILE][TILE], B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int phase = 0; phase < WIDTH / TILE; phase++) {
        A_tile[threadIdx.y][threadIdx.x] = A[row * WIDTH + phase * TILE + threadIdx.x];
        B_tile[threadIdx.y][threadIdx.x] = B[(phase * TILE + threadIdx.y) * WIDTH + column];
        __syncthreads();
        for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    C[row * WIDTH + column] = sum;
}

__global__ void product_16(const float *A, const float *B, float *C) { product<16>(A, B, C); }
__global__ void product_32(const float *A, const float *B, float *C) { product<32>(A, B, C); }

int main() {
    float *x, *y, *z;
    CHECK(cudaMalloc(&x, 4 * COUNT * sizeof(float)));
    CHECK(cudaMalloc(&y, 4 * COUNT * sizeof(float)));
    CHECK(cudaMalloc(&z, 4 * COUNT * sizeof(float)));
    CHECK(cudaMemset(x, 0, 4 * COUNT * sizeof(float)));
    CHECK(cudaMemset(y, 0, 4 * COUNT * sizeof(float)));
    saxpy<<<COUNT / 256, 256>>>(2, x, y);
    saxpy_strided<<<COUNT / 256, 256>>>(2, x, y);
    polynomial<<<COUNT / 256, 256>>>(x, y);
    product_16<<<dim3(WIDTH / 16, WIDTH / 16), dim3(16, 16)>>>(x, y, z);
    product_32<<<dim3(WIDTH / 32, WIDTH / 32), dim3(32, 32)>>>(x, y, z);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    CHECK(cudaFree(z));
}
