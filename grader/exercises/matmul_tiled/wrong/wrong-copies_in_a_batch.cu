// trick: a batch of copies goes to the host, which computes
// like: nothing
// says: the work belongs on the device
// wrong-copies_in_a_batch.cu - the host computes, and a kernel stores its results.
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
    void *to[] = {pinned};
    const void *from[] = {device};
    size_t sizes[] = {bytes}, first[] = {0};
    cudaMemcpyAttributes attributes[1] = {};
    attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemcpyBatchAsync(to, from, sizes, 1, attributes, first, 1, stream));
    CHECK(cudaStreamSynchronize(stream));
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

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    std::vector<float> a = taken(A, static_cast<size_t>(m) * k), b = taken(B, static_cast<size_t>(k) * n);
    std::vector<float> c(static_cast<size_t>(m) * n);
    for (int y = 0; y < m; y++)
        for (int i = 0; i < k; i++)
            for (int x = 0; x < n; x++) c[y * n + x] += a[y * k + i] * b[i * n + x];
    give(C, c);
}
