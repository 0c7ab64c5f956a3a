// no_shared_memory.cu - a warp holds its rows and columns in registers and passes them on.
//= student: Ada Lovelace
//= loads_plain: 10752
//= requests_plain: 16384
//= requests_staged: 512
//= loads_staged: 36
#include "workbook.h"
// A warp computes 32 x 32 results: lane l holds row l of B in trip p by a coalesced load, and A's values by shuffles.
__global__ void multiply_kernel(const float *A, const float *B, float *C, int n) {
    int lane = threadIdx.x, top = blockIdx.y * 32, column = blockIdx.x * 32 + lane;
    float b[32];
#pragma unroll
    for (int p = 0; p < 32; p++) b[p] = B[p * n + column];
    for (int row = top; row < top + 32; row++) {
        float a = A[row * 32 + lane], sum = 0;
#pragma unroll
        for (int p = 0; p < 32; p++) sum += __shfl_sync(0xFFFFFFFF, a, p) * b[p];
        C[row * n + column] = sum;
    }
}
void multiply_ab(const float *A, const float *B, float *C, int m, int n) {
    multiply_kernel<<<dim3(n / 32, m / 32), 32>>>(A, B, C, n);
    CHECK(cudaGetLastError());
}
