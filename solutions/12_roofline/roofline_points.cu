// roofline_points.cu - three kernels at three places under the roof.
#include "workbook.h"

constexpr int BLOCK = 256;

// One load and one store of 4 bytes, and TIMES multiply-adds between them: TIMES / 4 operations per byte.
template <int TIMES> __device__ void evaluate(const float *x, float *y, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = x[i], sum = value;
#pragma unroll
    for (int t = 0; t < TIMES; t++) sum = sum * value + 0.5f;
    y[i] = sum;
}

__global__ void low(const float *x, float *y, int count) { evaluate<1>(x, y, count); }
__global__ void middle(const float *x, float *y, int count) { evaluate<8>(x, y, count); }
__global__ void high(const float *x, float *y, int count) { evaluate<64>(x, y, count); }

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s COUNT\n", argv[0]);
        return EXIT_FAILURE;
    }
    int count = atoi(argv[1]);
    float *x, *y;
    CHECK(cudaMalloc(&x, count * sizeof(float)));
    CHECK(cudaMalloc(&y, count * sizeof(float)));
    CHECK(cudaMemset(x, 0, count * sizeof(float)));
    low<<<ceil_div(count, BLOCK), BLOCK>>>(x, y, count);
    middle<<<ceil_div(count, BLOCK), BLOCK>>>(x, y, count);
    high<<<ceil_div(count, BLOCK), BLOCK>>>(x, y, count);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
