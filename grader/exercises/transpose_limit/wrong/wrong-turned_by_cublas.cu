// trick: cuBLAS turns the matrix
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

void transpose(const float *in, float *out, int width, int height) {
    using Sgeam = int (*)(void *, int, int, int, int, const float *, const float *, int, const float *, const float *, int, float *, int);
    const float one = 1, zero = 0;
    reinterpret_cast<Sgeam>(routine("cublasSgeam"))(handle(), 1, 0, height, width, &one, in, width, &zero, out, height, out, height);
}
