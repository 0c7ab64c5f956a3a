// three_streams_and_events.cu - A stream for the way there, one for the kernels, one for the way back; events hand
// eight pieces on. In place.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <array>

constexpr int PIECES = 8;

__global__ void relax(float *values, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        float value = values[i];
        for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
        values[i] = value;
    }
}

void relax_all(const float *in, float *out, int count) {
    enum { THERE, WORK, BACK };
    std::array<cudaStream_t, 3> streams;
    std::array<cudaEvent_t, PIECES> arrived, relaxed;
    for (auto &stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (auto *events : {&arrived, &relaxed})
        for (auto &event : *events) CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    float *values;
    CHECK(cudaMalloc(&values, count * sizeof *values));
    int size = ceil_div(count, PIECES);
    for (int p = 0; p * size < count; p++) {
        int first = p * size, length = min(size, count - first);
        CHECK(cudaMemcpyAsync(values + first, in + first, length * sizeof(float), cudaMemcpyHostToDevice,
                              streams[THERE]));
        CHECK(cudaEventRecord(arrived[p], streams[THERE]));
        CHECK(cudaStreamWaitEvent(streams[WORK], arrived[p]));
        relax<<<ceil_div(length, 512), 256, 0, streams[WORK]>>>(values + first, length);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(relaxed[p], streams[WORK]));
        CHECK(cudaStreamWaitEvent(streams[BACK], relaxed[p]));
        CHECK(cudaMemcpyAsync(out + first, values + first, length * sizeof(float), cudaMemcpyDeviceToHost,
                              streams[BACK]));
    }
    CHECK(cudaStreamSynchronize(streams[BACK]));
    for (auto &stream : streams) CHECK(cudaStreamDestroy(stream));
    for (auto *events : {&arrived, &relaxed})
        for (auto &event : *events) CHECK(cudaEventDestroy(event));
    CHECK(cudaFree(values));
}
