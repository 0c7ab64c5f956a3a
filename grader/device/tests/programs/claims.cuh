// claims.cuh - what the test programs share: claims on device results, printed as `ok NAME` or `FAIL NAME why`.
#ifndef CLAIMS_CUH
#define CLAIMS_CUH

#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

static int claims_failed;

// One line; the format says what was found where the claim does not hold.
[[maybe_unused]] static void claim(const char *name, bool holds, const char *format = "", ...) {
    printf(holds ? "ok %s" : "FAIL %s ", name);
    va_list arguments;
    va_start(arguments, format);
    if (!holds) vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    if (!holds) claims_failed++;
}

// The program's exit status.
[[maybe_unused]] static int claims_end() {
    fflush(stdout);
    return claims_failed ? 1 : 0;
}

[[maybe_unused]] static void must(cudaError_t error, const char *what) {
    if (error == cudaSuccess) return;
    printf("FAIL %s: %s\n", what, cudaGetErrorName(error));
    exit(1);
}
#define MUST(call) must(call, #call)

// Launch errors and those of running, at once.
#define FINISH()                          \
    do {                                  \
        MUST(cudaGetLastError());         \
        MUST(cudaDeviceSynchronize());    \
    } while (0)

// An array on both sides, zero at first.
template <typename T> struct Array {
    T *host, *device;
    size_t count;
    explicit Array(size_t n) : host((T *)calloc(n, sizeof(T))), device(nullptr), count(n) {
        MUST(cudaMalloc(&device, n * sizeof(T)));
        MUST(cudaMemset(device, 0, n * sizeof(T)));
        MUST(cudaDeviceSynchronize()); // before streams that do not wait for the default one
    }
    Array(const Array &) = delete;
    ~Array() {
        free(host);
        cudaFree(device);
    }
    T &operator[](size_t i) { return host[i]; }
    void write() { MUST(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice)); }
    void read() {
        FINISH();
        MUST(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost));
    }
};

// Every element has the bytes that expected(i) has.
template <typename T, typename Expected> static void claim_each(const char *name, Array<T> &got, Expected expected) {
    got.read();
    for (size_t i = 0; i < got.count; i++) {
        T wanted = (T)expected(i);
        if (memcmp(&wanted, &got[i], sizeof(T)) == 0) continue;
        claim(name, false, "at %zu: %.17g expected, got %.17g", i, (double)wanted, (double)got[i]);
        return;
    }
    claim(name, true);
}

// A fixed sequence of numbers that look random.
struct Sequence {
    uint64_t state = 88172645463325252ull;
    uint64_t next() {
        state ^= state << 13;
        state ^= state >> 7;
        return state ^= state << 17;
    }
    double unit() { return (double)(next() >> 11) * 0x1p-53; }
};

#endif
