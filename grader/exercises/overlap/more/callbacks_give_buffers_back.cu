// callbacks_give_buffers_back.cu - Three buffers for 16 pieces. A callback behind each piece gives its buffer back, and
// the program polls until there is one for the next piece.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <algorithm>
#include <atomic>

constexpr int THREADS = 256, BUFFERS = 3, PIECES = 16;

struct Buffer {
    cudaStream_t stream;
    float *values;
    std::atomic<bool> used;
};

__global__ void relax(float *values, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = values[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    values[i] = value;
}
static void CUDART_CB give_back(cudaStream_t, cudaError_t, void *buffer) {
    static_cast<Buffer *>(buffer)->used = false;
}

void relax_all(const float *in, float *out, int count) {
    Buffer buffers[BUFFERS];
    int size = ceil_div(count, PIECES);
    for (Buffer &buffer : buffers) {
        CHECK(cudaStreamCreate(&buffer.stream));
        CHECK(cudaMalloc(&buffer.values, size * sizeof(float)));
        buffer.used = false;
    }
    for (int first = 0, piece = 0; first < count; first += size, piece++) {
        Buffer &buffer = buffers[piece % BUFFERS];
        int length = std::min(size, count - first);
        while (buffer.used) {}
        buffer.used = true;
        CHECK(
            cudaMemcpyAsync(buffer.values, in + first, length * sizeof(float), cudaMemcpyHostToDevice, buffer.stream));
        relax<<<ceil_div(length, THREADS), THREADS, 0, buffer.stream>>>(buffer.values, length);
        CHECK(cudaGetLastError());
        CHECK(
            cudaMemcpyAsync(out + first, buffer.values, length * sizeof(float), cudaMemcpyDeviceToHost, buffer.stream));
        CHECK(cudaStreamAddCallback(buffer.stream, give_back, &buffer, 0));
    }
    for (Buffer &buffer : buffers) {
        CHECK(cudaStreamSynchronize(buffer.stream));
        CHECK(cudaStreamDestroy(buffer.stream));
        CHECK(cudaFree(buffer.values));
    }
}
