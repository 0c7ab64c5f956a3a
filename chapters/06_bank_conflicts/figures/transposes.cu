// transposes.cu - three transposes of the same matrix, and a reduction: pictures of tiles at work.
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

// Sums 64 floats as a tree: in each step thread t adds what lies `half` of its stride behind.
__global__ void tree(float *sum) {
    __shared__ float values[128];
    int t = threadIdx.x;
    values[t] = 1, values[t + 64] = 1;
    for (int stride = 2; stride <= 128; stride *= 2) {
        __syncthreads();
        if (t * stride < 128) values[t * stride] += values[t * stride + stride / 2];
    }
    if (t == 0) *sum = values[0];
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
    tree<<<1, 64>>>(out);
    cudaFree(in);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
