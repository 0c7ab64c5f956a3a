// capture_behaviour.cu - prints what calls return while streams are captured; run as: capture_behaviour CASE.
//
// The .expected file beside this one is what a real H200 printed (CUDA 13.0, driver 580).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call)), cudaGetLastError()
#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        cudaError_t must_error = call;                                                                                 \
        if (must_error) {                                                                                              \
            printf("stopped at %s: %s\n", #call, cudaGetErrorName(must_error));                                        \
            exit(3);                                                                                                   \
        }                                                                                                              \
    } while (0)

__device__ int symbol[4];
__global__ void put(int *out, int value) { *out = value; }
static void host_work(void *) {}
static void callback(cudaStream_t, cudaError_t, void *) {}

static cudaStream_t stream, other, blocking;
static cudaEvent_t event, captured, outside;
static int *memory, *managed, *pinned, *spare;
static int host[16];
static cudaGraph_t graph;
static cudaGraphExec_t ready;

static void set_up() {
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    MUST(cudaStreamCreate(&blocking));
    MUST(cudaEventCreate(&event));
    MUST(cudaEventCreate(&captured));
    MUST(cudaEventCreate(&outside));
    MUST(cudaEventRecord(outside, other));
    MUST(cudaMalloc(&memory, 256));
    MUST(cudaMalloc(&spare, 256));
    MUST(cudaMallocManaged(&managed, 256));
    MUST(cudaMallocHost(&pinned, 256));
    MUST(cudaMemset(memory, 0, 256));
    MUST(cudaDeviceSynchronize()); // the streams do not wait for the default one
    cudaGraph_t small;
    cudaGraphNode_t node;
    MUST(cudaGraphCreate(&small, 0));
    MUST(cudaGraphAddEmptyNode(&node, small, NULL, 0));
    MUST(cudaGraphInstantiate(&ready, small, 0));
    MUST(cudaGraphDestroy(small));
    MUST(cudaDeviceSynchronize());
}

static const char *status_name(cudaStreamCaptureStatus status) {
    static const char *const names[] = {"none", "active", "invalidated"};
    return (unsigned)status < 3 ? names[status] : "?";
}

static void say_status(cudaStream_t of) {
    cudaStreamCaptureStatus status = (cudaStreamCaptureStatus)9;
    cudaError_t error = cudaStreamIsCapturing(of, &status);
    printf("  status %s", error ? cudaGetErrorName(error) : status_name(status));
    cudaGetLastError();
}

static void say_graph(cudaGraph_t of) {
    static const char *const types[] = {"kernel", "memcpy", "memset",  "host",  "graph", "empty", "wait",
                                        "record", "signal", "semwait", "alloc", "free",  "?",     "conditional"};
    cudaGraphNode_t nodes[32], from[64], to[64];
    cudaGraphNodeType type;
    size_t count = 32, edges = 64;
    if (!of) {
        printf("  no graph\n");
        return;
    }
    MUST(cudaGraphGetNodes(of, nodes, &count));
    printf("  nodes:");
    for (size_t i = 0; i < count; i++) {
        MUST(cudaGraphNodeGetType(nodes[i], &type));
        printf(" %s", types[type]);
    }
    MUST(cudaGraphGetEdges(of, from, to, NULL, &edges));
    printf("; %zu edges:", edges);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            for (size_t e = 0; e < edges; e++)
                if (from[e] == nodes[i] && to[e] == nodes[j]) printf(" %zu>%zu", i, j);
    printf("\n");
}

static void end_capture(cudaStream_t of) {
    cudaGraph_t made = (cudaGraph_t)1;
    cudaError_t error = cudaStreamEndCapture(of, &made);
    printf("  end %s%s\n", cudaGetErrorName(error), made == (cudaGraph_t)1 ? " (graph untouched)" : "");
    cudaGetLastError();
    if (!error) {
        say_graph(made);
        MUST(cudaGraphDestroy(made));
    }
}

