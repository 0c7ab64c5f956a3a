// trick: nodes of a graph turn the matrix
// like: nothing
// says: were not stored by a kernel
// wrong-copies_in_a_graph.cu - no kernel: a graph of copies, each of which makes a row of a column.
#include "workbook.h"

void transpose(const float *in, float *out, int width, int height) {
    cudaGraph_t graph;
    cudaGraphExec_t runnable;
    CHECK(cudaGraphCreate(&graph, 0));
    for (int x = 0; x < width; x++) {
        cudaGraphNode_t node;
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(const_cast<float *>(in + x), width * sizeof(float), sizeof(float), height);
        copy.dstPtr = make_cudaPitchedPtr(out + static_cast<size_t>(x) * height, sizeof(float), sizeof(float), height);
        copy.extent = make_cudaExtent(sizeof(float), height, 1);
        copy.kind = cudaMemcpyDeviceToDevice;
        CHECK(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy));
    }
    CHECK(cudaGraphInstantiate(&runnable, graph, 0));
    CHECK(cudaGraphLaunch(runnable, 0));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphExecDestroy(runnable));
    CHECK(cudaGraphDestroy(graph));
}
