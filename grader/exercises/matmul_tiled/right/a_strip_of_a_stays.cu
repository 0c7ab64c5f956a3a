// a_strip_of_a_stays.cu - a block keeps 32 whole rows of A in dynamic shared memory and takes all tiles of B past them.
//
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

__global__ void strip_product(const float *A, const float *B, float *C, int m, int n, int k) {
    extern __shared__ float shared[];
    float *strip = shared, *tile = shared + 32 * k; // 32 x k of A, 32 x 32 of B
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 32 + y;
    for (int p = x; p < k; p += 32) strip[y * k + p] = row < m ? A[row * k + p] : 0;
    for (int column = x; column - x < n; column += 32) {
        float sum = 0;
        for (int first = 0; first < k; first += 32) {
            __syncthreads(); // the strip is there, and nobody uses the tile of the phase before
            tile[y * 32 + x] = first + y < k && column < n ? B[(first + y) * n + column] : 0;
            __syncthreads();
            for (int p = 0; p < min(32, k - first); p++) sum += strip[y * k + first + p] * tile[p * 32 + x];
        }
        if (row < m && column < n) C[row * n + column] = sum;
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    int bytes = static_cast<int>((32 * k + 32 * 32) * sizeof(float));
    CHECK(cudaFuncSetAttribute(strip_product, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    strip_product<<<ceil_div(m, 32), dim3(32, 32), bytes>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
