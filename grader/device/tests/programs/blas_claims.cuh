// blas_claims.cuh - what programs that compare cuBLAS with plain loops share: matrices on both sides, and the comparison.
#ifndef BLAS_CLAIMS_CUH
#define BLAS_CLAIMS_CUH

#include "claims.cuh"
#include <algorithm>
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <functional>
#include <limits>
#include <vector>

#define DONE(call) claim_done(call, #call)
static void claim_done(cublasStatus_t status, const char *what) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    printf("FAIL %s: %d\n", what, (int)status);
    exit(1);
}

static cublasHandle_t handle;
static Sequence random_numbers;
static const double NOT_WRITTEN = 77; // in gaps between columns: nobody may change it

// A vector or a column-major matrix on both sides, filled with numbers; `gaps` are elements that no routine may touch.
template <typename T> struct Data {
    std::vector<T> host;
    T *device = nullptr;
    long rows, columns, pitch;
    Data(long rows, long columns, long gap = 0) : rows(rows), columns(columns), pitch(rows + gap) {
        host.assign((size_t)(pitch * columns), (T)NOT_WRITTEN);
        for (long j = 0; j < columns; j++)
            for (long i = 0; i < rows; i++) at(i, j) = (T)(random_numbers.unit() * 2 - 1);
        MUST(cudaMalloc(&device, host.size() * sizeof(T) + 1));
        send();
    }
    Data(const Data &) = delete;
    ~Data() { cudaFree(device); }
    T &at(long i, long j = 0) { return host[(size_t)(i + j * pitch)]; }
    void send() { MUST(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice)); }
    std::vector<T> fetch() {
        std::vector<T> now(host.size());
        MUST(cudaMemcpy(now.data(), device, now.size() * sizeof(T), cudaMemcpyDeviceToHost));
        return now;
    }
};

template <typename T> static double tolerance(double scale) {
    return scale * (sizeof(T) == 8 ? 1e-12 : sizeof(T) == 4 ? 2e-5 : 2e-2);
}

// Each element of the result is what `wanted` says, within rounding; the gaps are as they were.
template <typename T>
static bool matches(Data<T> &data, const std::function<double(long, long)> &wanted, double scale = 1) {
    std::vector<T> now = data.fetch();
    for (long j = 0; j < data.columns; j++)
        for (long i = 0; i < data.pitch; i++) {
            double value = (double)now[(size_t)(i + j * data.pitch)], expected = i < data.rows ? wanted(i, j) : NOT_WRITTEN;
            if (std::isnan(expected) && std::isnan(value)) continue;
            if (value == expected || fabs(value - expected) <= tolerance<T>(scale) * (1 + fabs(expected))) continue;
            printf("# (%ld, %ld): %.9g expected, got %.9g\n", i, j, expected, value);
            return false;
        }
    return true;
}

static cublasOperation_t operation(long n) { return n == 0 ? CUBLAS_OP_N : n == 1 ? CUBLAS_OP_T : CUBLAS_OP_C; }
template <typename T> static double element(Data<T> &a, cublasOperation_t op, long i, long j) {
    return op == CUBLAS_OP_N ? a.at(i, j) : a.at(j, i);
}

// The functions with sizes of 64 bits, if a program is to call those.
#ifdef BLAS_64
#define SIZED(name) name##_64
typedef int64_t Index;
#else
#define SIZED(name) name
typedef int Index;
#endif

// One name for both types.
#define BOTH_SIZED(name)                                                                                               \
    template <typename... Arguments> static cublasStatus_t name(float, Arguments... arguments) {                       \
        return SIZED(cublasS##name)(arguments...);                                                                     \
    }                                                                                                                  \
    template <typename... Arguments> static cublasStatus_t name(double, Arguments... arguments) {                      \
        return SIZED(cublasD##name)(arguments...);                                                                     \
    }
// The same of functions that have sizes of 32 bits only.
#define BOTH(name)                                                                                                     \
    template <typename... Arguments> static cublasStatus_t name(float, Arguments... arguments) {                       \
        return cublasS##name(arguments...);                                                                            \
    }                                                                                                                  \
    template <typename... Arguments> static cublasStatus_t name(double, Arguments... arguments) {                      \
        return cublasD##name(arguments...);                                                                            \
    }

// Where BLAS finds element i of a vector with that increment.
static inline long place(long n, long step, long i) { return step > 0 ? i * step : (i - n + 1) * step; }

#endif
