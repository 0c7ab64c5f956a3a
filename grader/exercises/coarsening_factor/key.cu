// key.cu - the coarsened product with each factor: its capacity on the GPU that was drawn, and what it loads.
#include "drawn.h"
#include "workbook.h"

constexpr int TILE = 32;

template <int FACTOR> __device__ void tiled(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int first_column = blockIdx.x * TILE * FACTOR + threadIdx.x;
    float sums[FACTOR] = {};

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int a_column = phase * TILE + threadIdx.x, b_row = phase * TILE + threadIdx.y;
        A_tile[threadIdx.y][threadIdx.x] = row < m && a_column < k ? A[static_cast<size_t>(row) * k + a_column] : 0;
        for (int c = 0; c < FACTOR; c++) {
            int column = first_column + c * TILE;
            B_tile[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
            __syncthreads();
            for (int p = 0; p < TILE; p++) sums[c] += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
            __syncthreads();
        }
    }
    for (int c = 0; c < FACTOR; c++) {
        int column = first_column + c * TILE;
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[c];
    }
}
__global__ void factor_1(const float *A, const float *B, float *C, int m, int n, int k) { tiled<1>(A, B, C, m, n, k); }
__global__ void factor_2(const float *A, const float *B, float *C, int m, int n, int k) { tiled<2>(A, B, C, m, n, k); }
__global__ void factor_4(const float *A, const float *B, float *C, int m, int n, int k) { tiled<4>(A, B, C, m, n, k); }
__global__ void factor_8(const float *A, const float *B, float *C, int m, int n, int k) { tiled<8>(A, B, C, m, n, k); }

using Kernel = void (*)(const float *, const float *, float *, int, int, int);
static const Kernel kernels[4] = {factor_1, factor_2, factor_4, factor_8};

static int capacity_of(int index, int multiprocessors) {
    int blocks;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels[index], TILE * TILE, 0));
    return blocks * multiprocessors;
}

static int blocks_of(int m, int n, int factor) { return ceil_div(m, TILE) * ceil_div(n, TILE * factor); }

// The blocks that the best factor leaves.
static int fewest_blocks(int m, int n, int multiprocessors) {
    int fewest = blocks_of(m, n, 1);
    for (int i = 1; i < 4; i++) {
        int capacity = capacity_of(i, multiprocessors), blocks = blocks_of(m, n, 1 << i);
        if (capacity >= capacity_of(0, multiprocessors) && blocks >= capacity && blocks < fewest) fewest = blocks;
    }
    return fewest;
}

int main(int, char **argv) {
    const int m = drawn(argv, "m"), n = drawn(argv, "n"), k = 32, multiprocessors = drawn(argv, "sms");
    float *A, *B, *C;
    CHECK(cudaMalloc(&A, m * k * sizeof(float)));
    CHECK(cudaMalloc(&B, k * n * sizeof(float)));
    CHECK(cudaMalloc(&C, m * n * sizeof(float)));
    CHECK(cudaMemset(A, 0, m * k * sizeof(float)));
    CHECK(cudaMemset(B, 0, k * n * sizeof(float)));
    for (int i : {0, 2})
        kernels[i]<<<dim3(ceil_div(n, TILE << i), ceil_div(m, TILE)), dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    CHECK(cudaDeviceSynchronize());
    printf("capacity_1 %d\ncapacity_8 %d\n", capacity_of(0, multiprocessors), capacity_of(3, multiprocessors));
    printf("blocks_4 %d\n", blocks_of(drawn(argv, "rows"), drawn(argv, "columns"), 4));
    for (const char *shape : {"wide", "middle", "small", "narrow"}) {
        char rows[16], columns[16];
        snprintf(rows, sizeof rows, "%s_m", shape);
        snprintf(columns, sizeof columns, "%s_n", shape);
        printf("blocks_%s %d\n", shape, fewest_blocks(drawn(argv, rows), drawn(argv, columns), multiprocessors));
    }
    CHECK(cudaFree(A));
    CHECK(cudaFree(B));
    CHECK(cudaFree(C));
}
