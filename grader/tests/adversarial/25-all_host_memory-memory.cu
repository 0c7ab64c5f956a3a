// Takes memory, and uses it, until there is none.
#include "correct.cuh"
#include <cstdlib>
#include <cstring>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    for (size_t bytes = 16 << 20;;)
        if (void *at = malloc(bytes)) memset(at, 1, bytes);
}
