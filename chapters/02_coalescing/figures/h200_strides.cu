// h200_strides.cu - how fast floats are read that lie a stride apart, or that begin beside a sector's start.
#include "../../../grader/figures/measure.cuh"

// Each thread reads one float and nobody stores: nothing but the pattern of the loads differs.
__global__ void read(const float *in, float *out, long long count, long long stride, long long first) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float value = i < count ? in[first + i * stride] : 0;
    if (value == -1) *out = value;
}

static void row(const char *kind, const float *in, float *out, long long count, long long stride, long long first) {
    int blocks = (int)((count + 255) / 256);
    float ms = measure_ms([&] { read<<<blocks, 256>>>(in, out, count, stride, first); });
    printf("%s,%lld,%lld,%.5f,%.1f\n", kind, stride, first, ms, count * 4 / ms / 1e6);
}

int main() {
    const long long count = 1 << 26, most = 32;
    float *in, *out;
    CHECK(cudaMalloc(&in, (count * most + 64) * sizeof(float)));
    CHECK(cudaMalloc(&out, sizeof(float)));
    CHECK(cudaMemset(in, 0, (count * most + 64) * sizeof(float)));
    measure_begin("nvcc -O3 -arch=sm_90, ./h200_strides");
    printf("kind,stride,first,ms,useful_gbs\n");
    for (long long stride = 1; stride <= most; stride++)
        if (stride <= 10 || stride % 2 == 0) row("stride", in, out, count, stride, 0);
    for (long long first = 0; first <= 32; first++) row("first", in, out, count, 1, first);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
