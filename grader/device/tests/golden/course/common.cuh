// common.cuh - inputs, output and report of course_kernels.cu.
#ifndef COURSE_COMMON_H
#define COURSE_COMMON_H
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <numeric>
#include <vector>

#define OK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#define THREADS (blockDim.x * gridDim.x)

typedef unsigned char byte;
typedef unsigned long long u64;

static const int N = 1 << 16;
static float *floats, *positive;
static double *doubles;
static int *integers, *permutation;
static byte *bytes;
static char *output;

template <class T> static T *upload(const std::vector<T> &values) {
    T *device;
    OK(cudaMalloc(&device, values.size() * sizeof(T)));
    OK(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}
static void make_inputs() {
    std::vector<float> f(N), p(N);
    std::vector<double> d(N);
    std::vector<int> k(N), order(N);
    std::vector<byte> b(4 * N);
    unsigned r = 2024;
    auto next = [&r] { return (r = r * 1664525u + 1013904223u) >> 8; };
    for (int i = 0; i < N; i++) f[i] = next() / 16777216.0f - 0.5f, p[i] = next() / 16777216.0f + 0.125f;
    for (int i = 0; i < N; i++) d[i] = next() / 16777216.0, k[i] = (int)next();
    for (auto &v : b) v = (byte)(next() >> 7);
    std::iota(order.begin(), order.end(), 0);
    for (int i = 4095; i > 0; i--) std::swap(order[i], order[next() % (i + 1)]); // the first 4096 among themselves
    floats = upload(f), positive = upload(p), doubles = upload(d), integers = upload(k), bytes = upload(b);
    permutation = upload(order);
    OK(cudaMalloc(&output, 1 << 20));
}
// The output, cleared.
template <class T> static T *fresh(size_t skip = 0) {
    OK(cudaMemset(output, 0, 1 << 20));
    return (T *)output + skip;
}
// The same with what the input has: for kernels that change values in place.
template <class T, class S> static T *fresh_from(const S *input, size_t n) {
    OK(cudaMemset(output, 0, 1 << 20));
    OK(cudaMemcpy(output, input, n * sizeof(T), cudaMemcpyDeviceToDevice));
    return (T *)output;
}
// Prints a sum of the first n elements; weighted, unless their order is left to the hardware.
template <class T> static void done(const char *name, size_t n, bool ordered = true) {
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    std::vector<T> h(n);
    OK(cudaMemcpy(h.data(), output, n * sizeof(T), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)h[i] * (ordered ? 1 + i % 7 : 1);
    printf("case %s %.9g\n", name, sum);
}

#endif
