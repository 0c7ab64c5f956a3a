// key.cu - the accesses of access_quiz, each in a kernel of its own, so that the device's counts are of it alone.
//
// Kernels named access_X make access X of blend() and no other access of its kind. Those whose X lies in shared memory
// touch global memory only on a condition that never holds: their requests are counted, and are none.
#include "drawn.h"
#include "workbook.h"

constexpr int BLOCK = 256, BLOCKS = 4, N = BLOCK * BLOCKS, MOST_CHANNELS = 8, MOST_STEP = 8;

__device__ int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void access_a(const float *grey, float *out) { out[global_index()] = grey[global_index()]; }

__global__ void access_b(float *never) {
    __shared__ float own[BLOCK];
    own[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (own[threadIdx.x ^ 1] < 0) *never = 0;
}

__global__ void access_c(const float *planes, float *out, int channels) {
    int n = gridDim.x * blockDim.x;
    float sum = 0;
    for (int j = 0; j < channels; j++) sum += planes[j * n + global_index()];
    out[global_index()] = sum;
}

__global__ void access_d(const float *pixels, float *out, int channels) {
    float sum = 0;
#pragma unroll 1 // loads of several trips would be one wide one
    for (int j = 0; j < channels; j++) sum += pixels[channels * global_index() + j];
    out[global_index()] = sum;
}

__global__ void access_e(float *never, int channels) {
    __shared__ float mixed[MOST_CHANNELS * BLOCK];
    for (int j = 0; j < channels; j++) mixed[j * BLOCK + threadIdx.x] = j;
    __syncthreads();
    if (mixed[threadIdx.x ^ 1] < 0) *never = 0;
}

__global__ void access_f(float *never) {
    __shared__ float own[BLOCK];
    own[threadIdx.x ^ 1] = threadIdx.x;
    __syncthreads();
    if (own[threadIdx.x] < 0) *never = 0;
}

__global__ void access_g(float *shifted, int offset) { shifted[global_index() + offset] = 1; }

__global__ void access_h(float *never, int channels) {
    __shared__ float mixed[MOST_CHANNELS * BLOCK];
    for (int j = 0; j < channels; j++) mixed[j * BLOCK + threadIdx.x] = j;
    __syncthreads();
    if (mixed[channels * threadIdx.x] < 0) *never = 0;
}

__global__ void access_i(float *spread, int step) { spread[step * global_index()] = 1; }

// A warp stores with each stride up to the last one in turn.
__global__ void sweep(float *spread, int last) {
#pragma unroll 1
    for (int stride = 1; stride <= last; stride++) spread[stride * threadIdx.x] = 1;
}

int main(int, char **argv) {
    int channels = drawn(argv, "channels"), offset = drawn(argv, "offset"), step = drawn(argv, "step");
    float *in, *out;
    CHECK(cudaMalloc(&in, sizeof(float) * channels * N));
    CHECK(cudaMalloc(&out, sizeof(float) * (MOST_STEP * N + offset)));
    CHECK(cudaMemset(in, 0, sizeof(float) * channels * N));
    access_a<<<BLOCKS, BLOCK>>>(in, out);
    access_b<<<BLOCKS, BLOCK>>>(out);
    access_c<<<BLOCKS, BLOCK>>>(in, out, channels);
    access_d<<<BLOCKS, BLOCK>>>(in, out, channels);
    access_e<<<BLOCKS, BLOCK>>>(out, channels);
    access_f<<<BLOCKS, BLOCK>>>(out);
    access_g<<<BLOCKS, BLOCK>>>(out, offset);
    access_h<<<BLOCKS, BLOCK>>>(out, channels);
    access_i<<<BLOCKS, BLOCK>>>(out, step);
    sweep<<<1, 32>>>(out, drawn(argv, "sweep_to"));
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}
