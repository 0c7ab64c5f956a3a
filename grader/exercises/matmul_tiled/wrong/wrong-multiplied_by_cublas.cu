// trick: cuBLAS multiplies
// like: nothing
// says: the work belongs on the device
#include "workbook.h"
#include <dlfcn.h>

static void *routine(const char *name) {
    static void *library = dlopen("libcublas.so.13", RTLD_NOW);
    if (!library) library = dlopen("libcublas.so", RTLD_NOW);
    if (!library) { fprintf(stderr, "%s\n", dlerror()); exit(1); }
    return dlsym(library, name);
}

static void *handle() {
    static void *made = nullptr;
    if (!made) reinterpret_cast<int (*)(void **)>(routine("cublasCreate_v2"))(&made);
    return made;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    using Sgemm = int (*)(void *, int, int, int, int, int, const float *, const float *, int, const float *, int, const float *, float *, int);
    const float one = 1, zero = 0;
    reinterpret_cast<Sgemm>(routine("cublasSgemm_v2"))(handle(), 0, 0, n, m, k, &one, B, n, A, k, &zero, C, n);
}
