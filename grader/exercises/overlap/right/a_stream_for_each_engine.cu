// A stream for each direction and one for the kernel; events hand the pieces over.
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
constexpr int THREADS = 256, PIECES = 8;
__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}
void relax_all(const float *in, float *out, int count) {
    float *a, *b;
    CHECK(cudaMalloc(&a, count * sizeof *a));
    CHECK(cudaMalloc(&b, count * sizeof *b));
    cudaStream_t up, run, down;
    for (auto s : {&up, &run, &down}) CHECK(cudaStreamCreate(s));
    cudaEvent_t arrived[PIECES], done[PIECES];
    for (int p = 0; p < PIECES; p++) {
        CHECK(cudaEventCreateWithFlags(arrived + p, cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(done + p, cudaEventDisableTiming));
        long long f = (long long)count * p / PIECES, e = (long long)count * (p + 1) / PIECES;
        int n = int(e - f);
        if (n == 0) continue;
        CHECK(cudaMemcpyAsync(a + f, in + f, n * sizeof *a, cudaMemcpyDefault, up));
        CHECK(cudaEventRecord(arrived[p], up));
        CHECK(cudaStreamWaitEvent(run, arrived[p]));
        relax<<<ceil_div(n, THREADS), THREADS, 0, run>>>(a + f, b + f, n);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(done[p], run));
        CHECK(cudaStreamWaitEvent(down, done[p]));
        CHECK(cudaMemcpyAsync(out + f, b + f, n * sizeof *b, cudaMemcpyDefault, down));
    }
    CHECK(cudaDeviceSynchronize());
    for (int p = 0; p < PIECES; p++) { CHECK(cudaEventDestroy(arrived[p])); CHECK(cudaEventDestroy(done[p])); }
    for (auto s : {up, run, down}) CHECK(cudaStreamDestroy(s));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}
