// graph_with_memory_nodes.cu - three kernels and their memory as nodes of a graph.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"
#include <cub/block/block_scan.cuh>

constexpr int THREADS = 256;

__global__ void within(const float *in, float *out, float *totals, int count) {
    using Scan = cub::BlockScan<float, THREADS, cub::BLOCK_SCAN_WARP_SCANS>;
    __shared__ typename Scan::TempStorage storage;
    int i = blockIdx.x * THREADS + threadIdx.x;
    float value = i < count ? in[i] : 0, total;
    Scan(storage).InclusiveSum(value, value, total);
    if (i < count) out[i] = value;
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

// Keeps what came before from piece to piece.
struct Before {
    float sum;
    __device__ float operator()(float piece) {
        float old = sum;
        sum += piece;
        return old;
    }
};

__global__ void totals_of_blocks(float *totals, int blocks) {
    using Scan = cub::BlockScan<float, 512>;
    __shared__ typename Scan::TempStorage storage;
    Before before{0};
    for (int first = 0; first < blocks; first += 512) {
        int b = first + threadIdx.x;
        float value = b < blocks ? totals[b] : 0;
        Scan(storage).InclusiveSum(value, value, before);
        if (b < blocks) totals[b] = value;
        __syncthreads();
    }
}

__global__ void add_before(float *out, const float *totals, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (blockIdx.x > 0 && i < count) out[i] += totals[blockIdx.x - 1];
}

void running_sums(const float *in, float *out, int count) {
    int blocks = ceil_div(count, THREADS);
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaGraphNode_t allocate, step[3], release;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = blocks * sizeof(float);
    CHECK(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &memory));
    float *totals = static_cast<float *>(memory.dptr);
    void *first[] = {&in, &out, &totals, &count}, *second[] = {&totals, &blocks}, *third[] = {&out, &totals, &count};
    cudaKernelNodeParams node = {};
    node.gridDim = blocks, node.blockDim = THREADS;
    node.func = reinterpret_cast<void *>(within), node.kernelParams = first;
    CHECK(cudaGraphAddKernelNode(&step[0], graph, &allocate, 1, &node));
    node.gridDim = 1, node.blockDim = 512;
    node.func = reinterpret_cast<void *>(totals_of_blocks), node.kernelParams = second;
    CHECK(cudaGraphAddKernelNode(&step[1], graph, &step[0], 1, &node));
    node.gridDim = blocks, node.blockDim = THREADS;
    node.func = reinterpret_cast<void *>(add_before), node.kernelParams = third;
    CHECK(cudaGraphAddKernelNode(&step[2], graph, &step[1], 1, &node));
    CHECK(cudaGraphAddMemFreeNode(&release, graph, &step[2], 1, totals));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
}
