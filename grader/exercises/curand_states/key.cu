// key.cu - the numbers that curand_states must draw. usage: key SEED THREADS DRAWS OTHER; prints draw d of thread t at
// d * THREADS + t, exactly, then those of threads that differ by seed instead, and then those of the seed OTHER. With
// what was drawn for its predictions: the stores that one of them asks about, to be counted.
#include "drawn.h"
#include "workbook.h"
#include <curand_kernel.h>
#include <vector>

__global__ void draw(unsigned long long seed, bool by_seed, int threads, int draws, float *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state;
    curand_init(by_seed ? seed + t : seed, by_seed ? 0 : t, 0, &state);
    for (int d = 0; d < draws; d++) out[d * threads + t] = curand_uniform(&state);
}

__global__ void store_by_threads(float *out, int draws) {
    for (int d = 0; d < draws; d++) out[(blockIdx.x * 32 + threadIdx.x) * draws + d] = d;
}

static void predictions(int warps, int draws) {
    float *out;
    CHECK(cudaMalloc(&out, warps * 32 * draws * sizeof *out));
    store_by_threads<<<warps, 32>>>(out, draws);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(out));
}

int main(int, char **argv) {
    if (strchr(argv[1], '=')) return predictions(drawn(argv, "warps"), drawn(argv, "draws")), 0;
    unsigned long long seed = strtoull(argv[1], nullptr, 10), other = strtoull(argv[4], nullptr, 10);
    int threads = atoi(argv[2]), draws = atoi(argv[3]);
    std::vector<float> numbers(static_cast<size_t>(threads) * draws);
    float *out;
    CHECK(cudaMalloc(&out, numbers.size() * sizeof(float)));
    for (int turn = 0; turn < 3; turn++) {
        draw<<<ceil_div(threads, 128), 128>>>(turn == 2 ? other : seed, turn == 1, threads, draws, out);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(numbers.data(), out, numbers.size() * sizeof(float), cudaMemcpyDeviceToHost));
        for (float number : numbers) printf("%.9g\n", number);
    }
    CHECK(cudaFree(out));
}
