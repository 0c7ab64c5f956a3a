// blas_lt.cu - products of cuBLASLt against a plain loop in double precision: types, transposes, orders, batches,
// epilogues, pointer modes. Without cuBLASLt's header it claims only that.
#include "claims.cuh"
#if !__has_include(<cublasLt.h>)
int main() {
    claim("no_header", true);
    return claims_end();
}
#else
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

#define DONE(call) claim_done(call, #call)
static void claim_done(cublasStatus_t status, const char *what) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    printf("FAIL %s: %d\n", what, (int)status);
    exit(1);
}

static cublasLtHandle_t handle;
static Sequence random_numbers;
static const double NOT_WRITTEN = 77;

template <typename T> struct TypeOf;
template <> struct TypeOf<float> { static const cudaDataType value = CUDA_R_32F; };
template <> struct TypeOf<double> { static const cudaDataType value = CUDA_R_64F; };
template <> struct TypeOf<__half> { static const cudaDataType value = CUDA_R_16F; };
template <> struct TypeOf<__nv_bfloat16> { static const cudaDataType value = CUDA_R_16BF; };
template <> struct TypeOf<int8_t> { static const cudaDataType value = CUDA_R_8I; };
template <> struct TypeOf<int32_t> { static const cudaDataType value = CUDA_R_32I; };

// A batch of matrices on both sides with its layout. By columns, or by rows; the gaps hold NOT_WRITTEN.
template <typename T> struct Matrix {
    long rows, columns, pitch, stride;
    bool by_rows;
    std::vector<T> host;
    T *device;
    cublasLtMatrixLayout_t layout;
    Matrix(long rows, long columns, bool by_rows = false, int batches = 1, long gap = 16)
        : rows(rows), columns(columns), pitch((by_rows ? columns : rows) + gap),
          stride(pitch * (by_rows ? rows : columns)), by_rows(by_rows) {
        host.assign((size_t)(stride * batches), (T)(float)NOT_WRITTEN);
        for (int n = 0; n < batches; n++)
            for (long i = 0; i < rows; i++)
                for (long j = 0; j < columns; j++) at(i, j, n) = (T)(float)((long)(random_numbers.next() % 9) - 4);
        MUST(cudaMalloc(&device, host.size() * sizeof(T)));
        send();
        DONE(cublasLtMatrixLayoutCreate(&layout, TypeOf<T>::value, (uint64_t)rows, (uint64_t)columns, pitch));
        cublasLtOrder_t order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
        DONE(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
        DONE(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batches, sizeof batches));
        DONE(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride));
    }
    Matrix(const Matrix &) = delete;
    ~Matrix() {
        cublasLtMatrixLayoutDestroy(layout);
        cudaFree(device);
    }
    T &at(long i, long j, int n = 0) { return host[(size_t)(n * stride + (by_rows ? j + i * pitch : i + j * pitch))]; }
    double value(long i, long j, int n = 0) { return (double)(float)at(i, j, n); }
    void send() { MUST(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice)); }
    void fetch() {
        MUST(cudaDeviceSynchronize());
        MUST(cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost));
    }
    bool gaps_are_kept() {
        size_t kept = 0;
        for (T &element : host) kept += (float)element == (float)NOT_WRITTEN;
        return kept >= host.size() - (size_t)(rows * columns) * (host.size() / (size_t)stride);
    }
};

struct Operation {
    cublasLtMatmulDesc_t description;
    Operation(cublasComputeType_t compute, cudaDataType scale) { DONE(cublasLtMatmulDescCreate(&description, compute, scale)); }
    ~Operation() { cublasLtMatmulDescDestroy(description); }
    template <typename T> void set(cublasLtMatmulDescAttributes_t attribute, T value) {
        DONE(cublasLtMatmulDescSetAttribute(description, attribute, &value, sizeof value));
    }
};

