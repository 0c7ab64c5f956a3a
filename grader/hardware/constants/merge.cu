// merge.cu - whether stores of a warp to the same lines, one after another, go to the L2 as one.
//
// Each thread stores `pieces` words or vectors side by side, so that a request touches as many lines of 128 bytes as a
// thread has words, and each line is touched by all of the thread's stores. The array stays in the L2.
#include "probe.cuh"

constexpr int THREADS = 256;
constexpr unsigned FLOATS = 1 << 22; // of the array: 16 MiB

template <int PIECES, int WORDS> __global__ void side_by_side(float *out) {
    unsigned pieces = PIECES * WORDS, first = (blockIdx.x * THREADS + threadIdx.x) % (FLOATS / pieces) * pieces;
#pragma unroll
    for (int n = 0; n < PIECES; n++) {
        float *at = out + first + n * WORDS, value = n;
        if (WORDS == 1) asm volatile("st.global.f32 [%0], %1;" ::"l"(at), "f"(value) : "memory");
        if (WORDS == 2) asm volatile("st.global.v2.f32 [%0], {%1, %1};" ::"l"(at), "f"(value) : "memory");
        if (WORDS == 4) asm volatile("st.global.v4.f32 [%0], {%1, %1, %1, %1};" ::"l"(at), "f"(value) : "memory");
    }
}

// The same with `products` between two stores, each of which needs the one before.
template <int PRODUCTS> __global__ void apart(float *out) {
    unsigned first = (blockIdx.x * THREADS + threadIdx.x) % (FLOATS / 4) * 4;
    float value = threadIdx.x;
#pragma unroll
    for (int n = 0; n < 4; n++) {
#pragma unroll
        for (int i = 0; i < PRODUCTS; i++) value = fmaf(value, 0.5f, 1.0f);
        asm volatile("st.global.f32 [%0], %1;" ::"l"(out + first + n), "f"(value) : "memory");
    }
}

// Stores to two arrays in turn.
__global__ void in_turn(float *out, float *other) {
    unsigned first = (blockIdx.x * THREADS + threadIdx.x) % (FLOATS / 4) * 4;
#pragma unroll
    for (int n = 0; n < 4; n++) {
        asm volatile("st.global.f32 [%0], %1;" ::"l"(out + first + n), "f"((float)n) : "memory");
        asm volatile("st.global.f32 [%0], %1;" ::"l"(other + first + n), "f"((float)n) : "memory");
    }
}

// A load of the next word before each store but the first.
__global__ void behind_loads(const float *in, float *out) {
    unsigned first = (blockIdx.x * THREADS + threadIdx.x) % (FLOATS / 4) * 4;
#pragma unroll
    for (int n = 0; n < 4; n++) {
        float value;
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(in + first + n) : "memory");
        asm volatile("st.global.f32 [%0], %1;" ::"l"(out + first + n), "f"(value) : "memory");
    }
}

template <class Launch> void requests(const char *name, int stores, Launch launch, const char *how) {
    unsigned grid = (unsigned)sized(1 << 15, 8);
    double each = 1e3 / ((double)grid * (THREADS / 32) * stores);
    row(text("merge.%s", name), microseconds([=] { launch(grid); }, empty_caches), "ns per request", how, each);
}

int main() {
    float *out = device_array<float>(FLOATS), *other = device_array<float>(FLOATS);
    const char *words = "a thread stores words side by side";
#define WORDS_A_THREAD(n)                                                                                              \
    requests(                                                                                                          \
        "words_" #n, n, [=](unsigned grid) { side_by_side<n, 1><<<grid, THREADS>>>(out); }, words)
    WORDS_A_THREAD(1);
    WORDS_A_THREAD(2);
    WORDS_A_THREAD(4);
    WORDS_A_THREAD(8);
    WORDS_A_THREAD(16);
    requests(
        "pairs_2", 2, [=](unsigned grid) { side_by_side<2, 2><<<grid, THREADS>>>(out); }, "two pairs of words");
    requests(
        "pairs_4", 4, [=](unsigned grid) { side_by_side<4, 2><<<grid, THREADS>>>(out); }, "four pairs of words");
    requests(
        "fours_1", 1, [=](unsigned grid) { side_by_side<1, 4><<<grid, THREADS>>>(out); }, "one vector of four");
    requests(
        "fours_2", 2, [=](unsigned grid) { side_by_side<2, 4><<<grid, THREADS>>>(out); }, "two vectors of four");
#define PRODUCTS_BETWEEN(n)                                                                                            \
    requests(                                                                                                          \
        "words_4.products_" #n, 4, [=](unsigned grid) { apart<n><<<grid, THREADS>>>(out); },                           \
        "four words; dependent products before each")
    PRODUCTS_BETWEEN(4);
    PRODUCTS_BETWEEN(16);
    PRODUCTS_BETWEEN(64);
    requests(
        "words_4.in_turn", 8, [=](unsigned grid) { in_turn<<<grid, THREADS>>>(out, other); },
        "four words of each of two arrays in turn");
    requests(
        "words_4.behind_loads", 4, [=](unsigned grid) { behind_loads<<<grid, THREADS>>>(other, out); },
        "four words; each is loaded just before");
}
