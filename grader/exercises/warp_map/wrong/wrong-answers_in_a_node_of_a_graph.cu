// trick: the parameters of a node of a graph are set anew for each result
// like: nothing
// says: the work belongs on the device
#include "workbook.h"

__global__ void store(int *warp, int *lane, int i, int w, int l) { warp[i] = w; lane[i] = l; }

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int size) {
    int i = 0, w = 0, l = 0;
    void *arguments[] = {&warp, &lane, &i, &w, &l};
    cudaKernelNodeParams node = {};
    node.func = reinterpret_cast<void *>(store);
    node.gridDim = node.blockDim = dim3(1);
    node.kernelParams = arguments;
    cudaGraph_t graph;
    cudaGraphNode_t kernel;
    cudaGraphExec_t ready;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &node));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    int width = grid.x * block.x, height = grid.y * block.y;
    for (i = 0; i < width * height * (int)block.z; i++) {
        int x = i % width % block.x, y = i / width % height % block.y, z = i / width / height;
        int place = (z * block.y + y) * block.x + x;
        w = place / size;
        l = place % size;
        CHECK(cudaGraphExecKernelNodeSetParams(ready, kernel, &node));
        CHECK(cudaGraphLaunch(ready, 0));
    }
    CHECK(cudaDeviceSynchronize());
}
