// matmul.c - D = epilogue(alpha * op(A) * op(B) + beta * C).
//
// A matrix that is stored by rows is the transpose of one that is stored by columns. So is a result: where D is stored
// by rows, its transpose op(B)^T * op(A)^T is computed.
#include "matmul.h"
#include "../cublas/call.h"
#include "../cublas/handle.h"
#include "../cublas/mixed.h"
#include "../host/elements.h"
#include "../host/host_blas.h"
#include "attributes.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

// ---- what is supported -----------------------------------------------------------------------------------------

static bool by_rows(const Layout *layout) { return layout->order == CUBLASLT_ORDER_ROW; }

static cublasStatus_t layout_check(const Layout *layout, int32_t batches) {
    if (layout->order != CUBLASLT_ORDER_COL && !by_rows(layout))
        return refuse("an order of elements other than CUBLASLT_ORDER_COL and CUBLASLT_ORDER_ROW");
    if (layout->batch_mode) return refuse("CUBLASLT_BATCH_MODE_POINTER_ARRAY and other modes than strided batches");
    if (layout->plane_offset) return refuse("CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET");
    if (!elements_bytes((cudaDataType)layout->type))
        return refuse("a matrix of another type than halves, bfloat16, float, double and integers of 8 and 32 bits");
    if (!pitch_fits(layout->pitch, (long)(by_rows(layout) ? layout->columns : layout->rows)) ||
        layout->batches != batches || batches < 1)
        return CUBLAS_STATUS_INVALID_VALUE;
    return CUBLAS_STATUS_SUCCESS;
}

static bool has_bias(unsigned epilogue) { return epilogue & CUBLASLT_EPILOGUE_BIAS; }

static cublasStatus_t epilogue_check(const Operation *operation) {
    switch (operation->epilogue) {
    case CUBLASLT_EPILOGUE_BIAS:
    case CUBLASLT_EPILOGUE_RELU_BIAS:
    case CUBLASLT_EPILOGUE_GELU_BIAS: return operation->bias ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
    case CUBLASLT_EPILOGUE_DEFAULT:
    case CUBLASLT_EPILOGUE_RELU:
    case CUBLASLT_EPILOGUE_GELU: return CUBLAS_STATUS_SUCCESS;
    default: return refuse("an epilogue other than bias, ReLU, GELU and ReLU or GELU with a bias");
    }
}

// Integers may also be scaled by floats and rounded to 8 bits.
static bool types_fit(const Operation *operation, const Layout *a, const Layout *b, const Layout *c, const Layout *d) {
    cudaDataType scale;
    if (c->type != d->type) return false;
    if (operation->scale == CUDA_R_32F && d->type == CUDA_R_8I)
        return a->type == CUDA_R_8I && b->type == CUDA_R_8I && operation->compute == CUBLAS_COMPUTE_32I;
    return product_scale((cublasComputeType_t)operation->compute, (cudaDataType)a->type, (cudaDataType)b->type,
                         (cudaDataType)d->type, &scale) &&
           (int32_t)scale == operation->scale;
}

static cublasStatus_t operation_check(const Operation *operation) {
    if (operation->pointer_mode > CUBLASLT_POINTER_MODE_DEVICE) return refuse("a pointer mode with vectors of factors");
    if (operation->fill != CUBLAS_FILL_MODE_FULL) return refuse("CUBLASLT_MATMUL_DESC_FILL_MODE other than full");
    if (!is_operation((cublasOperation_t)operation->op_a) || !is_operation((cublasOperation_t)operation->op_b) ||
        operation->op_c != CUBLAS_OP_N)
        return CUBLAS_STATUS_INVALID_VALUE;
    return epilogue_check(operation);
}

