// mixed.c - products whose operands have types of their own: cublasGemmEx and its like, and those of halves.
//
// The operands are converted to float (to double for integers and doubles), multiplied, and the result is rounded once.
// A GPU that computes in half precision rounds after each step, so its results are less exact than these.
#include "mixed.h"
#include "../host/elements.h"
#include "../host/host_blas.h"
#include "call.h"
#include <stdlib.h>

// ---- types -----------------------------------------------------------------------------------------------------

// What a computation takes and what type alpha and beta have. The rows are those of cuBLAS's table of cublasGemmEx for
// real numbers; 8I to 32F is the only product that mixes integers and fractions.
static const struct {
    int first, last; // cublasComputeType_t
    cudaDataType scale, inputs, output;
} supported[] = {
    {CUBLAS_COMPUTE_16F, CUBLAS_COMPUTE_16F_PEDANTIC, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F},
    {CUBLAS_COMPUTE_32I, CUBLAS_COMPUTE_32I_PEDANTIC, CUDA_R_32I, CUDA_R_8I, CUDA_R_32I},
    {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUDA_R_32F, CUDA_R_16BF, CUDA_R_16BF},
    {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUDA_R_32F, CUDA_R_16F, CUDA_R_16F},
    {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUDA_R_32F, CUDA_R_8I, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUDA_R_32F, CUDA_R_16BF, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUDA_R_32F, CUDA_R_16F, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
    {CUBLAS_COMPUTE_32F_FAST_16F, CUBLAS_COMPUTE_32F_EMULATED_16BFX9, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
    {CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_64F_PEDANTIC, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
};

bool product_scale(cublasComputeType_t compute, cudaDataType a, cudaDataType b, cudaDataType c, cudaDataType *scale) {
    for (size_t n = 0; n < sizeof supported / sizeof *supported; n++)
        if ((int)compute >= supported[n].first && (int)compute <= supported[n].last && a == supported[n].inputs &&
            a == b && c == supported[n].output) {
            *scale = supported[n].scale;
            return true;
        }
    return false;
}

// ---- on the host -----------------------------------------------------------------------------------------------

// Sums in double precision: exact for integers, and for halves and floats more exact than a GPU's.
static void compute_mixed(Call *call) {
    size_t m = (size_t)call->m, n = (size_t)call->n, k = call->a < 0 ? 0 : (size_t)call->k;
    cudaDataType scale = call->scale;
    double alpha = elements_value(scale, scalar_value(call, &call->alpha), 0),
           beta = elements_value(scale, scalar_value(call, &call->beta), 0);
    void *to = call->work.operands[call->c].host;
    double *a = call->a < 0 ? NULL : elements_widened(call->type_a, call->work.operands[call->a].host, m * k);
    double *b = call->b < 0 ? NULL : elements_widened(call->type_b, call->work.operands[call->b].host, k * n);
    double *c = elements_widened(call->type_c, to, m * n);
    if (c && (call->a < 0 || (a && b))) {
        product_double(call->transposed_a, call->transposed_b, call->m, call->n, (long)k, alpha, a,
                       call->transposed_a ? call->k : call->m, b, call->transposed_b ? call->n : call->k, beta, c,
                       call->m);
        for (size_t i = 0; i < m * n; i++) elements_put(call->type_c, to, i, c[i]);
    } else work_out_of_memory("cuBLAS");
    free(a);
    free(b);
    free(c);
}

// ---- calls -----------------------------------------------------------------------------------------------------

typedef struct {
    cublasOperation_t op_a, op_b;
    long m, n, k;
    const void *alpha, *a, *b, *beta;
    void *c;
    cudaDataType type_a, type_b, type_c;
    long lda, ldb, ldc;
    cublasComputeType_t compute;
} Product;

static cublasStatus_t product_check(const Product *p, cudaDataType *scale) {
    if (!is_operation(p->op_a) || !is_operation(p->op_b) || p->m < 0 || p->n < 0 || p->k < 0 || !p->alpha || !p->beta)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!pitch_fits(p->lda, p->op_a ? p->k : p->m) || !pitch_fits(p->ldb, p->op_b ? p->n : p->k) ||
        !pitch_fits(p->ldc, p->m))
        return CUBLAS_STATUS_INVALID_VALUE;
    return product_scale(p->compute, p->type_a, p->type_b, p->type_c, scale) ? CUBLAS_STATUS_SUCCESS
                                                                             : CUBLAS_STATUS_NOT_SUPPORTED;
}

static cublasStatus_t multiply(cublasHandle_t handle, const Product *p) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    cudaDataType scale;
    cublasStatus_t status = product_check(p, &scale);
    if (status != CUBLAS_STATUS_SUCCESS || !p->m || !p->n) return status;
    Call call = {.compute = compute_mixed,
                 .m = p->m,
                 .n = p->n,
                 .k = p->k,
                 .transposed_a = p->op_a,
                 .transposed_b = p->op_b,
                 .type_a = p->type_a,
                 .type_b = p->type_b,
                 .type_c = p->type_c,
                 .scale = scale,
                 .a = -1,
                 .b = -1};
    if (p->k && !is_zero(handle, p->alpha, elements_bytes(scale))) {
        call.a =
            matrix(&call, p->a, elements_bytes(p->type_a), p->op_a ? p->k : p->m, p->op_a ? p->m : p->k, p->lda, READS);
        call.b =
            matrix(&call, p->b, elements_bytes(p->type_b), p->op_b ? p->n : p->k, p->op_b ? p->k : p->n, p->ldb, READS);
    }
    call.c = matrix(&call, p->c, elements_bytes(p->type_c), p->m, p->n, p->ldc,
                    added_to(handle, p->beta, elements_bytes(scale)));
    call.alpha = scalar(&call, handle, p->alpha, elements_bytes(scale));
    call.beta = scalar(&call, handle, p->beta, elements_bytes(scale));
    return call_run(handle, &call);
}

static const void *moved(const void *pointer, long elements, cudaDataType type) {
    return (const char *)pointer + elements * (long)elements_bytes(type);
}

static cublasStatus_t multiply_strided(cublasHandle_t handle, const Product *first, long long stride_a,
                                       long long stride_b, long long stride_c, long count) {
    cublasStatus_t status = count < 0 ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
    for (long i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++) {
        Product p = *first;
        p.a = moved(p.a, i * stride_a, p.type_a);
        p.b = moved(p.b, i * stride_b, p.type_b);
        p.c = (void *)moved(p.c, i * stride_c, p.type_c);
        status = multiply(handle, &p);
    }
    return status;
}

static cublasStatus_t multiply_batch(cublasHandle_t handle, const Product *all, const void *const a[],
                                     const void *const b[], void *const c[], long count) {
    Addresses at;
    cublasStatus_t status = addresses_of(&at, handle, count, (const void *[]){a, b, c}, 3);
    for (long i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++) {
        Product p = *all;
        p.a = at.of[0][i], p.b = at.of[1][i], p.c = at.of[2][i];
        status = multiply(handle, &p);
    }
    addresses_free(&at);
    return status;
}

typedef uint16_t Half; // __half, which has no C type

#define PRODUCT(A, B, C, type_a, type_b, type_c, compute)                                                              \
    &(Product) { transa, transb, m, n, k, alpha, A, B, beta, C, type_a, type_b, type_c, lda, ldb, ldc, compute }
#define MIXED(INT, suffix)                                                                                             \
    EXPORT cublasGemmEx##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m,      \
                                INT n, INT k, const void *alpha, const void *a, cudaDataType type_a, INT lda,          \
                                const void *b, cudaDataType type_b, INT ldb, const void *beta, void *c,                \
                                cudaDataType type_c, INT ldc, cublasComputeType_t compute, cublasGemmAlgo_t algo) {    \
        (void)algo;                                                                                                    \
        return multiply(handle, PRODUCT(a, b, c, type_a, type_b, type_c, compute));                                    \
    }                                                                                                                  \
    EXPORT cublasSgemmEx##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m,     \
                                 INT n, INT k, const float *alpha, const void *a, cudaDataType type_a, INT lda,        \
                                 const void *b, cudaDataType type_b, INT ldb, const float *beta, void *c,              \
                                 cudaDataType type_c, INT ldc) {                                                       \
        return multiply(handle, PRODUCT(a, b, c, type_a, type_b, type_c, CUBLAS_COMPUTE_32F));                         \
    }                                                                                                                  \
    EXPORT cublasGemmStridedBatchedEx##suffix(                                                                         \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m, INT n, INT k,                \
        const void *alpha, const void *a, cudaDataType type_a, INT lda, long long int stride_a, const void *b,         \
        cudaDataType type_b, INT ldb, long long int stride_b, const void *beta, void *c, cudaDataType type_c, INT ldc, \
        long long int stride_c, INT count, cublasComputeType_t compute, cublasGemmAlgo_t algo) {                       \
        (void)algo;                                                                                                    \
        return multiply_strided(handle, PRODUCT(a, b, c, type_a, type_b, type_c, compute), stride_a, stride_b,         \
                                stride_c, count);                                                                      \
    }                                                                                                                  \
    EXPORT cublasGemmBatchedEx##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,      \
                                       INT m, INT n, INT k, const void *alpha, const void *const a[],                  \
                                       cudaDataType type_a, INT lda, const void *const b[], cudaDataType type_b,       \
                                       INT ldb, const void *beta, void *const c[], cudaDataType type_c, INT ldc,       \
                                       INT count, cublasComputeType_t compute, cublasGemmAlgo_t algo) {                \
        (void)algo;                                                                                                    \
        return multiply_batch(handle, PRODUCT(NULL, NULL, NULL, type_a, type_b, type_c, compute), a, b, c, count);     \
    }                                                                                                                  \
    cublasStatus_t cublasHgemm##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,      \
                                       INT m, INT n, INT k, const Half *alpha, const Half *a, INT lda, const Half *b,  \
                                       INT ldb, const Half *beta, Half *c, INT ldc);                                   \
    EXPORT cublasHgemm##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m,       \
                               INT n, INT k, const Half *alpha, const Half *a, INT lda, const Half *b, INT ldb,        \
                               const Half *beta, Half *c, INT ldc) {                                                   \
        return multiply(handle, PRODUCT(a, b, c, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F));             \
    }                                                                                                                  \
    cublasStatus_t cublasHgemmStridedBatched##suffix(                                                                  \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m, INT n, INT k,                \
        const Half *alpha, const Half *a, INT lda, long long int stride_a, const Half *b, INT ldb,                     \
        long long int stride_b, const Half *beta, Half *c, INT ldc, long long int stride_c, INT count);                \
    EXPORT cublasHgemmStridedBatched##suffix(                                                                          \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m, INT n, INT k,                \
        const Half *alpha, const Half *a, INT lda, long long int stride_a, const Half *b, INT ldb,                     \
        long long int stride_b, const Half *beta, Half *c, INT ldc, long long int stride_c, INT count) {               \
        return multiply_strided(handle, PRODUCT(a, b, c, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F),      \
                                stride_a, stride_b, stride_c, count);                                                  \
    }
MIXED(int, )
MIXED(int64_t, _64)
