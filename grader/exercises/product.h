// product.h - what exercises on matrix products share: sizes, inputs, oracle, measures. C (m x n) = A (m x k) * B.
#ifndef PRODUCT_H
#define PRODUCT_H

#include "definition.h"

// CaseSpec.size of every product. PRODUCT_INFINITE is 0, or a row of A, and a column of a B that is stored by columns,
// which begins with an infinity. A thread that reads past the end of the row or column before it reads this infinity;
// multiplied by a zero it becomes NaN.
enum { PRODUCT_M, PRODUCT_N, PRODUCT_K, PRODUCT_INFINITE = CASE_SIZES - 1 };

#define PRODUCT_CASE(m, n, k, ...)                                                                                     \
    { .label = #m " x " #n " x " #k, .size = {[PRODUCT_M] = m, [PRODUCT_N] = n, [PRODUCT_K] = k}, __VA_ARGS__ }

// One with an infinity: k must not be a multiple of a tile's side, so that tiles have cells past the end of k.
#define INFINITE_SIZES(m, n, k, line) [PRODUCT_M] = m, [PRODUCT_N] = n, [PRODUCT_K] = k, [PRODUCT_INFINITE] = line
#define INFINITE_CASE(m, n, k, line)                                                                                   \
    {                                                                                                                  \
        .label = #m " x " #n " x " #k ", row " #line " of A infinite", .size = { INFINITE_SIZES(m, n, k, line) }       \
    }
#define INFINITE_COLUMNS_CASE(m, n, k, line)                                                                           \
    {                                                                                                                  \
        .label = #m " x " #n " x " #k ", row " #line " of A and column of B infinite", .size = {                       \
            INFINITE_SIZES(m, n, k, line)                                                                              \
        }                                                                                                              \
    }

// The integers m, n, k, the float arrays A (m * k) and B (k * n), and the output C (m * n).
bool product_make(const CaseSpec *spec, uint64_t seed, CaseFile *input);
bool product_make_columns(const CaseSpec *spec, uint64_t seed, CaseFile *input); // where B is stored by columns
void product_size(CaseSpec *spec, int64_t m, int64_t n, int64_t k);              // and the label that follows from it
// Draws m, n and k: multiples of 32 if the case is measured, so that limits are exact. There m and n are from 384 to
// 416, so that C has more than eight tiles of 128 x 128 floats, and k 32 or 64. Else they are any from
// 5 to 150 that are no multiples.
void product_draw(uint64_t seed, CaseSpec *spec);
// Compares C with A * B where B is stored by rows (B[p * n + column]) or by columns (B[column * k + p]).
void product_check_rows(const Outcome *outcome, CaseResult *result);
void product_check_columns(const Outcome *outcome, CaseResult *result);
double product_element_rows(const Outcome *outcome, const char *output, uint64_t i, Expected *like);
double product_element_columns(const Outcome *outcome, const char *output, uint64_t i, Expected *like);
// product_mistakes.c: fills result->cause if C is what a common mistake makes (B's storage, a tile that is not
// transposed, an incomplete last phase of k).
void product_name_mistake(const Outcome *outcome, int64_t b_row_step, int64_t b_column_step, CaseResult *result);

// Denominators of limits: products is m n k, elements is m n, each over the 32 lanes of a warp.
double product_warps(const CaseSpec *spec);         // m n k / 32
double product_element_warps(const CaseSpec *spec); // m n / 32
double product_products(const CaseSpec *spec);      // m n k
// Load requests per 32 products of a kernel that loads each factor once, for instance to transpose or copy it first.
double product_loads_once(const CaseSpec *spec);
// Advice on sectors loaded where lanes load floats that lie apart, which comes before all else; or NULL.
const char *product_scattered(const DeviceReport *report, const CaseSpec *spec);

// Advice on passes where they are those of sums that the compiler could not keep in registers; or NULL.
const char *product_in_local_memory(const DeviceReport *report, const CaseSpec *spec);

// Parts of exercise.txt. Tiles are loaded again and again, so work that is rounded up to whole blocks weighs little.
#define SECTORS_PER_PRODUCT(name, value)                                                                               \
    LIMIT(name, value, "tiling", .counts = "sectors loaded per 32 products", .counter = LOAD_SECTORS,                  \
          .per = product_warps, .slack = 0.02, .advise = product_scattered)
#define PASSES_PER_PRODUCT(name, value)                                                                                \
    LIMIT(name, value, "coarsening", .counts = "passes (shared, local, shuffles) per 32 products",                     \
          .counter = SHARED_PASSES "+" OTHER_PASSES, .per = product_warps, .advise = product_in_local_memory)
#define WHOLE_STORES_OF_C(value)                                                                                       \
    LIMIT("coalesced stores", value, "coalescing",                                                                     \
          .counts = "bytes of stored sectors not written, per 32 elements of C",                                       \
          .counter = "global_store_wasted_bytes", .per = product_element_warps, .most = 4)

#endif