cublasStatus_t matmul_check(const Operation *operation, const Layout *a, const Layout *b, const Layout *c,
                            const Layout *d) {
    if (!operation || !a || !b || !c || !d) return CUBLAS_STATUS_INVALID_VALUE;
    cublasStatus_t status = operation_check(operation);
    const Layout *all[] = {a, b, c, d};
    for (int n = 0; n < 4 && status == CUBLAS_STATUS_SUCCESS; n++) status = layout_check(all[n], d->batches);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    uint64_t m = operation->op_a ? a->columns : a->rows, k = operation->op_a ? a->rows : a->columns,
             n = operation->op_b ? b->rows : b->columns, inner = operation->op_b ? b->columns : b->rows;
    if (k != inner || m != d->rows || n != d->columns || c->rows != m || c->columns != n || c->order != d->order)
        return CUBLAS_STATUS_INVALID_VALUE;
    return types_fit(operation, a, b, c, d) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

// ---- on the host -----------------------------------------------------------------------------------------------

// cuBLASLt's GELU is the one with a hyperbolic tangent.
static double gelu(double x) { return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))); }

static double finished(const Call *call, double value, size_t row) {
    if (call->bias >= 0) value += elements_value(call->type_bias, call->work.operands[call->bias].host, row);
    unsigned epilogue = call->epilogue & ~(unsigned)CUBLASLT_EPILOGUE_BIAS;
    if (epilogue == CUBLASLT_EPILOGUE_RELU) return value > 0 ? value : 0;
    return epilogue == CUBLASLT_EPILOGUE_GELU ? gelu(value) : value;
}

static double *operand_widened(const Call *call, int operand, cudaDataType type) {
    const Operand *from = &call->work.operands[operand];
    return elements_widened(type, from->host, from->rows * from->columns);
}

static void compute_matmul(Call *call) {
    size_t m = (size_t)call->m, n = (size_t)call->n;
    double alpha = elements_value(call->scale, scalar_value(call, &call->alpha), 0),
           beta = call->c < 0 ? 0 : elements_value(call->scale, scalar_value(call, &call->beta), 0);
    double *a = call->a < 0 ? NULL : operand_widened(call, call->a, call->type_a);
    double *b = call->b < 0 ? NULL : operand_widened(call, call->b, call->type_b);
    double *c = call->c < 0 ? malloc(m * n * sizeof *c + 1) : operand_widened(call, call->c, call->type_c);
    if (!c || (call->a >= 0 && (!a || !b))) work_out_of_memory("cuBLASLt");
    product_double(call->transposed_a, call->transposed_b, call->m, call->n, a ? call->k : 0, alpha, a,
                   call->transposed_a ? call->k : call->m, b, call->transposed_b ? call->n : call->k, beta, c, call->m);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < m; i++)
            elements_put(call->type_d, call->work.operands[call->d].host, i + j * m,
                         finished(call, c[i + j * m], call->by_rows ? j : i));
    free(a);
    free(b);
    free(c);
}

// ---- calls -----------------------------------------------------------------------------------------------------

typedef struct {
    const void *matrix;
    const Layout *layout;
} Stored;

static Stored batch_item(Stored first, int32_t item) {
    first.matrix = (const char *)first.matrix +
                   item * first.layout->batch_stride * (int64_t)elements_bytes((cudaDataType)first.layout->type);
    return first;
}

// The matrix as it is stored: `order` is by columns, or what lies there is its transpose.
static int stored(Call *call, Stored of, unsigned use) {
    bool rows = by_rows(of.layout);
    return matrix(call, of.matrix, elements_bytes((cudaDataType)of.layout->type),
                  (long)(rows ? of.layout->columns : of.layout->rows),
                  (long)(rows ? of.layout->rows : of.layout->columns), of.layout->pitch, use);
}

static cudaDataType bias_type(const Operation *operation, const Layout *d) {
    if (operation->bias_type >= 0) return (cudaDataType)operation->bias_type;
    return (cudaDataType)(d->type == CUDA_R_8I ? operation->scale : d->type);
}

