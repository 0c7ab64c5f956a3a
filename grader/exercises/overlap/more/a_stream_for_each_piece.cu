// a_stream_for_each_piece.cu - The lesson's own: four pieces, each with a stream for its two copies and its kernel.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"

constexpr int THREADS = 256, PIECES = 4;

__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}

void relax_all(const float *in, float *out, int count) {
    float *device_in, *device_out;
    cudaStream_t streams[PIECES];
    CHECK(cudaMalloc(&device_in, count * sizeof *in));
    CHECK(cudaMalloc(&device_out, count * sizeof *in));
    for (int p = 0; p < PIECES; p++) {
        int first = static_cast<long long>(count) * p / PIECES, end = static_cast<long long>(count) * (p + 1) / PIECES;
        size_t bytes = (end - first) * sizeof *in;
        CHECK(cudaStreamCreate(&streams[p]));
        if (first == end) continue;
        CHECK(cudaMemcpyAsync(device_in + first, in + first, bytes, cudaMemcpyHostToDevice, streams[p]));
        relax<<<ceil_div(end - first, THREADS), THREADS, 0, streams[p]>>>(device_in + first, device_out + first,
                                                                          end - first);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(out + first, device_out + first, bytes, cudaMemcpyDeviceToHost, streams[p]));
    }
    for (cudaStream_t stream : streams) {
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    }
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
}
