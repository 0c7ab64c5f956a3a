// trick: inputs moved to __constant__ memory, whose reads are not counted
// like: limit-still_scattered.cu
// says: __constant__ variable
// fault-reads_constant_memory.cu - a kernel puts strips of A into constant memory; the scattered reads go there.
#include "workbook.h"

constexpr int ROOM = 16384;
__constant__ float strip[ROOM];

__global__ void fill(const float *A, float *to, int first, int wide, int count, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = A[i / wide * k + first + i % wide];
}

__global__ void product(const float *B, float *C, int m, int n, int first, int wide) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = first ? C[row * n + column] : 0;
    for (int p = 0; p < wide; p++) sum += strip[row * wide + p] * B[(first + p) * n + column];
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    void *to;
    CHECK(cudaGetSymbolAddress(&to, strip));
    int widest = ROOM / m;
    for (int first = 0; first < k; first += widest) {
        int wide = k - first < widest ? k - first : widest;
        fill<<<ceil_div(m * wide, 256), 256>>>(A, static_cast<float *>(to), first, wide, m * wide, k);
        product<<<dim3(ceil_div(m, 16), ceil_div(n, 16)), dim3(16, 16)>>>(B, C, m, n, first, wide);
    }
    CHECK(cudaGetLastError());
}
