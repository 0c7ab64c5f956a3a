// overlap.cu - data travel to the device, a kernel works, data travel back: one after another, and at once.
//
// Times are those of 256 MiB on an H200 (chapters/10_kernels_and_transfers/figures/h200_transfers.csv).
#include "workbook.h"

//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63

constexpr int THREADS = 256;

// What is done with each element; it is not the subject here.
__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}

struct Buffers {
    float *in, *out;
};

static Buffers buffers_make(int count) {
    Buffers buffers;
    CHECK(cudaMalloc(&buffers.in, count * sizeof(float)));
    CHECK(cudaMalloc(&buffers.out, count * sizeof(float)));
    return buffers;
}

static void buffers_free(Buffers buffers) {
    CHECK(cudaFree(buffers.in));
    CHECK(cudaFree(buffers.out));
}

// Step 0, 10.0 ms: each line waits for the line before.
static void one_after_another(const float *in, float *out, int count) {
    Buffers buffers = buffers_make(count);
    CHECK(cudaMemcpy(buffers.in, in, count * sizeof *in, cudaMemcpyHostToDevice));
    relax<<<ceil_div(count, THREADS), THREADS>>>(buffers.in, buffers.out, count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, buffers.out, count * sizeof *out, cudaMemcpyDeviceToHost));
    buffers_free(buffers);
}

// Step 1, 6.0 ms: sixteen pieces. A piece's three operations are in order, because they are in one stream; while one
// piece travels back, another one travels there. Before the function returns, it waits for all streams.
static void in_pieces(const float *in, float *out, int count) {
    constexpr int PIECES = 16, STREAMS = 4;
    cudaStream_t streams[STREAMS];
    Buffers buffers = buffers_make(count);
    for (cudaStream_t &stream : streams) CHECK(cudaStreamCreate(&stream));
    int size = ceil_div(count, PIECES);
    for (int piece = 0; piece < PIECES; piece++) {
        int first = piece * size, length = count - first < size ? count - first : size;
        if (length <= 0) break;
        cudaStream_t stream = streams[piece % STREAMS];
        CHECK(cudaMemcpyAsync(buffers.in + first, in + first, length * sizeof *in, cudaMemcpyHostToDevice, stream));
        relax<<<ceil_div(length, THREADS), THREADS, 0, stream>>>(buffers.in + first, buffers.out + first, length);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(out + first, buffers.out + first, length * sizeof *out, cudaMemcpyDeviceToHost, stream));
    }
    for (cudaStream_t stream : streams) CHECK(cudaStreamSynchronize(stream));
    for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
    buffers_free(buffers);
}

LADDER(relax_all, one_after_another, in_pieces)
void relax_all(const float *in, float *out, int count) { LADDER_STEP(relax_all)(in, out, count); }
