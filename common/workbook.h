// workbook.h - what every exercise includes: error checking and the one piece of arithmetic every launch needs.
#ifndef WORKBOOK_H
#define WORKBOOK_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// Stops the program with file, line and the runtime's own words if a CUDA call did not succeed:
//     CHECK(cudaMalloc(&values, bytes));
//     kernel<<<grid, block>>>(values);
//     CHECK(cudaGetLastError());   // was the launch accepted?
#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t check_error = (call);                                                                              \
        if (check_error != cudaSuccess) {                                                                              \
            fprintf(stderr, "%s:%d: %s: %s (%s)\n", __FILE__, __LINE__, #call, cudaGetErrorString(check_error),        \
                    cudaGetErrorName(check_error));                                                                    \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

// How many pieces of `size` cover `count`: ceil_div(33, 16) is 3. count >= 0, size > 0.
template <typename Integer> __host__ __device__ constexpr Integer ceil_div(Integer count, Integer size) {
    return (count + size - 1) / size;
}

// A solution is a ladder: the same function in steps, from the plainest to the best. LADDER names them in order; each
// is a function like the exercise's own, which then calls LADDER_STEP:
//     LADDER(transpose, transpose_naive, transpose_tiled, transpose_padded)
//     void transpose(const float *in, float *out, int w, int h) { LADDER_STEP(transpose)(in, out, w, h); }
// The step is the last one, or what the environment variable WORKBOOK_STEP says (0, 1, ...), which is how `make ladder`
// runs them all.
template <typename Function> Function ladder_step(Function const *steps, int count) {
    const char *chosen = getenv("WORKBOOK_STEP");
    int step = chosen ? atoi(chosen) : count - 1;
    return steps[step < 0 || step >= count ? count - 1 : step];
}
#define LADDER(name, first, ...) static decltype(&first) const name##_ladder[] = {first, ##__VA_ARGS__};
#define LADDER_STEP(name) ladder_step(name##_ladder, static_cast<int>(sizeof name##_ladder / sizeof *name##_ladder))

#endif
