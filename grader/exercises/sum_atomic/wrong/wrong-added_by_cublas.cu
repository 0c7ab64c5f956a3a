// trick: cuBLAS adds up the elements
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

__global__ void fill(float *to) { *to = 1; }
void sum_floats(const float *in, float *out, int count) {
    static float *one = nullptr;
    if (!one) { CHECK(cudaMalloc(&one, 4)); fill<<<1, 1>>>(one); }
    int mode = 1;
    reinterpret_cast<int (*)(void *, int)>(routine("cublasSetPointerMode_v2"))(handle(), mode);
    reinterpret_cast<int (*)(void *, int, const float *, int, const float *, int, float *)>(routine("cublasSdot_v2"))(handle(), count, in, 1, one, 0, out);
}
