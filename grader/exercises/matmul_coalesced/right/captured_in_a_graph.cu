// captured_in_a_graph.cu - four launches with a quarter of k each, captured in a graph that is then run.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

__global__ void add_quarter(const float *A, const float *B, float *C, int m, int n, int k, int quarter) {
    int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = quarter ? C[static_cast<size_t>(row) * n + column] : 0;
    for (int p = k * quarter / 4; p < k * (quarter + 1) / 4; p++)
        sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int quarter = 0; quarter < 4; quarter++)
        add_quarter<<<dim3(ceil_div(n, 32), ceil_div(m, 8)), dim3(32, 8), 0, stream>>>(A, B, C, m, n, k, quarter);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}
