// cleared_by_a_kernel.cu - a kernel clears out, and a graph launches it before the one that adds.
//
// says: but slow
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"

__global__ void clear(float *out) { *out = 0.0f; }

__global__ void add(const float *in, float *out, int count) {
    __shared__ float sums[8];
    float sum = 0;
    size_t i = static_cast<size_t>(blockIdx.x) * 256 + threadIdx.x, step = static_cast<size_t>(gridDim.x) * 256;
    for (; i < count; i += step) sum += in[i];
    for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(0xFFFFFFFF, sum, mask);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    if (__syncthreads_or(0) || threadIdx.x > 0) return;
    for (int warp = 1; warp < 8; warp++) sum += sums[warp];
    atomicAdd(out, sum);
}

void sum_floats(const float *in, float *out, int count) {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    clear<<<1, 1, 0, stream>>>(out);
    add<<<min(ceil_div(count, 4096), 528), 256, 0, stream>>>(in, out, count);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}
