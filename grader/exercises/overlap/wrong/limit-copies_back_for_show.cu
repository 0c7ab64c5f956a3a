// trick: a kernel stores its results in the host's memory, and needless copies back overlap with those there
// like: limit-one_stream.edit
// says: times that an element travels each way
// limit-copies_back_for_show.cu - what is copied back nobody needs, so it waits for nothing.
#include "workbook.h"

constexpr int THREADS = 256;

__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}

void relax_all(const float *in, float *out, int count) {
    float *there, *back, *own;
    cudaStream_t work, show;
    size_t bytes = count * sizeof(float);
    CHECK(cudaStreamCreate(&work));
    CHECK(cudaStreamCreate(&show));
    CHECK(cudaMalloc(&there, bytes));
    CHECK(cudaMalloc(&back, bytes));
    CHECK(cudaMallocHost(&own, bytes));
    CHECK(cudaMemset(back, 0, bytes));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyAsync(there, in, bytes, cudaMemcpyHostToDevice, work));
    CHECK(cudaMemcpyAsync(own, back, bytes, cudaMemcpyDeviceToHost, show));
    relax<<<ceil_div(count, THREADS), THREADS, 0, work>>>(there, out, count);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(work));
    CHECK(cudaStreamSynchronize(show));
    CHECK(cudaStreamDestroy(work));
    CHECK(cudaStreamDestroy(show));
    CHECK(cudaFree(there));
    CHECK(cudaFree(back));
    CHECK(cudaFreeHost(own));
}
