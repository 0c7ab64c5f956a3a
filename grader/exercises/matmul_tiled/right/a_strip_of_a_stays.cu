// a_strip_of_a_stays.cu - a block keeps 32 whole rows of A in dynamic shared memory and takes all tiles of B past them.
//
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

__global__ void strip_product(const float *A, const float *B, float *C, int n, int k) {
    extern __shared__ float shared[];
    float *strip = shared, *tile = shared + 32 * k; // 32 x k of A, 32 x 32 of B
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 32 + y;
    for (int p = x; p < k; p += 32) strip[y * k + p] = A[row * k + p];
    for (int column = x; column < n; column += 32) {
        float sum = 0;
        for (int first = 0; first < k; first += 32) {
            __syncthreads(); // the strip is there, and nobody uses the tile of the phase before
            tile[y * 32 + x] = B[(first + y) * n + column];
            __syncthreads();
            for (int p = 0; p < 32; p++) sum += strip[y * k + first + p] * tile[p * 32 + x];
        }
        C[row * n + column] = sum;
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    int bytes = static_cast<int>((32 * k + 32 * 32) * sizeof(float));
    CHECK(cudaFuncSetAttribute(strip_product, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    strip_product<<<m / 32, dim3(32, 32), bytes>>>(A, B, C, n, k);
    CHECK(cudaGetLastError());
}
