// mistakes.cuh - mistakes as students make them, and programs that only look wrong: one a run. What the program prints
// on a GPU and what compute-sanitizer's four tools say of each is in the table beside it.
// Usage: PROGRAM          lists the names
//        PROGRAM NAME     makes that mistake; prints every call that fails, and the error that is left at the end
#ifndef MISTAKES_H
#define MISTAKES_H
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define OK(x) do { cudaError_t e_ = (x); if (e_) printf("%s: %s\n", #x, cudaGetErrorName(e_)); } while (0)
#define ID (blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL static __global__ void

typedef void (*Run)();
static struct Mistake { const char *name; Run run; Mistake *next; } *mistakes, **end = &mistakes;
struct Register {
    Mistake mistake;
    Register(const char *name, Run run) : mistake{name, run, nullptr} { *end = &mistake; end = &mistake.next; }
};
#define MISTAKE(name) static void name##_run(); static Register name##_row(#name, name##_run); static void name##_run()

enum { N = 1000, TILE = 16 };
static float *in, *out, *square; // N, N and 32 x 32 elements, all set
static int *numbers, *results;   // N each, all set

int main(int argc, char **argv) {
    if (argc < 2) {
        for (Mistake *m = mistakes; m; m = m->next) puts(m->name);
        return 0;
    }
    Mistake *mistake = mistakes;
    while (mistake && strcmp(mistake->name, argv[1])) mistake = mistake->next;
    if (!mistake) {
        fprintf(stderr, "%s: no mistake is called %s\n", argv[0], argv[1]);
        return 2;
    }
    int first[64];
    for (int i = 0; i < 64; i++) first[i] = i * 7;
    OK(cudaMalloc(&in, N * 4));
    OK(cudaMalloc(&out, N * 4));
    OK(cudaMalloc(&numbers, N * 4));
    OK(cudaMalloc(&results, N * 4));
    OK(cudaMalloc(&square, 32 * 32 * 4));
    for (void *p : {(void *)in, (void *)out, (void *)numbers, (void *)results}) OK(cudaMemset(p, 0, N * 4));
    OK(cudaMemset(square, 0, 32 * 32 * 4));
    OK(cudaMemcpy(numbers, first, sizeof first, cudaMemcpyHostToDevice));
    mistake->run();
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    printf("end %s\n", cudaGetErrorName(cudaMemcpy(first, results, sizeof first, cudaMemcpyDeviceToHost)));
    for (void *p : {(void *)in, (void *)out, (void *)numbers, (void *)results, (void *)square}) cudaFree(p);
    cudaDeviceReset();
    return 0;
}
#endif
