// ring_of_three_buffers.cu - Three streams take turns over 16 pieces; each has one buffer from its memory pool, so
// little memory is needed.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <algorithm>

struct Lane {
    cudaStream_t stream;
    float *buffer;
};

template <int TURNS> __global__ void relax(float *values, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = values[i];
#pragma unroll
    for (int turn = 0; turn < TURNS; turn++) value = fmaf(value, 0.5f, 1.0f);
    values[i] = value;
}

void relax_all(const float *in, float *out, int count) {
    constexpr int LANES = 3, PIECES = 16;
    Lane lanes[LANES];
    int size = ceil_div(count, PIECES);
    for (Lane &lane : lanes) {
        CHECK(cudaStreamCreate(&lane.stream));
        CHECK(cudaMallocAsync(&lane.buffer, size * sizeof(float), lane.stream));
    }
    for (int first = 0, turn = 0; first < count; first += size, turn++) {
        Lane &lane = lanes[turn % LANES];
        int length = std::min(size, count - first);
        CHECK(cudaMemcpyAsync(lane.buffer, in + first, length * sizeof(float), cudaMemcpyDefault, lane.stream));
        relax<16><<<ceil_div(length, 96), 96, 0, lane.stream>>>(lane.buffer, length);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(out + first, lane.buffer, length * sizeof(float), cudaMemcpyDefault, lane.stream));
    }
    for (Lane &lane : lanes) CHECK(cudaFreeAsync(lane.buffer, lane.stream));
    CHECK(cudaDeviceSynchronize());
    for (Lane &lane : lanes) CHECK(cudaStreamDestroy(lane.stream));
}
