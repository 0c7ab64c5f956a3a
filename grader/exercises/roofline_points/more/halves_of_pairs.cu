// halves_of_pairs.cu - float2 for each thread, multiplications and additions apart from each other, and a template.
#include "workbook.h"

template <int STEPS> __device__ float work(float x) {
    float y = x;
#pragma unroll
    for (int s = 0; s < STEPS; s++) y = __fadd_rn(__fmul_rn(y, x), 1.0f);
    return y;
}

template <int STEPS> __device__ void run(const float *in, float *out, int count) {
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * pair + 1 < count) {
        float2 two = reinterpret_cast<const float2 *>(in)[pair];
        reinterpret_cast<float2 *>(out)[pair] = {work<STEPS>(two.x), work<STEPS>(two.y)};
    } else if (2 * pair < count) {
        out[2 * pair] = work<STEPS>(in[2 * pair]);
    }
}

__global__ void low(const float *in, float *out, int count) { run<1>(in, out, count); }
__global__ void middle(const float *in, float *out, int count) { run<8>(in, out, count); }
__global__ void high(const float *in, float *out, int count) { run<64>(in, out, count); }

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 1 << 20;
    float *memory;
    size_t room = (static_cast<size_t>(count) + 63) / 64 * 64;
    CHECK(cudaMalloc(&memory, 2 * room * sizeof(float)));
    CHECK(cudaMemset(memory, 0, 2 * room * sizeof(float)));
    for (auto kernel : {low, middle, high}) kernel<<<ceil_div(count, 512), 256>>>(memory, memory + room, count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(memory));
}
