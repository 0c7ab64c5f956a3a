// h200_ladders.cu - the times of the steps of chapter 06's solutions: 8192 x 8192 floats transposed, and a product of
// 4096 x 4096 x 4096 with B stored by columns. Build with -Icommon.
#include "../../../grader/figures/measure.cuh"
#undef CHECK
#include "workbook.h"
namespace transposes {
#include "../../../solutions/06_bank_conflicts/transpose_padded.cu"
}
namespace products {
#include "../../../solutions/06_bank_conflicts/corner_turning_padded.cu"
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
    row("transpose_padded", "copy", measure_ms([&] {
            cudaMemcpyAsync(c, a, sizeof(float) * side * side, cudaMemcpyDeviceToDevice, 0);
        }));
    row("transpose_padded", "naive", measure_ms([&] { transposes::transpose_naive(a, c, side, side); }));
    row("transpose_padded", "tiled", measure_ms([&] { transposes::transpose_tiled(a, c, side, side); }));
    row("transpose_padded", "padded", measure_ms([&] { transposes::transpose_padded(a, c, side, side); }));
    row("transpose_padded", "exchanged", measure_ms([&] { transposes::transpose_exchanged(a, c, side, side); }));
    row("transpose_padded", "padded four", measure_ms([&] { transposes::transpose_padded_four(a, c, side, side); }));
    for (int tile : {16, 32}) {
        char ladder[32];
        snprintf(ladder, sizeof ladder, "tiles of %d", tile);
        row(ladder, "turned", measure_ms([&] { products::matmul_turned(a, b, c, n, n, n, tile); }));
        row(ladder, "padded by one", measure_ms([&] { products::matmul_padded_by_one(a, b, c, n, n, n, tile); }));
        row(ladder, "exchanged", measure_ms([&] { products::matmul_exchanged(a, b, c, n, n, n, tile); }));
        row(ladder, "padded", measure_ms([&] { products::matmul_padded(a, b, c, n, n, n, tile); }));
    }
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    return 0;
}
