// dependent_launch.cu - the second kernel is launched early and waits for the first (programmatic dependent launch).
//
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"

constexpr int THREADS = 256, EACH = 8;

__device__ double block_sum(double value) {
    __shared__ double sums[THREADS / 32];
    for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xFFFFFFFFu, value, d);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < THREADS / 32 ? sums[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        for (int d = 4; d > 0; d /= 2) value += __shfl_down_sync(0xFFFFFFFFu, value, d);
    return value;
}

__global__ void sums_of_blocks(const double *in, double *sums, int count) {
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * EACH + threadIdx.x;
    double value = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * THREADS < count) value += in[first + e * THREADS];
    value = block_sum(value);
    if (threadIdx.x == 0) sums[blockIdx.x] = value;
    cudaTriggerProgrammaticLaunchCompletion();
}

// May be launched while the first kernel runs, and waits for all of it before it reads.
__global__ void sum_of_sums(const double *sums, double *out, int count) {
    cudaGridDependencySynchronize();
    double value = 0;
    for (int i = threadIdx.x; i < count; i += THREADS) value += sums[i];
    value = block_sum(value);
    if (threadIdx.x == 0) *out = value;
}

void sum_doubles(const double *in, double *out, int count) {
    int blocks = ceil_div(count, THREADS * EACH);
    cudaStream_t stream;
    double *sums;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocAsync(&sums, blocks * sizeof *sums, stream));
    sums_of_blocks<<<blocks, THREADS, 0, stream>>>(in, sums, count);
    CHECK(cudaGetLastError());
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t launch = {};
    launch.gridDim = 1, launch.blockDim = THREADS, launch.stream = stream, launch.attrs = &early, launch.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&launch, sum_of_sums, static_cast<const double *>(sums), out, blocks));
    CHECK(cudaFreeAsync(sums, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
}
