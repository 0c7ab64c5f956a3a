// one_dimension.cu - one dimension of threads; the tile of B comes first.
//= student: Ada Lovelace
//= blocks_a: 2996
//= blocks_b: 756
//= blocks_c: 756
#include "workbook.h"
__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k, int side) {
    extern __shared__ char bytes[];
    float *b = reinterpret_cast<float *>(bytes), *a = b + side * side;
    int x = threadIdx.x % side, y = threadIdx.x / side, row = blockIdx.y * side + y, column = blockIdx.x * side + x;
    double sum = 0;
    for (int first = 0; first < k; first += side) {
        a[threadIdx.x] = row < m && first + x < k ? A[row * k + first + x] : 0;
        b[threadIdx.x] = first + y < k && column < n ? B[(first + y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < side; p++) sum += a[y * side + p] * b[p * side + x];
        __syncthreads();
    }
    if (row < m && column < n) C[row * n + column] = sum;
}
void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int most_threads, int most_bytes) {
    int side = 32;
    while (side * side > most_threads || 8 * side * side > most_bytes) side -= 8;
    multiply<<<dim3(ceil_div(n, side), ceil_div(m, side)), side * side, 8 * side * side>>>(A, B, C, m, n, k, side);
    CHECK(cudaGetLastError());
}
