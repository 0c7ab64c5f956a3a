// copies.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

#include <cuda_pipeline.h>

__global__ void copy_vectors(const float4 *in, float4 *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i];
}
MEASURE(copies, copy_vectors, 1048576, 67108864) {
    float4 *in = (float4 *)floats(size), *out = zeros<float4>(size / 4);
    return [=] { copy_vectors<<<size / 1024, 256>>>(in, out, (int)(size / 4)); };
}

// Every k-th element, or elements behind an offset.
__global__ void copy_strided(const float *in, float *out, int count, int stride, int offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[(size_t)i * stride + offset];
}
MEASURE(copies, copy_stride_2, 1048576, 16777216) {
    float *in = floats(size * 2 + 32), *out = zeros<float>(size);
    return [=] { copy_strided<<<size / 256, 256>>>(in, out, (int)size, 2, 0); };
}
MEASURE(copies, copy_stride_17, 262144, 4194304) {
    float *in = floats(size * 17 + 32), *out = zeros<float>(size);
    return [=] { copy_strided<<<size / 256, 256>>>(in, out, (int)size, 17, 0); };
}
MEASURE(copies, copy_offset_3, 1048576, 33554432) {
    float *in = floats(size + 32), *out = zeros<float>(size);
    return [=] { copy_strided<<<size / 256, 256>>>(in, out, (int)size, 1, 3); };
}

__global__ void copy_bytes(const unsigned char *in, unsigned char *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}
MEASURE(copies, copy_bytes, 1048576, 67108864) {
    unsigned char *in = values<unsigned char>(size, [](uint32_t i) { return i; }), *out = zeros<unsigned char>(size);
    return [=] { copy_bytes<<<size / 256, 256>>>(in, out); };
}

__global__ void triad(const float *a, const float *b, float *c, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + factor * b[i];
}
MEASURE(copies, triad, 65536, 4194304, 67108864) {
    float *a = floats(size), *b = floats(size), *c = zeros<float>(size);
    return [=] { triad<<<size / 512, 512>>>(a, b, c, 2); };
}

// A stencil's tile by asynchronous copies of four bytes.
__global__ void async_words(const float *in, float *out, int n) {
    __shared__ float tile[18][34];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 18 * 34; i += 512) {
        int u = min(max(x0 + i % 34 - 1, 0), n - 1), v = min(max(y0 + i / 34 - 1, 0), n - 1);
        __pipeline_memcpy_async(&tile[i / 34][i % 34], &in[(size_t)v * n + u], 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int x = threadIdx.x + 1, y = threadIdx.y + 1;
    out[(size_t)(y0 + threadIdx.y) * n + x0 + threadIdx.x] =
        tile[y][x - 1] + tile[y][x + 1] + tile[y - 1][x] + tile[y + 1][x];
}
MEASURE(copies, async_words, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { async_words<<<dim3(n / 32, n / 16), dim3(32, 16)>>>(in, out, n); };
}