// One call made while `stream` is captured.
struct Attempt {
    const char *name;
    cudaError_t (*call)();
};
#define ATTEMPT(call)                                                                                                  \
    {                                                                                                                  \
#call, []() -> cudaError_t { return call; }                                                                    \
    }
static cudaError_t launched(cudaStream_t on) {
    put<<<1, 1, 0, on>>>(memory, 1);
    return cudaPeekAtLastError();
}
static cudaError_t attributes_of_put() {
    cudaFuncAttributes a;
    return cudaFuncGetAttributes(&a, put);
}
static cudaError_t recorded_outside_waited() { return cudaStreamWaitEvent(stream, outside, 0); }
static cudaError_t allocated_and_freed() {
    void *got = NULL;
    cudaError_t error = cudaMallocAsync(&got, 64, stream);
    return error ? error : cudaFreeAsync(got, stream);
}
static cudaError_t captured_event(cudaError_t (*use)(cudaEvent_t)) {
    cudaError_t error = cudaEventRecord(captured, stream);
    return error ? error : use(captured);
}
static cudaError_t elapsed_captured() {
    float ms;
    cudaError_t error = cudaEventRecord(captured, stream);
    return error ? error : cudaEventElapsedTime(&ms, captured, captured);
}
static void *place;
static size_t amount, total;
static unsigned long long id;
static int priority;
static unsigned flags;
static cudaStream_t new_stream;
static cudaEvent_t new_event;
static cudaGraphExec_t new_exec;
static cudaGraph_t new_graph;
static cudaMemPool_t pool;
static cudaStreamCaptureStatus status;
static float ms;
static cudaError_t new_pool() {
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location = {cudaMemLocationTypeDevice, 0};
    return cudaMemPoolCreate(&pool, &props);
}
static cudaError_t prefetched() {
    return cudaMemPrefetchAsync(managed, 64, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, stream);
}
static cudaError_t set_stream_attribute() {
    cudaStreamAttrValue value = {};
    value.syncPolicy = cudaSyncPolicyAuto;
    return cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value);
}
static cudaError_t get_stream_attribute() {
    cudaStreamAttrValue value = {};
    return cudaStreamGetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value);
}
static cudaError_t instantiated_empty() {
    MUST(cudaGraphCreate(&new_graph, 0));
    return cudaGraphInstantiate(&new_exec, new_graph, 0);
}

