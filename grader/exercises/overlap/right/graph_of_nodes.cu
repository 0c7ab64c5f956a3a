// A graph made node by node: chains of a copy, the kernel and a copy.
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <vector>
constexpr int THREADS = 256;
__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}
void relax_all(const float *in, float *out, int count) {
    float *d;
    CHECK(cudaMalloc(&d, count * sizeof(float)));
    cudaGraph_t g;
    CHECK(cudaGraphCreate(&g, 0));
    const int pieces = 10;
    int size = ceil_div(count, pieces);
    for (int f = 0; f < count; f += size) {
        int n = size < count - f ? size : count - f;
        cudaGraphNode_t a, k, b;
        CHECK(cudaGraphAddMemcpyNode1D(&a, g, nullptr, 0, d + f, in + f, n * sizeof(float), cudaMemcpyHostToDevice));
        float *p = d + f;
        void *args[] = {&p, &p, &n};
        cudaKernelNodeParams kp = {};
        kp.func = (void *)relax;
        kp.gridDim = dim3(ceil_div(n, THREADS));
        kp.blockDim = dim3(THREADS);
        kp.kernelParams = args;
        CHECK(cudaGraphAddKernelNode(&k, g, &a, 1, &kp));
        CHECK(cudaGraphAddMemcpyNode1D(&b, g, &k, 1, out + f, d + f, n * sizeof(float), cudaMemcpyDeviceToHost));
    }
    cudaGraphExec_t e;
    CHECK(cudaGraphInstantiate(&e, g, 0));
    CHECK(cudaGraphLaunch(e, 0));
    CHECK(cudaStreamSynchronize(0));
    CHECK(cudaGraphExecDestroy(e));
    CHECK(cudaGraphDestroy(g));
    CHECK(cudaFree(d));
}
