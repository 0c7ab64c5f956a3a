// key.cu - the numbers that curand_states must draw. usage: key SEED THREADS DRAWS; prints draw d of thread t at
// d * THREADS + t, exactly.
#include "workbook.h"
#include <curand_kernel.h>
#include <vector>

__global__ void draw(unsigned long long seed, int threads, int draws, float *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state;
    curand_init(seed, t, 0, &state);
    for (int d = 0; d < draws; d++) out[d * threads + t] = curand_uniform(&state);
}

int main(int, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int threads = atoi(argv[2]), draws = atoi(argv[3]);
    std::vector<float> numbers(static_cast<size_t>(threads) * draws);
    float *out;
    CHECK(cudaMalloc(&out, numbers.size() * sizeof(float)));
    draw<<<ceil_div(threads, 128), 128>>>(seed, threads, draws, out);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(numbers.data(), out, numbers.size() * sizeof(float), cudaMemcpyDeviceToHost));
    for (float number : numbers) printf("%.9g\n", number);
    CHECK(cudaFree(out));
}
