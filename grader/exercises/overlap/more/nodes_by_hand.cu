// nodes_by_hand.cu - a graph whose nodes and dependencies are added one by one.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <vector>
__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}
void relax_all(const float *in, float *out, int count) {
    float *from, *to;
    CHECK(cudaMalloc(&from, count * sizeof(float)));
    CHECK(cudaMalloc(&to, count * sizeof(float)));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK(cudaGraphCreate(&graph, 0));
    const int pieces = 6, size = ceil_div(count, pieces);
    for (int p = 0; p < pieces; p++) {
        int first = p * size, length = min(size, count - first);
        if (length <= 0) continue;
        cudaGraphNode_t a, b, c;
        CHECK(cudaGraphAddMemcpyNode1D(&a, graph, nullptr, 0, from + first, in + first, length * 4, cudaMemcpyHostToDevice));
        const float *f = from + first;
        float *t = to + first;
        void *arguments[] = {&f, &t, &length};
        cudaKernelNodeParams k{};
        k.func = (void *)relax;
        k.gridDim = ceil_div(length, 256);
        k.blockDim = 256;
        k.kernelParams = arguments;
        CHECK(cudaGraphAddKernelNode(&b, graph, &a, 1, &k));
        CHECK(cudaGraphAddMemcpyNode1D(&c, graph, &b, 1, out + first, to + first, length * 4, cudaMemcpyDeviceToHost));
    }
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
}
