// trick: a host function's flag instead of a wait
// like: limit-one_after_another.edit
// says: times of both ways
// limit-flag_of_a_host_function.cu - one piece. A host function raises a flag behind its kernel, the program polls the
// flag, and the copy back is in a stream that no event orders.
#include "workbook.h"
#include <atomic>

__global__ void relax(float *values, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = values[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    values[i] = value;
}

static std::atomic<bool> computed;
static void CUDART_CB raise_flag(void *) { computed = true; }

void relax_all(const float *in, float *out, int count) {
    cudaStream_t there, back;
    float *values;
    size_t bytes = count * sizeof *values;
    CHECK(cudaStreamCreate(&there));
    CHECK(cudaStreamCreate(&back));
    CHECK(cudaMalloc(&values, bytes));
    computed = false;
    CHECK(cudaMemcpyAsync(values, in, bytes, cudaMemcpyHostToDevice, there));
    relax<<<ceil_div(count, 256), 256, 0, there>>>(values, count);
    CHECK(cudaGetLastError());
    CHECK(cudaLaunchHostFunc(there, raise_flag, nullptr));
    while (!computed) {}
    CHECK(cudaMemcpyAsync(out, values, bytes, cudaMemcpyDeviceToHost, back));
    CHECK(cudaStreamSynchronize(back));
    CHECK(cudaStreamDestroy(there));
    CHECK(cudaStreamDestroy(back));
    CHECK(cudaFree(values));
}
