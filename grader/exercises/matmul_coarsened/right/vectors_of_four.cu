// vectors_of_four.cu - four neighbours a thread by accesses of 16 bytes where rows allow them.
#include "workbook.h"

constexpr int ROWS = 32, DEPTH = 32;

// A block has 32 x 128 elements; a warp has 128 neighbours of a row, a lane four of them.
template <bool VECTORS> struct Row {
    static __device__ float4 get(const float *matrix, int row, int column, int rows, int columns) {
        const float *at = matrix + static_cast<size_t>(row) * columns + column;
        if (row >= rows || column >= columns) return make_float4(0, 0, 0, 0);
        if (VECTORS) return *reinterpret_cast<const float4 *>(at);
        int rest = columns - column;
        return make_float4(at[0], rest > 1 ? at[1] : 0, rest > 2 ? at[2] : 0, rest > 3 ? at[3] : 0);
    }
    static __device__ void put(float *at, float4 v, int rest) {
        if (VECTORS) *reinterpret_cast<float4 *>(at) = v;
        else {
            const float values[] = {v.x, v.y, v.z, v.w};
            for (int i = 0; i < 4 && i < rest; i++) at[i] = values[i];
        }
    }
};

template <bool VECTORS> __global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[ROWS][DEPTH];
    __shared__ float4 b[DEPTH][32];
    int lane = threadIdx.x, y = threadIdx.y, row = blockIdx.y * ROWS + y, column = (blockIdx.x * 32 + lane) * 4;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int first = 0; first < k; first += DEPTH) {
        a[y][lane] = row < m && first + lane < k ? A[static_cast<size_t>(row) * k + first + lane] : 0;
        b[y][lane] = Row<VECTORS>::get(B, first + y, column, k, n);
        __syncthreads();
        for (int p = 0; p < DEPTH; p++) {
            float left = a[y][p];
            float4 right = b[p][lane];
            sum.x += left * right.x, sum.y += left * right.y, sum.z += left * right.z, sum.w += left * right.w;
        }
        __syncthreads();
    }
    if (row < m && column < n) Row<VECTORS>::put(C + static_cast<size_t>(row) * n + column, sum, n - column);
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, 128), ceil_div(m, ROWS)), block(32, ROWS);
    if (n % 4 == 0) multiply<true><<<grid, block>>>(A, B, C, m, n, k);
    else multiply<false><<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
