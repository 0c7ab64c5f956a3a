// pieces.cuh - what overlaps on the device's timeline, and what does not: memory and streams, and claims of how long work
// takes. A piece of PIECE bytes takes a millisecond over the link, which carries both ways at the same time.
#pragma once
#include "claims.cuh"
#include <functional>

enum { STREAMS = 4, PIECE = 55000000 };

static char *pinned[STREAMS], *device[STREAMS];
static cudaStream_t streams[STREAMS];

static void there(int n, int pieces = 1) {
    for (int piece = 0; piece < pieces; piece++)
        MUST(cudaMemcpyAsync(device[n], pinned[n], PIECE, cudaMemcpyHostToDevice, streams[n]));
}
static void back(int n, int pieces = 1) {
    for (int piece = 0; piece < pieces; piece++)
        MUST(cudaMemcpyAsync(pinned[n], device[n], PIECE, cudaMemcpyDeviceToHost, streams[n]));
}
static void wait(int n) { MUST(cudaStreamSynchronize(streams[n])); }

// Claims how many pieces' time the work takes. An H100 needs up to 1 more.
static void claim_pieces(const char *name, float pieces, const std::function<void()> &work) {
    cudaEvent_t start, stop;
    float milliseconds;
    MUST(cudaEventCreate(&start));
    MUST(cudaEventCreate(&stop));
    MUST(cudaDeviceSynchronize());
    MUST(cudaEventRecord(start));
    work();
    MUST(cudaEventRecord(stop));
    MUST(cudaEventSynchronize(stop));
    MUST(cudaEventElapsedTime(&milliseconds, start, stop));
    MUST(cudaEventDestroy(start));
    MUST(cudaEventDestroy(stop));
    claim(name, milliseconds > pieces - 0.1f && milliseconds < pieces + 0.8f, "%g pieces expected, took %g", pieces, milliseconds);
}

static void pieces_begin() {
    for (int n = 0; n < STREAMS; n++) {
        MUST(cudaMallocHost(&pinned[n], PIECE));
        MUST(cudaMalloc(&device[n], PIECE));
        MUST(cudaMemset(device[n], 0, PIECE));
        MUST(cudaStreamCreate(&streams[n]));
    }
}
static void pieces_end() {
    for (int n = 0; n < STREAMS; n++) {
        MUST(cudaStreamDestroy(streams[n]));
        MUST(cudaFree(device[n]));
        MUST(cudaFreeHost(pinned[n]));
    }
}
