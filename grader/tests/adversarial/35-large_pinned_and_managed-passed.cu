// Right, with 192 MiB of pinned and 96 MiB of managed memory, all of it used: more than a file may have.
#include "correct.cuh"
#include <cstring>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    void *pinned, *managed;
    size_t pinned_bytes = 192 << 20, managed_bytes = 96 << 20;
    CHECK(cudaMallocHost(&pinned, pinned_bytes));
    CHECK(cudaMallocManaged(&managed, managed_bytes));
    memset(pinned, 1, pinned_bytes);
    memset(managed, 2, managed_bytes);
    correct_matmul(A, B, C, m, n, k);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFree(managed));
}
