// spills.cu - a kernel that may have 32 registers and keeps 64 values: ptxas spills the others to local memory.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(1024, 2) spills(const float *a, float *o) {
    float v[64];
    int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 64; k++) v[k] = a[k * 1024 + t];
    for (int r = 0; r < 4; r++) {
#pragma unroll
        for (int k = 0; k < 64; k++) v[k] = v[k] * v[(k * 11 + 7) % 64] + 1.0f;
    }
    float s = 0;
#pragma unroll
    for (int k = 0; k < 64; k++) s += v[k] * (k + 1);
    o[t] = s;
}

int main() {
    float *a, *o;
    cudaMalloc(&a, 65536 * sizeof *a);
    cudaMalloc(&o, 1024 * sizeof *o);
    cudaMemset(a, 0, 65536 * sizeof *a);
    spills<<<1, 1024>>>(a, o);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(o);
}
