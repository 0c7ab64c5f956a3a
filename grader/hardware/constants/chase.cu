// chase.cu - pure pointer chases: one thread follows pointers through tables of growing size, and nothing is computed
// between two loads.
//
// The pointers form one random cycle through all lines (or sectors) of the table. Prints its own table:
// kib,bytes_apart,load,clocks,ns. Before the clock starts, the table is read once: in the order of the cycle where an
// L1 could hold it, otherwise by all multiprocessors. Loads are cached in the L1 (`ca`) or
// bypass it (`cg`).
#include "probe.cuh"

#include <numeric>
#include <random>

typedef unsigned long long Pointer;

__global__ void place_pointers(char *table, const uint32_t *next, size_t count, size_t apart) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
        *(Pointer *)(table + i * apart) = (Pointer)(table + next[i] * apart);
}

__device__ __forceinline__ unsigned long long nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

template <bool PAST_L1> __global__ void chase(Pointer at, int warm, int steps, unsigned long long *result) {
    for (int i = 0; i < warm; i++) {
        if (PAST_L1) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at)::"memory");
        else asm volatile("ld.global.u64 %0, [%0];" : "+l"(at)::"memory");
    }
    *(volatile Pointer *)result = at;
    unsigned long long ns = nanoseconds();
    long long start = clock64();
#pragma unroll 16
    for (int i = 0; i < steps; i++) {
        if (PAST_L1) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at)::"memory");
        else asm volatile("ld.global.u64 %0, [%0];" : "+l"(at)::"memory");
    }
    *(volatile Pointer *)result = at;
    result[1] = clock64() - start;
    result[2] = nanoseconds() - ns;
}

// One cycle through all of `count` places (Sattolo's shuffle).
static std::vector<uint32_t> cycle(size_t count) {
    std::vector<uint32_t> order(count), next(count);
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 random(1);
    for (size_t i = count - 1; i > 0; i--) std::swap(order[i], order[random() % i]);
    for (size_t i = 0; i < count; i++) next[order[i]] = order[(i + 1) % count];
    return next;
}

int main() {
    const size_t most = sized((size_t)1 << 30, 1 << 14);
    char *table = device_array<char>(most);
    unsigned long long *result = device_array<unsigned long long>(4);
    printf("kib,bytes_apart,load,clocks,ns\n");
    for (size_t apart : {(size_t)128, (size_t)32}) {
        const size_t largest = apart == 128 ? most : most / 16;
        uint32_t *next = device_array<uint32_t>(largest / apart);
        for (size_t bytes = 4096; bytes <= largest; bytes += bytes < ((size_t)64 << 10) || bytes >= ((size_t)128 << 20)
                                                                 ? bytes
                                                                 : std::max(bytes / 4 / 65536 * 65536, (size_t)32768)) {
            const size_t count = bytes / apart;
            std::vector<uint32_t> host = cycle(count);
            CHECK(cudaMemcpy(next, host.data(), count * sizeof(uint32_t), cudaMemcpyHostToDevice));
            place_pointers<<<quick() ? 2 : 1024, 256>>>(table, next, count, apart);
            CHECK(cudaGetLastError());
            for (int past = 0; past < 2; past++) {
                const int steps = (int)sized(16384, 64);
                const int warm = bytes <= ((size_t)1 << 20) ? (int)std::min(count, (size_t)65536) : 16;
                std::vector<double> clocks, ns;
                for (int run = 0; run < (quick() ? 1 : 5); run++) {
                    if (bytes > ((size_t)1 << 20))
                        read_everything<<<1024, 512>>>((const uint4 *)table, bytes / 16, (unsigned *)result);
                    Pointer from = (Pointer)(table + (size_t)run * 977 % count * apart);
                    if (past) chase<true><<<1, 1>>>(from, warm, steps, result);
                    else chase<false><<<1, 1>>>(from, warm, steps, result);
                    CHECK(cudaGetLastError());
                    std::vector<unsigned long long> host_result = to_host(result, 3);
                    clocks.push_back((double)host_result[1] / steps);
                    ns.push_back((double)host_result[2] / steps);
                }
                printf("%zu,%zu,%s,%.2f,%.2f\n", bytes >> 10, apart, past ? "cg" : "ca", quantile(clocks, 0.5),
                       quantile(ns, 0.5));
                fflush(stdout);
            }
        }
        CHECK(cudaFree(next));
    }
    return 0;
}