static const Attempt attempts[] = {
    ATTEMPT(launched(stream)),
    ATTEMPT(launched(other)),
    ATTEMPT(launched(0)),
    ATTEMPT(launched(cudaStreamPerThread)),
    ATTEMPT(cudaMalloc(&place, 64)),
    ATTEMPT(cudaFree(spare)),
    ATTEMPT(cudaFree(NULL)),
    ATTEMPT(cudaMallocHost(&place, 64)),
    ATTEMPT(cudaHostAlloc(&place, 64, 0)),
    ATTEMPT(cudaMallocManaged(&place, 64)),
    ATTEMPT(cudaFreeHost(NULL)),
    ATTEMPT(cudaHostRegister(host, 64, 0)),
    ATTEMPT(cudaMallocPitch(&place, &amount, 64, 4)),
    ATTEMPT(cudaMallocAsync(&place, 64, stream)),
    ATTEMPT(cudaMallocAsync(&place, 64, other)),
    ATTEMPT(cudaFreeAsync(memory, stream)),
    ATTEMPT(allocated_and_freed()),
    ATTEMPT(cudaMemcpy(memory, host, 64, cudaMemcpyHostToDevice)),
    ATTEMPT(cudaMemcpy(host, memory, 64, cudaMemcpyDeviceToHost)),
    ATTEMPT(cudaMemcpy(memory, memory + 16, 64, cudaMemcpyDeviceToDevice)),
    ATTEMPT(cudaMemcpyAsync(memory, host, 64, cudaMemcpyHostToDevice, stream)),
    ATTEMPT(cudaMemcpyAsync(memory, host, 64, cudaMemcpyDefault, stream)),
    ATTEMPT(cudaMemcpyAsync(memory, pinned, 64, cudaMemcpyHostToDevice, stream)),
    ATTEMPT(cudaMemcpyAsync(host, memory, 64, cudaMemcpyDeviceToHost, stream)),
    ATTEMPT(cudaMemcpyAsync(host, host + 8, 32, cudaMemcpyHostToHost, stream)),
    ATTEMPT(cudaMemcpyAsync(memory, NULL, 64, cudaMemcpyHostToDevice, stream)),
    ATTEMPT(cudaMemcpyAsync(memory, host, 0, cudaMemcpyHostToDevice, stream)),
    ATTEMPT(cudaMemcpyAsync(memory, host, 64, cudaMemcpyHostToDevice, 0)),
    ATTEMPT(cudaMemcpy2DAsync(memory, 32, host, 16, 8, 4, cudaMemcpyHostToDevice, stream)),
    ATTEMPT(cudaMemcpyToSymbol(symbol, host, 16)),
    ATTEMPT(cudaMemcpyToSymbolAsync(symbol, host, 16, 0, cudaMemcpyHostToDevice, stream)),
    ATTEMPT(cudaMemcpyFromSymbolAsync(host, symbol, 16, 0, cudaMemcpyDeviceToHost, stream)),
    ATTEMPT(cudaMemset(memory, 0, 64)),
    ATTEMPT(cudaMemsetAsync(memory, 0, 64, stream)),
    ATTEMPT(cudaMemsetAsync(memory, 0, 0, stream)),
    ATTEMPT(cudaMemsetAsync(memory, 0, 64, other)),
    ATTEMPT(cudaMemset2DAsync(memory, 32, 0, 8, 4, stream)),
    ATTEMPT(cudaDeviceSynchronize()),
    ATTEMPT(cudaStreamSynchronize(stream)),
    ATTEMPT(cudaStreamSynchronize(other)),
    ATTEMPT(cudaStreamSynchronize(0)),
    ATTEMPT(cudaStreamQuery(stream)),
    ATTEMPT(cudaStreamQuery(other)),
    ATTEMPT(cudaStreamQuery(0)),
    ATTEMPT(cudaEventCreate(&new_event)),
    ATTEMPT(cudaEventRecord(event, stream)),
    ATTEMPT(cudaEventRecord(event, other)),
    ATTEMPT(cudaEventRecord(event, 0)),
    ATTEMPT(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal)),
    ATTEMPT(cudaEventRecordWithFlags(event, other, cudaEventRecordExternal)),
    ATTEMPT(cudaEventQuery(outside)),
    ATTEMPT(cudaEventSynchronize(outside)),
    ATTEMPT(captured_event(cudaEventQuery)),
    ATTEMPT(captured_event(cudaEventSynchronize)),
    ATTEMPT(elapsed_captured()),
    ATTEMPT(cudaEventElapsedTime(&ms, outside, outside)),
    ATTEMPT(recorded_outside_waited()),
    ATTEMPT(cudaStreamWaitEvent(stream, outside, cudaEventWaitExternal)),
    ATTEMPT(cudaStreamWaitEvent(other, outside, 0)),
    ATTEMPT(cudaStreamCreate(&new_stream)),
    ATTEMPT(cudaStreamGetPriority(stream, &priority)),
    ATTEMPT(cudaStreamGetFlags(stream, &flags)),
    ATTEMPT(cudaStreamGetId(stream, &id)),
    ATTEMPT(set_stream_attribute()),
    ATTEMPT(get_stream_attribute()),
    ATTEMPT(cudaStreamAddCallback(stream, callback, NULL, 0)),
    ATTEMPT(cudaLaunchHostFunc(stream, host_work, NULL)),
    ATTEMPT(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal)),
    ATTEMPT(prefetched()),
    ATTEMPT(cudaGraphLaunch(ready, stream)),
    ATTEMPT(cudaGraphLaunch(ready, other)),
    ATTEMPT(cudaGraphUpload(ready, stream)),
    ATTEMPT(cudaGraphUpload(ready, other)),
    ATTEMPT(instantiated_empty()),
    ATTEMPT(cudaMemGetInfo(&amount, &total)),
    ATTEMPT(attributes_of_put()),
    ATTEMPT(cudaDeviceGetDefaultMemPool(&pool, 0)),
    ATTEMPT(new_pool()),
    ATTEMPT(cudaMemPoolTrimTo(pool, 0)),
    ATTEMPT(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed)),
    ATTEMPT(cudaStreamBeginCapture(other, cudaStreamCaptureModeRelaxed)),
    ATTEMPT(cudaStreamEndCapture(other, &new_graph)),
    ATTEMPT(cudaStreamEndCapture(stream, NULL)),
    ATTEMPT(cudaStreamIsCapturing(0, &status)),
    ATTEMPT(cudaStreamIsCapturing(cudaStreamPerThread, &status)),
    ATTEMPT(cudaStreamIsCapturing(stream, NULL)),
    ATTEMPT(cudaStreamGetCaptureInfo(0, &status)),
    ATTEMPT(cudaStreamGetCaptureInfo(stream, NULL)),
    ATTEMPT(cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 0, cudaStreamSetCaptureDependencies)),
    ATTEMPT(cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 0, 5)),
    ATTEMPT(cudaStreamUpdateCaptureDependencies(other, NULL, NULL, 0, 0)),
};

