// trick: a kernel stores the inputs to a managed variable, which computes
// like: nothing
// says: the work belongs on the device
// wrong-stores_to_a_managed_variable.cu - the host computes, and a kernel stores its results.
#include "workbook.h"
#include <cstring>
#include <vector>

// Grid and stride: any number of bytes.
static __global__ void copy_bytes(unsigned char *to, const unsigned char *from, size_t bytes) {
    size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += stride) to[i] = from[i];
}

static __managed__ unsigned char shown[65536];

static void take(void *host, const void *device, size_t bytes) {
    for (size_t at = 0; at < bytes; at += sizeof shown) {
        size_t part = bytes - at < sizeof shown ? bytes - at : sizeof shown;
        copy_bytes<<<16, 256>>>(shown, static_cast<const unsigned char *>(device) + at, part);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        memcpy(static_cast<unsigned char *>(host) + at, shown, part);
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

void transpose(const float *in, float *out, int width, int height) {
    std::vector<float> from = taken(in, static_cast<size_t>(width) * height), to(from.size());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) to[x * height + y] = from[y * width + x];
    give(out, to);
}
