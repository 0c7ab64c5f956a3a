// in_flight.cuh - programs in which operations of streams are in flight: memory, streams, a slow kernel, and running the
// case that is asked for.
#pragma once
#include "claims.cuh"

enum { COUNT = 1 << 16, BYTES = COUNT * sizeof(int), TURNS = 2000 };

static cudaStream_t one, two;
static cudaEvent_t event, other_event;
static int *x, *y, *pinned, *managed;
static long long got, right;

// Slow, so that a GPU has not done it yet when it matters.
__global__ void fill(int *to, int count, int value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, slow = 0;
    for (int n = 0; n < TURNS; n++) slow += (slow ^ n) & 1;
    if (i < count) to[i] = value + (slow < 0);
}
__global__ void add_one(int *to, const int *from, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i] + 1;
}
#define GRID(count) ((count) + 255) / 256, 256

__attribute__((noinline)) static void show(int value, int wanted) { got = value, right = wanted; }
static int first_of(const int *device) {
    int value;
    MUST(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

static cudaGraphExec_t filling; // a graph: x is filled with 7 and copied to pinned
static void make_filling(cudaHostFn_t then, void *argument) {
    cudaGraph_t graph;
    MUST(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, one));
    if (then) MUST(cudaLaunchHostFunc(one, then, argument));
    MUST(cudaStreamEndCapture(one, &graph));
    MUST(cudaGraphInstantiate(&filling, graph, 0));
    MUST(cudaGraphDestroy(graph));
}

// ---- running them ----------------------------------------------------------------------------------------------

struct Test {
    const char *name;
    void (*run)();
};
#define CASE(name) {#name, name}

static void begin() {
    MUST(cudaStreamCreate(&one));
    MUST(cudaStreamCreate(&two));
    MUST(cudaEventCreate(&event));
    MUST(cudaEventCreate(&other_event));
    MUST(cudaMalloc(&x, BYTES));
    MUST(cudaMalloc(&y, BYTES));
    MUST(cudaMallocHost(&pinned, BYTES));
    MUST(cudaMallocManaged(&managed, BYTES));
    MUST(cudaMemset(x, 0, BYTES));
    MUST(cudaMemset(y, 0, BYTES));
    memset(pinned, 0, BYTES);
    memset(managed, 0, BYTES);
    MUST(cudaDeviceSynchronize());
}

template <int N> static void run_case(const Test (&cases)[N], const char *name) {
    for (const Test &test : cases)
        if (!strcmp(test.name, name)) test.run();
    MUST(cudaDeviceSynchronize());
    printf("%s %lld, right %lld\n", got == right ? "right" : "wrong", got, right);
}

static void end() {
    MUST(cudaFree(x));
    MUST(cudaFree(y));
    MUST(cudaFreeHost(pinned));
    MUST(cudaFree(managed));
    MUST(cudaStreamDestroy(one));
    MUST(cudaStreamDestroy(two));
    MUST(cudaEventDestroy(event));
    MUST(cudaEventDestroy(other_event));
}
