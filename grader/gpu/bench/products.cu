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
namespace chapter_04_limits {
#include "../../../solutions/04_tiling/matmul_dynamic.cu"
}
namespace chapter_04_narrow {
#undef TILE
#include "../../../solutions/04_tiling/shared_ab.cu"
}
namespace chapter_05_turned {
#include "../../../solutions/05_corner_turning/corner_turning.cu"
}
namespace chapter_06_padded {
#include "../../../solutions/06_bank_conflicts/corner_turning_padded.cu"
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

// Tiles by the limits of a block: 1024 threads, 48 KiB.
static void dynamic_tiles(cublasHandle_t blas, int n) {
    Factors f = factors(n);
    Table table("matmul_dynamic", "2048 x 2048 x 2048", 3.0 * n * n * sizeof(float), 2.0 * n * n * n);
    table.ladder(chapter_04_limits::matmul_dynamic_names, chapter_04_limits::matmul_dynamic_ladder,
                 [=](decltype(&chapter_04_limits::matmul_dynamic) step) { step(f.A, f.B, f.C, n, n, n, 1024, 49152); });
    add_peer(table, blas, f, CUBLAS_OP_N);
    table.run(11);
    bench_release();
}

// An inner dimension of 32.
static void narrow(cublasHandle_t blas, int n) {
    static const float one = 1, zero = 0;
    const int k = chapter_04_narrow::TILE;
    size_t factor = size_t(n) * k, count = size_t(n) * n;
    float *A = bench_floats(factor), *B = bench_floats(factor), *C = bench_floats(count);
    Table table("shared_ab", "16384 x 16384 x 32", (2.0 * factor + count) * sizeof(float), 2.0 * count * k);
    table.ladder(chapter_04_narrow::multiply_ab_names, chapter_04_narrow::multiply_ab_ladder,
                 [=](decltype(&chapter_04_narrow::multiply_ab) step) { step(A, B, C, n, n); });
    table.peer("cublasSgemm",
               [=] { cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, k, &one, B, n, A, k, &zero, C, n); });
    table.run(11);
    bench_release();
}

static void turned_tiles(cublasHandle_t blas, int n, int tile) {
    const std::string size = "4096 x 4096 x 4096, tiles of " + std::to_string(tile);
    Factors f = factors(n);
    Table table("corner_turning_padded", size.c_str(), 3.0 * n * n * sizeof(float), 2.0 * n * n * n);
    table.ladder(chapter_06_padded::matmul_colmajor_names, chapter_06_padded::matmul_colmajor_ladder,
                 [=](decltype(&chapter_06_padded::matmul_colmajor) step) { step(f.A, f.B, f.C, n, n, n, tile); });
    add_peer(table, blas, f, CUBLAS_OP_T);
    table.run(7);
    bench_release();
}

void bench_products() {
    cublasHandle_t blas;
    cublasCreate(&blas);
    cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH);
    one_table("matmul_coalesced", chapter_02::matmul_names, chapter_02::matmul_ladder, blas, 2048);
    one_table("matmul_tiled", chapter_04::matmul_names, chapter_04::matmul_ladder, blas, 2048);
    dynamic_tiles(blas, 2048);
    narrow(blas, 16384);
    one_table("corner_turning", chapter_05_turned::matmul_colmajor_names, chapter_05_turned::matmul_colmajor_ladder,
              blas, 2048, CUBLAS_OP_T);
    for (int tile : {16, 32}) turned_tiles(blas, 4096, tile);
    one_table("matmul_coarsened", chapter_08::matmul_names, chapter_08::matmul_ladder, blas, 2048);
    one_table("matmul_register_tile", chapter_08_registers::matmul_names, chapter_08_registers::matmul_ladder, blas,
              2048);
    for (int n : {4096, 8192})
        one_table("sgemm", chapter_13_product::matmul_names, chapter_13_product::matmul_ladder, blas, n);
    cublasDestroy(blas);
}
