// trick: thirty blocks leave their sums to the host, which adds them and stores the total as a parameter
// like: nothing
// says: copied to the host
// wrong-sums_of_blocks_on_the_host.cu - two calls tell the host 240 bytes, and make no addition in global memory.
#include "workbook.h"
__global__ void add(const float *in, float *sums, int count) {
    __shared__ float values[32];
    float sum = 0;
    for (size_t i = blockIdx.x * 1024 + threadIdx.x; i < count; i += gridDim.x * 1024) sum += in[i];
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x % 32 == 0) values[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    sum = values[threadIdx.x];
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
__global__ void store(float *out, float sum) { *out = sum; }
void sum_floats(const float *in, float *out, int count) {
    float *sums, of_host[30], sum = 0;
    CHECK(cudaMalloc(&sums, sizeof of_host));
    add<<<30, 1024>>>(in, sums, count);
    CHECK(cudaMemcpy(of_host, sums, sizeof of_host, cudaMemcpyDeviceToHost));
    for (float each : of_host) sum += each;
    store<<<1, 1>>>(out, sum);
    CHECK(cudaFree(sums));
}
