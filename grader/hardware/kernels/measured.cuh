// measured.cuh - what a measured kernel needs: a row of the list, and inputs that are alike wherever it runs.
//
// A kernel is a plain __global__ function. Behind it stands a MEASURE: its family, its name, its sizes, and a body that
// makes the inputs for `size` and returns the launch, one kernel and nothing else. Inputs are made on the host, from
// the position of each element. A launch may be repeated: it gives the same result, or at least takes the same time.
#ifndef MEASURED_CUH
#define MEASURED_CUH

#include "../check.cuh"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

typedef std::function<void()> Launch;

// Says that the launch's result is checked: `right` is called after its first launch.
void measured_check(std::function<bool()> right);

struct Measured {
    const char *family, *name;
    std::vector<long> sizes;
    Launch (*prepare)(long size);
};

// All kernels of the program, in the order in which they were linked.
std::vector<Measured> &measured_kernels();

struct MeasuredEntry {
    MeasuredEntry(const char *family, const char *name, std::vector<long> sizes, Launch (*prepare)(long)) {
        measured_kernels().push_back({family, name, std::move(sizes), prepare});
    }
};

#define MEASURE(FAMILY, NAME, ...)                                                                                     \
    static Launch prepare_##NAME(long size);                                                                           \
    static MeasuredEntry entry_##NAME(#FAMILY, #NAME, {__VA_ARGS__}, prepare_##NAME);                                  \
    static Launch prepare_##NAME(long size)

// ---- inputs
// ----------------------------------------------------------------------------------------------------------- Device
// memory that is released behind the row.
void *measured_memory(size_t bytes);

inline uint32_t scramble(uint32_t bits) {
    bits = (bits ^ bits >> 16) * 0x7feb352du;
    bits = (bits ^ bits >> 15) * 0x846ca68bu;
    return bits ^ bits >> 16;
}

// Zeros.
template <class T> T *zeros(size_t count) {
    T *memory = (T *)measured_memory(count * sizeof(T));
    CHECK(cudaMemset(memory, 0, count * sizeof(T)));
    return memory;
}

// value(i) at position i.
template <class T, class Value> T *values(size_t count, Value value) {
    std::vector<T> host(count);
    for (size_t i = 0; i < count; i++) host[i] = (T)value((uint32_t)i);
    T *memory = (T *)measured_memory(count * sizeof(T));
    CHECK(cudaMemcpy(memory, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <class T> T *upload(const std::vector<T> &host) {
    T *memory = (T *)measured_memory(host.size() * sizeof(T));
    CHECK(cudaMemcpy(memory, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <class T> std::vector<T> download(const T *memory, size_t count) {
    std::vector<T> host(count);
    CHECK(cudaMemcpy(host.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

inline bool near(double got, double expected, double tolerance) {
    return fabs(got - expected) <= tolerance * fmax(1, fabs(expected));
}

// From -1 to 1, or from `low` to `high`.
inline float *floats(size_t count, float low = -1, float high = 1) {
    return values<float>(count,
                         [=](uint32_t i) { return low + (high - low) * (float)(scramble(i) >> 8) / 16777216.0f; });
}

// From 0 to below - 1.
inline int *integers(size_t count, uint32_t below, uint32_t salt = 0) {
    return values<int>(count, [=](uint32_t i) { return scramble(i + salt * 0x9e3779b9u) % below; });
}

// A permutation of 0 .. count - 1. count is a power of two.
inline int *permutation(size_t count) {
    return values<int>(count, [=](uint32_t i) { return (i * 2654435761u + 12345u) & (uint32_t)(count - 1); });
}

inline unsigned blocks_for(size_t threads, unsigned block) { return (unsigned)((threads + block - 1) / block); }

// A sparse matrix in compressed rows. Row r has about `mean` elements; where `skewed`, a few rows have many.
struct Rows {
    std::vector<int> start, column;
    std::vector<float> value;
};
inline Rows sparse_rows(int count, int mean, bool skewed) {
    Rows rows;
    rows.start.push_back(0);
    for (int r = 0; r < count; r++) {
        uint32_t draw = scramble((uint32_t)r);
        int length = skewed ? (draw % 64 == 0 ? mean * 32 : (int)(draw >> 8) % mean)
                            : mean / 2 + (int)(draw % (uint32_t)(mean + 1));
        for (int i = 0; i < length; i++) {
            rows.column.push_back((int)(scramble((uint32_t)rows.column.size() * 3 + 1) % (uint32_t)count));
            rows.value.push_back((float)(draw % 7) + 1);
        }
        rows.start.push_back((int)rows.column.size());
    }
    return rows;
}

#endif
