// check.cuh - ends a measuring program at the first CUDA call that fails.
#ifndef CHECK_CUH
#define CHECK_CUH

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t check_error = (call);                                                                              \
        if (check_error != cudaSuccess) {                                                                              \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(check_error));                       \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

#endif
