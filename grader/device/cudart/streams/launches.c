// launches.c - the calls that launch kernels.
#include "streams.h"

// Configurations pushed by <<<...>>> and popped by the kernel's stub, per thread.
typedef struct {
    dim3 grid, block;
    size_t shared;
    void *stream;
} Configuration;
#define NESTED_LAUNCHES 16
static _Thread_local Configuration stack[NESTED_LAUNCHES];
static _Thread_local unsigned depth;

API unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream);
API cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
API cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                   cudaStream_t stream);

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream) {
    if (depth == NESTED_LAUNCHES) return (unsigned)api_result(__func__, cudaErrorLaunchOutOfResources);
    stack[depth++] = (Configuration){grid, block, shared, stream};
    order_notes_launch();
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
    if (!depth) return api_result(__func__, cudaErrorMissingConfiguration);
    const Configuration *top = &stack[--depth];
    *grid = top->grid;
    *block = top->block;
    *shared = top->shared;
    *(void **)stream = top->stream;
    return cudaSuccess;
}

static cudaError_t launch(KernelWork work, cudaStream_t stream) {
    cudaError_t error = function_find(work.func, &work.function);
    return error ? error : stream_do(stream, &(Work){.type = cudaGraphNodeTypeKernel, .kernel = work});
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                               cudaStream_t stream) {
    KernelWork work = {.func = kernel, .grid = grid, .block = block, .arguments = arguments, .shared = shared};
    return api_result("cudaLaunchKernel", launch(work, stream));
}

API cudaError_t cudaLaunchKernel(const void *func, dim3 grid, dim3 block, void **arguments, size_t shared,
                                 cudaStream_t stream) {
    KernelWork work = {.func = func, .grid = grid, .block = block, .arguments = arguments, .shared = shared};
    RESULT(launch(work, stream));
}

API cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 grid, dim3 block, void **arguments, size_t shared,
                                            cudaStream_t stream) {
    cudaLaunchAttribute cooperative = {.id = cudaLaunchAttributeCooperative, .val.cooperative = 1};
    KernelWork work = {.func = func,
                       .grid = grid,
                       .block = block,
                       .arguments = arguments,
                       .shared = shared,
                       .attributes = &cooperative,
                       .attribute_count = 1};
    RESULT(launch(work, stream));
}

API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **arguments) {
    if (!config) RESULT(cudaErrorInvalidValue);
    KernelWork work = {.func = func,
                       .grid = config->gridDim,
                       .block = config->blockDim,
                       .arguments = arguments,
                       .shared = config->dynamicSmemBytes,
                       .attributes = config->attrs,
                       .attribute_count = config->numAttrs};
    RESULT(launch(work, config->stream));
}

PER_THREAD(__cudaLaunchKernel, _ptsz);
PER_THREAD(cudaLaunchKernel, _ptsz);
PER_THREAD(cudaLaunchCooperativeKernel, _ptsz);
PER_THREAD(cudaLaunchKernelExC, _ptsz);
