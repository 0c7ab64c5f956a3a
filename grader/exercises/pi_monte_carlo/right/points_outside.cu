// points_outside.cu - counts what lies outside, as many short numbers in an array of __device__ memory; the host
// subtracts their sum. The launch is a node of a graph.
#include "workbook.h"
#include <curand_kernel.h>

constexpr int THREADS = 56 * 256;

__device__ unsigned short outside[THREADS][2]; // in a thread's even points, and in its odd ones

__global__ void draw(unsigned long long seed, int points) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    int of_even = 0, of_odd = 0;
    for (int i = 0; i < points; i++) {
        double x = curand_uniform_double(&state), y = curand_uniform_double(&state);
        bool out = !(sqrt(x * x + y * y) < 1);
        (i % 2 ? of_odd : of_even) += out;
    }
    outside[thread][0] = of_even;
    outside[thread][1] = of_odd;
}

int main(int, char **argv) {
    static unsigned short seen[THREADS][2];
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int points = atoi(argv[2]);
    long long total = 1ll * THREADS * points, inner = total;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    draw<<<56, 256, 0, stream>>>(seed, points);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpyFromSymbol(seen, outside, sizeof seen));
    for (auto &of_thread : seen) inner -= of_thread[0] + of_thread[1];
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    printf("inner=%lld total=%lld pi=%.6f\n", inner, total, 4.0 * inner / total);
}
