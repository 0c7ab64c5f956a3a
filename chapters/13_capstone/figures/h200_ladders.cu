// h200_ladders.cu - the times of chapter 13: the steps of its solutions. Transposes of 8192 x 8192 floats, and products
// of 4096 x 4096 x 4096. Build with -Icommon.
#include "../../../grader/figures/measure.cuh"
#undef CHECK
#include "workbook.h"
namespace transposes {
#include "../../../solutions/13_capstone/transpose_limit.cu"
}
namespace products {
#include "../../../solutions/13_capstone/sgemm.cu"
}

static void row(const char *ladder, const char *step, float ms) { printf("%s,%s,%.4f\n", ladder, step, ms); }

__global__ void sample(float *samples, size_t count) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        samples[i] = static_cast<float>(i * 2654435761u % 2048) / 1024 - 1;
}

int main() {
    const int side = 8192, n = 4096;
    size_t count = static_cast<size_t>(side) * side;
    float *a, *b, *c;
    CHECK(cudaMalloc(&a, count * sizeof(float)));
    CHECK(cudaMalloc(&b, count * sizeof(float)));
    CHECK(cudaMalloc(&c, count * sizeof(float)));
    sample<<<4096, 256>>>(a, count);
    sample<<<4096, 256>>>(b, count);
    measure_begin("nvcc -O3 -arch=sm_90 -Icommon, ./h200_ladders");
    printf("ladder,step,ms\n");
    row("transpose_limit", "copy",
        measure_ms([&] { CHECK(cudaMemcpyAsync(c, a, count * sizeof(float), cudaMemcpyDeviceToDevice)); }));
    row("transpose_limit", "padded", measure_ms([&] { transposes::transpose_padded(a, c, side, side); }));
    row("transpose_limit", "four", measure_ms([&] { transposes::transpose_four(a, c, side, side); }));
    row("transpose_limit", "vectors", measure_ms([&] { transposes::transpose_vectors(a, c, side, side); }));
    row("sgemm", "4 x 4", measure_ms([&] { products::matmul_4x4(a, b, c, n, n, n); }));
    row("sgemm", "8 x 8", measure_ms([&] { products::matmul_8x8(a, b, c, n, n, n); }));
    row("sgemm", "vectors", measure_ms([&] { products::matmul_vectors(a, b, c, n, n, n); }));
    row("sgemm", "buffers", measure_ms([&] { products::matmul_buffers(a, b, c, n, n, n); }));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
}
