// transposes.cu - three transposes of the same matrix.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void naive(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

template <int WIDTH>
__global__ void tiled(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][WIDTH];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    const int width = 192, height = 160;
    dim3 block(32, 32), grid(width / 32, height / 32);
    float *in, *out;
    cudaMalloc(&in, width * height * sizeof(float));
    cudaMalloc(&out, width * height * sizeof(float));
    cudaMemset(in, 0, width * height * sizeof(float));
    naive<<<grid, block>>>(in, out, width, height);
    tiled<32><<<grid, block>>>(in, out, width, height);
    tiled<33><<<grid, block>>>(in, out, width, height);
    cudaFree(in);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
