// transposes.cu - the ladders of chapters 05, 06 and 13 beside a copy and cuBLAS's geam.
#include "bench.h"
#include "ladder.h"

#include <cublas_v2.h>

namespace chapter_05 {
#include "../../../solutions/05_corner_turning/transpose_tiled.cu"
}
#undef TILE
namespace chapter_06 {
#include "../../../solutions/06_bank_conflicts/transpose_padded.cu"
}
namespace chapter_13 {
#include "../../../solutions/13_capstone/transpose_limit.cu"
}

static void peers(Table &table, cublasHandle_t blas, const float *in, float *out, int side) {
    static const float one = 1, zero = 0;
    size_t bytes = size_t(side) * side * sizeof(float);
    table.peer("cudaMemcpyAsync", [=] { CHECK(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice)); });
    table.peer("cublasSgeam", [=] {
        cublasSgeam(blas, CUBLAS_OP_T, CUBLAS_OP_N, side, side, &one, in, side, &zero, out, side, out, side);
    });
}

template <typename Function, size_t COUNT>
static void one_table(const char *exercise, const char *names, Function *const (&steps)[COUNT], cublasHandle_t blas,
                      int side) {
    const std::string size = std::to_string(side) + " x " + std::to_string(side);
    size_t count = size_t(side) * side;
    float *in = bench_floats(count), *out = bench_floats(count);
    Table table(exercise, size.c_str(), 2.0 * count * sizeof(float), 0);
    table.ladder(names, steps, [=](Function *step) { step(in, out, side, side); });
    peers(table, blas, in, out, side);
    table.run(21);
    bench_release();
}

void bench_transposes() {
    cublasHandle_t blas;
    cublasCreate(&blas);
    for (int side : {8192, 16384}) {
        one_table("transpose_tiled", chapter_05::transpose_names, chapter_05::transpose_ladder, blas, side);
        one_table("transpose_padded", chapter_06::transpose_names, chapter_06::transpose_ladder, blas, side);
        one_table("transpose_limit", chapter_13::transpose_names, chapter_13::transpose_ladder, blas, side);
    }
    cublasDestroy(blas);
}
