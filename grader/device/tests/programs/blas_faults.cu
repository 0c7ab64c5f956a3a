// blas_faults.cu - what is wrong with operands of cuBLAS is told at the line of the call (compiled with -Xcompiler -g1);
// the functions of the first four cases are named by line in test_libraries.c. What is refused is refused by name.
#include <cstdio>
#include <cstring>
#if __has_include(<cublasLt.h>)
#include <cublasLt.h>
#include <cublasXt.h> // and cublas_v2.h

static cublasHandle_t handle;
static float *x, *y, one = 1, value;
enum { N = 64 };

static cublasStatus_t unwritten() {
    return cublasSaxpy(handle, N, &one, x, 1, y, 1);
}
static cublasStatus_t unwritten_rows() {
    return cublasSgemv(handle, CUBLAS_OP_N, 4, 8, &one, x, 8, y, 1, &one, y, 1);
}
static cublasStatus_t unwritten_result_operand() {
    return cublasSdot(handle, N / 2, x, 2, y, 2, &value);
}
static cublasStatus_t unwritten_lt() {
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t layout;
    float zero = 0;
    cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, 4, 4, 4);
    return cublasLtMatmul((cublasLtHandle_t)handle, product, &one, x, layout, y, layout, &zero, y, layout, y, layout, nullptr,
                          nullptr, 0, nullptr);
}
static cublasStatus_t too_long() {
    cublasStatus_t status = cublasSscal(handle, N + 1, &one, y, 1);
    return status == CUBLAS_STATUS_SUCCESS ? status : CUBLAS_STATUS_EXECUTION_FAILED; // it returns here: no tail call
}
static cublasStatus_t on_the_host() {
    static float numbers[N];
    return cublasSaxpy(handle, N, &one, numbers, 1, y, 1);
}
static cublasStatus_t complex() {
    cuComplex factor = {1, 0};
    return cublasCscal(handle, N / 2, &factor, (cuComplex *)y, 1);
}
// The result is not there, which no fault is made of: nothing can be done about it here.
static cublasStatus_t complex_result() {
    cuComplex two[4], factor = {1, 0}, zero = {0, 0};
    cublasStatus_t status = cublasCgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &factor, (cuComplex *)y, 2, (cuComplex *)y, 2,
                                        &zero, (cuComplex *)x, 2);
    cudaMemcpy(two, x, sizeof two, cudaMemcpyDeviceToHost);
    return status;
}
// cublas.h, which cannot be included beside cublas_v2.h, declares it.
extern "C" cublasStatus_t cublasInit();
static cublasStatus_t legacy() {
    return cublasInit();
}
static cublasStatus_t transform_lt() {
    cublasLtMatrixTransformDesc_t description;
    return cublasLtMatrixTransformDescCreate(&description, CUDA_R_32F);
}
static cublasStatus_t scaled_lt() {
    cublasLtMatmulDesc_t product;
    cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    return cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &x, sizeof x);
}
static cublasStatus_t two_devices_xt() {
    cublasXtHandle_t several;
    int devices[] = {0, 1};
    cublasXtCreate(&several);
    cublasStatus_t status = cublasXtDeviceSelect(several, 2, devices);
    cublasXtDestroy(several);
    return status;
}
// Nothing is wrong: beta is 0, so nothing of the result is read.
static cublasStatus_t only_written() {
    float zero = 0;
    return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, y, 4, y, 4, &zero, x, 4);
}

static const struct {
    const char *name;
    cublasStatus_t (*call)();
} cases[] = {{"unwritten", unwritten},
           {"unwritten_rows", unwritten_rows},
           {"unwritten_result_operand", unwritten_result_operand},
           {"unwritten_lt", unwritten_lt},
           {"too_long", too_long},
           {"on_the_host", on_the_host},
           {"complex", complex},
           {"complex_result", complex_result},
           {"legacy", legacy},
           {"transform_lt", transform_lt},
           {"scaled_lt", scaled_lt},
           {"two_devices_xt", two_devices_xt},
           {"only_written", only_written}};

int main(int, char **argv) {
    cublasCreate(&handle);
    cudaMalloc(&x, N * sizeof *x), cudaMalloc(&y, N * sizeof *y);
    cudaMemset(y, 0, N * sizeof *y);
    for (auto &row : cases)
        if (!strcmp(row.name, argv[1])) printf("status %s\n", cublasGetStatusName(row.call()));
    cudaFree(x), cudaFree(y);
    cublasDestroy(handle);
}
#else
int main() { puts("no header"); }
#endif
