// key.cu - the kernels of op_per_byte_quiz, run once each: what they compute and what they move is counted.
#include "drawn.h"
#include "workbook.h"

constexpr int SIZE = 128;   // m, n and k of every product
constexpr int DEPTH = 8;    // of a block's tiles: it does not change what is loaded
constexpr int MOST = 32;    // rows, columns of a block's threads
constexpr int RESULTS = 8;  // the most of a thread in one direction

// A block computes (blockDim.y * rows) x (blockDim.x * columns) elements, each thread rows x columns of them, blockDim
// apart. Its tiles of A and B are DEPTH deep.
template <typename Type, typename First>
__device__ void product(const First *A, const Type *B, Type *C, int rows, int columns) {
    __shared__ Type A_tile[MOST * RESULTS][DEPTH], B_tile[DEPTH][MOST * RESULTS];
    int high = blockDim.y * rows, wide = blockDim.x * columns;
    int top = blockIdx.y * high, left = blockIdx.x * wide;
    int thread = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
    Type sums[RESULTS * RESULTS] = {};
    for (int first = 0; first < SIZE; first += DEPTH) {
        for (int e = thread; e < high * DEPTH; e += threads)
            A_tile[e / DEPTH][e % DEPTH] = A[(top + e / DEPTH) * SIZE + first + e % DEPTH];
        for (int e = thread; e < wide * DEPTH; e += threads)
            B_tile[e / wide][e % wide] = B[(first + e / wide) * SIZE + left + e % wide];
        __syncthreads();
        for (int p = 0; p < DEPTH; p++)
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++)
                    sums[i * RESULTS + j] +=
                        A_tile[threadIdx.y + i * blockDim.y][p] * B_tile[p][threadIdx.x + j * blockDim.x];
        __syncthreads();
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            C[(top + threadIdx.y + i * blockDim.y) * SIZE + left + threadIdx.x + j * blockDim.x] =
                sums[i * RESULTS + j];
}

#define PRODUCT(name, Type, First)                                                                                     \
    __global__ void name(const First *A, const Type *B, Type *C, int rows, int columns) {                              \
        product<Type, First>(A, B, C, rows, columns);                                                                         \
    }
PRODUCT(rectangle, float, float)
PRODUCT(coarsened, float, short) // of A each element is 2 bytes
PRODUCT(register_tile, float, float)
PRODUCT(doubles, double, double)

// A polynomial by Horner's rule.
__device__ float horner(float value, int degree) {
    float sum = 0.5f;
#pragma unroll 1
    for (int p = 0; p < degree; p++) sum = sum * value + 0.25f;
    return sum;
}

// A sum of 2 * radius + 1 neighbours with a weight each, and a polynomial of it.
__global__ void stencil(const float *x, float *y, int radius, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + radius;
    float sum = 0.5f * x[i - radius];
#pragma unroll 1
    for (int d = 1 - radius; d <= radius; d++) sum += 0.25f * x[i + d];
    y[i] = horner(sum, steps);
}

__global__ void polynomial(const float *x, float *y, int degree) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = horner(x[i], degree);
}

template <typename Type, typename First>
static void multiply(void (*kernel)(const First *, const Type *, Type *, int, int), void *A, void *B, void *C,
                     dim3 block, int rows, int columns) {
    dim3 grid(SIZE / (block.x * columns), SIZE / (block.y * rows));
    kernel<<<grid, block>>>(static_cast<First *>(A), static_cast<Type *>(B), static_cast<Type *>(C), rows, columns);
    CHECK(cudaGetLastError());
}

int main(int, char **argv) {
    void *A, *B, *C;
    for (void **matrix : {&A, &B, &C}) {
        CHECK(cudaMalloc(matrix, 2 * SIZE * SIZE * sizeof(double)));
        CHECK(cudaMemset(*matrix, 0, 2 * SIZE * SIZE * sizeof(double)));
    }
    int tile = drawn(argv, "tile"), side = drawn(argv, "side");
    multiply(rectangle, A, B, C, dim3(drawn(argv, "wide"), drawn(argv, "high")), 1, 1);
    multiply(coarsened, A, B, C, dim3(tile, tile), 1, drawn(argv, "factor"));
    multiply(register_tile, A, B, C, dim3(side, side), drawn(argv, "rows"), drawn(argv, "columns"));
    multiply(doubles, A, B, C, dim3(drawn(argv, "double_wide"), drawn(argv, "double_high")), 1, 1);
    float *x = static_cast<float *>(A), *y = static_cast<float *>(C);
    stencil<<<SIZE, SIZE>>>(x, y, drawn(argv, "radius"), drawn(argv, "steps"));
    polynomial<<<SIZE, SIZE>>>(x, y, drawn(argv, "degree"));
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (void *matrix : {A, B, C}) CHECK(cudaFree(matrix));
}
