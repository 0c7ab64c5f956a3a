// turned.cu - the turned store of a 16 x 16 block, into tiles of four shapes.
#include <cstdio>
#include <cuda_runtime.h>

template <int WIDTH> __global__ void turned(float *out) {
    __shared__ float tile[16][WIDTH];
    tile[threadIdx.x][threadIdx.y] = threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

__global__ void exchanged(float *out) {
    __shared__ float tile[16][16];
    tile[threadIdx.x][threadIdx.y ^ threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.y][threadIdx.x ^ threadIdx.y];
}

int main() {
    float *out;
    cudaMalloc(&out, 256 * sizeof(float));
    turned<16><<<1, dim3(16, 16)>>>(out);
    turned<17><<<1, dim3(16, 16)>>>(out);
    turned<18><<<1, dim3(16, 16)>>>(out);
    exchanged<<<1, dim3(16, 16)>>>(out);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
