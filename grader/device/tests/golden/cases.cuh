// cases.cuh - inputs, output and report of the programs whose every launch is a case
// (matrix_kernels.cu, tuned_kernels.cu, applied_kernels.cu, loop_kernels.cu).
#ifndef CASES_H
#define CASES_H
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <vector>

#define OK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
#define KERNEL extern "C" __global__ void
#define ID (blockIdx.x * blockDim.x + threadIdx.x)
#define ALL (blockDim.x * gridDim.x)
// Clears the output, launches, prints a sum of the first `count` elements of type T of the output.
#define CASE(name, T, count, ...) do { clear(); __VA_ARGS__; report<T>(name, count); } while (0)

typedef unsigned char byte;
typedef unsigned long long u64;

static const int INPUTS = 1 << 15, OUTPUT_BYTES = 1 << 20;
static float *reals, *units;      // in [-0.5, 0.5), in [0, 1)
static double *doubles;           // in [0, 1)
static int *whole, *shuffled;     // in [0, 2^20); a permutation of the first 4096 numbers
static byte *bytes;
static half *halves;              // eighths in [-1, 1): their products and sums are exact
static __nv_bfloat16 *brains;     // the same numbers
static signed char *smalls;       // in [-8, 8)
static float *eighths;
static char *output;
static std::vector<void *> allocated;

template <class T> static T *output_as(size_t from = 0) { return (T *)output + from; }

template <class T> static T *upload(const std::vector<T> &values) {
    T *device;
    OK(cudaMalloc(&device, values.size() * sizeof(T)));
    OK(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    allocated.push_back(device);
    return device;
}
static unsigned next_random() {
    static unsigned state = 77;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}
static void make_inputs() {
    std::vector<float> r(INPUTS), u(INPUTS), e(INPUTS);
    std::vector<double> d(INPUTS);
    std::vector<int> w(INPUTS), order(4096);
    std::vector<byte> b(4 * INPUTS);
    std::vector<half> h(INPUTS);
    std::vector<__nv_bfloat16> br(INPUTS);
    std::vector<signed char> s(INPUTS);
    for (int i = 0; i < INPUTS; i++) {
        r[i] = next_random() / 16777216.0f - 0.5f, u[i] = next_random() / 16777216.0f;
        d[i] = next_random() / 16777216.0, w[i] = next_random() >> 4;
        s[i] = (signed char)((int)(next_random() >> 20) - 8);
        e[i] = s[i] / 8.0f, h[i] = __float2half(e[i]), br[i] = __float2bfloat16(e[i]);
    }
    for (auto &v : b) v = (byte)(next_random() >> 9);
    for (int i = 0; i < 4096; i++) order[i] = i;
    for (int i = 4095; i > 0; i--) std::swap(order[i], order[next_random() % (i + 1)]);
    reals = upload(r), units = upload(u), eighths = upload(e), doubles = upload(d), whole = upload(w);
    shuffled = upload(order), bytes = upload(b), halves = upload(h), brains = upload(br), smalls = upload(s);
    output = upload(std::vector<char>(OUTPUT_BYTES));
}
static void clear() { OK(cudaMemset(output, 0, OUTPUT_BYTES)); }
static void start_from(const void *input, size_t size) { // for kernels that change values in place
    OK(cudaMemcpy(output, input, size, cudaMemcpyDeviceToDevice));
}
template <class T> static void report(const char *name, size_t count) {
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    std::vector<T> values(count);
    OK(cudaMemcpy(values.data(), output, count * sizeof(T), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)values[i] * (1 + i % 5);
    printf("case %s %.9g\n", name, sum);
}
static void free_all() {
    for (void *p : allocated) OK(cudaFree(p));
}
#endif
