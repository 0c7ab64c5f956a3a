// graph_faults.cu - graphs whose kernels do something wrong, and one that is right; run as: graph_faults CASE.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void add(int *out) { out[threadIdx.x] += 1; }
__global__ void store_past_end(int *out) { out[64 + threadIdx.x] = 1; }

static int *memory;
static cudaStream_t stream;

static void launch_captured(int times) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < times; i++) cudaGraphLaunch(exec, stream);
    printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

static void right() {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, 32, 0, stream>>>(memory);
    add<<<1, 64, 0, stream>>>(memory);
    launch_captured(3);
}

static void past_end() {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    store_past_end<<<1, 32, 0, stream>>>(memory);
    launch_captured(1);
}

static void freed() {
    int *own;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&own, 256, stream);
    cudaMemsetAsync(own, 0, 256, stream);
    cudaFreeAsync(own, stream);
    add<<<1, 32, 0, stream>>>(own);
    launch_captured(1);
}

static void fresh() { // what a launch left in memory is not there at the next one
    int *own;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&own, 256, stream);
    add<<<1, 32, 0, stream>>>(own);
    cudaFreeAsync(own, stream);
    launch_captured(1);
}

int main(int, char **arguments) {
    const struct {
        const char *name;
        void (*run)();
    } cases[] = {{"right", right}, {"past_end", past_end}, {"freed", freed}, {"fresh", fresh}};
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&memory, 256);
    cudaMemset(memory, 0, 256);
    cudaDeviceSynchronize(); // the stream does not wait for the default one
    for (const auto &each : cases)
        if (!strcmp(arguments[1], each.name)) each.run();
    cudaFree(memory);
    return 0;
}