static void try_all(cudaStream_t on, cudaStreamCaptureMode mode) {
    for (const Attempt &attempt : attempts) {
        MUST(cudaStreamBeginCapture(on, mode));
        printf("%s: %s\n", attempt.name, cudaGetErrorName(attempt.call()));
        cudaGetLastError();
        say_status(on);
        if (cudaStreamIsCapturing(other, &status) == cudaSuccess && status && other != on) {
            printf(" (other %s)", status_name(status));
            cudaStreamEndCapture(other, &graph);
        }
        end_capture(on);
        cudaGetLastError();
        if (strstr(attempt.name, "cudaFree(spare)")) MUST(cudaMalloc(&spare, 256));
        cudaHostUnregister(host);
        cudaGetLastError();
    }
}
static void global() { try_all(stream, cudaStreamCaptureModeGlobal); }
static void thread_local_mode() { try_all(stream, cudaStreamCaptureModeThreadLocal); }
static void relaxed() { try_all(stream, cudaStreamCaptureModeRelaxed); }
static void blocking_stream() {
    cudaStream_t plain = stream;
    stream = blocking;
    try_all(stream, cudaStreamCaptureModeRelaxed);
    stream = plain;
}

static void begin_end() {
    cudaGraph_t got = NULL;
    SAY(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed));
    SAY(cudaStreamBeginCapture(stream, (cudaStreamCaptureMode)7));
    SAY(cudaStreamEndCapture(stream, &got));
    SAY(cudaStreamEndCapture(0, &got));
    SAY(cudaStreamIsCapturing(0, &status));
    SAY(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal));
    SAY(launched(cudaStreamPerThread));
    end_capture(cudaStreamPerThread);
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    end_capture(stream);
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(launched(stream));
    SAY(launched(stream));
    SAY(cudaMemsetAsync(memory, 0, 64, stream));
    const cudaGraphNode_t *nodes;
    const cudaGraphEdgeData *edges;
    size_t count;
    unsigned long long first = 0, second = 0;
    SAY(cudaStreamGetCaptureInfo(stream, &status, &first, &got, &nodes, &edges, &count));
    printf("  %s, %zu dependencies, id not 0: %d\n", status_name(status), count, first != 0);
    say_graph(got);
    SAY(cudaGraphDestroy(got));
    end_capture(stream);
    SAY(cudaStreamGetCaptureInfo(stream, &status, &first, &got, &nodes, &edges, &count));
    printf("  %s\n", status_name(status));
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaStreamGetCaptureInfo(stream, &status, &first));
    end_capture(stream);
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaStreamGetCaptureInfo(stream, &status, &second));
    printf("  ids differ: %d\n", first != second);
    end_capture(stream);
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamDestroy(stream));
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    SAY(cudaMalloc(&place, 64));
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(launched(stream));
    SAY(cudaStreamSynchronize(stream));
    SAY(launched(stream));
    SAY(cudaMemsetAsync(memory, 0, 64, stream));
    SAY(cudaEventRecord(event, stream));
    SAY(cudaStreamWaitEvent(stream, outside, 0));
    SAY(cudaStreamWaitEvent(other, event, 0));
    SAY(cudaStreamGetCaptureInfo(stream, &status, &first, &got, &nodes, &edges, &count));
    printf("  %s\n", status_name(status));
    SAY(cudaMallocAsync(&place, 64, stream));
    SAY(cudaLaunchHostFunc(stream, host_work, NULL));
    SAY(cudaGraphLaunch(ready, stream));
    SAY(cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 0, 0));
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    end_capture(stream);
}