static double gelu(double x) { return 0.5 * x * (1 + tanh(sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }

struct Case {
    int m, n, k;
    cublasOperation_t op_a, op_b;
    bool rows_a, rows_b, rows_d;
    int batches;
    double alpha, beta;
    cublasLtEpilogue_t epilogue;
    bool in_place;
};

// Multiplies as the case says, with the algorithm that the library recommends, and compares with a loop.
template <typename In, typename Out, typename Scale>
static bool multiplies(const Case &c, cublasComputeType_t compute, double tolerance) {
    bool turned_a = c.op_a != CUBLAS_OP_N, turned_b = c.op_b != CUBLAS_OP_N;
    Matrix<In> a(turned_a ? c.k : c.m, turned_a ? c.m : c.k, c.rows_a, c.batches);
    Matrix<In> b(turned_b ? c.n : c.k, turned_b ? c.k : c.n, c.rows_b, c.batches);
    Matrix<Out> from(c.m, c.n, c.rows_d, c.batches), to(c.m, c.n, c.rows_d, c.batches), bias(c.m, 1);
    Matrix<Out> &d = c.in_place ? from : to;
    std::vector<Out> old = from.host;
    Operation operation(compute, TypeOf<Scale>::value);
    operation.set(CUBLASLT_MATMUL_DESC_TRANSA, c.op_a);
    operation.set(CUBLASLT_MATMUL_DESC_TRANSB, c.op_b);
    operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, c.epilogue);
    if (c.epilogue & CUBLASLT_EPILOGUE_BIAS) operation.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, (const void *)bias.device);
    Scale alpha = (Scale)(float)c.alpha, beta = (Scale)(float)c.beta;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t found;
    int count = 0;
    size_t none = 0;
    DONE(cublasLtMatmulPreferenceCreate(&preference));
    DONE(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &none, sizeof none));
    cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(handle, operation.description, a.layout, b.layout, from.layout,
                                                           d.layout, preference, 1, &found, &count);
    DONE(cublasLtMatmulPreferenceDestroy(preference));
    if (status != CUBLAS_STATUS_SUCCESS || count != 1) {
        printf("# heuristic: %d, %d algorithms\n", (int)status, count);
        return false;
    }
    DONE(cublasLtMatmul(handle, operation.description, &alpha, a.device, a.layout, b.device, b.layout, &beta, from.device,
                        from.layout, d.device, d.layout, &found.algo, nullptr, 0, nullptr));
    d.fetch();
    for (int batch = 0; batch < c.batches; batch++)
        for (long i = 0; i < c.m; i++)
            for (long j = 0; j < c.n; j++) {
                double sum = 0, got = d.value(i, j, batch);
                for (long l = 0; l < c.k; l++)
                    sum += (turned_a ? a.value(l, i, batch) : a.value(i, l, batch)) *
                           (turned_b ? b.value(j, l, batch) : b.value(l, j, batch));
                sum = c.alpha * sum;
                if (c.beta != 0) {
                    size_t at = (size_t)(batch * from.stride + (c.rows_d ? j + i * from.pitch : i + j * from.pitch));
                    sum += c.beta * (double)(float)old[at];
                }
                if (c.epilogue & CUBLASLT_EPILOGUE_BIAS) sum += bias.value(i, 0);
                if (c.epilogue & CUBLASLT_EPILOGUE_RELU) sum = sum > 0 ? sum : 0;
                if (c.epilogue & CUBLASLT_EPILOGUE_GELU) sum = gelu(sum);
                if (fabs(got - sum) <= tolerance * (1 + fabs(sum))) continue;
                printf("# (%ld, %ld) of %d: %.9g expected, got %.9g\n", i, j, batch, sum, got);
                return false;
            }
    return d.gaps_are_kept();
}

static const cublasOperation_t N = CUBLAS_OP_N, T = CUBLAS_OP_T;

template <typename In, typename Out, typename Scale>
static void type(const char *name, cublasComputeType_t compute, double tolerance) {
    bool right = true;
    for (cublasOperation_t op_a : {N, T})
        for (cublasOperation_t op_b : {N, T})
            for (bool in_place : {false, true})
                right &= multiplies<In, Out, Scale>(
                    {32, 48, 16, op_a, op_b, false, false, false, 1, 1, in_place ? 1.0 : 0.0, CUBLASLT_EPILOGUE_DEFAULT, in_place},
                    compute, tolerance);
    claim(name, right);
}

