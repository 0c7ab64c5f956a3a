// trick: the inputs are copied to an array, and from there to the host, which computes
// like: nothing
// says: the work belongs on the device
// wrong-copies_from_an_array.cu - the host computes, and a kernel stores its results.
#include "workbook.h"
#include <cstring>
#include <vector>

// Grid and stride: any number of bytes.
static __global__ void copy_bytes(unsigned char *to, const unsigned char *from, size_t bytes) {
    size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += stride) to[i] = from[i];
}

static void take(void *host, const void *device, size_t bytes) {
    enum : size_t { WIDTH = 16384 };
    cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    for (size_t at = 0; at < bytes; at += WIDTH) {
        size_t part = bytes - at < WIDTH ? bytes - at : WIDTH;
        cudaArray_t array;
        CHECK(cudaMallocArray(&array, &format, part, 1));
        const unsigned char *from = static_cast<const unsigned char *>(device) + at;
        CHECK(cudaMemcpy2DToArray(array, 0, 0, from, part, part, 1, cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpy2DFromArray(static_cast<unsigned char *>(host) + at, part, array, 0, 0, part, 1,
                                    cudaMemcpyDeviceToHost));
        CHECK(cudaFreeArray(array));
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

void histogram(const unsigned char *in, unsigned *bins, int count) {
    std::vector<unsigned> counts(256);
    for (unsigned char value : taken(in, count)) counts[value]++;
    give(bins, counts);
}
