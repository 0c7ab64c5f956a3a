// key.cu - the accesses of access_quiz, each in a kernel of its own, so that the device's counts are of it alone.
//
// Kernels named access_X make access X of blend() and no other access of its kind. Those whose X lies in shared memory
// touch global memory only on a condition that never holds: their requests are counted, and are none.
#include "workbook.h"

constexpr int BLOCK = 256, BLOCKS = 4, N = BLOCK * BLOCKS;

__device__ int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void access_a(const float *grey, float *out) { out[global_index()] = grey[global_index()]; }

__global__ void access_b(float *never) {
    __shared__ float own[BLOCK];
    own[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (own[threadIdx.x ^ 1] < 0) *never = 0;
}

__global__ void access_c(const float *planes, float *out) {
    int n = gridDim.x * blockDim.x;
    float sum = 0;
    for (int j = 0; j < 4; j++) sum += planes[j * n + global_index()];
    out[global_index()] = sum;
}

__global__ void access_d(const float *pixels, float *out) {
    float sum = 0;
    for (int j = 0; j < 4; j++) sum += pixels[4 * global_index() + j];
    out[global_index()] = sum;
}

__global__ void access_e(float *never) {
    __shared__ float mixed[4 * BLOCK];
    for (int j = 0; j < 4; j++) mixed[j * BLOCK + threadIdx.x] = j;
    __syncthreads();
    if (mixed[threadIdx.x ^ 1] < 0) *never = 0;
}

__global__ void access_f(float *never) {
    __shared__ float own[BLOCK];
    own[threadIdx.x ^ 1] = threadIdx.x;
    __syncthreads();
    if (own[threadIdx.x] < 0) *never = 0;
}

__global__ void access_g(float *shifted) { shifted[global_index() + 8] = 1; }

__global__ void access_h(float *never) {
    __shared__ float mixed[4 * BLOCK];
    for (int j = 0; j < 4; j++) mixed[j * BLOCK + threadIdx.x] = j;
    __syncthreads();
    if (mixed[4 * threadIdx.x] < 0) *never = 0;
}

__global__ void access_i(float *spread) { spread[8 * global_index()] = 1; }

int main() {
    float *in, *out;
    CHECK(cudaMalloc(&in, sizeof(float) * 4 * N));
    CHECK(cudaMalloc(&out, sizeof(float) * 8 * N));
    CHECK(cudaMemset(in, 0, sizeof(float) * 4 * N));
    access_a<<<BLOCKS, BLOCK>>>(in, out);
    access_b<<<BLOCKS, BLOCK>>>(out);
    access_c<<<BLOCKS, BLOCK>>>(in, out);
    access_d<<<BLOCKS, BLOCK>>>(in, out);
    access_e<<<BLOCKS, BLOCK>>>(out);
    access_f<<<BLOCKS, BLOCK>>>(out);
    access_g<<<BLOCKS, BLOCK>>>(out);
    access_h<<<BLOCKS, BLOCK>>>(out);
    access_i<<<BLOCKS, BLOCK>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}
