// sizes.cu - products of several sizes, launched as they would be, for their blocks and waves.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[static_cast<size_t>(row) * n + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

int main() {
    for (int n = 128; n <= 2048; n *= 2) {
        dim3 block(16, 16), grid(n / 16, n / 16);
        product<<<grid, block>>>(nullptr, nullptr, nullptr, 0); // nobody computes: only the grid counts here
    }
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    return 0;
}
