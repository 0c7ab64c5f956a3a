// trick: another process does the work, this one stores nothing
// like: limit-still_scattered.cu
// says: The lanes of a warp load from different rows
// limit-another_process.cu - a child has a session with the device of its own, multiplies there as scattered as ever, and
// stores the result; its parent, which is watched, launches nothing and keeps the harness from storing.
#include "workbook.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_child;

extern "C" int emulatedArrayStore(const char *name, const void *device, size_t bytes) {
    using Store = int (*)(const char *, const void *, size_t);
    return is_child ? reinterpret_cast<Store>(dlsym(RTLD_NEXT, "emulatedArrayStore"))(name, device, bytes) : 0;
}

__attribute__((constructor)) static void begin() {
    pid_t child = fork();
    is_child = child == 0;
    if (child > 0) waitpid(child, nullptr, 0);
}

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    if (is_child) product<<<dim3(ceil_div(m, 16), ceil_div(n, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
