// trips.cu - 32 threads load three values each in a loop: values that lie together by thread, and by trip.
#include <cstdio>
#include <cuda_runtime.h>

enum { THREADS = 32, VALUES = 3 };

__global__ void by_thread(const float *in, float *out) {
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < VALUES; j++) sum += in[VALUES * threadIdx.x + j];
    out[threadIdx.x] = sum;
}

__global__ void by_trip(const float *in, float *out) {
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < VALUES; j++) sum += in[j * THREADS + threadIdx.x];
    out[threadIdx.x] = sum;
}

int main() {
    float *in, *out;
    cudaMalloc(&in, VALUES * THREADS * sizeof(float));
    cudaMalloc(&out, THREADS * sizeof(float));
    cudaMemset(in, 0, VALUES * THREADS * sizeof(float));
    by_thread<<<1, THREADS>>>(in, out);
    by_trip<<<1, THREADS>>>(in, out);
    cudaFree(in);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
