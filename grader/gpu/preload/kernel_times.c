// kernel_times.c - a library for LD_PRELOAD that times every kernel a program launches on a real GPU.
//
// It stands between the program and the toolkit's runtime library and puts two events around each launch. So that the
// GPU does not wait for the host between them, a host function holds the stream until both events and the kernel are
// queued. When the program ends, WORKBOOK_KERNEL_TIMES gets a line for each launch: milliseconds, a space, the kernel's
// name.
#define _GNU_SOURCE
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_LAUNCHES 4096
#define WARM_BYTES ((size_t)64 << 20)
#define WARM_SECONDS 0.05

typedef struct {
    cudaEvent_t start, end;
    const void *function;
} Launch;

static Launch launches[MOST_LAUNCHES];
static unsigned count;
static atomic_int queued; // launches whose work is all in the stream

static void CUDART_CB wait_until_queued(void *number) {
    while (atomic_load(&queued) <= (int)(size_t)number) {}
}

// Work in a stream that is captured into a graph does not run now.
static int is_captured(cudaStream_t stream) {
    enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone;
}

extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

// Called at the program's end, before the runtime library's own exit handler, which was registered earlier.
static void write_times(void) {
    const char *path = getenv("WORKBOOK_KERNEL_TIMES");
    FILE *file = path && count ? fopen(path, "w") : NULL;
    if (!file || cudaDeviceSynchronize()) return;
    for (unsigned i = 0; i < count; i++) {
        float milliseconds;
        const char *name = NULL;
        int status = -1;
        if (cudaEventElapsedTime(&milliseconds, launches[i].start, launches[i].end)) continue;
        if (cudaFuncGetName(&name, launches[i].function) || !name) name = "?";
        char *readable = __cxa_demangle(name, NULL, NULL, &status);
        fprintf(file, "%.6f %s\n", (double)milliseconds, readable && !status ? readable : name);
        free(readable);
    }
    fclose(file);
}

// An idle GPU raises its clocks slowly: before the first launch it is kept busy for a while.
static void warm_up(void) {
    struct timespec begin, now;
    void *memory;
    if (cudaMalloc(&memory, WARM_BYTES)) {
        cudaGetLastError();
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        cudaMemset(memory, 0, WARM_BYTES);
        cudaDeviceSynchronize();
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - begin.tv_sec + 1e-9 * (double)(now.tv_nsec - begin.tv_nsec) < WARM_SECONDS);
    cudaFree(memory);
}

static Launch *launch_begin(const void *function, cudaStream_t stream) {
    struct cudaFuncAttributes attributes;
    if (count == MOST_LAUNCHES || is_captured(stream)) return NULL;
    if (!count) {
        atexit(write_times);
        warm_up();
    }
    Launch *launch = &launches[count];
    cudaFuncGetAttributes(&attributes, function); // loads the kernel, which otherwise would happen between the events
    if (cudaEventCreate(&launch->start) || cudaEventCreate(&launch->end)) return NULL;
    launch->function = function;
    cudaLaunchHostFunc(stream, wait_until_queued, (void *)(size_t)count);
    cudaEventRecord(launch->start, stream);
    return launch;
}

static void launch_end(Launch *launch, cudaStream_t stream) {
    if (!launch) return;
    cudaEventRecord(launch->end, stream);
    atomic_store(&queued, (int)++count);
}

// What <<<>>> becomes, and what a program may call itself. A handle of a kernel serves as its function everywhere.
typedef cudaError_t (*LaunchKernel)(const void *, dim3, dim3, void **, size_t, cudaStream_t);
typedef cudaError_t (*LaunchKernelEx)(const cudaLaunchConfig_t *, const void *, void **);

static cudaError_t pass_on(const char *call, const void *function, dim3 grid, dim3 block, void **arguments,
                           size_t shared, cudaStream_t stream) {
    LaunchKernel real;
    *(void **)&real = dlsym(RTLD_NEXT, call);
    Launch *launch = launch_begin(function, stream);
    cudaError_t error = real(function, grid, block, arguments, shared, stream);
    launch_end(launch, stream);
    return error;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                               cudaStream_t stream);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                               cudaStream_t stream) {
    return pass_on("__cudaLaunchKernel", kernel, grid, block, arguments, shared, stream);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream) {
    return pass_on("cudaLaunchKernel", function, grid, block, arguments, shared, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *configuration, const void *function, void **arguments) {
    LaunchKernelEx real;
    *(void **)&real = dlsym(RTLD_NEXT, "cudaLaunchKernelExC");
    Launch *launch = launch_begin(function, configuration->stream);
    cudaError_t error = real(configuration, function, arguments);
    launch_end(launch, configuration->stream);
    return error;
}
