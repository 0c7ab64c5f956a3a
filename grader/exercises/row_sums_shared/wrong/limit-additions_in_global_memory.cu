// trick: each thread adds its sum to the row's in global memory, and stores it in shared memory for show
// like: limit-one_thread_adds.edit
// says: passes through shared memory a row
#include "workbook.h"
__global__ void clear(float *sums, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) sums[i] = 0;
}
__global__ void add(const float *A, float *sums, int columns) {
    __shared__ float shown[1024];
    float sum = 0;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += A[(size_t)blockIdx.x * columns + i];
    ((volatile float *)shown)[threadIdx.x] = sum;
    if (threadIdx.x == 0) sums[blockIdx.x] = 0;
    __syncthreads();
    atomicAdd(&sums[blockIdx.x], sum);
}
void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    add<<<rows, threads>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}
