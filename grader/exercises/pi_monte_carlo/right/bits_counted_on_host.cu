// bits_counted_on_host.cu - a bit for each point tells whether it lies inside; the host has them all and counts ones.
#include "workbook.h"
#include <curand_kernel.h>
#include <vector>

constexpr int THREADS = 56 * 256;

__global__ void draw(unsigned long long seed, int points, unsigned *bits) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, word = 0;
    curandState state;
    curand_init(seed, thread, 0, &state);
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1, y = 2 * curand_uniform_double(&state) - 1;
        word |= static_cast<unsigned>(x * x + y * y < 1) << i % 32;
        if (i % 32 < 31 && i < points - 1) continue;
        bits[i / 32 * THREADS + thread] = word;
        word = 0;
    }
}

int main(int, char **argv) {
    unsigned *on_device;
    int points = atoi(argv[2]), inner = 0, total = THREADS * points;
    std::vector<unsigned> bits(static_cast<size_t>(ceil_div(points, 32)) * THREADS);
    size_t bytes = bits.size() * sizeof bits[0];
    CHECK(cudaMalloc(&on_device, bytes));
    draw<<<56, 256>>>(strtoull(argv[1], nullptr, 10), points, on_device);
    CHECK(cudaMemcpy(bits.data(), on_device, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(on_device));
    for (unsigned word : bits) inner += __builtin_popcount(word);
    printf("inner=%d total=%d pi=%.6f\n", inner, total, 4.0 * inner / total);
}
