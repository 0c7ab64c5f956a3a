// peers.cu - times of what a user would call instead of a kernel: cuBLAS, CUB, the runtime's copies.
//
// Prints peer,size,cold_us,cold_spread_us,warm_us,warm_spread_us; sizes are sides of square matrices or elements.
#include "../constants/probe.cuh"

#include <cub/cub.cuh>
#include <cublas_v2.h>

static void blas(cublasStatus_t status, int line) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    fprintf(stderr, "peers.cu:%d: cuBLAS status %d\n", line, (int)status);
    exit(1);
}
#define BLAS(call) blas(call, __LINE__)

template <class Work> static void peer(const char *name, long size, Work work) {
    std::vector<double> cold = microseconds_cold(work), warm = microseconds_warm(work);
    printf("%s,%ld,%.3f,%.3f,%.3f,%.3f\n", name, size, quantile(cold, 0.5), quantile(cold, 0.75) - quantile(cold, 0.25),
           quantile(warm, 0.5), quantile(warm, 0.75) - quantile(warm, 0.25));
    fflush(stdout);
}

__global__ void scatter_values(unsigned *values, size_t count, bool is_float) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
        unsigned bits = (unsigned)i * 2654435761u;
        bits = (bits ^ bits >> 15) * 2246822519u;
        bits ^= bits >> 13;
        values[i] = is_float ? __float_as_uint((float)(bits >> 8) / 16777216.0f - 0.5f) : bits;
    }
}

// Calls a function of CUB with the workspace that it asks for.
template <class Call> static void cub_peer(const char *name, long size, Call call) {
    size_t bytes = 0;
    CHECK(call(nullptr, bytes));
    void *workspace;
    CHECK(cudaMalloc(&workspace, bytes));
    peer(name, size, [&] { CHECK(call(workspace, bytes)); });
    CHECK(cudaFree(workspace));
}

int main() {
    const size_t most = (size_t)1 << 27;
    unsigned *a = device_array<unsigned>(most), *b = device_array<unsigned>(most), *c = device_array<unsigned>(most);
    scatter_values<<<4096, 256>>>(a, most, true);
    scatter_values<<<4096, 256>>>(b, most, true);
    cublasHandle_t handle;
    const float one = 1, none = 0;
    printf("peer,size,cold_us,cold_spread_us,warm_us,warm_spread_us\n");
    BLAS(cublasCreate(&handle));
    BLAS(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH)); // single precision throughout
    for (int n : {256, 512, 1024, 2048, 4096, 8192}) {
        peer("cublasSgemm", n, [=] {
            BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, (float *)a, n, (float *)b, n, &none,
                             (float *)c, n));
        });
        peer("cublasSgeam_transpose", n, [=] {
            BLAS(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, &one, (float *)a, n, &none, (float *)a, n,
                             (float *)c, n));
        });
        peer("cublasSgemv", n, [=] {
            BLAS(cublasSgemv(handle, CUBLAS_OP_T, n, n, &one, (float *)a, n, (float *)b, 1, &none, (float *)c, 1));
        });
    }
    for (long count : {1l << 16, 1l << 20, 1l << 24, 1l << 26}) {
        const int n = (int)count;
        peer("cudaMemcpyAsync", count, [=] { CHECK(cudaMemcpyAsync(c, a, count * 4, cudaMemcpyDeviceToDevice)); });
        peer("cudaMemsetAsync", count, [=] { CHECK(cudaMemsetAsync(c, 0, count * 4)); });
        cub_peer("cub_sum", count,
                 [=](void *w, size_t &bytes) { return cub::DeviceReduce::Sum(w, bytes, (float *)a, (float *)c, n); });
        cub_peer("cub_scan", count, [=](void *w, size_t &bytes) {
            return cub::DeviceScan::InclusiveSum(w, bytes, (int *)a, (int *)c, n);
        });
        cub_peer("cub_sort_keys", count,
                 [=](void *w, size_t &bytes) { return cub::DeviceRadixSort::SortKeys(w, bytes, a, c, n); });
        cub_peer("cub_histogram_256", count, [=](void *w, size_t &bytes) {
            return cub::DeviceHistogram::HistogramEven(w, bytes, (float *)a, (int *)c, 257, -0.5f, 0.5f, n);
        });
    }
    BLAS(cublasDestroy(handle));
    return 0;
}
