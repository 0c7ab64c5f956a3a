// trick: a copy to a peer, which is the same device, goes to the host, which computes
// like: nothing
// says: the work belongs on the device
// wrong-copies_to_a_peer.cu - the host computes, and a kernel stores its results.
#include "workbook.h"
#include <cstring>
#include <vector>

// Grid and stride: any number of bytes.
static __global__ void copy_bytes(unsigned char *to, const unsigned char *from, size_t bytes) {
    size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += stride) to[i] = from[i];
}

static void take(void *host, const void *device, size_t bytes) {
    unsigned char *pinned;
    CHECK(cudaMallocHost(&pinned, bytes));
    CHECK(cudaMemcpyPeer(pinned, 0, device, 0, bytes));
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

void sum_doubles(const double *in, double *out, int count) {
    double sum = 0;
    for (double value : taken(in, count)) sum += value;
    give(out, std::vector<double>{sum});
}