// One product of a batch. `handle` has the call's stream and pointer mode.
static cublasStatus_t multiply(cublasHandle_t handle, const Operation *operation, const void *alpha, Stored a, Stored b,
                               const void *beta, Stored c, Stored d, const void *bias) {
    bool turned = by_rows(d.layout);
    bool turned_a = (operation->op_a != CUBLAS_OP_N) != by_rows(a.layout),
         turned_b = (operation->op_b != CUBLAS_OP_N) != by_rows(b.layout);
    Stored left = turned ? b : a, right = turned ? a : b;
    size_t scale_bytes = elements_bytes((cudaDataType)operation->scale);
    Call call = {.compute = compute_matmul,
                 .m = (long)(turned ? d.layout->columns : d.layout->rows),
                 .n = (long)(turned ? d.layout->rows : d.layout->columns),
                 .k = (long)(operation->op_a ? a.layout->rows : a.layout->columns),
                 .transposed_a = turned ? !turned_b : turned_a,
                 .transposed_b = turned ? !turned_a : turned_b,
                 .type_a = (cudaDataType)left.layout->type,
                 .type_b = (cudaDataType)right.layout->type,
                 .type_c = (cudaDataType)c.layout->type,
                 .type_d = (cudaDataType)d.layout->type,
                 .type_bias = bias_type(operation, d.layout),
                 .scale = (cudaDataType)operation->scale,
                 .epilogue = operation->epilogue,
                 .by_rows = turned,
                 .a = -1,
                 .b = -1,
                 .c = -1,
                 .bias = -1};
    if (!call.m || !call.n) return CUBLAS_STATUS_SUCCESS;
    if (call.k && !is_zero(handle, alpha, scale_bytes)) {
        call.a = stored(&call, left, READS);
        call.b = stored(&call, right, READS);
    }
    bool adds = !is_zero(handle, beta, scale_bytes);
    bool in_place = adds && c.matrix == d.matrix && c.layout->pitch == d.layout->pitch;
    call.d = stored(&call, d, in_place ? READS | WRITES : WRITES);
    if (adds) call.c = in_place ? call.d : stored(&call, c, READS);
    if (has_bias(operation->epilogue))
        call.bias =
            matrix(&call, bias, elements_bytes(call.type_bias), (long)d.layout->rows, 1, (long)d.layout->rows, READS);
    call.alpha = scalar(&call, handle, alpha, scale_bytes);
    call.beta = scalar(&call, handle, beta, scale_bytes);
    return call_run(handle, &call);
}

// Handles of cuBLASLt may be used by several threads; the stream is the call's and not the handle's.
static pthread_mutex_t one_call = PTHREAD_MUTEX_INITIALIZER;

EXPORT cublasLtMatmul(cublasLtHandle_t light, cublasLtMatmulDesc_t description, const void *alpha, const void *a,
                      cublasLtMatrixLayout_t layout_a, const void *b, cublasLtMatrixLayout_t layout_b, const void *beta,
                      const void *c, cublasLtMatrixLayout_t layout_c, void *d, cublasLtMatrixLayout_t layout_d,
                      const cublasLtMatmulAlgo_t *algorithm, void *workspace, size_t bytes, cudaStream_t stream) {
    (void)algorithm, (void)workspace, (void)bytes; // there is one way to compute
    cublasHandle_t handle = (cublasHandle_t)light;
    const Operation *operation = (const Operation *)description;
    Stored first[] = {{a, (const Layout *)layout_a},
                      {b, (const Layout *)layout_b},
                      {c, (const Layout *)layout_c},
                      {d, (const Layout *)layout_d}};
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    cublasStatus_t status = matmul_check(operation, first[0].layout, first[1].layout, first[2].layout, first[3].layout);
    if (status == CUBLAS_STATUS_SUCCESS && (!alpha || !beta)) status = CUBLAS_STATUS_INVALID_VALUE;
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    pthread_mutex_lock(&one_call);
    cudaStream_t own_stream = handle->context.stream;
    cublasPointerMode_t own_mode = handle->pointer_mode;
    handle->context.stream = stream;
    handle->pointer_mode = (cublasPointerMode_t)operation->pointer_mode;
    int64_t bias_step = operation->bias_batch_stride * (int64_t)elements_bytes(bias_type(operation, first[3].layout));
    for (int32_t n = 0; n < first[3].layout->batches && status == CUBLAS_STATUS_SUCCESS; n++)
        status =
            multiply(handle, operation, alpha, batch_item(first[0], n), batch_item(first[1], n), beta,
                     batch_item(first[2], n), batch_item(first[3], n), (const char *)operation->bias + n * bias_step);
    handle->context.stream = own_stream;
    handle->pointer_mode = own_mode;
    pthread_mutex_unlock(&one_call);
    return status;
}
