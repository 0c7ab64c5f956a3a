// h200_tables.cu - loads from random sectors of a table, against the size of the table.
#include "../../../grader/figures/measure.cuh"
#include <cstdint>

// Where a thread loads next depends on what it has loaded. The table is all zeros, and the places have a full period.
__global__ void jump(const uint32_t *table, uint32_t sectors, int steps, uint32_t start, uint32_t *out) {
    uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x, at = (start + thread * 2654435761u) % sectors, sum = 0;
    for (int i = 0; i < steps; i++) {
        uint32_t value = table[(size_t)at * 8];
        sum += value;
        at = (at * 1664525u + 1013904223u + value) % sectors;
    }
    out[thread] = sum;
}

int main() {
    const size_t most = (size_t)1 << 30;
    const int threads = 256, steps = 256, alone_steps = 1 << 16;
    cudaDeviceProp gpu;
    uint32_t *table, *out, start = 0;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    const int blocks = gpu.multiProcessorCount * 8;
    CHECK(cudaMalloc(&table, most));
    CHECK(cudaMemset(table, 0, most));
    CHECK(cudaMalloc(&out, blocks * threads * sizeof(uint32_t)));
    measure_begin("nvcc -O3 -arch=sm_90, ./h200_tables");
    printf("kib,sectors_per_ns,ns_alone,l2_kib\n");
    for (size_t bytes = 16 << 10; bytes <= most; bytes *= 2) {
        uint32_t sectors = (uint32_t)(bytes / 32);
        float all = measure_ms([&] { jump<<<blocks, threads>>>(table, sectors, steps, 0, out); });
        // One thread: the latency of a load. It starts elsewhere each time, so that large tables are not cached.
        float alone = measure_ms([&] { jump<<<1, 1>>>(table, sectors, alone_steps, start += 977777777u, out); });
        printf("%zu,%.2f,%.1f,%d\n", bytes >> 10, (double)blocks * threads * steps / all / 1e6,
               alone / alone_steps * 1e6, gpu.l2CacheSize >> 10);
    }
    CHECK(cudaFree(table));
    CHECK(cudaFree(out));
    return 0;
}
