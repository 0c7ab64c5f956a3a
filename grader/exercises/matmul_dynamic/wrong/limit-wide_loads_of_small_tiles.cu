// trick: small tiles, which wide loads bring with few requests
// like: limit-always_eight.edit
// says: sectors loaded, of those that the largest allowed tiles need
// limit-wide_loads_of_small_tiles.cu - tiles of 8 x 8 whatever is allowed, four floats a load.
#include "workbook.h"

constexpr int SIDE = 8, WIDE = 4;

// Half of the 64 threads load four floats each.
__device__ void load_wide(float *tile, const float *matrix, int row, int column, int rows, int columns, int t) {
    row += t / 2;
    column += t % 2 * WIDE;
    float4 values = {};
    if (row < rows && column < columns)
        values = *reinterpret_cast<const float4 *>(matrix + static_cast<size_t>(row) * columns + column);
    *reinterpret_cast<float4 *>(tile + WIDE * t) = values;
}

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    extern __shared__ __align__(16) float tiles[];
    float *A_tile = tiles, *B_tile = tiles + SIDE * SIDE;
    int x = threadIdx.x, y = threadIdx.y, t = y * SIDE + x;
    int row = blockIdx.y * SIDE + y, column = blockIdx.x * SIDE + x;
    bool wide = k % WIDE == 0 && n % WIDE == 0;
    float sum = 0;
    for (int first = 0; first < k; first += SIDE) {
        if (wide) {
            if (t < 16) load_wide(A_tile, A, blockIdx.y * SIDE, first, m, k, t);
            else if (t < 32) load_wide(B_tile, B, first, blockIdx.x * SIDE, k, n, t - 16);
        } else {
            A_tile[t] = row < m && first + x < k ? A[static_cast<size_t>(row) * k + first + x] : 0;
            B_tile[t] = first + y < k && column < n ? B[static_cast<size_t>(first + y) * n + column] : 0;
        }
        __syncthreads();
        for (int p = 0; p < SIDE; p++) sum += A_tile[y * SIDE + p] * B_tile[p * SIDE + x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int, int) {
    dim3 grid(ceil_div(n, SIDE), ceil_div(m, SIDE));
    multiply<<<grid, dim3(SIDE, SIDE), 2 * SIDE * SIDE * sizeof(float)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
