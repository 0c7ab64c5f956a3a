// waits.cu - four copies of the same floats, which wait for them once or often.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int COUNT = 4096;

__global__ void one_float(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void in_turn(const float *in, float *out) {
    int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    for (int e = 0; e < 4; e++) out[first + e * blockDim.x] = in[first + e * blockDim.x];
}

__global__ void loads_first(const float *in, float *out) {
    int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    float values[4];
    for (int e = 0; e < 4; e++) values[e] = in[first + e * blockDim.x];
    for (int e = 0; e < 4; e++) out[first + e * blockDim.x] = values[e];
}

__global__ void one_vector(const float4 *in, float4 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

int main() {
    float *in, *out;
    cudaMalloc(&in, COUNT * sizeof *in);
    cudaMalloc(&out, COUNT * sizeof *out);
    cudaMemset(in, 0, COUNT * sizeof *in);
    one_float<<<COUNT / 256, 256>>>(in, out);
    in_turn<<<COUNT / 1024, 256>>>(in, out);
    loads_first<<<COUNT / 1024, 256>>>(in, out);
    one_vector<<<COUNT / 1024, 256>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float4 *>(out));
    cudaFree(in);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
