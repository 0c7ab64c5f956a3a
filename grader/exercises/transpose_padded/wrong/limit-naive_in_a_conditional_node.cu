// trick: the naive kernel is in the body of a conditional node of a graph
// like: limit-naive.cu
// says: Neighbouring lanes write down a column of out
#include "workbook.h"

__global__ void transpose_kernel(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose(const float *in, float *out, int width, int height) {
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t ready;
    cudaStream_t stream;
    cudaGraphNodeParams node_is = {cudaGraphNodeTypeConditional};
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphConditionalHandleCreate(&node_is.conditional.handle, graph, 1, cudaGraphCondAssignDefault));
    node_is.conditional.type = cudaGraphCondTypeIf;
    node_is.conditional.size = 1;
    CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &node_is));
    cudaGraph_t body = node_is.conditional.phGraph_out[0];
    CHECK(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
    dim3 grid(ceil_div(width, 32), ceil_div(height, 32));
    transpose_kernel<<<grid, dim3(32, 32), 0, stream>>>(in, out, width, height);
    CHECK(cudaStreamEndCapture(stream, nullptr));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}
