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

#endif
