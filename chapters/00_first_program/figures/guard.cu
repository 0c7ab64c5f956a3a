// guard.cu - 20 elements and blocks of 8 threads: three blocks, and four threads without an element.
#include "workbook.h"

constexpr int COUNT = 20, THREADS = 8;

__global__ void count_up(float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = i;
}

int main() {
    float *out;
    CHECK(cudaMalloc(&out, COUNT * sizeof *out));
    count_up<<<ceil_div(COUNT, THREADS), THREADS>>>(out, COUNT);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(out));
}
