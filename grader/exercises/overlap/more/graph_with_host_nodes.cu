// A graph built by capture from four streams with a host node at the end of each branch.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"

constexpr int THREADS = 256, BRANCHES = 4, PIECES = 8;

__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}
static void CUDART_CB note(void *counter) { ++*static_cast<int *>(counter); }

void relax_all(const float *in, float *out, int count) {
    float *a, *b;
    CHECK(cudaMalloc(&a, count * sizeof(float)));
    CHECK(cudaMalloc(&b, count * sizeof(float)));
    cudaStream_t s[BRANCHES];
    cudaEvent_t fork, join[BRANCHES];
    static int ends[BRANCHES];
    for (auto &stream : s) CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&fork));
    for (auto &event : join) CHECK(cudaEventCreate(&event));
    CHECK(cudaStreamBeginCapture(s[0], cudaStreamCaptureModeRelaxed));
    CHECK(cudaEventRecord(fork, s[0]));
    for (int branch = 1; branch < BRANCHES; branch++) CHECK(cudaStreamWaitEvent(s[branch], fork));
    int size = ceil_div(count, PIECES);
    for (int p = 0; p < PIECES; p++) {
        int first = p * size, length = min(size, count - first);
        if (length <= 0) break;
        cudaStream_t stream = s[p % BRANCHES];
        CHECK(cudaMemcpyAsync(a + first, in + first, length * sizeof(float), cudaMemcpyHostToDevice, stream));
        relax<<<ceil_div(length, THREADS), THREADS, 0, stream>>>(a + first, b + first, length);
        CHECK(cudaMemcpyAsync(out + first, b + first, length * sizeof(float), cudaMemcpyDeviceToHost, stream));
    }
    for (int branch = 0; branch < BRANCHES; branch++) CHECK(cudaLaunchHostFunc(s[branch], note, &ends[branch]));
    for (int branch = 1; branch < BRANCHES; branch++) {
        CHECK(cudaEventRecord(join[branch], s[branch]));
        CHECK(cudaStreamWaitEvent(s[0], join[branch]));
    }
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK(cudaStreamEndCapture(s[0], &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, s[0]));
    CHECK(cudaStreamSynchronize(s[0]));
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaEventDestroy(fork));
    for (auto &event : join) CHECK(cudaEventDestroy(event));
    for (auto &stream : s) CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}
