// breadth_first.cu - first all copies there, then all kernels, then all copies back, held together by events.
#include "workbook.h"

//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63

__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}

void relax_all(const float *in, float *out, int count) {
    constexpr int PIECES = 8;
    cudaStream_t there, work, back;
    cudaEvent_t arrived[PIECES], done[PIECES];
    float *device_in, *device_out;
    CHECK(cudaMalloc(&device_in, count * sizeof *in));
    CHECK(cudaMalloc(&device_out, count * sizeof *out));
    for (cudaStream_t *stream : {&there, &work, &back}) CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    int size = ceil_div(count, PIECES);
    auto length = [=](int piece) { return count - piece * size < size ? count - piece * size : size; };
    for (int p = 0; p < PIECES; p++) {
        CHECK(cudaEventCreate(&arrived[p]));
        CHECK(cudaEventCreate(&done[p]));
        if (length(p) > 0)
            CHECK(cudaMemcpyAsync(device_in + p * size, in + p * size, length(p) * 4, cudaMemcpyHostToDevice, there));
        CHECK(cudaEventRecord(arrived[p], there));
    }
    for (int p = 0; p < PIECES; p++) {
        CHECK(cudaStreamWaitEvent(work, arrived[p], 0));
        if (length(p) > 0)
            relax<<<ceil_div(length(p), 128), 128, 0, work>>>(device_in + p * size, device_out + p * size, length(p));
        CHECK(cudaEventRecord(done[p], work));
    }
    for (int p = 0; p < PIECES; p++) {
        CHECK(cudaStreamWaitEvent(back, done[p], 0));
        if (length(p) > 0)
            CHECK(cudaMemcpyAsync(out + p * size, device_out + p * size, length(p) * 4, cudaMemcpyDeviceToHost, back));
    }
    CHECK(cudaDeviceSynchronize());
    for (int p = 0; p < PIECES; p++) {
        CHECK(cudaEventDestroy(arrived[p]));
        CHECK(cudaEventDestroy(done[p]));
    }
    for (cudaStream_t stream : {there, work, back}) CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
}
