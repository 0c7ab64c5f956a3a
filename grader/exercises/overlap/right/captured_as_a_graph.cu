// captured_as_a_graph.cu - The pieces are captured as branches of a graph, which is launched once.
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
    const int pieces = 6, size = ceil_div(count, pieces);
    std::vector<cudaStream_t> streams(pieces);
    std::vector<cudaEvent_t> ends(pieces);
    cudaEvent_t begin;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    float *from, *to;
    CHECK(cudaMalloc(&from, count * sizeof(float)));
    CHECK(cudaMalloc(&to, count * sizeof(float)));
    CHECK(cudaEventCreate(&begin));
    for (auto &stream : streams) CHECK(cudaStreamCreate(&stream));
    for (auto &end : ends) CHECK(cudaEventCreate(&end));
    CHECK(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
    CHECK(cudaEventRecord(begin, streams[0]));
    for (int p = 0; p < pieces; p++) {
        int first = p * size, length = min(size, count - first);
        if (p > 0) CHECK(cudaStreamWaitEvent(streams[p], begin));
        if (length > 0) {
            CHECK(
                cudaMemcpyAsync(from + first, in + first, length * sizeof(float), cudaMemcpyHostToDevice, streams[p]));
            relax<<<ceil_div(length, 256), 256, 0, streams[p]>>>(from + first, to + first, length);
            CHECK(cudaMemcpyAsync(out + first, to + first, length * sizeof(float), cudaMemcpyDeviceToHost, streams[p]));
        }
        CHECK(cudaEventRecord(ends[p], streams[p]));
        if (p > 0) CHECK(cudaStreamWaitEvent(streams[0], ends[p]));
    }
    CHECK(cudaStreamEndCapture(streams[0], &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, streams[0]));
    CHECK(cudaStreamSynchronize(streams[0]));
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    for (auto &stream : streams) CHECK(cudaStreamDestroy(stream));
    for (auto &end : ends) CHECK(cudaEventDestroy(end));
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
}
