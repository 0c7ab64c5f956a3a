// trick: one lane at a time, so no request is scattered
// like: limit-still_scattered.cu
// says: The lanes of a warp load from different rows
// limit-one_lane_at_a_time.cu - each lane loads alone, so that no request touches more than one sector.
#include "workbook.h"

__device__ float alone(const float *place) {
    float value = 0;
    for (int lane = 0; lane < 32; lane++)
        if ((threadIdx.y * blockDim.x + threadIdx.x) % 32 == lane) value = *reinterpret_cast<const volatile float *>(place);
    return value;
}

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += alone(A + row * k + p) * alone(B + p * n + column);
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    product<<<dim3(ceil_div(m, 16), ceil_div(n, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