static void fork_join() {
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(launched(stream));
    SAY(cudaEventRecord(event, stream));
    SAY(cudaStreamWaitEvent(other, event, 0));
    say_status(other);
    SAY(launched(other));
    SAY(cudaMemsetAsync(memory, 0, 64, stream));
    SAY(cudaEventRecord(captured, other));
    SAY(cudaStreamWaitEvent(stream, captured, 0));
    SAY(cudaLaunchHostFunc(stream, host_work, NULL));
    SAY(cudaStreamEndCapture(other, &new_graph));
    say_status(stream);
    say_status(other);
    end_capture(stream);
    say_status(other);
    printf("\nunjoined\n");
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(launched(stream));
    MUST(cudaEventRecord(event, stream));
    MUST(cudaStreamWaitEvent(other, event, 0));
    MUST(launched(other));
    end_capture(stream);
    say_status(other);
    printf("\nwaiting only\n");
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(launched(stream));
    MUST(cudaEventRecord(event, stream));
    MUST(cudaStreamWaitEvent(other, event, 0));
    end_capture(stream);
    say_status(other);
    SAY(cudaEventQuery(event));
    printf("work after the join\n");
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(launched(stream));
    MUST(cudaEventRecord(event, stream));
    MUST(cudaStreamWaitEvent(other, event, 0));
    MUST(launched(other));
    MUST(cudaEventRecord(captured, other));
    MUST(cudaStreamWaitEvent(stream, captured, 0));
    MUST(launched(other));
    end_capture(stream);
    printf("unjoined by dependencies\n");
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(launched(stream));
    SAY(cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 0, cudaStreamSetCaptureDependencies));
    MUST(launched(stream));
    end_capture(stream);
    printf("two waits\n");
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(launched(stream));
    MUST(cudaEventRecord(event, stream));
    MUST(launched(stream));
    MUST(cudaStreamWaitEvent(stream, event, 0));
    MUST(launched(stream));
    end_capture(stream);
    printf("event of an ended capture\n");
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamWaitEvent(stream, event, 0));
    end_capture(stream);
    SAY(cudaStreamWaitEvent(other, event, 0));
    SAY(cudaEventQuery(event));
    SAY(cudaEventSynchronize(event));
    SAY(cudaEventElapsedTime(&ms, event, event));
    printf("merge\n");
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal));
    MUST(launched(stream));
    MUST(launched(other));
    MUST(cudaEventRecord(event, stream));
    SAY(cudaStreamWaitEvent(other, event, 0));
    say_status(stream);
    say_status(other);
    end_capture(stream);
    end_capture(other);
    printf("external\n");
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
    SAY(cudaEventQuery(event));
    say_status(stream);
    SAY(cudaStreamWaitEvent(other, event, 0));
    SAY(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal));
    SAY(cudaStreamWaitEvent(stream, captured, cudaEventWaitExternal));
    end_capture(stream);
    printf("event destroyed\n");
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaEventCreate(&new_event));
    MUST(cudaEventRecord(new_event, stream));
    SAY(cudaEventDestroy(new_event));
    say_status(stream);
    end_capture(stream);
    printf("forked stream destroyed\n");
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaStreamCreate(&new_stream));
    MUST(cudaEventRecord(event, stream));
    MUST(cudaStreamWaitEvent(new_stream, event, 0));
    SAY(cudaStreamDestroy(new_stream));
    say_status(stream);
    end_capture(stream);
    printf("legacy while a blocking stream is captured\n");
    MUST(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed));
    SAY(cudaStreamIsCapturing(0, &status));
    say_status(blocking);
    SAY(cudaEventRecord(event, 0));
    say_status(blocking);
    end_capture(blocking);
}