static void shapes() {
    static const int sizes[][3] = {{1, 1, 1}, {3, 5, 7}, {64, 33, 20}, {130, 4, 129}};
    bool right = true, factors = true, rows = true, batches = true;
    for (auto &size : sizes)
        for (cublasOperation_t op_a : {N, T})
            for (cublasOperation_t op_b : {N, T}) {
                Case plain = {size[0], size[1], size[2], op_a, op_b, false, false, false, 1, 1, 0, CUBLASLT_EPILOGUE_DEFAULT, false};
                right &= multiplies<float, float, float>(plain, CUBLAS_COMPUTE_32F, 1e-5);
                Case scaled = plain, by_rows = plain, batch = plain;
                scaled.alpha = -0.5, scaled.beta = 2;
                factors &= multiplies<float, float, float>(scaled, CUBLAS_COMPUTE_32F, 1e-5);
                scaled.alpha = 0;
                factors &= multiplies<double, double, double>(scaled, CUBLAS_COMPUTE_64F, 1e-12);
                by_rows.rows_a = by_rows.rows_b = by_rows.rows_d = true;
                rows &= multiplies<float, float, float>(by_rows, CUBLAS_COMPUTE_32F, 1e-5);
                batch.batches = 3, batch.beta = 1, batch.in_place = true;
                batches &= multiplies<float, float, float>(batch, CUBLAS_COMPUTE_32F, 1e-5);
            }
    claim("shapes_and_transposes", right);
    claim("alpha_and_beta", factors);
    claim("matrices_by_rows", rows);
    claim("strided_batches", batches);
}

static void epilogues() {
    static const struct {
        const char *name;
        cublasLtEpilogue_t epilogue;
    } all[] = {{"bias", CUBLASLT_EPILOGUE_BIAS},
               {"relu", CUBLASLT_EPILOGUE_RELU},
               {"relu_bias", CUBLASLT_EPILOGUE_RELU_BIAS},
               {"gelu", CUBLASLT_EPILOGUE_GELU},
               {"gelu_bias", CUBLASLT_EPILOGUE_GELU_BIAS}};
    for (auto &row : all) {
        Case c = {32, 16, 8, T, N, false, false, false, 1, 0.25, 0, row.epilogue, false};
        claim(row.name, multiplies<float, float, float>(c, CUBLAS_COMPUTE_32F, 1e-3) &&
                            multiplies<__half, __half, float>(c, CUBLAS_COMPUTE_32F, 1e-2));
    }
}

