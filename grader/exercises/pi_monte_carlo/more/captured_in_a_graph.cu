// captured_in_a_graph.cu - The kernel is captured in a graph; each block's count by cub::BlockReduce and a
// cuda::atomic_ref.
#include "workbook.h"
#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <curand_kernel.h>
#include <string>

constexpr int BLOCKS = 56, THREADS = 256;

__global__ void __launch_bounds__(THREADS) draw(unsigned long long seed, int points, unsigned long long *total) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, blockIdx.x * THREADS + threadIdx.x, 0, &state);
    unsigned inside = 0;
    while (points--) {
        auto [u, v] = curand_uniform2_double(&state);
        double x = fma(2.0, u, -1.0), y = fma(2.0, v, -1.0);
        inside += x * x + y * y < 1;
    }
    using Reduce = cub::BlockReduce<unsigned, THREADS>;
    __shared__ Reduce::TempStorage storage;
    inside = Reduce(storage).Sum(inside);
    if (threadIdx.x == 0) cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(*total) += inside;
}

int main(int argc, char **argv) {
    if (argc != 3) return EXIT_FAILURE;
    unsigned long long seed = std::stoull(argv[1]), inner, *total;
    int points = std::stoi(argv[2]);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocManaged(&total, sizeof *total));
    *total = 0;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    draw<<<BLOCKS, THREADS, 0, stream>>>(seed, points, total);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
    CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    inner = *total;
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(total));
    unsigned long long all = 1ull * BLOCKS * THREADS * points;
    printf("inner=%llu total=%llu pi=%.6f\n", inner, all, 4.0 * inner / all);
}
