// trick: a node of a graph copies within the device
// like: nothing
// says: the work belongs on the device
#include "workbook.h"

void copy_floats(const float *in, float *out, int count) {
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t ready;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, out, in, count * sizeof(float), cudaMemcpyDeviceToDevice));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, 0));
    CHECK(cudaDeviceSynchronize());
}
