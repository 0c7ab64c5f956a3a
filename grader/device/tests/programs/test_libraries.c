// test_libraries.c - libraries in front of the emulated GPU: what their products are, what is wrong with operands, and
// under which versions they export their functions.
#define _GNU_SOURCE // dlvsym
#include "behaviour.h"
#include <check.h>
#include <dlfcn.h>
#include <stdio.h>

static const char *const programs[] = {"blas_64", "blas_lt", "blas_stored", "blas_stored_64"};

START_TEST(every_claim_of_the_program_holds) { program_claims_check(programs[_i]); }
END_TEST

static const Mistake mistakes[] = {
    {"blas_faults", "unwritten", "status CUBLAS_STATUS_SUCCESS",
     "uninitialised_copy at blas_faults.cu:14: cublasSaxpy reads byte 0 of"},
    {"blas_faults", "unwritten_rows", "emulated GPU: 1 fault,", "at blas_faults.cu:17: cublasSgemv reads byte 0 of"},
    {"blas_faults", "unwritten_result_operand", "emulated GPU: 1 fault,",
     "at blas_faults.cu:20: cublasSdot reads byte"},
    {"blas_faults", "unwritten_lt", "status CUBLAS_STATUS_SUCCESS",
     "at blas_faults.cu:28: cublasLtMatmul reads byte 0"},
    {"blas_faults", "too_long", "status CUBLAS_STATUS_EXECUTION_FAILED",
     "copy_out_of_bounds at blas_faults.cu:32: cublasSscal reads 260 bytes"},
    {"blas_faults", "on_the_host", "device memory (cudaMalloc), managed memory (cudaMallocManaged) or pinned", NULL},
    {"blas_faults", "complex", "emulated GPU: cublasCscal is not supported", NULL},
    {"blas_faults", "complex_result", "emulated GPU: cublasCgemm is not supported", NULL},
    {"blas_faults", "legacy",
     "emulated GPU: cublasInit is of cublas.h, the legacy interface of cuBLAS, which is not supported: its calls "
     "compute nothing. Include cublas_v2.h, create a handle with cublasCreate(), and pass it to each call",
     NULL},
    {"blas_faults", "transform_lt", "emulated GPU: cublasLtMatrixTransformDescCreate is not supported", NULL},
    {"blas_faults", "scaled_lt",
     "emulated GPU: cuBLASLt: CUBLASLT_MATMUL_DESC_A_SCALE_POINTER is not supported, and calls that need it compute "
     "nothing. Do without it, or run the program on a machine with an NVIDIA GPU",
     NULL},
    {"blas_faults", "two_devices_xt",
     "emulated GPU: cublasXtDeviceSelect asks for 2 devices beginning with number 0, but there is only device 0. Pass "
     "a "
     "count of 1 and an array of a 0, or run the program on a machine with that many GPUs",
     NULL},
    {"blas_faults", "only_written", "status CUBLAS_STATUS_SUCCESS", NULL},
};

START_TEST(what_is_wrong_with_operands_is_told_at_the_call) { mistake_check(&mistakes[_i]); }
END_TEST

// A program's loader asks for each function under the version that NVIDIA's library of that name gives it.
static const struct {
    const char *library, *function;
} VERSIONS[] = {{"libcublas.so.13", "cublasSgemm_v2"},   {"libcublas.so.12", "cublasSgemm_v2"},
                {"libcublas.so.12", "cublasCreate_v2"},  {"libcublasLt.so.13", "cublasLtMatmul"},
                {"libcublasLt.so.12", "cublasLtMatmul"}, {"libcurand.so.10", "curandGenerateUniform"},
                {"libcudart.so.13", "cudaLaunchKernel"}};

START_TEST(library_exports_functions_under_the_version_of_its_name) {
    char path[JOB_PATH], name[100];
    ck_assert_ptr_nonnull(dlopen(build_path(path, "lib/libcudart.so.13"), RTLD_NOW | RTLD_GLOBAL));
    snprintf(name, sizeof name, "lib/%s", VERSIONS[_i].library);
    void *library = dlopen(build_path(path, name), RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    ck_assert_msg(dlvsym(library, VERSIONS[_i].function, VERSIONS[_i].library) != NULL, "%s", dlerror());
}
END_TEST

Suite *libraries_suite(void) {
    Suite *suite = suite_create("libraries");
    TCase *tests = tcase_create("libraries");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, every_claim_of_the_program_holds, 0, sizeof programs / sizeof *programs);
    tcase_add_loop_test(tests, what_is_wrong_with_operands_is_told_at_the_call, 0, sizeof mistakes / sizeof *mistakes);
    tcase_add_loop_test(tests, library_exports_functions_under_the_version_of_its_name, 0,
                        sizeof VERSIONS / sizeof *VERSIONS);
    suite_add_tcase(suite, tests);
    return suite;
}
