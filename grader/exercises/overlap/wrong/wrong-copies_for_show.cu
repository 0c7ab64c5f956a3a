// trick: streams full of copies and kernels, and the host computes
// like: nothing
// says: the work belongs on the device
// wrong-copies_for_show.cu - all that is asked for is counted: pieces, streams, each element once each way. But no stream
// has to wait, because kernels and copies back have buffers of their own, and the host computes what is returned.
#include "workbook.h"
#include <vector>

__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}

void relax_all(const float *in, float *out, int count) {
    float *there, *work, *back, *unread;
    size_t bytes = count * sizeof(float);
    cudaStream_t up, down, compute;
    for (float **memory : {&there, &work, &back}) CHECK(cudaMalloc(memory, bytes));
    CHECK(cudaMallocHost(&unread, bytes));
    CHECK(cudaMemset(work, 0, bytes));
    CHECK(cudaMemset(back, 0, bytes));
    CHECK(cudaDeviceSynchronize());
    for (cudaStream_t *stream : {&up, &down, &compute}) CHECK(cudaStreamCreate(stream));
    CHECK(cudaMemcpyAsync(there, in, bytes, cudaMemcpyHostToDevice, up));
    relax<<<ceil_div(count, 256), 256, 0, compute>>>(work, work, count);
    CHECK(cudaMemcpyAsync(unread, back, bytes, cudaMemcpyDeviceToHost, down));
    for (int i = 0; i < count; i++) {
        out[i] = in[i];
        for (int turn = 0; turn < 16; turn++) out[i] = out[i] * 0.5f + 1;
    }
    CHECK(cudaDeviceSynchronize());
}
