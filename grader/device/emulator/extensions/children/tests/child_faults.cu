// child_faults.cu - what goes wrong in launches from the device, one a case: run as child_faults CASE.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void child(int *out) { out[threadIdx.x] = 1; }

__global__ void shape(int *out) {
    child<<<1, 2000>>>(out);
    out[0] = (int)cudaGetLastError();
}

__global__ void overflow(int *out) {
    if (threadIdx.x == 0) child<<<1, 64>>>(out);
}

__global__ void pending(int *out) {
    int launched = 0;
    while (launched < 5000) {
        child<<<1, 1>>>(out + 8);
        if (cudaPeekAtLastError()) break;
        launched++;
    }
    out[0] = (int)cudaGetLastError(), out[1] = launched;
}

__global__ void deep(int *out, int depth) {
    if (depth > out[1]) out[1] = depth;
    deep<<<1, 1>>>(out, depth + 1);
    cudaError_t error = cudaGetLastError();
    if (error) out[0] = (int)error;
}

__global__ void set(int *out) {
    out[0] = (int)cudaMemsetAsync(out + 1, 1, 4, 0);
}

// As many levels, each launched when the one before has ended.
__global__ void tails(int *out, int levels) {
    out[1]++;
    if (levels > 1) tails<<<1, 1, 0, cudaStreamTailLaunch>>>(out, levels - 1);
    if (!out[0]) out[0] = (int)cudaGetLastError();
}

// Levels that each leave 50 launches to the end of their parents.
__global__ void deep_with_tails(int *out, int depth) {
    for (int n = 0; n < 50 && !out[0]; n++) {
        child<<<1, 1, 0, cudaStreamTailLaunch>>>(out + 8);
        out[0] = (int)cudaGetLastError();
        out[1] += !out[0];
    }
    if (!out[0]) deep_with_tails<<<1, 1>>>(out, depth + 1);
}

int main(int count, char **arguments) {
    const char *what = count > 1 ? arguments[1] : "";
    int *out, result[2] = {};
    cudaMalloc(&out, 128);
    cudaMemset(out, 0, 128);
    if (!strcmp(what, "limit")) cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 100);
    if (!strcmp(what, "shape")) shape<<<1, 1>>>(out);
    if (!strcmp(what, "overflow")) overflow<<<1, 32>>>(out);
    if (!strcmp(what, "pending") || !strcmp(what, "limit")) pending<<<1, 1>>>(out);
    if (!strcmp(what, "deep")) deep<<<1, 1>>>(out, 1);
    if (!strcmp(what, "set")) set<<<1, 1>>>(out);
    if (!strcmp(what, "tails")) tails<<<1, 1>>>(out, 5000);
    if (!strcmp(what, "deep_with_tails")) deep_with_tails<<<1, 1>>>(out, 1);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s\n%s %d\n", cudaGetErrorName(error), cudaGetErrorName((cudaError_t)result[0]), result[1]);
    cudaFree(out);
}
