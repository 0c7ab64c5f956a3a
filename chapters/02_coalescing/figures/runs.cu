// runs.cu - 32 threads copy 256 floats: each a run of its own, and side by side.
#include <cstdio>
#include <cuda_runtime.h>

enum { THREADS = 32, RUN = 8 };

__global__ void own_run(const float *in, float *out) {
#pragma unroll 1
    for (int j = 0; j < RUN; j++) out[threadIdx.x * RUN + j] = in[threadIdx.x * RUN + j];
}

__global__ void side_by_side(const float *in, float *out) {
#pragma unroll 1
    for (int j = 0; j < RUN; j++) out[j * THREADS + threadIdx.x] = in[j * THREADS + threadIdx.x];
}

int main() {
    const size_t bytes = THREADS * RUN * sizeof(float);
    float *in, *out;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMemset(in, 0, bytes);
    own_run<<<1, THREADS>>>(in, out);
    side_by_side<<<1, THREADS>>>(in, out);
    cudaFree(in);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
