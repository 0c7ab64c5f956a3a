// tiles.cu - the first warp of a 12 x 12 block loads its part of two tiles, one after another.
#include <cstdio>
#include <cuda_runtime.h>

enum { TILE = 12, WIDTH = 96 };

__global__ void two_tiles(const float *a, float *out) {
    float sum = 0;
#pragma unroll 1
    for (int phase = 0; phase < 2; phase++) {
        sum += a[threadIdx.y * WIDTH + phase * TILE + threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.y * TILE + threadIdx.x] = sum;
}

int main() {
    float *a, *out;
    cudaMalloc(&a, TILE * WIDTH * sizeof(float));
    cudaMalloc(&out, TILE * TILE * sizeof(float));
    cudaMemset(a, 0, TILE * WIDTH * sizeof(float));
    two_tiles<<<1, dim3(TILE, TILE)>>>(a, out);
    cudaFree(a);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
