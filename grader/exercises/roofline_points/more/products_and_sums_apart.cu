// products_and_sums_apart.cu - Multiplications and additions apart, two operations for a pair; a rotation for the long
// chain.
#include "workbook.h"
#include <vector>

template <int PAIRS> __device__ float pairs(float x) {
    float y = x;
#pragma unroll
    for (int p = 0; p < PAIRS; p++) y = __fadd_rn(__fmul_rn(y, 0.75f), 0.125f);
    return y;
}

__global__ void low(const float *in, float *out, size_t count) {
    size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
    if (i < count) out[i] = pairs<1>(in[i]);
}
__global__ void middle(const float *in, float *out, size_t count) {
    size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
    if (i < count) out[i] = pairs<8>(in[i]);
}
__global__ void high(const float *in, float *out, size_t count) {
    size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
    if (i < count) out[i] = pairs<64>(in[i]);
}

int main(int argc, char **argv) {
    if (argc < 2) return EXIT_FAILURE;
    size_t count = strtoul(argv[1], nullptr, 10);
    std::vector<float> ones(count, 1.0f);
    float *in, *out;
    CHECK(cudaMalloc(&in, count * sizeof *in));
    CHECK(cudaMalloc(&out, count * sizeof *out));
    CHECK(cudaMemcpy(in, ones.data(), count * sizeof *in, cudaMemcpyHostToDevice));
    unsigned blocks = static_cast<unsigned>(ceil_div(count, size_t{192}));
    low<<<blocks, 192>>>(in, out, count);
    middle<<<blocks, 192>>>(in, out, count);
    high<<<blocks, 192>>>(in, out, count);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return EXIT_SUCCESS;
}
