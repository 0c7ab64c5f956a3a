// probe.cuh - what the microbenchmarks share: rows of the table of constants, medians, cold caches.
//
// A microbenchmark prints rows `name,value,unit,spread,how` to standard output. The spread is the distance between the
// quarters of the samples. The environment variable PROBE_QUICK makes every size tiny, for a run on the emulated GPU.
#ifndef PROBE_CUH
#define PROBE_CUH

#include "../check.cuh"

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <string>
#include <vector>

inline bool quick() {
    static const bool is_quick = getenv("PROBE_QUICK") != nullptr;
    return is_quick;
}

// `full` on a GPU, `small` in a quick run.
inline size_t sized(size_t full, size_t small) { return quick() ? small : full; }
inline int samples() { return quick() ? 1 : 11; }

inline double quantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[(size_t)(share * (values.size() - 1) + 0.5)];
}

// Prints a row of the table: the median of the values, times `scale`.
inline void row(const std::string &name, const std::vector<double> &values, const char *unit, const char *how,
                double scale = 1) {
    double middle = quantile(values, 0.5) * scale;
    double spread = (quantile(values, 0.75) - quantile(values, 0.25)) * scale;
    printf("%s,%.6g,%s,%.3g,%s\n", name.c_str(), middle, unit, spread < 0 ? -spread : spread, how);
    fflush(stdout);
}

inline std::string text(const char *format, ...) {
    char buffer[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    return buffer;
}

inline int multiprocessors() {
    static int count = 0;
    if (!count) CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
}

// Zeroed device memory. It is released when the program ends.
template <class T> T *device_array(size_t count) {
    T *memory;
    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    CHECK(cudaMemset(memory, 0, count * sizeof(T)));
    return memory;
}

template <class T> std::vector<T> to_host(const T *memory, size_t count) {
    std::vector<T> values(count);
    CHECK(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
}

// ---- cold caches
// ------------------------------------------------------------------------------------------------------
static __global__ void read_everything(const uint4 *values, size_t count, unsigned *sum) {
    unsigned own = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
        own += values[i].x;
    if (own == 12345) *sum = own;
}

static __global__ void wait_clocks(long long clocks) {
    long long start = clock64();
    while (clock64() - start < clocks) continue;
}

// Some 20 microseconds of one warp, in which the host gets ahead: events behind it do not wait for the host.
inline void let_host_ahead() { wait_clocks<<<1, 32>>>(quick() ? 10 : 40000); }

// Reads 256 MiB, so that nothing else is left in the L2, and none of it has to be written back.
inline void empty_caches() {
    static const size_t bytes = sized((size_t)256 << 20, 1 << 16);
    static uint4 *other = nullptr;
    if (!other) other = device_array<uint4>(bytes / sizeof(uint4) + 1);
    read_everything<<<quick() ? 2 : 1024, 512>>>(other, bytes / sizeof(uint4),
                                                 (unsigned *)(other + bytes / sizeof(uint4)));
    let_host_ahead();
    CHECK(cudaGetLastError());
}

// ---- times
// ------------------------------------------------------------------------------------------------------------
// Microseconds of `work` by events. `before` runs ahead of the first event.
template <class Work, class Before> std::vector<double> microseconds(Work work, Before before, int count = 0) {
    static cudaEvent_t start = nullptr, end = nullptr;
    if (!start) {
        CHECK(cudaEventCreate(&start));
        CHECK(cudaEventCreate(&end));
    }
    if (!count) count = samples();
    std::vector<double> times;
    for (int run = quick() ? 0 : -2; run < count; run++) {
        float ms = 0;
        before();
        CHECK(cudaEventRecord(start));
        work();
        CHECK(cudaEventRecord(end));
        CHECK(cudaGetLastError());
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&ms, start, end));
        if (run >= 0) times.push_back(ms * 1e3 > 0 ? ms * 1e3 : 1e-3);
    }
    return times;
}

template <class Work> std::vector<double> microseconds_cold(Work work) { return microseconds(work, empty_caches); }

// Runs `work` once before each sample, so that the caches hold what it left.
template <class Work> std::vector<double> microseconds_warm(Work work) {
    return microseconds(work, [&] {
        work();
        let_host_ahead();
    });
}

// work / time for each sample, for a rate with its spread.
inline std::vector<double> rates(const std::vector<double> &times, double work) {
    std::vector<double> result;
    for (double time : times) result.push_back(work / time);
    return result;
}

#endif
