// products.cu - the ladders of matrix products beside cuBLAS in single precision, without tensor cores.
#include "bench.h"
#include "ladder.h"

#include <cublas_v2.h>

namespace chapter_02 {
#include "../../../solutions/02_coalescing/matmul_coalesced.cu"
}
namespace chapter_04 {
#include "../../../solutions/04_tiling/matmul_tiled.cu"
}
namespace chapter_04_any {
#include "../../../solutions/04_tiling/matmul_tiled_any.cu"
}
namespace chapter_05_turned {
#include "../../../solutions/05_corner_turning/corner_turning.cu"
}
namespace chapter_08 {
#include "../../../solutions/08_coarsening/matmul_coarsened.cu"
}
namespace chapter_08_registers {
#include "../../../solutions/08_coarsening/matmul_register_tile.cu"
}
namespace chapter_13_product {
#include "../../../solutions/13_capstone/sgemm.cu"
}

struct Factors {
    float *A, *B, *C;
    int n;
};

static Factors factors(int n) {
    size_t count = size_t(n) * n;
    return {bench_floats(count), bench_floats(count), bench_floats(count), n};
}

// B by columns is the transpose of B by rows.
static void add_peer(Table &table, cublasHandle_t blas, Factors f, cublasOperation_t of_b) {
    static const float one = 1, zero = 0;
    table.peer("cublasSgemm", [=] {
        cublasSgemm(blas, of_b, CUBLAS_OP_N, f.n, f.n, f.n, &one, f.B, f.n, f.A, f.n, &zero, f.C, f.n);
    });
}

template <typename Function, size_t COUNT>
static void one_table(const char *exercise, const char *names, Function *const (&steps)[COUNT], cublasHandle_t blas,
                      int n, cublasOperation_t of_b = CUBLAS_OP_N) {
    const std::string size = std::to_string(n) + " x " + std::to_string(n) + " x " + std::to_string(n);
    Factors f = factors(n);
    Table table(exercise, size.c_str(), 3.0 * n * n * sizeof(float), 2.0 * n * n * n);
    table.ladder(names, steps, [=](Function *step) { step(f.A, f.B, f.C, n, n, n); });
    add_peer(table, blas, f, of_b);
    table.run(n > 4096 ? 7 : 11);
    bench_release();
}

void bench_products() {
    cublasHandle_t blas;
    cublasCreate(&blas);
    cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH);
    one_table("matmul_coalesced", chapter_02::matmul_names, chapter_02::matmul_ladder, blas, 2048);
    one_table("matmul_tiled", chapter_04::matmul_names, chapter_04::matmul_ladder, blas, 2048);
    one_table("matmul_tiled_any", chapter_04_any::matmul_names, chapter_04_any::matmul_ladder, blas, 2048);
    one_table("corner_turning", chapter_05_turned::matmul_colmajor_names, chapter_05_turned::matmul_colmajor_ladder,
              blas, 2048, CUBLAS_OP_T);
    one_table("matmul_coarsened", chapter_08::matmul_names, chapter_08::matmul_ladder, blas, 2048);
    one_table("matmul_register_tile", chapter_08_registers::matmul_names, chapter_08_registers::matmul_ladder, blas,
              2048);
    for (int n : {4096, 8192})
        one_table("sgemm", chapter_13_product::matmul_names, chapter_13_product::matmul_ladder, blas, n);
    cublasDestroy(blas);
}