static void to_graph() {
    cudaGraph_t into, got = NULL;
    cudaGraphNode_t first, second;
    MUST(cudaGraphCreate(&into, 0));
    MUST(cudaGraphAddEmptyNode(&first, into, NULL, 0));
    MUST(cudaGraphAddEmptyNode(&second, into, NULL, 0));
    SAY(cudaStreamBeginCaptureToGraph(stream, NULL, NULL, NULL, 0, cudaStreamCaptureModeGlobal));
    cudaGraphNode_t both[2] = {first, second};
    SAY(cudaStreamBeginCaptureToGraph(stream, into, both, NULL, 2, cudaStreamCaptureModeGlobal));
    SAY(launched(stream));
    SAY(cudaStreamUpdateCaptureDependencies(stream, &first, NULL, 1, cudaStreamAddCaptureDependencies));
    SAY(launched(stream));
    SAY(cudaStreamUpdateCaptureDependencies(stream, &second, NULL, 1, cudaStreamSetCaptureDependencies));
    SAY(launched(stream));
    SAY(cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 1, cudaStreamSetCaptureDependencies));
    SAY(cudaStreamEndCapture(stream, &got));
    printf("  same graph: %d\n", got == into);
    say_graph(into);
    MUST(cudaStreamBeginCaptureToGraph(stream, into, NULL, NULL, 0, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamSynchronize(stream));
    SAY(cudaStreamEndCapture(stream, &got));
    printf("  graph %s\n", got ? "given" : "not given");
    SAY(cudaGraphDestroy(into));
}

// Work that is captured is not done; that of a launch is, as often as it is launched.
__global__ void add(int *out, int value) { *out += value; }
static void results() {
    cudaGraphExec_t exec;
    int got = -1;
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, stream>>>(memory, 3);
    MUST(cudaMemcpyAsync(pinned, memory, 4, cudaMemcpyDeviceToHost, stream));
    MUST(cudaStreamEndCapture(stream, &graph));
    MUST(cudaMemcpy(&got, memory, 4, cudaMemcpyDeviceToHost));
    printf("captured only: %d\n", got);
    MUST(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 5; i++) MUST(cudaGraphLaunch(exec, other));
    MUST(cudaStreamSynchronize(other));
    printf("launched five times: %d\n", *pinned);
}

static const struct {
    const char *name;
    void (*run)();
} cases[] = {{"begin_end", begin_end},
             {"global", global},
             {"thread_local", thread_local_mode},
             {"relaxed", relaxed},
             {"blocking", blocking_stream},
             {"fork_join", fork_join},
             {"to_graph", to_graph},
             {"results", results}};

int main(int count, char **arguments) {
    set_up();
    for (const auto &each : cases) {
        if (count > 1 && strcmp(arguments[1], each.name) != 0) continue;
        if (count == 1) printf("### %s\n", each.name);
        each.run();
    }
    return 0;
}
