// gathers.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// out[i] = in[index[i]]: places drawn from everywhere, or from 4,096 neighbours.
__global__ void gather(const float *in, const int *index, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[index[i]];
}
MEASURE(gathers, gather_random, 262144, 4194304, 33554432) {
    float *in = floats(size), *out = zeros<float>(size);
    int *index = integers(size, (uint32_t)size);
    return [=] { gather<<<blocks_for(size, 256), 256>>>(in, index, out, (int)size); };
}
MEASURE(gathers, gather_near, 262144, 16777216) {
    float *in = floats(size), *out = zeros<float>(size);
    int *index = values<int>(size, [](uint32_t i) { return (i & ~4095u) + scramble(i) % 4096; });
    return [=] { gather<<<blocks_for(size, 256), 256>>>(in, index, out, (int)size); };
}

// Each thread follows eight indices that do not wait for each other.
__global__ void gather_several(const float *in, const int *index, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) sum += in[index[k * count + i]];
    out[i] = sum;
}
MEASURE(gathers, gather_several, 131072, 2097152) {
    float *in = floats(size * 8), *out = zeros<float>(size);
    int *index = integers(size * 8, (uint32_t)size * 8);
    return [=] { gather_several<<<size / 256, 256>>>(in, index, out, (int)size); };
}

// Each thread finds its key in a sorted array by halving.
__global__ void search_sorted(const int *sorted, int count, const int *keys, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, key = keys[i], low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < key) low = middle + 1;
        else high = middle;
    }
    out[i] = low;
}
MEASURE(gathers, search_sorted, 65536, 16777216) {
    int *sorted = values<int>(size, [](uint32_t i) { return i * 3; }), *keys = integers(1048576, (uint32_t)size * 3),
        *out = zeros<int>(1048576);
    return [=] { search_sorted<<<4096, 256>>>(sorted, (int)size, keys, out); };
}

// A table of 256 floats in shared memory, in constant memory or in global memory.
__constant__ float lookup_constant[256];
template <int WHERE> __global__ void lookup_tables(const float *table, const unsigned char *in, float *out, int count) {
    __shared__ float shared[256];
    if (WHERE == 1) {
        shared[threadIdx.x] = table[threadIdx.x];
        __syncthreads();
    }
    for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256)
        out[i] = WHERE == 1 ? shared[in[i]] : WHERE == 2 ? lookup_constant[in[i]] : table[in[i]];
}
MEASURE(gathers, lookup_global, 1048576, 16777216) {
    unsigned char *in = values<unsigned char>(size, [](uint32_t i) { return scramble(i); });
    float *table = floats(256), *out = zeros<float>(size);
    return [=] { lookup_tables<0><<<1056, 256>>>(table, in, out, (int)size); };
}
MEASURE(gathers, lookup_shared, 1048576, 16777216) {
    unsigned char *in = values<unsigned char>(size, [](uint32_t i) { return scramble(i); });
    float *table = floats(256), *out = zeros<float>(size);
    return [=] { lookup_tables<1><<<1056, 256>>>(table, in, out, (int)size); };
}
MEASURE(gathers, lookup_constant_memory, 1048576, 16777216) {
    unsigned char *in = values<unsigned char>(size, [](uint32_t i) { return scramble(i); });
    float *table = floats(256), *out = zeros<float>(size);
    CHECK(cudaMemcpyToSymbol(lookup_constant, table, 256 * sizeof(float), 0, cudaMemcpyDeviceToDevice));
    return [=] { lookup_tables<2><<<1056, 256>>>(table, in, out, (int)size); };
}
