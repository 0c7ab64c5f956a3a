// h200_ladders.cu - the times of the steps of chapter 05's solutions: 8192 x 8192 floats transposed, and a product of
// 4096 x 4096 x 4096 with B stored by columns. Build with -Icommon.
#include "../../../grader/figures/measure.cuh"
#undef CHECK
#include "workbook.h"
namespace transposes {
#include "../../../solutions/05_corner_turning/transpose_tiled.cu"
}
namespace products {
#include "../../../solutions/05_corner_turning/corner_turning.cu"
}

static void row(const char *ladder, const char *step, float ms) { printf("%s,%s,%.4f\n", ladder, step, ms); }

int main() {
    const int side = 8192, n = 4096;
    float *a, *b, *c;
    CHECK(cudaMalloc(&a, sizeof(float) * side * side));
    CHECK(cudaMalloc(&b, sizeof(float) * side * side));
    CHECK(cudaMalloc(&c, sizeof(float) * side * side));
    CHECK(cudaMemset(a, 0, sizeof(float) * side * side));
    CHECK(cudaMemset(b, 0, sizeof(float) * side * side));
    measure_begin("nvcc -O3 -arch=sm_90 -Icommon, ./h200_ladders");
    printf("ladder,step,ms\n");
    row("transpose_tiled", "copy", measure_ms([&] {
            cudaMemcpyAsync(c, a, sizeof(float) * side * side, cudaMemcpyDeviceToDevice, 0);
        }));
    row("transpose_tiled", "reading rows", measure_ms([&] { transposes::transpose_reading_rows(a, c, side, side); }));
    row("transpose_tiled", "writing rows", measure_ms([&] { transposes::transpose_writing_rows(a, c, side, side); }));
    row("transpose_tiled", "tiled", measure_ms([&] { transposes::transpose_tiled(a, c, side, side); }));
    row("corner_turning", "scattered", measure_ms([&] { products::matmul_scattered(a, b, c, n, n, n); }));
    row("corner_turning", "tiled", measure_ms([&] { products::matmul_tiled(a, b, c, n, n, n); }));
    row("corner_turning", "turned 32", measure_ms([&] { products::matmul_turned_32(a, b, c, n, n, n); }));
    row("corner_turning", "turned 16", measure_ms([&] { products::matmul_turned(a, b, c, n, n, n); }));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    return 0;
}
