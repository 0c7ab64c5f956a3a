// trick: a kernel exchanges the inputs with pinned memory, which computes
// like: nothing
// says: the work belongs on the device
// wrong-exchanges_with_pinned_memory.cu - the host computes, and a kernel stores its results.
#include "workbook.h"
#include <cstring>
#include <vector>

// Grid and stride: any number of bytes.
static __global__ void copy_bytes(unsigned char *to, const unsigned char *from, size_t bytes) {
    size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += stride) to[i] = from[i];
}

static __global__ void exchange_words(unsigned *to, const unsigned *from, size_t words) {
    size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += stride) atomicExch(&to[i], from[i]);
}

static void take(void *host, const void *device, size_t bytes) {
    unsigned char *pinned;
    CHECK(cudaMallocHost(&pinned, bytes));
    exchange_words<<<64, 256>>>(reinterpret_cast<unsigned *>(pinned), static_cast<const unsigned *>(device), bytes / 4);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    memcpy(host, pinned, bytes);
    CHECK(cudaFreeHost(pinned));
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

void gather(const float *in, float *out, int count, int stride, int offset) {
    std::vector<float> from = taken(in, static_cast<size_t>(count - 1) * stride + offset + 1), to(count);
    for (int i = 0; i < count; i++) to[i] = from[static_cast<size_t>(i) * stride + offset];
    give(out, to);
}
