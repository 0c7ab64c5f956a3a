// key.cu - the loads of tiles of every size from 1 to 32, as block_size_quiz asks: a row of blocks, all phases.
#include "drawn.h"
#include "workbook.h"

constexpr int LARGEST = 32;

// Kernel tiles_T for each T: the report knows kernels by name. What is loaded is added up, so that no load is removed.
#define TILES(T)                                                                                                       \
    __global__ void tiles_##T(const float *A, const float *B, float *C, int width) {                                   \
        int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;                                 \
        float sum = 0;                                                                                                 \
        for (int first = 0; first < width; first += T)                                                                 \
            sum += A[row * width + first + threadIdx.x] * B[(first + threadIdx.y) * width + column];                   \
        C[row * width + column] = sum;                                                                                 \
    }
TILES(1)
TILES(2)
TILES(3) TILES(4) TILES(5) TILES(6) TILES(7) TILES(8) TILES(9) TILES(10) TILES(11) TILES(12) TILES(13) TILES(14)
    TILES(15) TILES(16) TILES(17) TILES(18) TILES(19) TILES(20) TILES(21) TILES(22) TILES(23) TILES(24) TILES(25)
        TILES(26) TILES(27) TILES(28) TILES(29) TILES(30) TILES(31) TILES(32)

            using Kernel = void(*)(const float *A, const float *B, float *C, int width);
static const Kernel kernels[LARGEST] = {
    tiles_1,  tiles_2,  tiles_3,  tiles_4,  tiles_5,  tiles_6,  tiles_7,  tiles_8,  tiles_9,  tiles_10, tiles_11,
    tiles_12, tiles_13, tiles_14, tiles_15, tiles_16, tiles_17, tiles_18, tiles_19, tiles_20, tiles_21, tiles_22,
    tiles_23, tiles_24, tiles_25, tiles_26, tiles_27, tiles_28, tiles_29, tiles_30, tiles_31, tiles_32,
};

// The least common multiple of a number and 32.
static int width_for(int tile) {
    int width = LARGEST;
    while (width % tile) width += LARGEST;
    return width;
}

// One row of a tile in each of the first phases.
__global__ void odd_rows(const float *A, float *C, int phases) {
    float sum = 0;
#pragma unroll 1
    for (int phase = 0; phase < phases; phase++) sum += A[phase * blockDim.x + threadIdx.x];
    C[threadIdx.x] = sum;
}

int main(int, char **argv) {
    constexpr size_t bytes = sizeof(float) * LARGEST * LARGEST * LARGEST * LARGEST;
    float *A, *B, *C;
    CHECK(cudaMalloc(&A, bytes));
    CHECK(cudaMalloc(&B, bytes));
    CHECK(cudaMalloc(&C, bytes));
    CHECK(cudaMemset(A, 0, bytes));
    CHECK(cudaMemset(B, 0, bytes));
    for (int tile = 1; tile <= LARGEST; tile++) {
        int width = width_for(tile);
        kernels[tile - 1]<<<width / tile, dim3(tile, tile)>>>(A, B, C, width);
        CHECK(cudaGetLastError());
    }
    odd_rows<<<1, drawn(argv, "odd")>>>(A, C, drawn(argv, "phases"));
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(A));
    CHECK(cudaFree(B));
    CHECK(cudaFree(C));
}
