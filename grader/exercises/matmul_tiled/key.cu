// key.cu - what matmul_tiled asks about: requests and operations of tiled products of 128 x 128 matrices, and which
// tile a thread meets when a barrier is missing.
#include "workbook.h"

constexpr int SIZE = 128;

template <int TILE> __device__ void multiply(const float *A, const float *B, float *C) {
    __shared__ float A_tile[TILE][TILE], B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < SIZE; first += TILE) {
        A_tile[threadIdx.y][threadIdx.x] = A[row * SIZE + first + threadIdx.x];
        B_tile[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * SIZE + column];
        __syncthreads();
        for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    C[row * SIZE + column] = sum;
}
__global__ void tiles_16(const float *A, const float *B, float *C) { multiply<16>(A, B, C); }
__global__ void tiles_32(const float *A, const float *B, float *C) { multiply<32>(A, B, C); }

// Two threads of different warps share a tile of two words. In phase p each stores p into its own word and then reads
// the other's. A missing barrier lets one of them run ahead; here they are made to take turns in just that order, so
// what they meet is certain.
enum { AHEAD = 0, BEHIND = 32 };

// Without the barrier after storing: the first thread stores and reads before the second has stored.
__global__ void without_first(int *met) {
    __shared__ int tile[2];
    if (threadIdx.x == BEHIND) tile[1] = 0; // phase 0
    __syncthreads();
    if (threadIdx.x == AHEAD) { // phase 1
        tile[0] = 1;
        *met = tile[1];
    }
    __syncthreads();
    if (threadIdx.x == BEHIND) tile[1] = 1;
}

// Without the barrier after using: the first thread is done with phase 1 and stores phase 2 before the second has read.
__global__ void without_second(int *met) {
    __shared__ int tile[2];
    if (threadIdx.x == AHEAD) tile[0] = 1; // phase 1
    __syncthreads();
    if (threadIdx.x == AHEAD) tile[0] = 2; // phase 2
    __syncthreads();
    if (threadIdx.x == BEHIND) *met = tile[0]; // still in phase 1
}

static void print_met(const char *name, const int *met) {
    int phase;
    CHECK(cudaMemcpy(&phase, met, sizeof phase, cudaMemcpyDeviceToHost));
    printf("%s %s\n", name, phase < 1 ? "old" : phase > 1 ? "new" : "none");
}

int main() {
    constexpr size_t bytes = sizeof(float) * SIZE * SIZE;
    float *A, *B, *C;
    int *met;
    CHECK(cudaMalloc(&A, bytes));
    CHECK(cudaMalloc(&B, bytes));
    CHECK(cudaMalloc(&C, bytes));
    CHECK(cudaMalloc(&met, sizeof *met));
    CHECK(cudaMemset(A, 0, bytes));
    CHECK(cudaMemset(B, 0, bytes));
    tiles_16<<<dim3(SIZE / 16, SIZE / 16), dim3(16, 16)>>>(A, B, C);
    tiles_32<<<dim3(SIZE / 32, SIZE / 32), dim3(32, 32)>>>(A, B, C);
    CHECK(cudaGetLastError());
    without_first<<<1, 64>>>(met);
    print_met("without_first_barrier", met);
    without_second<<<1, 64>>>(met);
    print_met("without_second_barrier", met);
    CHECK(cudaFree(A));
    CHECK(cudaFree(B));
    CHECK(cudaFree(C));
    CHECK(cudaFree(met));
}
