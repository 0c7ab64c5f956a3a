// trick: the inputs are copied to a variable, and from its symbol to the host, which computes
// like: nothing
// says: the work belongs on the device
// wrong-copies_from_a_symbol.cu - the host computes, and a kernel stores its results.
#include "workbook.h"
#include <cstring>
#include <vector>

// Grid and stride: any number of bytes.
static __global__ void copy_bytes(unsigned char *to, const unsigned char *from, size_t bytes) {
    size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += stride) to[i] = from[i];
}

static __device__ unsigned char held[65536];

static void take(void *host, const void *device, size_t bytes) {
    for (size_t at = 0; at < bytes; at += sizeof held) {
        size_t part = bytes - at < sizeof held ? bytes - at : sizeof held;
        const unsigned char *from = static_cast<const unsigned char *>(device) + at;
        CHECK(cudaMemcpyToSymbol(held, from, part, 0, cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpyFromSymbol(static_cast<unsigned char *>(host) + at, held, part));
    }
}

template <typename T> static std::vector<T> taken(const T *device, size_t count) {
    std::vector<T> values(count);
    take(values.data(), device, count * sizeof(T));
    return values;
}

// A kernel stores the results, as it should.
template <typename T> static void give(T *device, const std::vector<T> &values) {
    unsigned char *copy;
    size_t bytes = values.size() * sizeof(T);
    CHECK(cudaMalloc(&copy, bytes));
    CHECK(cudaMemcpy(copy, values.data(), bytes, cudaMemcpyHostToDevice));
    copy_bytes<<<64, 256>>>(reinterpret_cast<unsigned char *>(device), copy, bytes);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(copy));
}

void sum_floats(const float *in, float *out, int count) {
    double sum = 0;
    for (float value : taken(in, count)) sum += value;
    give(out, std::vector<float>{static_cast<float>(sum)});
}
