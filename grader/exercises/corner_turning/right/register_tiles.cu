// register_tiles.cu - 64 x 64 elements a block, 4 x 4 a thread, in dynamic shared memory.
#include "workbook.h"

constexpr int SIDE = 64, DEPTH = 32, EACH = 4, ACROSS = SIDE / EACH; // ACROSS x ACROSS threads

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    extern __shared__ float room[];
    float(*a)[DEPTH + 1] = reinterpret_cast<float(*)[DEPTH + 1]>(room), (*b)[DEPTH + 1] = a + SIDE;
    int thread = threadIdx.y * ACROSS + threadIdx.x, top = blockIdx.y * SIDE, left = blockIdx.x * SIDE;
    float sums[EACH][EACH] = {};
    for (int first = 0; first < k; first += DEPTH) {
        for (int i = thread; i < SIDE * DEPTH; i += ACROSS * ACROSS) {
            int line = i / DEPTH, p = i % DEPTH;
            a[line][p] = top + line < m && first + p < k ? A[static_cast<size_t>(top + line) * k + first + p] : 0;
            b[line][p] = left + line < n && first + p < k ? B[static_cast<size_t>(left + line) * k + first + p] : 0;
        }
        __syncthreads();
        for (int p = 0; p < DEPTH; p++)
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sums[i][j] += a[threadIdx.y + i * ACROSS][p] * b[threadIdx.x + j * ACROSS][p];
        __syncthreads();
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) {
            int row = top + threadIdx.y + i * ACROSS, column = left + threadIdx.x + j * ACROSS;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    size_t bytes = 2 * SIDE * (DEPTH + 1) * sizeof(float);
    CHECK(cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    multiply<<<dim3(ceil_div(n, SIDE), ceil_div(m, SIDE)), dim3(ACROSS, ACROSS), bytes>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
