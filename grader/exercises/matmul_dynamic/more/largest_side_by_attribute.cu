// largest_side_by_attribute.cu - tiles by pointers into dynamic memory, loaded in steps of a one-dimensional block.
//
//= student: Ada Lovelace
//= blocks_a: 2996
//= blocks_b: 756
//= blocks_c: 756
#include "workbook.h"

extern __shared__ float memory[];

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k, int side) {
    float *a = memory, *b = memory + side * side;
    int x = threadIdx.x % side, y = threadIdx.x / side;
    int row = blockIdx.y * side + y, column = blockIdx.x * side + x;
    float sum = 0;
    for (int phase = 0; phase < k; phase += side) {
        a[threadIdx.x] = row < m && phase + x < k ? A[static_cast<size_t>(row) * k + phase + x] : 0;
        b[threadIdx.x] = phase + y < k && column < n ? B[static_cast<size_t>(phase + y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < side && phase + p < k; p++) sum += a[y * side + p] * b[p * side + x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int most_threads,
                    int most_shared_bytes) {
    int side = 8;
    for (int next = 16; next * next <= most_threads && 2 * next * next * sizeof(float) <= most_shared_bytes; next += 8)
        side = next;
    size_t bytes = 2 * side * side * sizeof(float);
    CHECK(cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    multiply<<<dim3(ceil_div(n, side), ceil_div(m, side)), side * side, bytes>>>(A, B, C, m, n, k, side);
    CHECK(cudaGetLastError());
}
