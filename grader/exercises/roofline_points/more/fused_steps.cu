// fused_steps.cu - Work of the lesson: 8 bytes an element, so 1, 8 and 64 fused multiply-adds; blocks stride.
#include "workbook.h"

__device__ __forceinline__ float chain(float value, int steps) {
    float sum = 1;
    for (int s = 0; s < steps; s++) sum = fmaf(sum, value, 0.25f);
    return sum;
}

#define KERNEL(name, steps)                                                                                            \
    __global__ void name(const float *from, float *to, int count) {                                                    \
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)                    \
            to[i] = chain(from[i], steps);                                                                             \
    }
KERNEL(low, 1)
KERNEL(middle, 8)
KERNEL(high, 64)

int main(int argc, char **argv) {
    int count = atoi(argv[1]);
    float *from, *to;
    CHECK(cudaMallocManaged(&from, count * sizeof(float)));
    CHECK(cudaMallocManaged(&to, count * sizeof(float)));
    for (int i = 0; i < count; i++) from[i] = 1.0f / (i + 1);
    for (auto kernel : {low, middle, high}) {
        kernel<<<132, 256>>>(from, to, count);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
}
