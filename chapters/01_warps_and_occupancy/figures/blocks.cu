// blocks.cu - blocks of several shapes, whose threads write their place.
#include "workbook.h"

__global__ void places(int *out) {
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    out[thread] = thread;
}

int main() {
    int *out;
    CHECK(cudaMalloc(&out, 1024 * sizeof(int)));
    places<<<1, dim3(20, 7)>>>(out);
    places<<<1, dim3(6, 5, 4)>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(out));
    return 0;
}
