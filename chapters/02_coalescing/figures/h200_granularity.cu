// h200_granularity.cu - how fast floats are read that lie a stride apart, where the L2 fetches 32, 64 or 128 bytes at a
// time. The setting holds for the whole program, so it is an argument: one run for each.
#include "../../../grader/figures/measure.cuh"
#include <cstdlib>

__global__ void read(const float *in, float *out, long long count, long long stride) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float value = i < count ? in[i * stride] : 0;
    if (value == -1) *out = value;
}

int main(int argc, char **argv) {
    const long long count = 1 << 26, most = 32;
    size_t granularity = argc > 1 ? strtoul(argv[1], nullptr, 10) : 64;
    CHECK(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, granularity));
    float *in, *out;
    CHECK(cudaMalloc(&in, count * most * sizeof(float)));
    CHECK(cudaMalloc(&out, sizeof(float)));
    CHECK(cudaMemset(in, 0, count * most * sizeof(float)));
    measure_begin("nvcc -O3 -arch=sm_90, ./h200_granularity 32, 64 and 128");
    printf("granularity,stride,ps\n");
    for (long long stride = 16; stride <= most; stride *= 2) {
        float ms = measure_ms([&] { read<<<(int)(count / 256), 256>>>(in, out, count, stride); });
        printf("%zu,%lld,%.1f\n", granularity, stride, ms * 1e9 / count);
    }
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