static void special_values() {
    Matrix<float> a(16, 16), b(16, 16), c(16, 16);
    Operation operation(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    float one = 1, zero = 0;
    for (long i = 0; i < 16; i++)
        for (long j = 0; j < 16; j++) c.at(i, j) = NAN;
    c.send();
    DONE(cublasLtMatmul(handle, operation.description, &one, a.device, a.layout, b.device, b.layout, &zero, c.device,
                        c.layout, c.device, c.layout, nullptr, nullptr, 0, nullptr));
    c.fetch();
    bool finite = true;
    for (long i = 0; i < 16; i++)
        for (long j = 0; j < 16; j++) finite &= std::isfinite(c.at(i, j));
    claim("beta_0_does_not_read_C", finite);
    a.at(3, 4) = INFINITY, b.at(4, 5) = 0;
    a.send(), b.send();
    DONE(cublasLtMatmul(handle, operation.description, &one, a.device, a.layout, b.device, b.layout, &zero, c.device,
                        c.layout, c.device, c.layout, nullptr, nullptr, 0, nullptr));
    c.fetch();
    claim("infinity_times_0_is_nan", std::isnan(c.at(3, 5)) && std::isfinite(c.at(2, 5)));
    cublasLtPointerMode_t mode = CUBLASLT_POINTER_MODE_DEVICE;
    Matrix<float> factors(2, 1);
    factors.at(0, 0) = 2, factors.at(1, 0) = 0;
    factors.send();
    a.at(3, 4) = 1;
    a.send();
    operation.set(CUBLASLT_MATMUL_DESC_POINTER_MODE, mode);
    DONE(cublasLtMatmul(handle, operation.description, factors.device, a.device, a.layout, b.device, b.layout,
                        factors.device + 1, c.device, c.layout, c.device, c.layout, nullptr, nullptr, 0, nullptr));
    c.fetch();
    double sum = 0;
    for (long l = 0; l < 16; l++) sum += 2 * a.value(7, l) * b.value(l, 9);
    claim("factors_in_device_memory", c.value(7, 9) == sum, "%g %g", c.value(7, 9), sum);
}

static void arguments() {
    Matrix<float> a(16, 32), b(32, 16), c(16, 16);
    Operation operation(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    float one = 1, zero = 0;
    cublasOperation_t op;
    size_t written = 0;
    int32_t wrong = 0;
    claim("no_handle", cublasLtMatmul(nullptr, operation.description, &one, a.device, a.layout, b.device, b.layout, &zero,
                                      c.device, c.layout, c.device, c.layout, nullptr, nullptr, 0,
                                      nullptr) != CUBLAS_STATUS_SUCCESS);
    claim("sizes_that_do_not_fit", cublasLtMatmul(handle, operation.description, &one, b.device, b.layout, b.device, b.layout,
                                                  &zero, c.device, c.layout, c.device, c.layout, nullptr, nullptr, 0,
                                                  nullptr) == CUBLAS_STATUS_INVALID_VALUE);
    DONE(cublasLtMatmulDescGetAttribute(operation.description, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op, &written));
    claim("attributes_have_defaults", op == CUBLAS_OP_N && written == sizeof op);
    claim("attributes_have_sizes", cublasLtMatmulDescSetAttribute(operation.description, CUBLASLT_MATMUL_DESC_BIAS_POINTER,
                                                                  &wrong, sizeof wrong) == CUBLAS_STATUS_INVALID_VALUE);
    cublasLtMatrixLayoutOpaque_t in_place;
    uint64_t rows = 0;
    DONE(cublasLtMatrixLayoutInit(&in_place, CUDA_R_32F, 7, 9, 8));
    DONE(cublasLtMatrixLayoutGetAttribute(&in_place, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, sizeof rows, &written));
    claim("layout_in_the_programs_memory", rows == 7);
    claim("version", cublasLtGetVersion() / 10000 >= 12 && cublasLtGetCudartVersion() >= 12000);
}

static void streams() {
    Matrix<float> a(16, 16), b(16, 16), c(16, 16);
    Operation operation(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    float one = 1;
    cublasHandle_t cublas;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    DONE(cublasCreate(&cublas));
    MUST(cudaStreamCreate(&stream));
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    DONE(cublasLtMatmul((cublasLtHandle_t)cublas, operation.description, &one, a.device, a.layout, b.device, b.layout, &one,
                        c.device, c.layout, c.device, c.layout, nullptr, nullptr, 0, stream));
    MUST(cudaStreamEndCapture(stream, &graph));
    MUST(cudaGraphInstantiate(&executable, graph, 0));
    MUST(cudaGraphLaunch(executable, stream));
    MUST(cudaGraphLaunch(executable, stream));
    MUST(cudaStreamSynchronize(stream));
    double sum = c.value(1, 2);
    for (long l = 0; l < 16; l++) sum += 2 * a.value(1, l) * b.value(l, 2);
    c.fetch();
    claim("captured_with_a_handle_of_cublas", c.value(1, 2) == sum, "%g %g", c.value(1, 2), sum);
    MUST(cudaGraphExecDestroy(executable));
    MUST(cudaGraphDestroy(graph));
    MUST(cudaStreamDestroy(stream));
    DONE(cublasDestroy(cublas));
}

int main() {
    DONE(cublasLtCreate(&handle));
    type<float, float, float>("floats", CUBLAS_COMPUTE_32F, 1e-5);
    type<double, double, double>("doubles", CUBLAS_COMPUTE_64F, 1e-12);
    type<__half, __half, float>("halves", CUBLAS_COMPUTE_32F, 1e-3);
    type<__half, __half, __half>("halves_computed_in_halves", CUBLAS_COMPUTE_16F, 1e-2);
    type<__half, float, float>("halves_to_float", CUBLAS_COMPUTE_32F, 1e-5);
    type<__nv_bfloat16, __nv_bfloat16, float>("bfloat16", CUBLAS_COMPUTE_32F, 1e-2);
    type<__nv_bfloat16, float, float>("bfloat16_to_float", CUBLAS_COMPUTE_32F, 1e-5);
    shapes();
    epilogues();
    special_values();
    arguments();
    streams();
    DONE(cublasLtDestroy(handle));
    return claims_end();
}
#endif
