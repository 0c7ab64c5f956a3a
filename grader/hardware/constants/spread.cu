// spread.cu - how far the latencies of loads lie apart: quantiles of the clocks that a warp waits for 128 bytes.
//
// Each warp of a block goes through lines of its own, one load after another; `dram` loads lines that no cache holds,
// `l2` lines of 16 MiB that were loaded before. More warps keep the memory busier.
#include "probe.cuh"

static constexpr int LOADS = 64, BUCKET = 16, BUCKETS = 512;

__global__ void latencies(const float *memory, size_t lines, unsigned *buckets, float *sum) {
    __shared__ unsigned own_buckets[BUCKETS];
    for (int i = threadIdx.x; i < BUCKETS; i += blockDim.x) own_buckets[i] = 0;
    __syncthreads();
    size_t warp = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) / 32, warps = gridDim.x * (size_t)blockDim.x / 32;
    float own = 0;
    for (int i = 0; i < LOADS; i++) {
        size_t line = (warp + i * warps) % lines;
        long long start = clock64();
        float value;
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(memory + line * 32 + threadIdx.x % 32 + (size_t)(own == 12345)) : "memory");
        own += value;
        asm volatile("" ::"f"(own) : "memory");
        long long end = clock64() + (own == 12345);
        unsigned bucket = (unsigned)(end - start) / BUCKET;
        if (threadIdx.x % 32 == 0) atomicAdd(&own_buckets[bucket < BUCKETS ? bucket : BUCKETS - 1], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < BUCKETS; i += blockDim.x) atomicAdd(&buckets[i], own_buckets[i]);
    if (own == 12345) *sum = own;
}

static void measure(const char *where, int threads, int blocks_each, size_t bytes, bool warm) {
    static float *memory = device_array<float>((size_t)1 << 29);
    unsigned *buckets = device_array<unsigned>(BUCKETS);
    float *sum = device_array<float>(1);
    size_t lines = bytes / 128;
    if (warm) latencies<<<multiprocessors() * 2, 1024>>>(memory, lines, buckets, sum);
    else empty_caches();
    CHECK(cudaMemset(buckets, 0, BUCKETS * sizeof *buckets));
    latencies<<<multiprocessors() * blocks_each, threads>>>(memory, lines, buckets, sum);
    CHECK(cudaGetLastError());
    std::vector<unsigned> counts = to_host(buckets, BUCKETS);
    double all = 0, mean = 0, seen = 0;
    for (int i = 0; i < BUCKETS; i++) all += counts[i], mean += counts[i] * (i + 0.5) * BUCKET;
    int part = 0;
    const double shares[] = {0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97, 0.99};
    for (int i = 0; i < BUCKETS; i++) {
        seen += counts[i];
        for (; part < 8 && seen >= shares[part] * all; part++)
            row(text("spread.%s.warps_%d.quantile_%02.0f", where, threads / 32 * blocks_each, 100 * shares[part]), {(i + 0.5) * BUCKET}, "clocks", "a warp's wait for 128 bytes; buckets of 16");
    }
    row(text("spread.%s.warps_%d.mean", where, threads / 32 * blocks_each), {mean / all}, "clocks", "a warp's wait for 128 bytes");
}

int main() {
    const size_t large = sized((size_t)1 << 31, (size_t)1 << 22), small = sized((size_t)1 << 24, (size_t)1 << 20);
    for (int warps : {1, 4, 8, 16, 32}) measure("dram", 32 * warps, 1, large, false);
    measure("dram", 1024, 2, large, false);
    for (int warps : {1, 8, 32}) measure("l2", 32 * warps, 1, small, true);
    measure("l2", 1024, 2, small, true);
    return 0;
}
