// host_function_for_each_piece.cu - A stream for each piece and a host function at its end, which counts the pieces that
// are back.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <atomic>
#include <vector>

constexpr int THREADS = 256, PIECES = 8;

__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}

static std::atomic<int> done;
static void CUDART_CB piece_is_back(void *) { done++; }

void relax_all(const float *in, float *out, int count) {
    float *a, *b;
    CHECK(cudaMalloc(&a, count * sizeof(float)));
    CHECK(cudaMalloc(&b, count * sizeof(float)));
    std::vector<cudaStream_t> streams(PIECES);
    int size = ceil_div(count, PIECES), pieces = 0;
    done = 0;
    for (int p = 0; p < PIECES && p * size < count; p++, pieces++) {
        int first = p * size, length = min(size, count - first);
        CHECK(cudaStreamCreate(&streams[p]));
        CHECK(cudaMemcpyAsync(a + first, in + first, length * sizeof(float), cudaMemcpyHostToDevice, streams[p]));
        relax<<<ceil_div(length, THREADS), THREADS, 0, streams[p]>>>(a + first, b + first, length);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(out + first, b + first, length * sizeof(float), cudaMemcpyDeviceToHost, streams[p]));
        CHECK(cudaLaunchHostFunc(streams[p], piece_is_back, nullptr));
    }
    CHECK(cudaDeviceSynchronize());
    if (done != pieces) fprintf(stderr, "%d of %d pieces are back\n", done.load(), pieces);
    for (int p = 0; p < pieces; p++) CHECK(cudaStreamDestroy(streams[p]));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}
